#!/usr/bin/env bash
# The pictures of the report in docs/img, taken of the demo's page with Chromium, and those of the
# page of the service.
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

need "${browser_packages[@]}" "${page_packages[@]}"
[ -f build/demo/report.html ] || scripts/demo.sh
say "taking pictures of build/demo/report.html"
node web/pictures.mjs build/clade build/web build/demo/report.html docs/img
say "taking pictures of the page of the service"
node web/pictures_service.mjs build/clade build/web docs/img
ls -l docs/img/report-*.png docs/img/service-*.png
