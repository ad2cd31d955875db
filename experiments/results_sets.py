"""The data sets of ./run results: how they are split, and what features programs are given that make none of their own."""

from dataclasses import dataclass


@dataclass
class DataSet:
    name: str
    kind: str            # "single", "multi", "genes"
    splitting: str       # "field", "hash", "files"
    features: str        # text: "words", "all words"; rows: "counts", "rows", "few" (up to 1001 features), "dense"
    folds: tuple = (0,)
    auprc_from: int = 1
    note: str = ""

    @property
    def data(self):
        """What a peer must be able to take: text, or sparse, few or dense rows."""
        return {"words": "text", "all words": "text", "counts": "sparse", "rows": "sparse"}.get(self.features, self.features)


def genes(name, note=""):
    """AUPRC on GO leaves out its three roots, as published numbers do."""
    return DataSet(name, "genes", "files", "dense", auprc_from=2 if name.endswith("_go") else 1, note=note)


SETS = [
    DataSet("newsgroups", "single", "field", "words"),
    DataSet("wos1k", "single", "hash", "words", folds=(0, 1, 2, 3, 4),
            note="All five folds of the random split, 204 documents at a time: the spread is above most differences."),
    DataSet("trec_questions", "single", "field", "all words", note="500 questions: one is 0.2 points."),
    DataSet("clinc150", "single", "field", "all words"),
    DataSet("amazon_reviews", "single", "hash", "words", note="7 % of the labels are inner nodes."),
    DataSet("lshtc2010_pages", "single", "files", "counts"),
    DataSet("lshtc2010_descriptions", "single", "files", "counts"),
    DataSet("imclef07a", "single", "files", "dense"),
    DataSet("rcv1_subset1", "multi", "files", "few"),
    DataSet("enron_corr", "multi", "files", "few", note="660 e-mails for testing: a point is seven of them."),
    DataSet("enzyme_ec", "multi", "files", "rows", note="4 % of the sequences have two labels."),
    DataSet("rcv1_k500", "multi", "files", "few"),
    DataSet("debtags", "multi", "field", "words"),
    DataSet("wordnet_physical", "multi", "field", "words", note="5 % of the glosses have two labels; a DAG."),
    *(genes(name) for name in ("cellcycle_funcat", "church_funcat", "gasch1_funcat", "pheno_funcat", "spo_funcat",
                               "cellcycle_go", "gasch1_go", "pheno_go", "spo_go")),
]
