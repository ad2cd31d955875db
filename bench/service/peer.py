"""scikit-learn behind FastAPI, with the weights of a clade model: uvicorn peer:app, CLADE_MODEL names the file.

TfidfVectorizer with the model's words and idf, and a linear classifier with its weights: the same answers.
"""

import os
from typing import List

import numpy as np
from fastapi import FastAPI
from model_reader import ModelFile
from pydantic import BaseModel
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.svm import LinearSVC


def made(path):
    file = ModelFile(path)
    words, idf = file.vocabulary()
    vectoriser = TfidfVectorizer(vocabulary=words, sublinear_tf=True, norm="l2", dtype=np.float32)
    vectoriser.idf_ = idf.astype(np.float32)
    classifier = LinearSVC()
    classifier.classes_ = np.array(file.classes())
    # As after fit(): its transpose is what a product takes without a copy.
    classifier.coef_ = np.asfortranarray(file.class_weights(len(classifier.classes_)))
    classifier.intercept_ = np.zeros(len(classifier.classes_), np.float32)
    return vectoriser, classifier


VECTORISER, CLASSIFIER = made(os.environ["CLADE_MODEL"])
app = FastAPI()


class Document(BaseModel):
    id: str = "0"
    text: str


class Request(BaseModel):
    documents: List[Document]
    top: int = 1


@app.post("/predict")
async def predict(request: Request):
    scores = CLASSIFIER.decision_function(VECTORISER.transform([d.text for d in request.documents]))
    answers = []
    for document, row in zip(request.documents, np.atleast_2d(scores)):
        best = np.argpartition(-row, request.top - 1)[:request.top]
        best = best[np.argsort(-row[best])]
        answers.append({"id": document.id, "labels": [{"label": str(CLASSIFIER.classes_[i]), "score": float(row[i])}
                                                      for i in best]})
    return {"predictions": answers}
