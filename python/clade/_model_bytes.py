"""Models as bytes, for pickle, joblib and copy: those of a model file."""

import copyreg
import os
import tempfile

from . import _clade


def _model_from_bytes(data):
    with tempfile.NamedTemporaryFile(suffix=".clade") as file:
        file.write(data)
        file.flush()
        return _clade.Model.load(file.name)


def _reduce_model(model):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "model.clade")
        model.save(path)
        with open(path, "rb") as file:
            return _model_from_bytes, (file.read(),)


copyreg.pickle(_clade.Model, _reduce_model)
