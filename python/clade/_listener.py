"""What the library says while it works: progress, notes, warnings."""

import logging
import warnings

from ._clade import respelled
from ._errors import CladeWarning, _python_words
from ._parameters import checked_whole

logger = logging.getLogger("clade")


class Listener:
    """Warnings become Python's when the work is over, notes go to the logger ``clade``.

    With ``verbose`` progress is shown: by tqdm where it is installed, else by the logger.
    """

    def __init__(self, verbose=0):
        self.verbose = verbose if isinstance(verbose, bool) else checked_whole("verbose", verbose)
        self._warnings = []
        self._bar = None
        self._stage = ""

    def on_stage(self, what):
        self._stage = what
        logger.debug("%s", what)

    def on_note(self, message):
        logger.info("%s", _python_words(respelled(message)))

    def on_warning(self, message):
        self._warnings.append(_python_words(respelled(message)))

    def on_progress(self, values):
        if not self.verbose:
            return
        gap = values.get("relative_gap")
        state = f"gap {gap:.2g}" if gap is not None else f"accuracy {values.get('accuracy', 0):.3f}"
        if not self._show(values["epoch"], None, "epoch", state):
            logger.warning("epoch %d, %s", values["epoch"], state)

    def on_step(self, done, total, last):
        if self.verbose and not self._show(done, total, "run", last):
            logger.warning("%d of %d: %s", done, total, last)

    def _show(self, done, total, unit, state):
        try:
            from tqdm.auto import tqdm
        except ImportError:
            return False
        if self._bar is None or self._bar.unit != unit:
            self._close()
            self._bar = tqdm(total=total, unit=unit, desc=self._stage or None, leave=False)
        self._bar.n = done
        self._bar.set_postfix_str(state, refresh=True)
        return True

    def _close(self):
        if self._bar is not None:
            self._bar.close()
            self._bar = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._close()
        found, self._warnings = self._warnings, []
        for message in found:
            warnings.warn(message, CladeWarning, stacklevel=3)
