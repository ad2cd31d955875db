"""PECOS XR-Linear: clusters of labels and a linear model in each; all classes are scored (a beam as wide as there are)."""

import time

import numpy as np
from pecos.xmc import Indexer, LabelEmbeddingFactory
from pecos.xmc.xlinear.model import XLinearModel
from scipy.sparse import csc_matrix, csr_matrix

from peers.answer import Answer
from peers.labels import classes_of, labels_of, matrix_of, sets_of


def learn(problem, rows, options):
    labels = labels_of(problem)
    classes = classes_of(labels)
    train, test = csr_matrix(rows.train, dtype=np.float32), csr_matrix(rows.test, dtype=np.float32)
    targets = csc_matrix(matrix_of(labels, classes), dtype=np.float32)
    C = float(options["C"])
    began = time.monotonic()
    chain = Indexer.gen(LabelEmbeddingFactory.create(targets, train, method="pifa", threads=1), threads=1, seed=0)
    model = XLinearModel.train(train, targets, C=chain, threads=1, Cp=C, Cn=C, threshold=float(options["cut"]))
    trained = time.monotonic() - began
    found = model.predict(test, beam_size=len(classes), only_topk=len(classes), threads=1)
    scores = np.asarray(found.todense(), dtype=float)
    predicted = time.monotonic() - began - trained
    return Answer(classes, scores, sets_of(problem, scores, classes, 0.5), {"train": trained, "predict": predicted})
