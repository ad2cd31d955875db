"""What the library finds out about taxonomies and data."""

from __future__ import annotations

import html
import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._taxonomy import Taxonomy


class Findings(dict):
    """What the library found, as a dict; ``print`` shows it as text."""

    def __init__(self, text, words):
        super().__init__(json.loads(text))
        self._words = words

    def __str__(self):
        return self._words

    def _repr_html_(self):
        return f"<pre>{html.escape(self._words)}</pre>"


class TaxonomyCheck(Findings):
    """What Taxonomy.check found."""

    @property
    def is_usable(self) -> bool:
        """Whether training takes the taxonomy as it is."""
        return self["usable"]


class Advice(Findings):
    """What Taxonomy.advise found; ``repaired`` is a better taxonomy, or None."""

    repaired: Taxonomy | None = None
