"""Rows of numbers for programs that take them, fitted on the training part."""

import numpy as np
from scipy.sparse import csr_matrix, hstack
from sklearn.feature_extraction.text import TfidfTransformer, TfidfVectorizer
from sklearn.preprocessing import StandardScaler, normalize

# What a set is given untuned, and what tuning tries beside it. Words of one letter count where no stop words are left out.
UNTUNED = {
    "words": {"ngrams": 1, "min_df": 2, "stopwords": "english"},
    "all words": {"ngrams": 1, "min_df": 1},
    "counts": {"weighting": "sublinear tf-idf"},
    "rows": {},
    "few": {},
    "dense": {},
}
TEXTS = [{"ngrams": 2, "min_df": 1}, {"ngrams": 2, "min_df": 2}, {"ngrams": 1, "min_df": 1, "chars": "3-5"},
         {"ngrams": 2, "min_df": 2, "chars": "3-5"}]
FURTHER = {
    "words": TEXTS,
    "all words": TEXTS,
    "counts": [{"weighting": "sublinear tf-idf", "min_df": 2}],
    "rows": [{"scale": "unit"}, {"weighting": "sublinear tf-idf"}],
    "few": [{"scale": "unit"}, {"weighting": "sublinear tf-idf"}],
    "dense": [{"scale": "standard"}],
}


class Rows:
    """Training and test rows; `dense` where most values are not 0."""

    def __init__(self, train, test):
        self.train, self.test = csr_matrix(train), csr_matrix(test)
        for rows in (self.train, self.test):
            rows.sort_indices()
        self.dense = self.train.nnz > 0.3 * self.train.shape[0] * self.train.shape[1]

    def arrays(self):
        return (self.train.toarray(), self.test.toarray()) if self.dense else (self.train, self.test)


def rows_of(problem, how):
    if problem.train and problem.train[0].row is None:
        return of_texts([r.text for r in problem.train], [r.text for r in problem.test], how)
    return of_numbers([r.row for r in problem.train], [r.row for r in problem.test], how)


def of_texts(train, test, how):
    keeps_letters = "stopwords" not in how
    words = TfidfVectorizer(sublinear_tf=True, min_df=how["min_df"], stop_words=how.get("stopwords"),
                            ngram_range=(1, how["ngrams"]),
                            token_pattern=r"(?u)\b\w+\b" if keeps_letters else r"(?u)\b\w\w+\b")
    parts = [(words.fit_transform(train), words.transform(test))]
    if "chars" in how:
        least, most = map(int, how["chars"].split("-"))
        chars = TfidfVectorizer(sublinear_tf=True, min_df=2, analyzer="char_wb", ngram_range=(least, most))
        parts.append((chars.fit_transform(train), chars.transform(test)))
    return Rows(hstack([a for a, _ in parts]), hstack([b for _, b in parts]))


def of_numbers(train, test, how):
    width = max((max(row) for row in [*train, *test] if row), default=1)
    train, test = as_matrix(train, width), as_matrix(test, width)
    if how.get("min_df", 1) > 1:
        kept = np.flatnonzero(train.getnnz(axis=0) >= how["min_df"])
        train, test = train[:, kept], test[:, kept]
    if "weighting" in how:
        weights = TfidfTransformer(sublinear_tf=True).fit(train)
        train, test = weights.transform(train), weights.transform(test)
    if how.get("scale") == "unit":
        train, test = normalize(train), normalize(test)
    if how.get("scale") == "standard":
        scaler = StandardScaler().fit(train.toarray())
        train, test = scaler.transform(train.toarray()), scaler.transform(test.toarray())
    return Rows(train, test)


def as_matrix(rows, width):
    starts = np.cumsum([0] + [len(row) for row in rows])
    columns = np.fromiter((index - 1 for row in rows for index in row), dtype=np.int32, count=starts[-1])
    values = np.fromiter((value for row in rows for value in row.values()), dtype=np.float64, count=starts[-1])
    return csr_matrix((values, columns, starts), shape=(len(rows), width))
