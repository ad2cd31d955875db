"""Small examples for the tests."""

import numpy as np

TAXONOMY = {"goods": ["fruit", "tools"], "fruit": ["apple", "pear"], "tools": ["hammer", "saw"]}
EDGES = [(parent, child) for parent, children in TAXONOMY.items() for child in children]
CLASSES = ["apple", "pear", "hammer", "saw"]
PATHS = {"apple": "fruit/apple", "pear": "fruit/pear", "hammer": "tools/hammer", "saw": "tools/saw"}


def vectors(count=200, seed=0, noise=0.4):
    """Rows of eight numbers around a point of the class, and class names."""
    random = np.random.RandomState(seed)
    centres = np.random.RandomState(7).randn(4, 8)
    codes = random.randint(0, 4, count)
    codes[:4] = range(4)
    X = centres[codes] + noise * random.randn(count, 8)
    return X, np.array(CLASSES)[codes]


def texts(count=200, seed=0):
    """Documents with words of their class among common ones, and class names."""
    random = np.random.RandomState(seed)
    documents, labels = [], []
    for i in range(count):
        label = CLASSES[random.randint(4)] if i >= 4 else CLASSES[i]
        words = [(label if random.rand() < 0.4 else "common") + str(random.randint(9)) for _ in range(8)]
        documents.append(" ".join(words))
        labels.append(label)
    return documents, np.array(labels)
