"""The texts of a .jsonl file through scikit-learn's TfidfVectorizer, one run for each line on stdin.

First it tells rows, words and values, no stop words left out; then for each line the CPU seconds of
fit_transform alone, with the texts in memory and English stop words left out.
"""
import json
import sys
import time

from sklearn.feature_extraction.text import TfidfVectorizer


def vectoriser(stop_words):
    return TfidfVectorizer(sublinear_tf=True, min_df=2, stop_words=stop_words)


def seconds(texts):
    fresh = vectoriser("english")
    start = time.process_time()
    fresh.fit_transform(texts)
    return time.process_time() - start


with open(sys.argv[1], encoding="utf-8") as lines:
    texts = [json.loads(line)["text"] for line in lines]
every_word = vectoriser(None).fit_transform(texts)
print(*every_word.shape, every_word.nnz, flush=True)
for _ in sys.stdin:
    print(f"{seconds(texts):.6f}", flush=True)
