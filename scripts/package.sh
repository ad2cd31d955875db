#!/usr/bin/env bash
# Packages of the release build, in build/packages: Debian packages of the program and of the library, a
# relocatable archive of the program with the libraries that it needs, and a list of what is in it (SPDX).
# The same sources and packages give the same bytes.
#   --try     installs the package on a clean Debian 12 root (debootstrap, as root), and runs the archive there
#   --twice   makes them again in another folder, with another time zone, language and mask of permissions and without
#             the compiler's cache, and compares every byte
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

need "${build_packages[@]}" dpkg-dev patchelf python3
want "${page_packages[@]}" "${service_packages[@]}"
build release clade clade_library clade_manual

version=$(build/clade --version | cut -d ' ' -f 2)
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || date +%s)}
umask 022
packages=$PWD/build/packages
rm -rf "$packages" && mkdir -p "$packages"

say "Debian packages"
log=$(cd build && cpack 2>&1) || die "cpack failed
$log"
rm -rf "$packages/_CPack_Packages"

say "archive"
name=clade-$version-linux-$(uname -m)
stage=$packages/$name
cmake --install build --component program --strip --prefix "$stage" >/dev/null
mkdir -p "$stage/lib"
# Everything but the C library, whose parts belong together and to the system.
ldd build/clade | awk '$3 ~ /^\// { print $3 }' | grep -vE '/(libc|libm|libdl|libpthread|librt)\.so' |
  xargs -I LIBRARY cp -L LIBRARY "$stage/lib"
patchelf --set-rpath '$ORIGIN/../lib' "$stage/bin/clade"
for library in "$stage"/lib/*; do patchelf --set-rpath '$ORIGIN' "$library"; done
python3 -B scripts/sbom.py build/clade "$version" >"$stage/clade.spdx.json"
cp "$stage/clade.spdx.json" "$packages"
tar --directory "$packages" --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" \
  --use-compress-program 'gzip -9n' -cf "$packages/$name.tar.gz" "$name"
rm -rf "$stage"

make_again() {
  local copy
  copy=$(mktemp -d)/another/place/for/clade
  mkdir -p "$copy/build"
  git ls-files --cached --others --exclude-standard -z | xargs -0 cp --parents --target-directory "$copy"
  # What npm fetched is not built here.
  [ ! -d build/web ] || cp -r build/web "$copy/build"
  say "again, in $copy"
  (umask 077 && cd "$copy" && env CCACHE_DISABLE=1 TZ=Pacific/Auckland LC_ALL=C scripts/package.sh >build/package.log 2>&1) ||
    die "the second build failed; see $copy/build/package.log"
  (cd "$packages" && sha256sum -- *) >build/packages.sha256
  (cd "$copy/build/packages" && sha256sum -- *) | diff build/packages.sha256 - ||
    die "the packages differ; the second ones are in $copy/build/packages"
  say "the same bytes in both places"
  rm -rf "${copy%/another/place/for/clade}"
}

case ${1:-} in
  --try) scripts/try_package.sh "$packages" ;;
  --twice) make_again ;;
esac
say "done: $(cd "$packages" && echo *)"
