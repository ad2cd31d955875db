"""What the five papers claim, sentence by sentence, as data that frame/claims.py counts."""

from . import cikm, hieron, hpsi, orthogonal, thesis

ALL = [*cikm.CLAIMS, *thesis.CLAIMS, *hieron.CLAIMS, *hpsi.CLAIMS, *orthogonal.CLAIMS]
