"""Which programs there are, what they are run with, and what they cannot do. Only the standard library is needed to ask."""

from dataclasses import dataclass, field
from importlib import import_module

LIKE_CLADE_C = ["1", "0.1", "0.3", "3", "10"]


@dataclass(frozen=True)
class Peer:
    """One program with one way of using it: `function` of peers.`module` learns and answers."""
    name: str
    program: str
    module: str
    function: str
    settings: dict
    grid: dict = field(default_factory=dict)      # option: values, the first that of the untuned run
    kinds: tuple = ("single", "multi", "genes")
    data: tuple = ("text", "sparse", "few", "dense")
    ranks: bool = True                            # has a score for every class
    trees_only: bool = False
    usual: bool = True                            # runs where no names are given

    def answer(self, problem, features, options):
        return getattr(import_module(f"peers.{self.module}"), self.function)(problem, features, options)


def sk(name, estimator, kinds, data=("text", "sparse", "few", "dense"), grid=None, **settings):
    return Peer(name, "scikit-learn", "sklearn_peers", "learn", {"estimator": estimator, **settings},
                grid if grid is not None else {"C": LIKE_CLADE_C}, kinds, data)


FOREST = {"trees": ["50", "200"], "leaf": ["5", "1", "3"]}
DENSE = ("few", "dense")

PEERS = [
    Peer("liblinear-s1", "LIBLINEAR", "liblinear", "learn", {"solver": "1", "C": "1", "bias": "-1"}, {"C": LIKE_CLADE_C},
         ("single",), ("text", "sparse", "few")),
    Peer("liblinear-s2", "LIBLINEAR", "liblinear", "learn", {"solver": "2", "C": "1", "bias": "1"}, {"C": LIKE_CLADE_C},
         ("single",), ("dense",)),
    Peer("liblinear-s4", "LIBLINEAR", "liblinear", "learn", {"solver": "4", "C": "1", "bias": "-1"}, {"C": LIKE_CLADE_C},
         ("single",), ("text", "sparse", "few")),
    sk("sk-svc", "LinearSVC", ("single", "multi"), C="1"),
    sk("sk-logreg", "LogisticRegression", ("single", "multi"), C="1"),
    sk("sk-svc-nodes", "LinearSVC", ("multi", "genes"), C="1", nodes=True),
    sk("sk-logreg-nodes", "LogisticRegression", ("multi", "genes"), C="1", nodes=True),
    sk("sk-rbf", "SVC", ("single", "multi"), DENSE, {"C": ["1", "3", "10", "30"], "gamma": ["1", "0.3", "3"]}, C="1",
       gamma="1"),
    sk("sk-rbf-nodes", "SVC", ("genes",), DENSE, {"C": ["1", "0.3", "3"], "gamma": ["1", "0.3", "3"]}, C="1", gamma="1",
       nodes=True),
    sk("sk-rf", "RandomForestClassifier", ("single", "multi"), DENSE,
       {"trees": ["100", "300"], "leaf": ["1", "3"], "part": ["sqrt", "0.2"]}, trees="100", leaf="1", part="sqrt"),
    sk("sk-rf-nodes", "RandomForestRegressor", ("multi", "genes"), DENSE, FOREST, trees="50", leaf="5", part="sqrt",
       nodes=True),
    sk("sk-ridge-nodes", "Ridge", ("genes",), ("dense",), {"alpha": ["10", "1", "100", "1000"]}, alpha="10", nodes=True),
    sk("sk-knn-nodes", "KNeighborsRegressor", ("genes",), ("dense",), {"neighbours": ["30", "10", "100"]}, neighbours="30",
       nodes=True),
    Peer("hiclass-lcppn", "HiClass", "hiclass_peer", "learn", {"C": "1"}, {"C": LIKE_CLADE_C}, ("single",), ranks=False,
         trees_only=True),
    Peer("hiclass-multilabel", "HiClass", "hiclass_peer", "learn", {"C": "1", "tolerance": "none"},
         {"C": ["1", "0.3", "3", "10"], "tolerance": ["none", "0.1", "0.2", "0.4"]}, ("multi", "genes"), ranks=False,
         trees_only=True),
    Peer("nxc-plt", "napkinXC", "napkinxc_peer", "learn", {"model": "PLT", "C": "10"}, {"C": ["10", "1", "3", "30"]}),
    Peer("nxc-br", "napkinXC", "napkinxc_peer", "learn", {"model": "BR", "C": "10"}, {"C": ["10", "1", "3", "30"]}),
    Peer("ft-softmax", "fastText", "fasttext_peer", "learn", {"loss": "softmax", "words": "2", "epoch": "25", "lr": "1.0"},
         {"epoch": ["25", "50"], "lr": ["1.0", "0.5"], "words": ["2", "1"], "chars": ["", "3-5"]}, ("single",), ("text",)),
    Peer("ft-hs", "fastText", "fasttext_peer", "learn", {"loss": "hs", "words": "2", "epoch": "25", "lr": "1.0"},
         {"epoch": ["25", "50"], "lr": ["1.0", "0.5"], "words": ["2", "1"], "chars": ["", "3-5"]}, ("single",), ("text",)),
    Peer("ft-ova", "fastText", "fasttext_peer", "learn", {"loss": "ova", "words": "2", "epoch": "25", "lr": "1.0"},
         {"epoch": ["25", "50"], "lr": ["1.0", "0.5"], "words": ["2", "1"], "chars": ["", "3-5"]}, ("multi",), ("text",)),
    Peer("omikuji", "Omikuji", "omikuji_peer", "learn", {"C": "1", "trees": "3", "depth": "20"},
         {"C": ["1", "0.3", "3", "10"], "depth": ["20", "1"]}),
    Peer("pecos-xlinear", "PECOS", "pecos_peer", "learn", {"C": "1", "cut": "0.1"},
         {"C": ["1", "0.3", "3", "10"], "cut": ["0.1", "0.01"]}),
    Peer("centroid", "Python", "centroid", "learn", {"power": "1"}, {"power": ["1", "2"]}, usual=False),
]

