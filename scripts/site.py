#!/usr/bin/env python3
"""site.py pages: copies README and docs into build/site/pages, as mkdocs wants them.
site.py check: every link and anchor of build/site/html leads somewhere, and nothing comes from elsewhere."""

import html.parser
import pathlib
import re
import shutil
import sys
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGES = ROOT / "build/site/pages"
HTML = ROOT / "build/site/html"
# Pages from outside docs, and what they are called there.
OUTSIDE = {"README.md": "index.md", "CONTRIBUTING.md": "CONTRIBUTING.md", "CHANGELOG.md": "CHANGELOG.md",
           "SECURITY.md": "SECURITY.md"}
LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s]+)\)")


def site_path(file):
    """Where a file of the repository is on the site, or None."""
    name = file.relative_to(ROOT).as_posix()
    if name in OUTSIDE:
        return OUTSIDE[name]
    is_page = name.startswith("docs/") and file.is_file() and file.suffix in (".md", ".svg", ".png")
    return name.removeprefix("docs/") if is_page else None


def moved_links(text, file, target):
    """The links of a page as they are from its place on the site; text alone where they leave it."""

    def moved(match):
        picture, words, link = match.groups()
        path, _, anchor = link.partition("#")
        if re.match(r"[a-z]+:", link) or not path:
            return match.group(0)
        goal = (file.parent / path).resolve()
        place = site_path(goal) if goal.is_relative_to(ROOT) else None
        if place is None:
            return f"{words} (`{goal.relative_to(ROOT)}`)" if goal.is_relative_to(ROOT) else words
        up = "../" * (len(pathlib.PurePosixPath(target).parts) - 1)
        return f"{picture}[{words}]({up}{place}{'#' + anchor if anchor else ''})"

    parts = re.split(r"(```.*?^```)", text, flags=re.S | re.M)  # code stays as it is
    return "".join(part if part.startswith("```") else LINK.sub(moved, part) for part in parts)


def write_pages():
    shutil.rmtree(PAGES, ignore_errors=True)
    files = [ROOT / name for name in OUTSIDE] + sorted((ROOT / "docs").rglob("*"))
    for file in files:
        target = site_path(file)
        if target is None:
            continue
        (PAGES / target).parent.mkdir(parents=True, exist_ok=True)
        if file.suffix == ".md":
            (PAGES / target).write_text(moved_links(file.read_text(), file, target))
        else:
            shutil.copy(file, PAGES / target)
    shutil.copy(ROOT / "site/extra.css", PAGES)


class Page(html.parser.HTMLParser):
    """The names, links and loaded files of a page."""

    def __init__(self, text):
        super().__init__()
        self.names, self.links, self.loads = set(), [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        found = dict(attributes)
        self.names.update(found[key] for key in ("id", "name") if found.get(key))
        if tag == "a" and found.get("href"):
            self.links.append(found["href"])
        if tag in ("script", "img", "iframe", "source") and found.get("src"):
            self.loads.append(found["src"])
        if tag == "link" and found.get("href") and "canonical" not in found.get("rel", ""):
            self.loads.append(found["href"])


def problems():
    pages = {file: Page(file.read_text()) for file in sorted(HTML.rglob("*.html"))}
    if not pages:
        yield f"there are no pages in {HTML}"
    for file, page in pages.items():
        name = file.relative_to(HTML)
        for load in page.loads:
            if re.match(r"(https?:)?//", load):
                yield f"{name}: loads {load}"
        for link in page.links + page.loads:
            parts = urllib.parse.urlsplit(link)
            if parts.scheme or parts.netloc or name.name == "404.html":
                continue
            goal = (file.parent / urllib.parse.unquote(parts.path)).resolve() if parts.path else file
            if goal.is_dir():
                goal /= "index.html"
            if not goal.exists():
                yield f"{name}: {link} leads nowhere"
            elif parts.fragment and goal in pages:
                if urllib.parse.unquote(parts.fragment) not in pages[goal].names:
                    yield f"{name}: {link}: there is no such heading"


def main(words):
    if words == ["pages"]:
        write_pages()
    elif words == ["check"]:
        found = list(problems())
        print("\n".join(found))
        sys.exit(1 if found else 0)
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
