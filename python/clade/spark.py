"""Labels for the rows of a Spark DataFrame.

``CladeTransformer`` is a stage of Spark ML, ``predict`` the same as a function. The model travels to every
executor once, as bytes of its file; Python workers on one machine map one copy of it. Texts and answers go
between Spark and clade in batches of Arrow. Needs pyspark, pandas and pyarrow.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from typing import TYPE_CHECKING, Any

from pyspark import keyword_only
from pyspark.ml import Transformer
from pyspark.ml.param import Param, Params, TypeConverters
from pyspark.ml.param.shared import HasInputCol, HasOutputCol
from pyspark.ml.util import DefaultParamsReadable, DefaultParamsWritable
from pyspark.sql.functions import pandas_udf
from pyspark.sql.types import ArrayType, DoubleType, StringType, StructField, StructType

from ._errors import UsageError

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

_SCORED = StructType([StructField("label", StringType()), StructField("score", DoubleType())])
_PROBABLE = StructType([StructField("label", StringType()), StructField("probability", DoubleType())])

# What a column holds, by the kind of answer.
_TYPES = {"label": StringType(), "path": ArrayType(StringType()), "top": ArrayType(_SCORED),
          "set": ArrayType(StringType()), "probability": _PROBABLE}

_models: dict[str, Any] = {}  # of this worker, by the name of the file


def _model_file(content: bytes, digest: str) -> str:
    """Where this machine keeps the model: written whole by whoever comes first."""
    path = os.path.join(tempfile.gettempdir(), f"clade-{os.getuid()}-{digest}.clade")
    if not os.path.exists(path):
        with tempfile.NamedTemporaryFile(dir=tempfile.gettempdir(), delete=False) as file:
            file.write(content)
        os.replace(file.name, path)
    return path


def _loaded(content: Any, digest: str, threads: int) -> Any:
    from . import load
    if digest not in _models:
        _models.clear()
        _models[digest] = load(_model_file(content.value, digest))
        _models[digest].set_params(threads=threads)
    return _models[digest]


def _answers(model: Any, texts: list[str], answer: str, k: int) -> list[Any]:
    if answer == "label":
        return list(map(str, model.predict(texts)))
    if answer == "path":
        return list(model.predict_paths(texts))
    if answer == "top":
        return [[{"label": str(label), "score": score} for label, score in row]
                for row in model.predict_top(texts, k)]
    if answer == "set":
        return [list(map(str, row)) for row in model.predict_sets(texts)]
    probabilities = model.predict_proba(texts)
    best = probabilities.argmax(axis=1)
    return [{"label": str(model.classes_[c]), "probability": float(row[c])}
            for c, row in zip(best, probabilities)]


class CladeTransformer(Transformer, HasInputCol, HasOutputCol, DefaultParamsReadable, DefaultParamsWritable):
    """Adds a column with what a model says of a column of texts.

    Parameters
    ----------
    model : path
        Of a file that ``clade train`` or ``save`` wrote, where the driver can read it.
    inputCol, outputCol : str, default="text" and "label"
    answer : {"label", "path", "top", "set", "probability"}, default="label"
        The best class; the names from below the root down to it; the k best with their scores; the set of
        labels by the model's own rule; the most probable class (of a model that was calibrated).
    k : int, default=3
        How many classes ``top`` has.
    threads : int, default=1
        Of each Python worker; Spark runs a worker for every core.

    A row without a text has no words: its answer is that of a document of unknown words.
    """

    model: Param = Param(Params._dummy(), "model", "the file of the model", TypeConverters.toString)
    answer: Param = Param(Params._dummy(), "answer", "label, path, top, set or probability", TypeConverters.toString)
    k: Param = Param(Params._dummy(), "k", "how many classes 'top' has", TypeConverters.toInt)
    threads: Param = Param(Params._dummy(), "threads", "of each Python worker", TypeConverters.toInt)

    @keyword_only
    def __init__(self, *, model: Any = None, inputCol: str = "text", outputCol: str = "label",
                 answer: str = "label", k: int = 3, threads: int = 1) -> None:
        super().__init__()
        self._setDefault(inputCol="text", outputCol="label", answer="label", k=3, threads=1)
        self._set(**{name: os.fspath(value) if name == "model" else value
                     for name, value in self._input_kwargs.items() if value is not None})

    def _transform(self, dataset: DataFrame) -> DataFrame:
        answer, k, threads = (self.getOrDefault(p) for p in (self.answer, self.k, self.threads))
        if answer not in _TYPES:
            raise UsageError(f"answer: expected one of {', '.join(_TYPES)}, got {answer!r}")
        if k < 1:
            raise UsageError(f"k: expected a whole number above 0, got {k}")
        if not self.isDefined(self.model):
            raise UsageError("model: expected the file of a model")
        with open(self.getOrDefault(self.model), "rb") as file:
            content = file.read()
        digest = hashlib.sha256(content).hexdigest()
        shared = dataset.sparkSession.sparkContext.broadcast(content)

        def label(batches):
            import pandas as pd
            model = _loaded(shared, digest, threads)
            for texts in batches:
                found = _answers(model, texts.fillna("").astype(str).tolist(), answer, k) if len(texts) else []
                yield pd.DataFrame(found, columns=[f.name for f in _PROBABLE]) if answer == "probability" \
                    else pd.Series(found, dtype=object)

        # The types are given here: hints of a nested function would be looked up elsewhere.
        import pandas as pd
        from collections.abc import Iterator
        given = pd.DataFrame if answer == "probability" else pd.Series
        label.__annotations__ = {"batches": Iterator[pd.Series], "return": Iterator[given]}  # type: ignore[valid-type]
        column = pandas_udf(label, returnType=_TYPES[answer])(dataset[self.getInputCol()])
        return dataset.withColumn(self.getOutputCol(), column)


def predict(df: DataFrame, model: Any, text_col: str = "text", output_col: str = "label", *,
            answer: str = "label", k: int = 3, threads: int = 1) -> DataFrame:
    """The DataFrame with a column of answers; see ``CladeTransformer``."""
    return CladeTransformer(model=model, inputCol=text_col, outputCol=output_col, answer=answer, k=k,
                            threads=threads).transform(df)