DATA_WORDS = {"text": "texts", "sparse": "rows of many features", "few": "rows of some hundred features",
              "dense": "dense rows"}


def by_name(name):
    """The peer of that name; ValueError with all names where there is none."""
    for peer in PEERS:
        if peer.name == name:
            return peer
    raise ValueError(f"there is no peer '{name}'; there are: {', '.join(peer.name for peer in PEERS)}")


def cannot(peer, kind, data, is_dag):
    """Why a peer is not run on such a set, or ''."""
    if kind not in peer.kinds:
        return ("takes one label for each row" if peer.kinds == ("single",) else
                "is for several labels for each row" if "single" not in peer.kinds and kind == "single" else
                "is not for every node a class" if kind == "genes" else "is for every node a class")
    if data not in peer.data:
        return f"takes {' or '.join(DATA_WORDS[d] for d in peer.data)} only"
    if peer.trees_only and is_dag:
        return "takes paths of a tree, and this taxonomy is none"
    return ""

# What a program cannot do, or is not asked to; for people.
LIMITS = {
    "LIBLINEAR": "takes one label for each row; scores are made from the weights of its model. scikit-learn's LinearSVC and"
                 " LogisticRegression are the same solvers with a problem for each label or node.",
    "scikit-learn": "knows no taxonomy. Problems for each node (`-nodes`) give sets and AUPRC, but no ranking of the answers."
                    " Kernels and forests run on rows of up to about a thousand features only.",
    "HiClass": "has no scores for all classes with LinearSVC, hence no average precision and no AUPRC; takes trees, not DAGs;"
               " with several labels it needs probabilities (LogisticRegression) and, untuned, gives one label. That part is"
               " gone in later versions than 4.13.3.",
    "fastText": "takes texts, not vectors; makes its own features, so only its own options are tuned.",
    "napkinXC, Omikuji, PECOS": "make trees of labels of their own and take no taxonomy; all classes are scored (beams as"
                                " wide as there are classes).",
}
