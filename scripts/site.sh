#!/usr/bin/env bash
# The site, build/site/html: README and docs as pages with a search. Nothing of it comes from elsewhere.
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

need mkdocs mkdocs-material python3
say "pages"
python3 -B scripts/site.py pages
log=$(PYTHONWARNINGS=ignore mkdocs build --quiet --strict --config-file site/mkdocs.yml 2>&1) || die "mkdocs failed
$log"
python3 -B scripts/site.py check || die "links of the site are broken"
say "done: build/site/html/index.html; with its search: python3 -m http.server --directory build/site/html"
