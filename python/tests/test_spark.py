"""Answers in a DataFrame of Spark are those of the model: on two executors, which are processes of their own."""

import os
import shutil
import subprocess
import sys

import pytest

import clade

pyspark = pytest.importorskip("pyspark")
pytest.importorskip("pyarrow")
pytest.importorskip("pandas")
if shutil.which("java") is None and "JAVA_HOME" not in os.environ:
    pytest.skip("Spark needs Java, and there is none", allow_module_level=True)

from pyspark.ml import PipelineModel  # noqa: E402
from pyspark.sql import SparkSession  # noqa: E402

from clade.spark import CladeTransformer, predict  # noqa: E402

TEXTS = ["a red apple", "a green pear", "a steel hammer", "a sharp saw", "", None, "nothing known"] * 9
TAXONOMY = {"fruit": ["apple", "pear"], "tools": ["hammer", "saw"]}


@pytest.fixture(scope="module")
def spark():
    os.environ["PYSPARK_PYTHON"] = sys.executable
    session = (SparkSession.builder.master("local-cluster[2,1,512]").appName("clade")
               .config("spark.ui.enabled", "false").config("spark.executor.memory", "512m")
               .config("spark.sql.execution.arrow.maxRecordsPerBatch", "10")
               .config("spark.executorEnv.PYTHONPATH", os.pathsep.join(sys.path)).getOrCreate())
    yield session
    session.stop()


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    file = tmp_path_factory.mktemp("spark") / "model.clade"
    words = ["apple", "pear", "hammer", "saw"]
    texts = [f"{how} {word}" for how in ("a red", "a green", "a steel", "a sharp") for word in words] * 4
    clade.CladeTextClassifier(taxonomy=TAXONOMY, calibrate=True).fit(texts, words * 16).save(file)
    return file


@pytest.fixture(scope="module")
def frame(spark):
    rows = [(i, text) for i, text in enumerate(TEXTS)]
    return spark.createDataFrame(rows, "id int, text string").repartition(4)


def column(frame, name="label"):
    return [row[name] for row in frame.orderBy("id").collect()]


def test_labels_are_those_of_the_model(frame, model):
    expected = list(clade.load(model).predict([text or "" for text in TEXTS]))
    assert column(predict(frame, model)) == expected


def test_labels_are_those_of_the_command_line(frame, model, tmp_path):
    program = os.environ.get("CLADE_BINARY")
    if not program:
        pytest.skip("CLADE_BINARY does not say where the program is")
    data = tmp_path / "texts.txt"
    data.write_text("".join(f"{text or ''}\n" for text in TEXTS))
    answers = subprocess.run([program, "predict", str(model), str(data), "--format", "text", "--top", "1", "--quiet"],
                             capture_output=True, text=True, check=True).stdout
    assert column(predict(frame, model)) == [line.split("\t")[1] for line in answers.splitlines()]


def test_every_kind_of_answer(frame, model):
    here = clade.load(model)
    texts = [text or "" for text in TEXTS]
    top = column(predict(frame, model, answer="top", k=2))
    assert [[(a["label"], a["score"]) for a in row] for row in top] == here.predict_top(texts, 2)
    assert column(predict(frame, model, answer="set")) == here.predict_sets(texts)
    assert column(predict(frame, model, answer="path")) == here.predict_paths(texts)
    probable = column(predict(frame, model, answer="probability", output_col="p"), "p")
    assert [a["probability"] for a in probable] == pytest.approx(here.predict_proba(texts).max(axis=1).tolist())


def test_it_is_a_stage_that_can_be_kept(frame, model, tmp_path):
    stage = CladeTransformer(model=model, outputCol="guess")
    PipelineModel([stage]).save(str(tmp_path / "stages"))
    again = PipelineModel.load(str(tmp_path / "stages"))
    assert column(again.transform(frame), "guess") == column(stage.transform(frame), "guess")


def test_wrong_words_are_refused(frame, model):
    with pytest.raises(clade.UsageError, match="answer: expected one of"):
        predict(frame, model, answer="best")
    with pytest.raises(clade.UsageError, match="k: expected"):
        predict(frame, model, answer="top", k=0)
    with pytest.raises(clade.UsageError, match="model: expected"):
        CladeTransformer().transform(frame)
