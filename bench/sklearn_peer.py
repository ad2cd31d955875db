"""The texts of a .jsonl file through scikit-learn's TfidfVectorizer: one answer for each line on stdin.

"size N" asks for rows, words and values, no stop words left out; "time N" for the CPU seconds of
fit_transform alone, with the texts in memory and English stop words left out. Terms are runs of up
to N words.
"""
import json
import sys
import time

from sklearn.feature_extraction.text import TfidfVectorizer


def vectoriser(stop_words, longest):
    return TfidfVectorizer(sublinear_tf=True, min_df=2, stop_words=stop_words, ngram_range=(1, longest))


def size(texts, longest):
    every_word = vectoriser(None, longest).fit_transform(texts)
    return f"{every_word.shape[0]} {every_word.shape[1]} {every_word.nnz}"


def seconds(texts, longest):
    fresh = vectoriser("english", longest)
    start = time.process_time()
    fresh.fit_transform(texts)
    return f"{time.process_time() - start:.6f}"


with open(sys.argv[1], encoding="utf-8") as lines:
    texts = [json.loads(line)["text"] for line in lines]
for line in sys.stdin:
    what, longest = line.split()
    print(size(texts, int(longest)) if what == "size" else seconds(texts, int(longest)), flush=True)
