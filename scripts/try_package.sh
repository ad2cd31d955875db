#!/usr/bin/env bash
# try_package.sh FOLDER: the Debian package of that folder on a clean Debian 12 root, installed as a user would, and
# the archive without any installation; both train, predict and say what they are. Needs root and debootstrap.
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
packages=$(realpath "$1")
[ "$(id -u)" -eq 0 ] || die "a clean root is made by root alone"
need debootstrap

root=$(mktemp -d)
trap 'umount "$root/proc" 2>/dev/null || true; rm -rf "$root"' EXIT
# Where this machine has its packages from.
mirror=$(cat /etc/apt/sources.list /etc/apt/sources.list.d/*.sources /etc/apt/sources.list.d/*.list 2>/dev/null | awk '$1 == "URIs:" { print $2; exit }
  $1 == "deb" { for (i = 2; i <= NF; ++i) if ($i ~ /^https?:/) { print $i; exit } }')
say "a clean Debian 12"
debootstrap --variant=minbase bookworm "$root" ${mirror:+"$mirror"} >"$packages/../debootstrap.log" 2>&1 ||
  die "debootstrap failed; see build/debootstrap.log"
# As this machine reaches its packages.
cp -r /etc/apt/apt.conf.d "$root/etc/apt/"
cp /etc/resolv.conf "$root/etc/" 2>/dev/null || true
mount -t proc proc "$root/proc"
mkdir "$root/packages"
cp "$packages"/*.deb "$packages"/*.tar.gz "$root/packages"

in_root() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root DEBIAN_FRONTEND=noninteractive bash -c "$1"; }
try='printf "%s\n" "{\"labels\":[\"apple\"],\"text\":\"crisp red\"}" "{\"labels\":[\"pear\"],\"text\":\"soft green\"}" >docs.jsonl
  printf "%s\t%s\n" root fruit fruit apple fruit pear >taxonomy.tsv
  $clade train docs.jsonl --taxonomy taxonomy.tsv -o fruit.clade --quiet &&
  echo "{\"text\":\"a red one\"}" | $clade predict fruit.clade - --format jsonl && $clade --version --verbose'

say "the archive, with nothing installed"
in_root "mkdir -p /tmp/archive && cd /tmp/archive && tar xf /packages/*.tar.gz && clade=\$(echo \$PWD/*/bin/clade) && $try" |
  tee "$packages/archive.txt"
grep -q apple "$packages/archive.txt" || die "the archive does not answer"
say "apt install ./clade_*.deb"
in_root "apt-get -qq update && apt-get -qq install -y --no-install-recommends /packages/clade_*.deb >/dev/null && cd /tmp && clade=clade && $try" |
  tee "$packages/debian.txt"
grep -q apple "$packages/debian.txt" || die "the installed program does not answer"
