"""The estimators. Made by scripts/python_estimators.py from the parameters of the methods."""

from typing import Any, Optional, Union

from ._base import BaseClade
from ._online import OnlineClade
from ._text import TextClade


class CladeClassifier(BaseClade):
    r"""The default: squared slacks, the form of the problem chosen by the data.

    Method ``clade`` of the command line (docs/METHODS.md).

    Parameters
    ----------
    taxonomy : Any, default=None
        Edges ``(parent, child)``, a dict, a networkx graph, a `Taxonomy` or the path of a file;
        ``"paths"`` (``"paths:SEP"``) where labels are paths such as A/B/C; ``"learn"`` to learn one from
        the examples; None: one flat level, unless y has levels.
    flat : bool, default=False
        Train without the taxonomy; it still serves for evaluation.
    attributes : str, default='auto'
        Which weights score a class, and how strongly; not used with flat. Expects
        auto|depth|depth+root|class-depth|unit|normalized|leaf:S|text:FILE|file:FILE|similarity:FILE.
    constraints : str, default='auto'
        ranking: labels above other classes; binary: every class against zero. Expects
        auto|ranking|binary.
    C : float or str, default='usual'
        The price of one unit of slack; large: fit the data, inf: hard margin, auto: the best of up to 13
        values by cross-validation; usual: 1, and 0.3 where labels are closed. Expects a number above 0,
        inf, auto or usual.
    scale_C : str, default='none'
        n: divide C by the number of examples. Expects none|n.
    class_weight : str or dict, default='none'
        balanced: raise C for examples of rare classes, lower it for frequent ones. A dict has the
        weights of classes. Expects none|balanced.
    bias : str, default='auto'
        feature: add a constant feature of value 1 to every row; free: a constant whose weights have no
        price. Expects auto|none|feature|free.
    precision : str, default='auto'
        Of rows and weights; auto: single, or double where the tolerance is below 1e-6 (times C where
        that is above 1). Expects auto|single|double.
    device : str, default='auto'
        What takes the steps of one problem over all classes: a GPU, through a plug-in (docs/GPU.md);
        auto: a GPU where there are the plug-in and enough work; plain: what a GPU does, on one thread of
        the processor, for tests. Expects auto|cpu|cuda|plain.
    kernel : str, default='auto'
        How two examples are compared; precomputed: the row of example i holds the kernel with training
        example j at index j+1. Expects auto|linear|rbf|poly|subsequence|precomputed.
    gamma : float or str, default='auto'
        rbf: exp(-gamma |x-z|^2); poly: (gamma <x,z> + coef0)^degree; auto: by sigma for rbf, 1 for poly.
        Expects a number above 0, or auto.
    sigma : float or str, default='auto'
        rbf: gamma is 1/sigma^2; median: of the distances between examples of different classes; auto:
        median unless gamma is given. Expects a number above 0, median or auto.
    degree : int, default=3
        Of kernel='poly'. Expects a whole number from 1 to 64.
    coef0 : float, default=0.0
        Of kernel='poly'. Expects a number.
    length : int, default=4
        Of subsequences, in letters. Expects a whole number from 1 to 64.
    decay : float, default=0.5
        The weight of each letter that a subsequence spans, gaps too. Expects a number above 0 and at
        most 1.
    cache_mb : float or str, default='auto'
        Memory for rows of the kernel matrix, in MiB; auto: what all of them and working sets take, 256
        or more, up to half of the memory that is free. Expects a number above 0, or auto.
    tolerance : float, default=0.001
        Stop at this relative duality gap, (primal - lower bound) / primal; with solver='paper' at this
        violation psi of the optimality conditions (orthogonal Alg. 1: this distance of its bounds).
        Expects a number above 0 and below 1.
    max_epochs : int, default=20000
        Passes over the data before giving up. Expects a whole number of at least 1.
    solver : str, default='fast'
        Fast, or the paper's own algorithm (thesis Alg. 2, orthogonal Alg. 1), which is for small data.
        Expects fast|paper.
    paper_step : str, default='instance'
        With solver='paper': optimise the active variables of one example (step 8a), or of all (8b).
        Expects instance|all.
    no_active_set : bool, default=False
        With solver='paper': optimise all variables of an example, not its active ones alone.
    labels : str, default='auto'
        What y is: ``names``, ``sets`` (lists of names), ``levels`` (a path in every row, padded or not),
        ``level-sets`` (lists of such paths) or ``indicator`` (a matrix of 0 and 1); ``auto`` goes by its
        form. Rows of equal length are levels unless a name stands in two columns or a taxonomy is given;
        rows of different length are sets.
    label_nodes : str, default='auto'
        What a label at an inner node means: ``terminal``: a class of its own below that node; ``all``:
        every node is a class; ``path``: it trains its path and is never predicted; ``closed``: a label
        stands for the nodes above it, too; ``auto``: what the method does.
    unknown_labels : str, default='error'
        What becomes of labels that the taxonomy does not have: ``error``, ``skip``, or ``prefix``: of a
        path the longest part that it has.
    calibrate : bool or int or str, default='auto'
        Learn from held-out folds (True: 5, or their number) how scores become probabilities and sets of
        labels; False: not; auto: as with True, or fewer folds of many examples.
    budget : str, default=None
        Search for better options within this time or so many runs (``5m``, ``20runs``) before training;
        parameters that are not at their defaults stay. What was tried is in ``search_``.
    choose_for : str, default=None
        The measure of held-out examples that decides in a search or for ``C='auto'``, such as
        ``macro_f1``; None: average precision, or auprc with several labels.
    max_seconds : float, default=None
        End soon after so many seconds, with the model that was reached.
    checkpoint : Any, default=None
        A folder where fit keeps what it has reached: after an end at any moment the same fit goes on
        from there, with the same result, and removes the folder at its end.
    checkpoint_every : float, default=60.0
        How many seconds lie between two checkpoints.
    memory : str or int or None, default=None
        The process takes no more than this and a tenth while fit runs: a size such as ``'4G'``, or
        bytes. Caches and rows of weights fit themselves in; what does not fit is refused with what
        would. The whole interpreter counts, other threads included.
    keep_best : bool, default=False
        An interrupted fit keeps the best model so far before it raises KeyboardInterrupt.
    threads : int, default=0
        How many threads to use; 0: all cores. Results do not depend on it.
    seed : int, default=0
        Of all random choices.
    verbose : int, default=0
        Above 0: show progress, by tqdm where it is installed.
    stopwords : str, default='none'
        Words to leave out: those of a language such as english or german, or of a file with one word per
        line. Expects text.
    stemmer : str, default='none'
        Cut words down to their stems by the rules of this language, such as english or de. Expects none
        or a language.
    min_word_length : int, default=1
        Characters that a word needs to count. Expects a whole number of at least 1.
    ngrams : int or str, default='auto'
        Terms are words and runs of up to this many neighbouring words that count; 0: no words, only
        char_ngrams; auto: 1, and 2 for method clade. Expects a whole number from 0 to 5, or auto.
    char_ngrams : str, default='auto'
        Runs of so many characters of a word are terms, too; its boundaries count as characters; auto:
        none, and 3-4 for method clade where documents are short. Expects auto, none or lengths from 2 to
        10 such as 3-5.
    ngram_weight : float or str, default='auto'
        How much a run of words counts beside a word; auto: 1, and 0.6 for method clade. Expects a number
        above 0, or auto.
    char_weight : float or str, default='auto'
        How much a run of characters counts beside a word; auto: 1, and 0.3 for method clade. Expects a
        number above 0, or auto.
    min_df : int or str, default='auto'
        Training documents that a term needs to be in to count; auto: 2, and 1 for the single words of
        method clade. Expects a whole number of at least 1, or auto.
    max_df : float or str, default='none'
        Leave out words of more training documents than this share or number of them. Expects none, a
        share below 1, or a number of documents.
    weighting : str, default='auto'
        Of counts: log-tfidf is (1 + ln tf) idf; auto: log-tfidf for text, none for numbers. Expects
        auto|none|binary|tf|log-tf|tfidf|log-tfidf.
    normalize : str, default='auto'
        unit: scale every row to length 1; auto: unit for text, none for numbers. Expects auto|none|unit.
    hash : int, default=0
        Hash words to this many bits instead of keeping a vocabulary; 0: keep one. Expects 0, or a whole
        number of bits from 8 to 30.
    scale : str, default='auto'
        Of numeric features: standard: minus the mean, divided by the standard deviation; minmax: from 0
        to 1; features that most rows lack are only divided, so that zeros stay; auto: none, unless the
        method looks at the data. Expects auto|none|standard|minmax.
    missing : str, default='auto'
        For an empty cell, NA, NaN, null or ? of a numeric feature: zero, the mean of the training
        values, or an error; auto: the mean where features are scaled, else zero. Expects
        auto|zero|mean|error.

    Attributes
    ----------
    classes_ : array
        The labels that can be predicted, sorted.
    model_ : Model
        What the library trained; ``save`` writes it.
    taxonomy_ : Taxonomy
        Of the model.
    summary_ : dict
        Epochs, why training stopped, objectives and the gap between them.
    n_features_in_ : int
    feature_names_in_ : array
        Where X was a table with names.

    Examples
    --------
    >>> from clade import CladeClassifier
    >>> X = [[1, 0, 0], [1, 1, 0], [0, 0, 1], [0, 1, 1]] * 5
    >>> y = ["apple", "pear", "hammer", "saw"] * 5
    >>> taxonomy = {"fruit": ["apple", "pear"], "tools": ["hammer", "saw"]}
    >>> model = CladeClassifier(taxonomy=taxonomy).fit(X, y)
    >>> print(model.predict([[1, 0, 0], [0, 1, 1]]))
    ['apple' 'saw']
    """

    _method_name = 'clade'
    _adapts_to_data = True
    _takes_several_labels = True
    _method_parameters = {
        'flat': False,
        'attributes': 'auto',
        'constraints': 'auto',
        'C': 'usual',
        'scale_C': 'none',
        'class_weight': 'none',
        'bias': 'auto',
        'precision': 'auto',
        'device': 'auto',
        'kernel': 'auto',
        'gamma': 'auto',
        'sigma': 'auto',
        'degree': 3,
        'coef0': 0.0,
        'length': 4,
        'decay': 0.5,
        'cache_mb': 'auto',
        'tolerance': 0.001,
        'max_epochs': 20000,
        'solver': 'fast',
        'paper_step': 'instance',
        'no_active_set': False,
    }
    _text_parameters = {
        'stopwords': 'none',
        'stemmer': 'none',
        'min_word_length': 1,
        'ngrams': 'auto',
        'char_ngrams': 'auto',
        'ngram_weight': 'auto',
        'char_weight': 'auto',
        'min_df': 'auto',
        'max_df': 'none',
        'weighting': 'auto',
        'normalize': 'auto',
        'hash': 0,
        'scale': 'auto',
        'missing': 'auto',
    }

    def __init__(
        self,
        *,
        taxonomy: Any = None,
        flat: bool = False,
        attributes: str = 'auto',
        constraints: str = 'auto',
        C: Union[float, str] = 'usual',
        scale_C: str = 'none',
        class_weight: Union[str, dict] = 'none',
        bias: str = 'auto',
        precision: str = 'auto',
        device: str = 'auto',
        kernel: str = 'auto',
        gamma: Union[float, str] = 'auto',
        sigma: Union[float, str] = 'auto',
        degree: int = 3,
        coef0: float = 0.0,
        length: int = 4,
        decay: float = 0.5,
        cache_mb: Union[float, str] = 'auto',
        tolerance: float = 0.001,
        max_epochs: int = 20000,
        solver: str = 'fast',
        paper_step: str = 'instance',
        no_active_set: bool = False,
        labels: str = 'auto',
        label_nodes: str = 'auto',
        unknown_labels: str = 'error',
        calibrate: Union[bool, int, str] = 'auto',
        budget: Optional[str] = None,
        choose_for: Optional[str] = None,
        max_seconds: Optional[float] = None,
        checkpoint: Any = None,
        checkpoint_every: float = 60.0,
        memory: Union[str, int, None] = None,
        keep_best: bool = False,
        threads: int = 0,
        seed: int = 0,
        verbose: int = 0,
        stopwords: str = 'none',
        stemmer: str = 'none',
        min_word_length: int = 1,
        ngrams: Union[int, str] = 'auto',
        char_ngrams: str = 'auto',
        ngram_weight: Union[float, str] = 'auto',
        char_weight: Union[float, str] = 'auto',
        min_df: Union[int, str] = 'auto',
        max_df: Union[float, str] = 'none',
        weighting: str = 'auto',
        normalize: str = 'auto',
        hash: int = 0,
        scale: str = 'auto',
        missing: str = 'auto',
    ):
        self.flat = flat
        self.attributes = attributes
        self.constraints = constraints
        self.C = C
        self.scale_C = scale_C
        self.class_weight = class_weight
        self.bias = bias
        self.precision = precision
        self.device = device
        self.kernel = kernel
        self.gamma = gamma
        self.sigma = sigma
        self.degree = degree
        self.coef0 = coef0
        self.length = length
        self.decay = decay
        self.cache_mb = cache_mb
        self.tolerance = tolerance
        self.max_epochs = max_epochs
        self.solver = solver
        self.paper_step = paper_step
        self.no_active_set = no_active_set
        self.taxonomy = taxonomy
        self.labels = labels
        self.label_nodes = label_nodes
        self.unknown_labels = unknown_labels
        self.calibrate = calibrate
        self.budget = budget
        self.choose_for = choose_for
        self.max_seconds = max_seconds
        self.checkpoint = checkpoint
        self.checkpoint_every = checkpoint_every
        self.memory = memory
        self.keep_best = keep_best
        self.threads = threads
        self.seed = seed
        self.verbose = verbose
        self.stopwords = stopwords
        self.stemmer = stemmer
        self.min_word_length = min_word_length
        self.ngrams = ngrams
        self.char_ngrams = char_ngrams
        self.ngram_weight = ngram_weight
        self.char_weight = char_weight
        self.min_df = min_df
        self.max_df = max_df
        self.weighting = weighting
        self.normalize = normalize
        self.hash = hash
        self.scale = scale
        self.missing = missing


class HierarchicalSVM(BaseClade):
    r"""The hierarchical SVM: one large-margin problem over all classes.

    Method ``hsvm`` of the command line (docs/METHODS.md).

    Parameters
    ----------
    taxonomy : Any, default=None
        Edges ``(parent, child)``, a dict, a networkx graph, a `Taxonomy` or the path of a file;
        ``"paths"`` (``"paths:SEP"``) where labels are paths such as A/B/C; ``"learn"`` to learn one from
        the examples; None: one flat level, unless y has levels.
    flat : bool, default=False
        Train without the taxonomy; it still serves for evaluation.
    loss : str, default='auto'
        What a wrong class costs; auto: tree, or zero-one with flat or binary constraints. Expects
        auto|zero-one|tree|symdiff|normalized|subtree|sibling|costs:FILE|matrix:FILE.
    attributes : str, default='depth'
        Which weights score a class, and how strongly; not used with flat. Expects
        depth|depth+root|class-depth|unit|normalized|leaf:S|text:FILE|file:FILE|similarity:FILE.
    constraints : str, default='ranking'
        ranking: labels above other classes; binary: every class against zero. Expects ranking|binary.
    slack : str, default='instance'
        One slack for each example, or for each pair of classes. Expects instance|pair.
    slack_power : int, default=1
        2: squared slacks, and the root of the loss. Expects 1 or 2.
    C : float or str, default=1.0
        The price of one unit of slack; large: fit the data, inf: hard margin, auto: the best of up to 13
        values by cross-validation. Expects a number above 0, inf or auto.
    scale_C : str, default='none'
        n: divide C by the number of examples. Expects none|n.
    class_weight : str or dict, default='none'
        balanced: raise C for examples of rare classes, lower it for frequent ones. A dict has the
        weights of classes. Expects none|balanced.
    bias : str, default='none'
        feature: add a constant feature of value 1 to every row; free: a constant whose weights have no
        price. Expects none|feature|free.
    precision : str, default='auto'
        Of rows and weights; auto: single, or double where the tolerance is below 1e-6 (times C where
        that is above 1). Expects auto|single|double.
    device : str, default='auto'
        What takes the steps of one problem over all classes: a GPU, through a plug-in (docs/GPU.md);
        auto: a GPU where there are the plug-in and enough work; plain: what a GPU does, on one thread of
        the processor, for tests. Expects auto|cpu|cuda|plain.
    kernel : str, default='linear'
        How two examples are compared; precomputed: the row of example i holds the kernel with training
        example j at index j+1. Expects linear|rbf|poly|subsequence|precomputed.
    gamma : float or str, default='auto'
        rbf: exp(-gamma |x-z|^2); poly: (gamma <x,z> + coef0)^degree; auto: by sigma for rbf, 1 for poly.
        Expects a number above 0, or auto.
    sigma : float or str, default='auto'
        rbf: gamma is 1/sigma^2; median: of the distances between examples of different classes; auto:
        median unless gamma is given. Expects a number above 0, median or auto.
    degree : int, default=3
        Of kernel='poly'. Expects a whole number from 1 to 64.
    coef0 : float, default=0.0
        Of kernel='poly'. Expects a number.
    length : int, default=4
        Of subsequences, in letters. Expects a whole number from 1 to 64.
    decay : float, default=0.5
        The weight of each letter that a subsequence spans, gaps too. Expects a number above 0 and at
        most 1.
    cache_mb : float or str, default='auto'
        Memory for rows of the kernel matrix, in MiB; auto: what all of them and working sets take, 256
        or more, up to half of the memory that is free. Expects a number above 0, or auto.
    tolerance : float, default=0.001
        Stop at this relative duality gap, (primal - lower bound) / primal; with solver='paper' at this
        violation psi of the optimality conditions (orthogonal Alg. 1: this distance of its bounds).
        Expects a number above 0 and below 1.
    max_epochs : int, default=20000
        Passes over the data before giving up. Expects a whole number of at least 1.
    solver : str, default='fast'
        Fast, or the paper's own algorithm (thesis Alg. 2, orthogonal Alg. 1), which is for small data.
        Expects fast|paper.
    paper_step : str, default='instance'
        With solver='paper': optimise the active variables of one example (step 8a), or of all (8b).
        Expects instance|all.
    no_active_set : bool, default=False
        With solver='paper': optimise all variables of an example, not its active ones alone.
    labels : str, default='auto'
        What y is: ``names``, ``sets`` (lists of names), ``levels`` (a path in every row, padded or not),
        ``level-sets`` (lists of such paths) or ``indicator`` (a matrix of 0 and 1); ``auto`` goes by its
        form. Rows of equal length are levels unless a name stands in two columns or a taxonomy is given;
        rows of different length are sets.
    label_nodes : str, default='auto'
        What a label at an inner node means: ``terminal``: a class of its own below that node; ``all``:
        every node is a class; ``path``: it trains its path and is never predicted; ``closed``: a label
        stands for the nodes above it, too; ``auto``: what the method does.
    unknown_labels : str, default='error'
        What becomes of labels that the taxonomy does not have: ``error``, ``skip``, or ``prefix``: of a
        path the longest part that it has.
    calibrate : bool or int or str, default='auto'
        Learn from held-out folds (True: 5, or their number) how scores become probabilities and sets of
        labels; False: not; auto: not.
    budget : str, default=None
        Search for better options within this time or so many runs (``5m``, ``20runs``) before training;
        parameters that are not at their defaults stay. What was tried is in ``search_``.
    choose_for : str, default=None
        The measure of held-out examples that decides in a search or for ``C='auto'``, such as
        ``macro_f1``; None: average precision, or auprc with several labels.
    max_seconds : float, default=None
        End soon after so many seconds, with the model that was reached.
    checkpoint : Any, default=None
        A folder where fit keeps what it has reached: after an end at any moment the same fit goes on
        from there, with the same result, and removes the folder at its end.
    checkpoint_every : float, default=60.0
        How many seconds lie between two checkpoints.
    memory : str or int or None, default=None
        The process takes no more than this and a tenth while fit runs: a size such as ``'4G'``, or
        bytes. Caches and rows of weights fit themselves in; what does not fit is refused with what
        would. The whole interpreter counts, other threads included.
    keep_best : bool, default=False
        An interrupted fit keeps the best model so far before it raises KeyboardInterrupt.
    threads : int, default=0
        How many threads to use; 0: all cores. Results do not depend on it.
    seed : int, default=0
        Of all random choices.
    verbose : int, default=0
        Above 0: show progress, by tqdm where it is installed.
    stopwords : str, default='none'
        Words to leave out: those of a language such as english or german, or of a file with one word per
        line. Expects text.
    stemmer : str, default='none'
        Cut words down to their stems by the rules of this language, such as english or de. Expects none
        or a language.
    min_word_length : int, default=1
        Characters that a word needs to count. Expects a whole number of at least 1.
    ngrams : int or str, default='auto'
        Terms are words and runs of up to this many neighbouring words that count; 0: no words, only
        char_ngrams; auto: 1, and 2 for method clade. Expects a whole number from 0 to 5, or auto.
    char_ngrams : str, default='auto'
        Runs of so many characters of a word are terms, too; its boundaries count as characters; auto:
        none, and 3-4 for method clade where documents are short. Expects auto, none or lengths from 2 to
        10 such as 3-5.
    ngram_weight : float or str, default='auto'
        How much a run of words counts beside a word; auto: 1, and 0.6 for method clade. Expects a number
        above 0, or auto.
    char_weight : float or str, default='auto'
        How much a run of characters counts beside a word; auto: 1, and 0.3 for method clade. Expects a
        number above 0, or auto.
    min_df : int or str, default='auto'
        Training documents that a term needs to be in to count; auto: 2, and 1 for the single words of
        method clade. Expects a whole number of at least 1, or auto.
    max_df : float or str, default='none'
        Leave out words of more training documents than this share or number of them. Expects none, a
        share below 1, or a number of documents.
    weighting : str, default='auto'
        Of counts: log-tfidf is (1 + ln tf) idf; auto: log-tfidf for text, none for numbers. Expects
        auto|none|binary|tf|log-tf|tfidf|log-tfidf.
    normalize : str, default='auto'
        unit: scale every row to length 1; auto: unit for text, none for numbers. Expects auto|none|unit.
    hash : int, default=0
        Hash words to this many bits instead of keeping a vocabulary; 0: keep one. Expects 0, or a whole
        number of bits from 8 to 30.
    scale : str, default='auto'
        Of numeric features: standard: minus the mean, divided by the standard deviation; minmax: from 0
        to 1; features that most rows lack are only divided, so that zeros stay; auto: none, unless the
        method looks at the data. Expects auto|none|standard|minmax.
    missing : str, default='auto'
        For an empty cell, NA, NaN, null or ? of a numeric feature: zero, the mean of the training
        values, or an error; auto: the mean where features are scaled, else zero. Expects
        auto|zero|mean|error.

    Attributes
    ----------
    classes_ : array
        The labels that can be predicted, sorted.
    model_ : Model
        What the library trained; ``save`` writes it.
    taxonomy_ : Taxonomy
        Of the model.
    summary_ : dict
        Epochs, why training stopped, objectives and the gap between them.
    n_features_in_ : int
    feature_names_in_ : array
        Where X was a table with names.

    Examples
    --------
    >>> from clade import HierarchicalSVM
    >>> X = [[1, 0, 0], [1, 1, 0], [0, 0, 1], [0, 1, 1]] * 5
    >>> y = ["apple", "pear", "hammer", "saw"] * 5
    >>> taxonomy = {"fruit": ["apple", "pear"], "tools": ["hammer", "saw"]}
    >>> model = HierarchicalSVM(taxonomy=taxonomy).fit(X, y)
    >>> print(model.predict([[1, 0, 0], [0, 1, 1]]))
    ['apple' 'saw']
    """

    _method_name = 'hsvm'
    _adapts_to_data = False
    _takes_several_labels = True
    _method_parameters = {
        'flat': False,
        'loss': 'auto',
        'attributes': 'depth',
        'constraints': 'ranking',
        'slack': 'instance',
        'slack_power': 1,
        'C': 1.0,
        'scale_C': 'none',
        'class_weight': 'none',
        'bias': 'none',
        'precision': 'auto',
        'device': 'auto',
        'kernel': 'linear',
        'gamma': 'auto',
        'sigma': 'auto',
        'degree': 3,
        'coef0': 0.0,
        'length': 4,
        'decay': 0.5,
        'cache_mb': 'auto',
        'tolerance': 0.001,
        'max_epochs': 20000,
        'solver': 'fast',
        'paper_step': 'instance',
        'no_active_set': False,
    }
    _text_parameters = {
        'stopwords': 'none',
        'stemmer': 'none',
        'min_word_length': 1,
        'ngrams': 'auto',
        'char_ngrams': 'auto',
        'ngram_weight': 'auto',
        'char_weight': 'auto',
        'min_df': 'auto',
        'max_df': 'none',
        'weighting': 'auto',
        'normalize': 'auto',
        'hash': 0,
        'scale': 'auto',
        'missing': 'auto',
    }

    def __init__(
        self,
        *,
        taxonomy: Any = None,
        flat: bool = False,
        loss: str = 'auto',
        attributes: str = 'depth',
        constraints: str = 'ranking',
        slack: str = 'instance',
        slack_power: int = 1,
        C: Union[float, str] = 1.0,
        scale_C: str = 'none',
        class_weight: Union[str, dict] = 'none',
        bias: str = 'none',
        precision: str = 'auto',
        device: str = 'auto',
        kernel: str = 'linear',
        gamma: Union[float, str] = 'auto',
        sigma: Union[float, str] = 'auto',
        degree: int = 3,
        coef0: float = 0.0,
        length: int = 4,
        decay: float = 0.5,
        cache_mb: Union[float, str] = 'auto',
        tolerance: float = 0.001,
        max_epochs: int = 20000,
        solver: str = 'fast',
        paper_step: str = 'instance',
        no_active_set: bool = False,
        labels: str = 'auto',
        label_nodes: str = 'auto',
        unknown_labels: str = 'error',
        calibrate: Union[bool, int, str] = 'auto',
        budget: Optional[str] = None,
        choose_for: Optional[str] = None,
        max_seconds: Optional[float] = None,
        checkpoint: Any = None,
        checkpoint_every: float = 60.0,
        memory: Union[str, int, None] = None,
        keep_best: bool = False,
        threads: int = 0,
        seed: int = 0,
        verbose: int = 0,
        stopwords: str = 'none',
        stemmer: str = 'none',
        min_word_length: int = 1,
        ngrams: Union[int, str] = 'auto',
        char_ngrams: str = 'auto',
        ngram_weight: Union[float, str] = 'auto',
        char_weight: Union[float, str] = 'auto',
        min_df: Union[int, str] = 'auto',
        max_df: Union[float, str] = 'none',
        weighting: str = 'auto',
        normalize: str = 'auto',
        hash: int = 0,
        scale: str = 'auto',
        missing: str = 'auto',
    ):
        self.flat = flat
        self.loss = loss
        self.attributes = attributes
        self.constraints = constraints
        self.slack = slack
        self.slack_power = slack_power
        self.C = C
        self.scale_C = scale_C
        self.class_weight = class_weight
        self.bias = bias
        self.precision = precision
        self.device = device
        self.kernel = kernel
        self.gamma = gamma
        self.sigma = sigma
        self.degree = degree
        self.coef0 = coef0
        self.length = length
        self.decay = decay
        self.cache_mb = cache_mb
        self.tolerance = tolerance
        self.max_epochs = max_epochs
        self.solver = solver
        self.paper_step = paper_step
        self.no_active_set = no_active_set
        self.taxonomy = taxonomy
        self.labels = labels
        self.label_nodes = label_nodes
        self.unknown_labels = unknown_labels
        self.calibrate = calibrate
        self.budget = budget
        self.choose_for = choose_for
        self.max_seconds = max_seconds
        self.checkpoint = checkpoint
        self.checkpoint_every = checkpoint_every
        self.memory = memory
        self.keep_best = keep_best
        self.threads = threads
        self.seed = seed
        self.verbose = verbose
        self.stopwords = stopwords
        self.stemmer = stemmer
        self.min_word_length = min_word_length
        self.ngrams = ngrams
        self.char_ngrams = char_ngrams
        self.ngram_weight = ngram_weight
        self.char_weight = char_weight
        self.min_df = min_df
        self.max_df = max_df
        self.weighting = weighting
        self.normalize = normalize
        self.hash = hash
        self.scale = scale
        self.missing = missing


class HierarchicalPerceptron(OnlineClade):
    r"""The hierarchical Perceptron, one example at a time.

    Method ``perceptron`` of the command line (docs/METHODS.md).

    Parameters
    ----------
    taxonomy : Any, default=None
        Edges ``(parent, child)``, a dict, a networkx graph, a `Taxonomy` or the path of a file;
        ``"paths"`` (``"paths:SEP"``) where labels are paths such as A/B/C; ``"learn"`` to learn one from
        the examples; None: one flat level, unless y has levels.
    flat : bool, default=False
        Train without the taxonomy; it still serves for evaluation.
    loss : str, default='auto'
        What a wrong class costs; auto: tree, or zero-one with flat. Expects
        auto|zero-one|tree|symdiff|normalized|subtree|sibling|costs:FILE|matrix:FILE.
    attributes : str, default='depth'
        Which weights score a class, and how strongly; not used with flat. Expects
        depth|depth+root|class-depth|unit|normalized|leaf:S|text:FILE|file:FILE|similarity:FILE.
    update_rule : str, default='online'
        online: the last weights; averaged: the mean of those after each example; minover: each step on
        the worst example of all. Expects online|averaged|minover.
    epochs : int, default=10
        Passes over the data, unless one is without a change. Expects a whole number of at least 1.
    order : str, default='file'
        Of the examples in a pass: that of the file, or a new random one each time. Expects file|random.
    bias : str, default='none'
        feature: add a constant feature of value 1 to every row. Expects none|feature.
    precision : str, default='auto'
        Of rows and weights; auto: single. Expects auto|single|double.
    kernel : str, default='linear'
        How two examples are compared; precomputed: the row of example i holds the kernel with training
        example j at index j+1. Expects linear|rbf|poly|subsequence|precomputed.
    gamma : float or str, default='auto'
        rbf: exp(-gamma |x-z|^2); poly: (gamma <x,z> + coef0)^degree; auto: by sigma for rbf, 1 for poly.
        Expects a number above 0, or auto.
    sigma : float or str, default='auto'
        rbf: gamma is 1/sigma^2; median: of the distances between examples of different classes; auto:
        median unless gamma is given. Expects a number above 0, median or auto.
    degree : int, default=3
        Of kernel='poly'. Expects a whole number from 1 to 64.
    coef0 : float, default=0.0
        Of kernel='poly'. Expects a number.
    length : int, default=4
        Of subsequences, in letters. Expects a whole number from 1 to 64.
    decay : float, default=0.5
        The weight of each letter that a subsequence spans, gaps too. Expects a number above 0 and at
        most 1.
    cache_mb : float or str, default='auto'
        Memory for rows of the kernel matrix, in MiB; auto: what all of them and working sets take, 256
        or more, up to half of the memory that is free. Expects a number above 0, or auto.
    labels : str, default='auto'
        What y is: ``names``, ``sets`` (lists of names), ``levels`` (a path in every row, padded or not),
        ``level-sets`` (lists of such paths) or ``indicator`` (a matrix of 0 and 1); ``auto`` goes by its
        form. Rows of equal length are levels unless a name stands in two columns or a taxonomy is given;
        rows of different length are sets.
    label_nodes : str, default='auto'
        What a label at an inner node means: ``terminal``: a class of its own below that node; ``all``:
        every node is a class; ``path``: it trains its path and is never predicted; ``closed``: a label
        stands for the nodes above it, too; ``auto``: what the method does.
    unknown_labels : str, default='error'
        What becomes of labels that the taxonomy does not have: ``error``, ``skip``, or ``prefix``: of a
        path the longest part that it has.
    calibrate : bool or int or str, default='auto'
        Learn from held-out folds (True: 5, or their number) how scores become probabilities and sets of
        labels; False: not; auto: not.
    budget : str, default=None
        Search for better options within this time or so many runs (``5m``, ``20runs``) before training;
        parameters that are not at their defaults stay. What was tried is in ``search_``.
    choose_for : str, default=None
        The measure of held-out examples that decides in a search or for ``C='auto'``, such as
        ``macro_f1``; None: average precision, or auprc with several labels.
    max_seconds : float, default=None
        End soon after so many seconds, with the model that was reached.
    checkpoint : Any, default=None
        A folder where fit keeps what it has reached: after an end at any moment the same fit goes on
        from there, with the same result, and removes the folder at its end.
    checkpoint_every : float, default=60.0
        How many seconds lie between two checkpoints.
    memory : str or int or None, default=None
        The process takes no more than this and a tenth while fit runs: a size such as ``'4G'``, or
        bytes. Caches and rows of weights fit themselves in; what does not fit is refused with what
        would. The whole interpreter counts, other threads included.
    keep_best : bool, default=False
        An interrupted fit keeps the best model so far before it raises KeyboardInterrupt.
    threads : int, default=0
        How many threads to use; 0: all cores. Results do not depend on it.
    seed : int, default=0
        Of all random choices.
    verbose : int, default=0
        Above 0: show progress, by tqdm where it is installed.
    stopwords : str, default='none'
        Words to leave out: those of a language such as english or german, or of a file with one word per
        line. Expects text.
    stemmer : str, default='none'
        Cut words down to their stems by the rules of this language, such as english or de. Expects none
        or a language.
    min_word_length : int, default=1
        Characters that a word needs to count. Expects a whole number of at least 1.
    ngrams : int or str, default='auto'
        Terms are words and runs of up to this many neighbouring words that count; 0: no words, only
        char_ngrams; auto: 1, and 2 for method clade. Expects a whole number from 0 to 5, or auto.
    char_ngrams : str, default='auto'
        Runs of so many characters of a word are terms, too; its boundaries count as characters; auto:
        none, and 3-4 for method clade where documents are short. Expects auto, none or lengths from 2 to
        10 such as 3-5.
    ngram_weight : float or str, default='auto'
        How much a run of words counts beside a word; auto: 1, and 0.6 for method clade. Expects a number
        above 0, or auto.
    char_weight : float or str, default='auto'
        How much a run of characters counts beside a word; auto: 1, and 0.3 for method clade. Expects a
        number above 0, or auto.
    min_df : int or str, default='auto'
        Training documents that a term needs to be in to count; auto: 2, and 1 for the single words of
        method clade. Expects a whole number of at least 1, or auto.
    max_df : float or str, default='none'
        Leave out words of more training documents than this share or number of them. Expects none, a
        share below 1, or a number of documents.
    weighting : str, default='auto'
        Of counts: log-tfidf is (1 + ln tf) idf; auto: log-tfidf for text, none for numbers. Expects
        auto|none|binary|tf|log-tf|tfidf|log-tfidf.
    normalize : str, default='auto'
        unit: scale every row to length 1; auto: unit for text, none for numbers. Expects auto|none|unit.
    hash : int, default=0
        Hash words to this many bits instead of keeping a vocabulary; 0: keep one. Expects 0, or a whole
        number of bits from 8 to 30.
    scale : str, default='auto'
        Of numeric features: standard: minus the mean, divided by the standard deviation; minmax: from 0
        to 1; features that most rows lack are only divided, so that zeros stay; auto: none, unless the
        method looks at the data. Expects auto|none|standard|minmax.
    missing : str, default='auto'
        For an empty cell, NA, NaN, null or ? of a numeric feature: zero, the mean of the training
        values, or an error; auto: the mean where features are scaled, else zero. Expects
        auto|zero|mean|error.

    Attributes
    ----------
    classes_ : array
        The labels that can be predicted, sorted.
    model_ : Model
        What the library trained; ``save`` writes it.
    taxonomy_ : Taxonomy
        Of the model.
    summary_ : dict
        Epochs, why training stopped, objectives and the gap between them.
    n_features_in_ : int
    feature_names_in_ : array
        Where X was a table with names.

    Examples
    --------
    >>> from clade import HierarchicalPerceptron
    >>> X = [[1, 0, 0], [1, 1, 0], [0, 0, 1], [0, 1, 1]] * 5
    >>> y = ["apple", "pear", "hammer", "saw"] * 5
    >>> taxonomy = {"fruit": ["apple", "pear"], "tools": ["hammer", "saw"]}
    >>> model = HierarchicalPerceptron(taxonomy=taxonomy).fit(X, y)
    >>> print(model.predict([[1, 0, 0], [0, 1, 1]]))
    ['apple' 'saw']
    """

    _method_name = 'perceptron'
    _adapts_to_data = False
    _takes_several_labels = True
    _method_parameters = {
        'flat': False,
        'loss': 'auto',
        'attributes': 'depth',
        'update_rule': 'online',
        'epochs': 10,
        'order': 'file',
        'bias': 'none',
        'precision': 'auto',
        'kernel': 'linear',
        'gamma': 'auto',
        'sigma': 'auto',
        'degree': 3,
        'coef0': 0.0,
        'length': 4,
        'decay': 0.5,
        'cache_mb': 'auto',
    }
    _text_parameters = {
        'stopwords': 'none',
        'stemmer': 'none',
        'min_word_length': 1,
        'ngrams': 'auto',
        'char_ngrams': 'auto',
        'ngram_weight': 'auto',
        'char_weight': 'auto',
        'min_df': 'auto',
        'max_df': 'none',
        'weighting': 'auto',
        'normalize': 'auto',
        'hash': 0,
        'scale': 'auto',
        'missing': 'auto',
    }

    def __init__(
        self,
        *,
        taxonomy: Any = None,
        flat: bool = False,
        loss: str = 'auto',
        attributes: str = 'depth',
        update_rule: str = 'online',
        epochs: int = 10,
        order: str = 'file',
        bias: str = 'none',
        precision: str = 'auto',
        kernel: str = 'linear',
        gamma: Union[float, str] = 'auto',
        sigma: Union[float, str] = 'auto',
        degree: int = 3,
        coef0: float = 0.0,
        length: int = 4,
        decay: float = 0.5,
        cache_mb: Union[float, str] = 'auto',
        labels: str = 'auto',
        label_nodes: str = 'auto',
        unknown_labels: str = 'error',
        calibrate: Union[bool, int, str] = 'auto',
        budget: Optional[str] = None,
        choose_for: Optional[str] = None,
        max_seconds: Optional[float] = None,
        checkpoint: Any = None,
        checkpoint_every: float = 60.0,
        memory: Union[str, int, None] = None,
        keep_best: bool = False,
        threads: int = 0,
        seed: int = 0,
        verbose: int = 0,
        stopwords: str = 'none',
        stemmer: str = 'none',
        min_word_length: int = 1,
        ngrams: Union[int, str] = 'auto',
        char_ngrams: str = 'auto',
        ngram_weight: Union[float, str] = 'auto',
        char_weight: Union[float, str] = 'auto',
        min_df: Union[int, str] = 'auto',
        max_df: Union[float, str] = 'none',
        weighting: str = 'auto',
        normalize: str = 'auto',
        hash: int = 0,
        scale: str = 'auto',
        missing: str = 'auto',
    ):
        self.flat = flat
        self.loss = loss
        self.attributes = attributes
        self.update_rule = update_rule
        self.epochs = epochs
        self.order = order
        self.bias = bias
        self.precision = precision
        self.kernel = kernel
        self.gamma = gamma
        self.sigma = sigma
        self.degree = degree
        self.coef0 = coef0
        self.length = length
        self.decay = decay
        self.cache_mb = cache_mb
        self.taxonomy = taxonomy
        self.labels = labels
        self.label_nodes = label_nodes
        self.unknown_labels = unknown_labels
        self.calibrate = calibrate
        self.budget = budget
        self.choose_for = choose_for
        self.max_seconds = max_seconds
        self.checkpoint = checkpoint
        self.checkpoint_every = checkpoint_every
        self.memory = memory
        self.keep_best = keep_best
        self.threads = threads
        self.seed = seed
        self.verbose = verbose
        self.stopwords = stopwords
        self.stemmer = stemmer
        self.min_word_length = min_word_length
        self.ngrams = ngrams
        self.char_ngrams = char_ngrams
        self.ngram_weight = ngram_weight
        self.char_weight = char_weight
        self.min_df = min_df
        self.max_df = max_df
        self.weighting = weighting
        self.normalize = normalize
        self.hash = hash
        self.scale = scale
        self.missing = missing


class Hieron(OnlineClade):
    r"""Hieron: every node is a class, margins by distance, one example at a time.

    Method ``hieron`` of the command line (docs/METHODS.md).

    Parameters
    ----------
    taxonomy : Any, default=None
        Edges ``(parent, child)``, a dict, a networkx graph, a `Taxonomy` or the path of a file;
        ``"paths"`` (``"paths:SEP"``) where labels are paths such as A/B/C; ``"learn"`` to learn one from
        the examples; None: one flat level, unless y has levels.
    flat : bool, default=False
        Put every class right below the root; the taxonomy still serves for evaluation.
    update_rule : str, default='online'
        online: learn from what is predicted, take the last weights; averaged: learn from the largest
        loss, take the mean; last: learn from the largest loss, take the last weights. Expects
        online|averaged|last.
    epochs : int, default=1
        Passes over the data, unless one is without a change. Expects a whole number of at least 1.
    order : str, default='file'
        Of the examples in a pass: that of the file, or a new random one each time. Expects file|random.
    bias : str, default='none'
        feature: add a constant feature of value 1 to every row. Expects none|feature.
    precision : str, default='auto'
        Of rows and weights; auto: single. Expects auto|single|double.
    kernel : str, default='linear'
        How two examples are compared; precomputed: the row of example i holds the kernel with training
        example j at index j+1. Expects linear|rbf|poly|subsequence|precomputed.
    gamma : float or str, default='auto'
        rbf: exp(-gamma |x-z|^2); poly: (gamma <x,z> + coef0)^degree; auto: by sigma for rbf, 1 for poly.
        Expects a number above 0, or auto.
    sigma : float or str, default='auto'
        rbf: gamma is 1/sigma^2; median: of the distances between examples of different classes; auto:
        median unless gamma is given. Expects a number above 0, median or auto.
    degree : int, default=3
        Of kernel='poly'. Expects a whole number from 1 to 64.
    coef0 : float, default=0.0
        Of kernel='poly'. Expects a number.
    length : int, default=4
        Of subsequences, in letters. Expects a whole number from 1 to 64.
    decay : float, default=0.5
        The weight of each letter that a subsequence spans, gaps too. Expects a number above 0 and at
        most 1.
    cache_mb : float or str, default='auto'
        Memory for rows of the kernel matrix, in MiB; auto: what all of them and working sets take, 256
        or more, up to half of the memory that is free. Expects a number above 0, or auto.
    labels : str, default='auto'
        What y is: ``names``, ``sets`` (lists of names), ``levels`` (a path in every row, padded or not),
        ``level-sets`` (lists of such paths) or ``indicator`` (a matrix of 0 and 1); ``auto`` goes by its
        form. Rows of equal length are levels unless a name stands in two columns or a taxonomy is given;
        rows of different length are sets.
    label_nodes : str, default='auto'
        What a label at an inner node means: ``terminal``: a class of its own below that node; ``all``:
        every node is a class; ``path``: it trains its path and is never predicted; ``closed``: a label
        stands for the nodes above it, too; ``auto``: what the method does.
    unknown_labels : str, default='error'
        What becomes of labels that the taxonomy does not have: ``error``, ``skip``, or ``prefix``: of a
        path the longest part that it has.
    calibrate : bool or int or str, default='auto'
        Learn from held-out folds (True: 5, or their number) how scores become probabilities and sets of
        labels; False: not; auto: not.
    budget : str, default=None
        Search for better options within this time or so many runs (``5m``, ``20runs``) before training;
        parameters that are not at their defaults stay. What was tried is in ``search_``.
    choose_for : str, default=None
        The measure of held-out examples that decides in a search or for ``C='auto'``, such as
        ``macro_f1``; None: average precision, or auprc with several labels.
    max_seconds : float, default=None
        End soon after so many seconds, with the model that was reached.
    checkpoint : Any, default=None
        A folder where fit keeps what it has reached: after an end at any moment the same fit goes on
        from there, with the same result, and removes the folder at its end.
    checkpoint_every : float, default=60.0
        How many seconds lie between two checkpoints.
    memory : str or int or None, default=None
        The process takes no more than this and a tenth while fit runs: a size such as ``'4G'``, or
        bytes. Caches and rows of weights fit themselves in; what does not fit is refused with what
        would. The whole interpreter counts, other threads included.
    keep_best : bool, default=False
        An interrupted fit keeps the best model so far before it raises KeyboardInterrupt.
    threads : int, default=0
        How many threads to use; 0: all cores. Results do not depend on it.
    seed : int, default=0
        Of all random choices.
    verbose : int, default=0
        Above 0: show progress, by tqdm where it is installed.
    stopwords : str, default='none'
        Words to leave out: those of a language such as english or german, or of a file with one word per
        line. Expects text.
    stemmer : str, default='none'
        Cut words down to their stems by the rules of this language, such as english or de. Expects none
        or a language.
    min_word_length : int, default=1
        Characters that a word needs to count. Expects a whole number of at least 1.
    ngrams : int or str, default='auto'
        Terms are words and runs of up to this many neighbouring words that count; 0: no words, only
        char_ngrams; auto: 1, and 2 for method clade. Expects a whole number from 0 to 5, or auto.
    char_ngrams : str, default='auto'
        Runs of so many characters of a word are terms, too; its boundaries count as characters; auto:
        none, and 3-4 for method clade where documents are short. Expects auto, none or lengths from 2 to
        10 such as 3-5.
    ngram_weight : float or str, default='auto'
        How much a run of words counts beside a word; auto: 1, and 0.6 for method clade. Expects a number
        above 0, or auto.
    char_weight : float or str, default='auto'
        How much a run of characters counts beside a word; auto: 1, and 0.3 for method clade. Expects a
        number above 0, or auto.
    min_df : int or str, default='auto'
        Training documents that a term needs to be in to count; auto: 2, and 1 for the single words of
        method clade. Expects a whole number of at least 1, or auto.
    max_df : float or str, default='none'
        Leave out words of more training documents than this share or number of them. Expects none, a
        share below 1, or a number of documents.
    weighting : str, default='auto'
        Of counts: log-tfidf is (1 + ln tf) idf; auto: log-tfidf for text, none for numbers. Expects
        auto|none|binary|tf|log-tf|tfidf|log-tfidf.
    normalize : str, default='auto'
        unit: scale every row to length 1; auto: unit for text, none for numbers. Expects auto|none|unit.
    hash : int, default=0
        Hash words to this many bits instead of keeping a vocabulary; 0: keep one. Expects 0, or a whole
        number of bits from 8 to 30.
    scale : str, default='auto'
        Of numeric features: standard: minus the mean, divided by the standard deviation; minmax: from 0
        to 1; features that most rows lack are only divided, so that zeros stay; auto: none, unless the
        method looks at the data. Expects auto|none|standard|minmax.
    missing : str, default='auto'
        For an empty cell, NA, NaN, null or ? of a numeric feature: zero, the mean of the training
        values, or an error; auto: the mean where features are scaled, else zero. Expects
        auto|zero|mean|error.

    Attributes
    ----------
    classes_ : array
        The labels that can be predicted, sorted.
    model_ : Model
        What the library trained; ``save`` writes it.
    taxonomy_ : Taxonomy
        Of the model.
    summary_ : dict
        Epochs, why training stopped, objectives and the gap between them.
    n_features_in_ : int
    feature_names_in_ : array
        Where X was a table with names.

    Examples
    --------
    >>> from clade import Hieron
    >>> X = [[1, 0, 0], [1, 1, 0], [0, 0, 1], [0, 1, 1]] * 5
    >>> y = ["apple", "pear", "hammer", "saw"] * 5
    >>> taxonomy = {"fruit": ["apple", "pear"], "tools": ["hammer", "saw"]}
    >>> model = Hieron(taxonomy=taxonomy).fit(X, y)
    >>> print(model.predict([[1, 0, 0], [0, 1, 1]]))
    ['apple' 'saw']
    """

    _method_name = 'hieron'
    _adapts_to_data = False
    _takes_several_labels = True
    _method_parameters = {
        'flat': False,
        'update_rule': 'online',
        'epochs': 1,
        'order': 'file',
        'bias': 'none',
        'precision': 'auto',
        'kernel': 'linear',
        'gamma': 'auto',
        'sigma': 'auto',
        'degree': 3,
        'coef0': 0.0,
        'length': 4,
        'decay': 0.5,
        'cache_mb': 'auto',
    }
    _text_parameters = {
        'stopwords': 'none',
        'stemmer': 'none',
        'min_word_length': 1,
        'ngrams': 'auto',
        'char_ngrams': 'auto',
        'ngram_weight': 'auto',
        'char_weight': 'auto',
        'min_df': 'auto',
        'max_df': 'none',
        'weighting': 'auto',
        'normalize': 'auto',
        'hash': 0,
        'scale': 'auto',
        'missing': 'auto',
    }

    def __init__(
        self,
        *,
        taxonomy: Any = None,
        flat: bool = False,
        update_rule: str = 'online',
        epochs: int = 1,
        order: str = 'file',
        bias: str = 'none',
        precision: str = 'auto',
        kernel: str = 'linear',
        gamma: Union[float, str] = 'auto',
        sigma: Union[float, str] = 'auto',
        degree: int = 3,
        coef0: float = 0.0,
        length: int = 4,
        decay: float = 0.5,
        cache_mb: Union[float, str] = 'auto',
        labels: str = 'auto',
        label_nodes: str = 'auto',
        unknown_labels: str = 'error',
        calibrate: Union[bool, int, str] = 'auto',
        budget: Optional[str] = None,
        choose_for: Optional[str] = None,
        max_seconds: Optional[float] = None,
        checkpoint: Any = None,
        checkpoint_every: float = 60.0,
        memory: Union[str, int, None] = None,
        keep_best: bool = False,
        threads: int = 0,
        seed: int = 0,
        verbose: int = 0,
        stopwords: str = 'none',
        stemmer: str = 'none',
        min_word_length: int = 1,
        ngrams: Union[int, str] = 'auto',
        char_ngrams: str = 'auto',
        ngram_weight: Union[float, str] = 'auto',
        char_weight: Union[float, str] = 'auto',
        min_df: Union[int, str] = 'auto',
        max_df: Union[float, str] = 'none',
        weighting: str = 'auto',
        normalize: str = 'auto',
        hash: int = 0,
        scale: str = 'auto',
        missing: str = 'auto',
    ):
        self.flat = flat
        self.update_rule = update_rule
        self.epochs = epochs
        self.order = order
        self.bias = bias
        self.precision = precision
        self.kernel = kernel
        self.gamma = gamma
        self.sigma = sigma
        self.degree = degree
        self.coef0 = coef0
        self.length = length
        self.decay = decay
        self.cache_mb = cache_mb
        self.taxonomy = taxonomy
        self.labels = labels
        self.label_nodes = label_nodes
        self.unknown_labels = unknown_labels
        self.calibrate = calibrate
        self.budget = budget
        self.choose_for = choose_for
        self.max_seconds = max_seconds
        self.checkpoint = checkpoint
        self.checkpoint_every = checkpoint_every
        self.memory = memory
        self.keep_best = keep_best
        self.threads = threads
        self.seed = seed
        self.verbose = verbose
        self.stopwords = stopwords
        self.stemmer = stemmer
        self.min_word_length = min_word_length
        self.ngrams = ngrams
        self.char_ngrams = char_ngrams
        self.ngram_weight = ngram_weight
        self.char_weight = char_weight
        self.min_df = min_df
        self.max_df = max_df
        self.weighting = weighting
        self.normalize = normalize
        self.hash = hash
        self.scale = scale
        self.missing = missing


class TopDownSVM(BaseClade):
    r"""Margins between siblings along the path, from the root down.

    Method ``topdown-svm`` of the command line (docs/METHODS.md).

    Parameters
    ----------
    taxonomy : Any, default=None
        Edges ``(parent, child)``, a dict, a networkx graph, a `Taxonomy` or the path of a file;
        ``"paths"`` (``"paths:SEP"``) where labels are paths such as A/B/C; ``"learn"`` to learn one from
        the examples; None: one flat level, unless y has levels.
    multilabel : str, default='error'
        intersect: labels that occur together are one new category, a child of the deepest node above
        them all. Expects error|intersect.
    C : float or str, default=1.0
        The price of one unit of slack; large: fit the data, inf: hard margin, auto: the best of up to 13
        values by cross-validation. Expects a number above 0, inf or auto.
    scale_C : str, default='none'
        n: divide C by the number of examples. Expects none|n.
    class_weight : str or dict, default='none'
        balanced: raise C for examples of rare classes, lower it for frequent ones. A dict has the
        weights of classes. Expects none|balanced.
    bias : str, default='free'
        feature: add a constant feature of value 1 to every row; free: a constant whose weights have no
        price. Expects none|feature|free.
    precision : str, default='auto'
        Of rows and weights; auto: single, or double where the tolerance is below 1e-6 (times C where
        that is above 1). Expects auto|single|double.
    device : str, default='auto'
        What takes the steps of one problem over all classes: a GPU, through a plug-in (docs/GPU.md);
        auto: a GPU where there are the plug-in and enough work; plain: what a GPU does, on one thread of
        the processor, for tests. Expects auto|cpu|cuda|plain.
    kernel : str, default='linear'
        How two examples are compared; precomputed: the row of example i holds the kernel with training
        example j at index j+1. Expects linear|rbf|poly|subsequence|precomputed.
    gamma : float or str, default='auto'
        rbf: exp(-gamma |x-z|^2); poly: (gamma <x,z> + coef0)^degree; auto: by sigma for rbf, 1 for poly.
        Expects a number above 0, or auto.
    sigma : float or str, default='auto'
        rbf: gamma is 1/sigma^2; median: of the distances between examples of different classes; auto:
        median unless gamma is given. Expects a number above 0, median or auto.
    degree : int, default=3
        Of kernel='poly'. Expects a whole number from 1 to 64.
    coef0 : float, default=0.0
        Of kernel='poly'. Expects a number.
    length : int, default=4
        Of subsequences, in letters. Expects a whole number from 1 to 64.
    decay : float, default=0.5
        The weight of each letter that a subsequence spans, gaps too. Expects a number above 0 and at
        most 1.
    cache_mb : float or str, default='auto'
        Memory for rows of the kernel matrix, in MiB; auto: what all of them and working sets take, 256
        or more, up to half of the memory that is free. Expects a number above 0, or auto.
    tolerance : float, default=0.001
        Stop at this relative duality gap, (primal - lower bound) / primal; with solver='paper' at this
        violation psi of the optimality conditions (orthogonal Alg. 1: this distance of its bounds).
        Expects a number above 0 and below 1.
    max_epochs : int, default=20000
        Passes over the data before giving up. Expects a whole number of at least 1.
    solver : str, default='fast'
        Fast, or the paper's own algorithm (thesis Alg. 2, orthogonal Alg. 1), which is for small data.
        Expects fast|paper.
    paper_step : str, default='instance'
        With solver='paper': optimise the active variables of one example (step 8a), or of all (8b).
        Expects instance|all.
    no_active_set : bool, default=False
        With solver='paper': optimise all variables of an example, not its active ones alone.
    labels : str, default='auto'
        What y is: ``names``, ``sets`` (lists of names), ``levels`` (a path in every row, padded or not),
        ``level-sets`` (lists of such paths) or ``indicator`` (a matrix of 0 and 1); ``auto`` goes by its
        form. Rows of equal length are levels unless a name stands in two columns or a taxonomy is given;
        rows of different length are sets.
    label_nodes : str, default='auto'
        What a label at an inner node means: ``terminal``: a class of its own below that node; ``all``:
        every node is a class; ``path``: it trains its path and is never predicted; ``closed``: a label
        stands for the nodes above it, too; ``auto``: what the method does.
    unknown_labels : str, default='error'
        What becomes of labels that the taxonomy does not have: ``error``, ``skip``, or ``prefix``: of a
        path the longest part that it has.
    calibrate : bool or int or str, default='auto'
        Learn from held-out folds (True: 5, or their number) how scores become probabilities and sets of
        labels; False: not; auto: not.
    budget : str, default=None
        Search for better options within this time or so many runs (``5m``, ``20runs``) before training;
        parameters that are not at their defaults stay. What was tried is in ``search_``.
    choose_for : str, default=None
        The measure of held-out examples that decides in a search or for ``C='auto'``, such as
        ``macro_f1``; None: average precision, or auprc with several labels.
    max_seconds : float, default=None
        End soon after so many seconds, with the model that was reached.
    checkpoint : Any, default=None
        A folder where fit keeps what it has reached: after an end at any moment the same fit goes on
        from there, with the same result, and removes the folder at its end.
    checkpoint_every : float, default=60.0
        How many seconds lie between two checkpoints.
    memory : str or int or None, default=None
        The process takes no more than this and a tenth while fit runs: a size such as ``'4G'``, or
        bytes. Caches and rows of weights fit themselves in; what does not fit is refused with what
        would. The whole interpreter counts, other threads included.
    keep_best : bool, default=False
        An interrupted fit keeps the best model so far before it raises KeyboardInterrupt.
    threads : int, default=0
        How many threads to use; 0: all cores. Results do not depend on it.
    seed : int, default=0
        Of all random choices.
    verbose : int, default=0
        Above 0: show progress, by tqdm where it is installed.
    stopwords : str, default='none'
        Words to leave out: those of a language such as english or german, or of a file with one word per
        line. Expects text.
    stemmer : str, default='none'
        Cut words down to their stems by the rules of this language, such as english or de. Expects none
        or a language.
    min_word_length : int, default=1
        Characters that a word needs to count. Expects a whole number of at least 1.
    ngrams : int or str, default='auto'
        Terms are words and runs of up to this many neighbouring words that count; 0: no words, only
        char_ngrams; auto: 1, and 2 for method clade. Expects a whole number from 0 to 5, or auto.
    char_ngrams : str, default='auto'
        Runs of so many characters of a word are terms, too; its boundaries count as characters; auto:
        none, and 3-4 for method clade where documents are short. Expects auto, none or lengths from 2 to
        10 such as 3-5.
    ngram_weight : float or str, default='auto'
        How much a run of words counts beside a word; auto: 1, and 0.6 for method clade. Expects a number
        above 0, or auto.
    char_weight : float or str, default='auto'
        How much a run of characters counts beside a word; auto: 1, and 0.3 for method clade. Expects a
        number above 0, or auto.
    min_df : int or str, default='auto'
        Training documents that a term needs to be in to count; auto: 2, and 1 for the single words of
        method clade. Expects a whole number of at least 1, or auto.
    max_df : float or str, default='none'
        Leave out words of more training documents than this share or number of them. Expects none, a
        share below 1, or a number of documents.
    weighting : str, default='auto'
        Of counts: log-tfidf is (1 + ln tf) idf; auto: log-tfidf for text, none for numbers. Expects
        auto|none|binary|tf|log-tf|tfidf|log-tfidf.
    normalize : str, default='auto'
        unit: scale every row to length 1; auto: unit for text, none for numbers. Expects auto|none|unit.
    hash : int, default=0
        Hash words to this many bits instead of keeping a vocabulary; 0: keep one. Expects 0, or a whole
        number of bits from 8 to 30.
    scale : str, default='auto'
        Of numeric features: standard: minus the mean, divided by the standard deviation; minmax: from 0
        to 1; features that most rows lack are only divided, so that zeros stay; auto: none, unless the
        method looks at the data. Expects auto|none|standard|minmax.
    missing : str, default='auto'
        For an empty cell, NA, NaN, null or ? of a numeric feature: zero, the mean of the training
        values, or an error; auto: the mean where features are scaled, else zero. Expects
        auto|zero|mean|error.

    Attributes
    ----------
    classes_ : array
        The labels that can be predicted, sorted.
    model_ : Model
        What the library trained; ``save`` writes it.
    taxonomy_ : Taxonomy
        Of the model.
    summary_ : dict
        Epochs, why training stopped, objectives and the gap between them.
    n_features_in_ : int
    feature_names_in_ : array
        Where X was a table with names.

    Examples
    --------
    >>> from clade import TopDownSVM
    >>> X = [[1, 0, 0], [1, 1, 0], [0, 0, 1], [0, 1, 1]] * 5
    >>> y = ["apple", "pear", "hammer", "saw"] * 5
    >>> taxonomy = {"fruit": ["apple", "pear"], "tools": ["hammer", "saw"]}
    >>> model = TopDownSVM(taxonomy=taxonomy).fit(X, y)
    >>> print(model.predict([[1, 0, 0], [0, 1, 1]]))
    ['apple' 'saw']
    """

    _method_name = 'topdown-svm'
    _adapts_to_data = False
    _takes_several_labels = False
    _method_parameters = {
        'multilabel': 'error',
        'C': 1.0,
        'scale_C': 'none',
        'class_weight': 'none',
        'bias': 'free',
        'precision': 'auto',
        'device': 'auto',
        'kernel': 'linear',
        'gamma': 'auto',
        'sigma': 'auto',
        'degree': 3,
        'coef0': 0.0,
        'length': 4,
        'decay': 0.5,
        'cache_mb': 'auto',
        'tolerance': 0.001,
        'max_epochs': 20000,
        'solver': 'fast',
        'paper_step': 'instance',
        'no_active_set': False,
    }
    _text_parameters = {
        'stopwords': 'none',
        'stemmer': 'none',
        'min_word_length': 1,
        'ngrams': 'auto',
        'char_ngrams': 'auto',
        'ngram_weight': 'auto',
        'char_weight': 'auto',
        'min_df': 'auto',
        'max_df': 'none',
        'weighting': 'auto',
        'normalize': 'auto',
        'hash': 0,
        'scale': 'auto',
        'missing': 'auto',
    }

    def __init__(
        self,
        *,
        taxonomy: Any = None,
        multilabel: str = 'error',
        C: Union[float, str] = 1.0,
        scale_C: str = 'none',
        class_weight: Union[str, dict] = 'none',
        bias: str = 'free',
        precision: str = 'auto',
        device: str = 'auto',
        kernel: str = 'linear',
        gamma: Union[float, str] = 'auto',
        sigma: Union[float, str] = 'auto',
        degree: int = 3,
        coef0: float = 0.0,
        length: int = 4,
        decay: float = 0.5,
        cache_mb: Union[float, str] = 'auto',
        tolerance: float = 0.001,
        max_epochs: int = 20000,
        solver: str = 'fast',
        paper_step: str = 'instance',
        no_active_set: bool = False,
        labels: str = 'auto',
        label_nodes: str = 'auto',
        unknown_labels: str = 'error',
        calibrate: Union[bool, int, str] = 'auto',
        budget: Optional[str] = None,
        choose_for: Optional[str] = None,
        max_seconds: Optional[float] = None,
        checkpoint: Any = None,
        checkpoint_every: float = 60.0,
        memory: Union[str, int, None] = None,
        keep_best: bool = False,
        threads: int = 0,
        seed: int = 0,
        verbose: int = 0,
        stopwords: str = 'none',
        stemmer: str = 'none',
        min_word_length: int = 1,
        ngrams: Union[int, str] = 'auto',
        char_ngrams: str = 'auto',
        ngram_weight: Union[float, str] = 'auto',
        char_weight: Union[float, str] = 'auto',
        min_df: Union[int, str] = 'auto',
        max_df: Union[float, str] = 'none',
        weighting: str = 'auto',
        normalize: str = 'auto',
        hash: int = 0,
        scale: str = 'auto',
        missing: str = 'auto',
    ):
        self.multilabel = multilabel
        self.C = C
        self.scale_C = scale_C
        self.class_weight = class_weight
        self.bias = bias
        self.precision = precision
        self.device = device
        self.kernel = kernel
        self.gamma = gamma
        self.sigma = sigma
        self.degree = degree
        self.coef0 = coef0
        self.length = length
        self.decay = decay
        self.cache_mb = cache_mb
        self.tolerance = tolerance
        self.max_epochs = max_epochs
        self.solver = solver
        self.paper_step = paper_step
        self.no_active_set = no_active_set
        self.taxonomy = taxonomy
        self.labels = labels
        self.label_nodes = label_nodes
        self.unknown_labels = unknown_labels
        self.calibrate = calibrate
        self.budget = budget
        self.choose_for = choose_for
        self.max_seconds = max_seconds
        self.checkpoint = checkpoint
        self.checkpoint_every = checkpoint_every
        self.memory = memory
        self.keep_best = keep_best
        self.threads = threads
        self.seed = seed
        self.verbose = verbose
        self.stopwords = stopwords
        self.stemmer = stemmer
        self.min_word_length = min_word_length
        self.ngrams = ngrams
        self.char_ngrams = char_ngrams
        self.ngram_weight = ngram_weight
        self.char_weight = char_weight
        self.min_df = min_df
        self.max_df = max_df
        self.weighting = weighting
        self.normalize = normalize
        self.hash = hash
        self.scale = scale
        self.missing = missing


class PsiLearning(BaseClade):
    r"""Margins between siblings with a loss that no outlier can raise above C.

    Method ``topdown-psi`` of the command line (docs/METHODS.md).

    Parameters
    ----------
    taxonomy : Any, default=None
        Edges ``(parent, child)``, a dict, a networkx graph, a `Taxonomy` or the path of a file;
        ``"paths"`` (``"paths:SEP"``) where labels are paths such as A/B/C; ``"learn"`` to learn one from
        the examples; None: one flat level, unless y has levels.
    flat : bool, default=False
        Train without the taxonomy; it still serves for evaluation.
    multilabel : str, default='error'
        intersect: labels that occur together are one new category, a child of the deepest node above
        them all. Expects error|intersect.
    dc_tolerance : float, default=0.001
        Stop when the next convex problem changes the psi objective by no more than this part. Expects a
        number above 0 and below 1.
    dc_iterations : int, default=40
        Convex problems after the first before giving up. Expects a whole number of at least 1.
    C : float or str, default=1.0
        The price of one unit of slack; large: fit the data, inf: hard margin, auto: the best of up to 13
        values by cross-validation. Expects a number above 0, inf or auto.
    scale_C : str, default='none'
        n: divide C by the number of examples. Expects none|n.
    class_weight : str or dict, default='none'
        balanced: raise C for examples of rare classes, lower it for frequent ones. A dict has the
        weights of classes. Expects none|balanced.
    bias : str, default='free'
        feature: add a constant feature of value 1 to every row; free: a constant whose weights have no
        price. Expects none|feature|free.
    precision : str, default='auto'
        Of rows and weights; auto: single, or double where the tolerance is below 1e-6 (times C where
        that is above 1). Expects auto|single|double.
    device : str, default='auto'
        What takes the steps of one problem over all classes: a GPU, through a plug-in (docs/GPU.md);
        auto: a GPU where there are the plug-in and enough work; plain: what a GPU does, on one thread of
        the processor, for tests. Expects auto|cpu|cuda|plain.
    kernel : str, default='linear'
        How two examples are compared; precomputed: the row of example i holds the kernel with training
        example j at index j+1. Expects linear|rbf|poly|subsequence|precomputed.
    gamma : float or str, default='auto'
        rbf: exp(-gamma |x-z|^2); poly: (gamma <x,z> + coef0)^degree; auto: by sigma for rbf, 1 for poly.
        Expects a number above 0, or auto.
    sigma : float or str, default='auto'
        rbf: gamma is 1/sigma^2; median: of the distances between examples of different classes; auto:
        median unless gamma is given. Expects a number above 0, median or auto.
    degree : int, default=3
        Of kernel='poly'. Expects a whole number from 1 to 64.
    coef0 : float, default=0.0
        Of kernel='poly'. Expects a number.
    length : int, default=4
        Of subsequences, in letters. Expects a whole number from 1 to 64.
    decay : float, default=0.5
        The weight of each letter that a subsequence spans, gaps too. Expects a number above 0 and at
        most 1.
    cache_mb : float or str, default='auto'
        Memory for rows of the kernel matrix, in MiB; auto: what all of them and working sets take, 256
        or more, up to half of the memory that is free. Expects a number above 0, or auto.
    tolerance : float, default=0.001
        Stop at this relative duality gap, (primal - lower bound) / primal; with solver='paper' at this
        violation psi of the optimality conditions (orthogonal Alg. 1: this distance of its bounds).
        Expects a number above 0 and below 1.
    max_epochs : int, default=20000
        Passes over the data before giving up. Expects a whole number of at least 1.
    solver : str, default='fast'
        Fast, or the paper's own algorithm (thesis Alg. 2, orthogonal Alg. 1), which is for small data.
        Expects fast|paper.
    paper_step : str, default='instance'
        With solver='paper': optimise the active variables of one example (step 8a), or of all (8b).
        Expects instance|all.
    no_active_set : bool, default=False
        With solver='paper': optimise all variables of an example, not its active ones alone.
    labels : str, default='auto'
        What y is: ``names``, ``sets`` (lists of names), ``levels`` (a path in every row, padded or not),
        ``level-sets`` (lists of such paths) or ``indicator`` (a matrix of 0 and 1); ``auto`` goes by its
        form. Rows of equal length are levels unless a name stands in two columns or a taxonomy is given;
        rows of different length are sets.
    label_nodes : str, default='auto'
        What a label at an inner node means: ``terminal``: a class of its own below that node; ``all``:
        every node is a class; ``path``: it trains its path and is never predicted; ``closed``: a label
        stands for the nodes above it, too; ``auto``: what the method does.
    unknown_labels : str, default='error'
        What becomes of labels that the taxonomy does not have: ``error``, ``skip``, or ``prefix``: of a
        path the longest part that it has.
    calibrate : bool or int or str, default='auto'
        Learn from held-out folds (True: 5, or their number) how scores become probabilities and sets of
        labels; False: not; auto: not.
    budget : str, default=None
        Search for better options within this time or so many runs (``5m``, ``20runs``) before training;
        parameters that are not at their defaults stay. What was tried is in ``search_``.
    choose_for : str, default=None
        The measure of held-out examples that decides in a search or for ``C='auto'``, such as
        ``macro_f1``; None: average precision, or auprc with several labels.
    max_seconds : float, default=None
        End soon after so many seconds, with the model that was reached.
    checkpoint : Any, default=None
        A folder where fit keeps what it has reached: after an end at any moment the same fit goes on
        from there, with the same result, and removes the folder at its end.
    checkpoint_every : float, default=60.0
        How many seconds lie between two checkpoints.
    memory : str or int or None, default=None
        The process takes no more than this and a tenth while fit runs: a size such as ``'4G'``, or
        bytes. Caches and rows of weights fit themselves in; what does not fit is refused with what
        would. The whole interpreter counts, other threads included.
    keep_best : bool, default=False
        An interrupted fit keeps the best model so far before it raises KeyboardInterrupt.
    threads : int, default=0
        How many threads to use; 0: all cores. Results do not depend on it.
    seed : int, default=0
        Of all random choices.
    verbose : int, default=0
        Above 0: show progress, by tqdm where it is installed.
    stopwords : str, default='none'
        Words to leave out: those of a language such as english or german, or of a file with one word per
        line. Expects text.
    stemmer : str, default='none'
        Cut words down to their stems by the rules of this language, such as english or de. Expects none
        or a language.
    min_word_length : int, default=1
        Characters that a word needs to count. Expects a whole number of at least 1.
    ngrams : int or str, default='auto'
        Terms are words and runs of up to this many neighbouring words that count; 0: no words, only
        char_ngrams; auto: 1, and 2 for method clade. Expects a whole number from 0 to 5, or auto.
    char_ngrams : str, default='auto'
        Runs of so many characters of a word are terms, too; its boundaries count as characters; auto:
        none, and 3-4 for method clade where documents are short. Expects auto, none or lengths from 2 to
        10 such as 3-5.
    ngram_weight : float or str, default='auto'
        How much a run of words counts beside a word; auto: 1, and 0.6 for method clade. Expects a number
        above 0, or auto.
    char_weight : float or str, default='auto'
        How much a run of characters counts beside a word; auto: 1, and 0.3 for method clade. Expects a
        number above 0, or auto.
    min_df : int or str, default='auto'
        Training documents that a term needs to be in to count; auto: 2, and 1 for the single words of
        method clade. Expects a whole number of at least 1, or auto.
    max_df : float or str, default='none'
        Leave out words of more training documents than this share or number of them. Expects none, a
        share below 1, or a number of documents.
    weighting : str, default='auto'
        Of counts: log-tfidf is (1 + ln tf) idf; auto: log-tfidf for text, none for numbers. Expects
        auto|none|binary|tf|log-tf|tfidf|log-tfidf.
    normalize : str, default='auto'
        unit: scale every row to length 1; auto: unit for text, none for numbers. Expects auto|none|unit.
    hash : int, default=0
        Hash words to this many bits instead of keeping a vocabulary; 0: keep one. Expects 0, or a whole
        number of bits from 8 to 30.
    scale : str, default='auto'
        Of numeric features: standard: minus the mean, divided by the standard deviation; minmax: from 0
        to 1; features that most rows lack are only divided, so that zeros stay; auto: none, unless the
        method looks at the data. Expects auto|none|standard|minmax.
    missing : str, default='auto'
        For an empty cell, NA, NaN, null or ? of a numeric feature: zero, the mean of the training
        values, or an error; auto: the mean where features are scaled, else zero. Expects
        auto|zero|mean|error.

    Attributes
    ----------
    classes_ : array
        The labels that can be predicted, sorted.
    model_ : Model
        What the library trained; ``save`` writes it.
    taxonomy_ : Taxonomy
        Of the model.
    summary_ : dict
        Epochs, why training stopped, objectives and the gap between them.
    n_features_in_ : int
    feature_names_in_ : array
        Where X was a table with names.

    Examples
    --------
    >>> from clade import PsiLearning
    >>> X = [[1, 0, 0], [1, 1, 0], [0, 0, 1], [0, 1, 1]] * 5
    >>> y = ["apple", "pear", "hammer", "saw"] * 5
    >>> taxonomy = {"fruit": ["apple", "pear"], "tools": ["hammer", "saw"]}
    >>> model = PsiLearning(taxonomy=taxonomy).fit(X, y)
    >>> print(model.predict([[1, 0, 0], [0, 1, 1]]))
    ['apple' 'saw']
    """

    _method_name = 'topdown-psi'
    _adapts_to_data = False
    _takes_several_labels = False
    _method_parameters = {
        'flat': False,
        'multilabel': 'error',
        'dc_tolerance': 0.001,
        'dc_iterations': 40,
        'C': 1.0,
        'scale_C': 'none',
        'class_weight': 'none',
        'bias': 'free',
        'precision': 'auto',
        'device': 'auto',
        'kernel': 'linear',
        'gamma': 'auto',
        'sigma': 'auto',
        'degree': 3,
        'coef0': 0.0,
        'length': 4,
        'decay': 0.5,
        'cache_mb': 'auto',
        'tolerance': 0.001,
        'max_epochs': 20000,
        'solver': 'fast',
        'paper_step': 'instance',
        'no_active_set': False,
    }
    _text_parameters = {
        'stopwords': 'none',
        'stemmer': 'none',
        'min_word_length': 1,
        'ngrams': 'auto',
        'char_ngrams': 'auto',
        'ngram_weight': 'auto',
        'char_weight': 'auto',
        'min_df': 'auto',
        'max_df': 'none',
        'weighting': 'auto',
        'normalize': 'auto',
        'hash': 0,
        'scale': 'auto',
        'missing': 'auto',
    }

    def __init__(
        self,
        *,
        taxonomy: Any = None,
        flat: bool = False,
        multilabel: str = 'error',
        dc_tolerance: float = 0.001,
        dc_iterations: int = 40,
        C: Union[float, str] = 1.0,
        scale_C: str = 'none',
        class_weight: Union[str, dict] = 'none',
        bias: str = 'free',
        precision: str = 'auto',
        device: str = 'auto',
        kernel: str = 'linear',
        gamma: Union[float, str] = 'auto',
        sigma: Union[float, str] = 'auto',
        degree: int = 3,
        coef0: float = 0.0,
        length: int = 4,
        decay: float = 0.5,
        cache_mb: Union[float, str] = 'auto',
        tolerance: float = 0.001,
        max_epochs: int = 20000,
        solver: str = 'fast',
        paper_step: str = 'instance',
        no_active_set: bool = False,
        labels: str = 'auto',
        label_nodes: str = 'auto',
        unknown_labels: str = 'error',
        calibrate: Union[bool, int, str] = 'auto',
        budget: Optional[str] = None,
        choose_for: Optional[str] = None,
        max_seconds: Optional[float] = None,
        checkpoint: Any = None,
        checkpoint_every: float = 60.0,
        memory: Union[str, int, None] = None,
        keep_best: bool = False,
        threads: int = 0,
        seed: int = 0,
        verbose: int = 0,
        stopwords: str = 'none',
        stemmer: str = 'none',
        min_word_length: int = 1,
        ngrams: Union[int, str] = 'auto',
        char_ngrams: str = 'auto',
        ngram_weight: Union[float, str] = 'auto',
        char_weight: Union[float, str] = 'auto',
        min_df: Union[int, str] = 'auto',
        max_df: Union[float, str] = 'none',
        weighting: str = 'auto',
        normalize: str = 'auto',
        hash: int = 0,
        scale: str = 'auto',
        missing: str = 'auto',
    ):
        self.flat = flat
        self.multilabel = multilabel
        self.dc_tolerance = dc_tolerance
        self.dc_iterations = dc_iterations
        self.C = C
        self.scale_C = scale_C
        self.class_weight = class_weight
        self.bias = bias
        self.precision = precision
        self.device = device
        self.kernel = kernel
        self.gamma = gamma
        self.sigma = sigma
        self.degree = degree
        self.coef0 = coef0
        self.length = length
        self.decay = decay
        self.cache_mb = cache_mb
        self.tolerance = tolerance
        self.max_epochs = max_epochs
        self.solver = solver
        self.paper_step = paper_step
        self.no_active_set = no_active_set
        self.taxonomy = taxonomy
        self.labels = labels
        self.label_nodes = label_nodes
        self.unknown_labels = unknown_labels
        self.calibrate = calibrate
        self.budget = budget
        self.choose_for = choose_for
        self.max_seconds = max_seconds
        self.checkpoint = checkpoint
        self.checkpoint_every = checkpoint_every
        self.memory = memory
        self.keep_best = keep_best
        self.threads = threads
        self.seed = seed
        self.verbose = verbose
        self.stopwords = stopwords
        self.stemmer = stemmer
        self.min_word_length = min_word_length
        self.ngrams = ngrams
        self.char_ngrams = char_ngrams
        self.ngram_weight = ngram_weight
        self.char_weight = char_weight
        self.min_df = min_df
        self.max_df = max_df
        self.weighting = weighting
        self.normalize = normalize
        self.hash = hash
        self.scale = scale
        self.missing = missing


class DivideAndConquer(BaseClade):
    r"""A flat problem at every inner node.

    Method ``dnc`` of the command line (docs/METHODS.md).

    Parameters
    ----------
    taxonomy : Any, default=None
        Edges ``(parent, child)``, a dict, a networkx graph, a `Taxonomy` or the path of a file;
        ``"paths"`` (``"paths:SEP"``) where labels are paths such as A/B/C; ``"learn"`` to learn one from
        the examples; None: one flat level, unless y has levels.
    base : str, default='svm'
        What learns at every inner node; the options below are those of the base, and the others are
        refused. Expects svm|perceptron|hieron.
    update_rule : str, default='online'
        Of perceptron (which has no last) and hieron (which has no minover). Expects
        online|averaged|minover|last.
    epochs : int or str, default='auto'
        Of perceptron and hieron: passes over the data; auto: 10 and 1. Expects a whole number of at
        least 1, or auto.
    order : str, default='file'
        Of perceptron and hieron: of the examples in a pass. Expects file|random.
    C : float or str, default=1.0
        The price of one unit of slack; large: fit the data, inf: hard margin, auto: the best of up to 13
        values by cross-validation. Expects a number above 0, inf or auto.
    scale_C : str, default='none'
        n: divide C by the number of examples. Expects none|n.
    class_weight : str or dict, default='none'
        balanced: raise C for examples of rare classes, lower it for frequent ones. A dict has the
        weights of classes. Expects none|balanced.
    bias : str, default='none'
        feature: add a constant feature of value 1 to every row; free: a constant whose weights have no
        price. Expects none|feature|free.
    precision : str, default='auto'
        Of rows and weights; auto: single, or double where the tolerance is below 1e-6 (times C where
        that is above 1). Expects auto|single|double.
    device : str, default='auto'
        What takes the steps of one problem over all classes: a GPU, through a plug-in (docs/GPU.md);
        auto: a GPU where there are the plug-in and enough work; plain: what a GPU does, on one thread of
        the processor, for tests. Expects auto|cpu|cuda|plain.
    kernel : str, default='linear'
        How two examples are compared; precomputed: the row of example i holds the kernel with training
        example j at index j+1. Expects linear|rbf|poly|subsequence|precomputed.
    gamma : float or str, default='auto'
        rbf: exp(-gamma |x-z|^2); poly: (gamma <x,z> + coef0)^degree; auto: by sigma for rbf, 1 for poly.
        Expects a number above 0, or auto.
    sigma : float or str, default='auto'
        rbf: gamma is 1/sigma^2; median: of the distances between examples of different classes; auto:
        median unless gamma is given. Expects a number above 0, median or auto.
    degree : int, default=3
        Of kernel='poly'. Expects a whole number from 1 to 64.
    coef0 : float, default=0.0
        Of kernel='poly'. Expects a number.
    length : int, default=4
        Of subsequences, in letters. Expects a whole number from 1 to 64.
    decay : float, default=0.5
        The weight of each letter that a subsequence spans, gaps too. Expects a number above 0 and at
        most 1.
    cache_mb : float or str, default='auto'
        Memory for rows of the kernel matrix, in MiB; auto: what all of them and working sets take, 256
        or more, up to half of the memory that is free. Expects a number above 0, or auto.
    tolerance : float, default=0.001
        Stop at this relative duality gap, (primal - lower bound) / primal; with solver='paper' at this
        violation psi of the optimality conditions (orthogonal Alg. 1: this distance of its bounds).
        Expects a number above 0 and below 1.
    max_epochs : int, default=20000
        Passes over the data before giving up. Expects a whole number of at least 1.
    solver : str, default='fast'
        Fast, or the paper's own algorithm (thesis Alg. 2, orthogonal Alg. 1), which is for small data.
        Expects fast|paper.
    paper_step : str, default='instance'
        With solver='paper': optimise the active variables of one example (step 8a), or of all (8b).
        Expects instance|all.
    no_active_set : bool, default=False
        With solver='paper': optimise all variables of an example, not its active ones alone.
    labels : str, default='auto'
        What y is: ``names``, ``sets`` (lists of names), ``levels`` (a path in every row, padded or not),
        ``level-sets`` (lists of such paths) or ``indicator`` (a matrix of 0 and 1); ``auto`` goes by its
        form. Rows of equal length are levels unless a name stands in two columns or a taxonomy is given;
        rows of different length are sets.
    label_nodes : str, default='auto'
        What a label at an inner node means: ``terminal``: a class of its own below that node; ``all``:
        every node is a class; ``path``: it trains its path and is never predicted; ``closed``: a label
        stands for the nodes above it, too; ``auto``: what the method does.
    unknown_labels : str, default='error'
        What becomes of labels that the taxonomy does not have: ``error``, ``skip``, or ``prefix``: of a
        path the longest part that it has.
    calibrate : bool or int or str, default='auto'
        Learn from held-out folds (True: 5, or their number) how scores become probabilities and sets of
        labels; False: not; auto: not.
    budget : str, default=None
        Search for better options within this time or so many runs (``5m``, ``20runs``) before training;
        parameters that are not at their defaults stay. What was tried is in ``search_``.
    choose_for : str, default=None
        The measure of held-out examples that decides in a search or for ``C='auto'``, such as
        ``macro_f1``; None: average precision, or auprc with several labels.
    max_seconds : float, default=None
        End soon after so many seconds, with the model that was reached.
    checkpoint : Any, default=None
        A folder where fit keeps what it has reached: after an end at any moment the same fit goes on
        from there, with the same result, and removes the folder at its end.
    checkpoint_every : float, default=60.0
        How many seconds lie between two checkpoints.
    memory : str or int or None, default=None
        The process takes no more than this and a tenth while fit runs: a size such as ``'4G'``, or
        bytes. Caches and rows of weights fit themselves in; what does not fit is refused with what
        would. The whole interpreter counts, other threads included.
    keep_best : bool, default=False
        An interrupted fit keeps the best model so far before it raises KeyboardInterrupt.
    threads : int, default=0
        How many threads to use; 0: all cores. Results do not depend on it.
    seed : int, default=0
        Of all random choices.
    verbose : int, default=0
        Above 0: show progress, by tqdm where it is installed.
    stopwords : str, default='none'
        Words to leave out: those of a language such as english or german, or of a file with one word per
        line. Expects text.
    stemmer : str, default='none'
        Cut words down to their stems by the rules of this language, such as english or de. Expects none
        or a language.
    min_word_length : int, default=1
        Characters that a word needs to count. Expects a whole number of at least 1.
    ngrams : int or str, default='auto'
        Terms are words and runs of up to this many neighbouring words that count; 0: no words, only
        char_ngrams; auto: 1, and 2 for method clade. Expects a whole number from 0 to 5, or auto.
    char_ngrams : str, default='auto'
        Runs of so many characters of a word are terms, too; its boundaries count as characters; auto:
        none, and 3-4 for method clade where documents are short. Expects auto, none or lengths from 2 to
        10 such as 3-5.
    ngram_weight : float or str, default='auto'
        How much a run of words counts beside a word; auto: 1, and 0.6 for method clade. Expects a number
        above 0, or auto.
    char_weight : float or str, default='auto'
        How much a run of characters counts beside a word; auto: 1, and 0.3 for method clade. Expects a
        number above 0, or auto.
    min_df : int or str, default='auto'
        Training documents that a term needs to be in to count; auto: 2, and 1 for the single words of
        method clade. Expects a whole number of at least 1, or auto.
    max_df : float or str, default='none'
        Leave out words of more training documents than this share or number of them. Expects none, a
        share below 1, or a number of documents.
    weighting : str, default='auto'
        Of counts: log-tfidf is (1 + ln tf) idf; auto: log-tfidf for text, none for numbers. Expects
        auto|none|binary|tf|log-tf|tfidf|log-tfidf.
    normalize : str, default='auto'
        unit: scale every row to length 1; auto: unit for text, none for numbers. Expects auto|none|unit.
    hash : int, default=0
        Hash words to this many bits instead of keeping a vocabulary; 0: keep one. Expects 0, or a whole
        number of bits from 8 to 30.
    scale : str, default='auto'
        Of numeric features: standard: minus the mean, divided by the standard deviation; minmax: from 0
        to 1; features that most rows lack are only divided, so that zeros stay; auto: none, unless the
        method looks at the data. Expects auto|none|standard|minmax.
    missing : str, default='auto'
        For an empty cell, NA, NaN, null or ? of a numeric feature: zero, the mean of the training
        values, or an error; auto: the mean where features are scaled, else zero. Expects
        auto|zero|mean|error.

    Attributes
    ----------
    classes_ : array
        The labels that can be predicted, sorted.
    model_ : Model
        What the library trained; ``save`` writes it.
    taxonomy_ : Taxonomy
        Of the model.
    summary_ : dict
        Epochs, why training stopped, objectives and the gap between them.
    n_features_in_ : int
    feature_names_in_ : array
        Where X was a table with names.

    Examples
    --------
    >>> from clade import DivideAndConquer
    >>> X = [[1, 0, 0], [1, 1, 0], [0, 0, 1], [0, 1, 1]] * 5
    >>> y = ["apple", "pear", "hammer", "saw"] * 5
    >>> taxonomy = {"fruit": ["apple", "pear"], "tools": ["hammer", "saw"]}
    >>> model = DivideAndConquer(taxonomy=taxonomy).fit(X, y)
    >>> print(model.predict([[1, 0, 0], [0, 1, 1]]))
    ['apple' 'saw']
    """

    _method_name = 'dnc'
    _adapts_to_data = False
    _takes_several_labels = True
    _method_parameters = {
        'base': 'svm',
        'update_rule': 'online',
        'epochs': 'auto',
        'order': 'file',
        'C': 1.0,
        'scale_C': 'none',
        'class_weight': 'none',
        'bias': 'none',
        'precision': 'auto',
        'device': 'auto',
        'kernel': 'linear',
        'gamma': 'auto',
        'sigma': 'auto',
        'degree': 3,
        'coef0': 0.0,
        'length': 4,
        'decay': 0.5,
        'cache_mb': 'auto',
        'tolerance': 0.001,
        'max_epochs': 20000,
        'solver': 'fast',
        'paper_step': 'instance',
        'no_active_set': False,
    }
    _text_parameters = {
        'stopwords': 'none',
        'stemmer': 'none',
        'min_word_length': 1,
        'ngrams': 'auto',
        'char_ngrams': 'auto',
        'ngram_weight': 'auto',
        'char_weight': 'auto',
        'min_df': 'auto',
        'max_df': 'none',
        'weighting': 'auto',
        'normalize': 'auto',
        'hash': 0,
        'scale': 'auto',
        'missing': 'auto',
    }

    def __init__(
        self,
        *,
        taxonomy: Any = None,
        base: str = 'svm',
        update_rule: str = 'online',
        epochs: Union[int, str] = 'auto',
        order: str = 'file',
        C: Union[float, str] = 1.0,
        scale_C: str = 'none',
        class_weight: Union[str, dict] = 'none',
        bias: str = 'none',
        precision: str = 'auto',
        device: str = 'auto',
        kernel: str = 'linear',
        gamma: Union[float, str] = 'auto',
        sigma: Union[float, str] = 'auto',
        degree: int = 3,
        coef0: float = 0.0,
        length: int = 4,
        decay: float = 0.5,
        cache_mb: Union[float, str] = 'auto',
        tolerance: float = 0.001,
        max_epochs: int = 20000,
        solver: str = 'fast',
        paper_step: str = 'instance',
        no_active_set: bool = False,
        labels: str = 'auto',
        label_nodes: str = 'auto',
        unknown_labels: str = 'error',
        calibrate: Union[bool, int, str] = 'auto',
        budget: Optional[str] = None,
        choose_for: Optional[str] = None,
        max_seconds: Optional[float] = None,
        checkpoint: Any = None,
        checkpoint_every: float = 60.0,
        memory: Union[str, int, None] = None,
        keep_best: bool = False,
        threads: int = 0,
        seed: int = 0,
        verbose: int = 0,
        stopwords: str = 'none',
        stemmer: str = 'none',
        min_word_length: int = 1,
        ngrams: Union[int, str] = 'auto',
        char_ngrams: str = 'auto',
        ngram_weight: Union[float, str] = 'auto',
        char_weight: Union[float, str] = 'auto',
        min_df: Union[int, str] = 'auto',
        max_df: Union[float, str] = 'none',
        weighting: str = 'auto',
        normalize: str = 'auto',
        hash: int = 0,
        scale: str = 'auto',
        missing: str = 'auto',
    ):
        self.base = base
        self.update_rule = update_rule
        self.epochs = epochs
        self.order = order
        self.C = C
        self.scale_C = scale_C
        self.class_weight = class_weight
        self.bias = bias
        self.precision = precision
        self.device = device
        self.kernel = kernel
        self.gamma = gamma
        self.sigma = sigma
        self.degree = degree
        self.coef0 = coef0
        self.length = length
        self.decay = decay
        self.cache_mb = cache_mb
        self.tolerance = tolerance
        self.max_epochs = max_epochs
        self.solver = solver
        self.paper_step = paper_step
        self.no_active_set = no_active_set
        self.taxonomy = taxonomy
        self.labels = labels
        self.label_nodes = label_nodes
        self.unknown_labels = unknown_labels
        self.calibrate = calibrate
        self.budget = budget
        self.choose_for = choose_for
        self.max_seconds = max_seconds
        self.checkpoint = checkpoint
        self.checkpoint_every = checkpoint_every
        self.memory = memory
        self.keep_best = keep_best
        self.threads = threads
        self.seed = seed
        self.verbose = verbose
        self.stopwords = stopwords
        self.stemmer = stemmer
        self.min_word_length = min_word_length
        self.ngrams = ngrams
        self.char_ngrams = char_ngrams
        self.ngram_weight = ngram_weight
        self.char_weight = char_weight
        self.min_df = min_df
        self.max_df = max_df
        self.weighting = weighting
        self.normalize = normalize
        self.hash = hash
        self.scale = scale
        self.missing = missing


class Transfer(BaseClade):
    r"""Sibling margins, weights held to those of the parent.

    Method ``transfer`` of the command line (docs/METHODS.md).

    Parameters
    ----------
    taxonomy : Any, default=None
        Edges ``(parent, child)``, a dict, a networkx graph, a `Taxonomy` or the path of a file;
        ``"paths"`` (``"paths:SEP"``) where labels are paths such as A/B/C; ``"learn"`` to learn one from
        the examples; None: one flat level, unless y has levels.
    multilabel : str, default='error'
        intersect: labels that occur together are one new category, a child of the deepest node above
        them all. Expects error|intersect.
    C : float or str, default=1.0
        The price of one unit of slack; large: fit the data, inf: hard margin, auto: the best of up to 13
        values by cross-validation. Expects a number above 0, inf or auto.
    scale_C : str, default='n'
        n: divide C by the number of examples. Expects none|n.
    class_weight : str or dict, default='none'
        balanced: raise C for examples of rare classes, lower it for frequent ones. A dict has the
        weights of classes. Expects none|balanced.
    bias : str, default='none'
        feature: add a constant feature of value 1 to every row; free: a constant whose weights have no
        price. Expects none|feature|free.
    precision : str, default='auto'
        Of rows and weights; auto: single, or double where the tolerance is below 1e-6 (times C where
        that is above 1). Expects auto|single|double.
    device : str, default='auto'
        What takes the steps of one problem over all classes: a GPU, through a plug-in (docs/GPU.md);
        auto: a GPU where there are the plug-in and enough work; plain: what a GPU does, on one thread of
        the processor, for tests. Expects auto|cpu|cuda|plain.
    kernel : str, default='linear'
        How two examples are compared; precomputed: the row of example i holds the kernel with training
        example j at index j+1. Expects linear|rbf|poly|subsequence|precomputed.
    gamma : float or str, default='auto'
        rbf: exp(-gamma |x-z|^2); poly: (gamma <x,z> + coef0)^degree; auto: by sigma for rbf, 1 for poly.
        Expects a number above 0, or auto.
    sigma : float or str, default='auto'
        rbf: gamma is 1/sigma^2; median: of the distances between examples of different classes; auto:
        median unless gamma is given. Expects a number above 0, median or auto.
    degree : int, default=3
        Of kernel='poly'. Expects a whole number from 1 to 64.
    coef0 : float, default=0.0
        Of kernel='poly'. Expects a number.
    length : int, default=4
        Of subsequences, in letters. Expects a whole number from 1 to 64.
    decay : float, default=0.5
        The weight of each letter that a subsequence spans, gaps too. Expects a number above 0 and at
        most 1.
    cache_mb : float or str, default='auto'
        Memory for rows of the kernel matrix, in MiB; auto: what all of them and working sets take, 256
        or more, up to half of the memory that is free. Expects a number above 0, or auto.
    tolerance : float, default=0.001
        Stop at this relative duality gap, (primal - lower bound) / primal; with solver='paper' at this
        violation psi of the optimality conditions (orthogonal Alg. 1: this distance of its bounds).
        Expects a number above 0 and below 1.
    max_epochs : int, default=20000
        Passes over the data before giving up. Expects a whole number of at least 1.
    solver : str, default='fast'
        Fast, or the paper's own algorithm (thesis Alg. 2, orthogonal Alg. 1), which is for small data.
        Expects fast|paper.
    paper_step : str, default='instance'
        With solver='paper': optimise the active variables of one example (step 8a), or of all (8b).
        Expects instance|all.
    no_active_set : bool, default=False
        With solver='paper': optimise all variables of an example, not its active ones alone.
    labels : str, default='auto'
        What y is: ``names``, ``sets`` (lists of names), ``levels`` (a path in every row, padded or not),
        ``level-sets`` (lists of such paths) or ``indicator`` (a matrix of 0 and 1); ``auto`` goes by its
        form. Rows of equal length are levels unless a name stands in two columns or a taxonomy is given;
        rows of different length are sets.
    label_nodes : str, default='auto'
        What a label at an inner node means: ``terminal``: a class of its own below that node; ``all``:
        every node is a class; ``path``: it trains its path and is never predicted; ``closed``: a label
        stands for the nodes above it, too; ``auto``: what the method does.
    unknown_labels : str, default='error'
        What becomes of labels that the taxonomy does not have: ``error``, ``skip``, or ``prefix``: of a
        path the longest part that it has.
    calibrate : bool or int or str, default='auto'
        Learn from held-out folds (True: 5, or their number) how scores become probabilities and sets of
        labels; False: not; auto: not.
    budget : str, default=None
        Search for better options within this time or so many runs (``5m``, ``20runs``) before training;
        parameters that are not at their defaults stay. What was tried is in ``search_``.
    choose_for : str, default=None
        The measure of held-out examples that decides in a search or for ``C='auto'``, such as
        ``macro_f1``; None: average precision, or auprc with several labels.
    max_seconds : float, default=None
        End soon after so many seconds, with the model that was reached.
    checkpoint : Any, default=None
        A folder where fit keeps what it has reached: after an end at any moment the same fit goes on
        from there, with the same result, and removes the folder at its end.
    checkpoint_every : float, default=60.0
        How many seconds lie between two checkpoints.
    memory : str or int or None, default=None
        The process takes no more than this and a tenth while fit runs: a size such as ``'4G'``, or
        bytes. Caches and rows of weights fit themselves in; what does not fit is refused with what
        would. The whole interpreter counts, other threads included.
    keep_best : bool, default=False
        An interrupted fit keeps the best model so far before it raises KeyboardInterrupt.
    threads : int, default=0
        How many threads to use; 0: all cores. Results do not depend on it.
    seed : int, default=0
        Of all random choices.
    verbose : int, default=0
        Above 0: show progress, by tqdm where it is installed.
    stopwords : str, default='none'
        Words to leave out: those of a language such as english or german, or of a file with one word per
        line. Expects text.
    stemmer : str, default='none'
        Cut words down to their stems by the rules of this language, such as english or de. Expects none
        or a language.
    min_word_length : int, default=1
        Characters that a word needs to count. Expects a whole number of at least 1.
    ngrams : int or str, default='auto'
        Terms are words and runs of up to this many neighbouring words that count; 0: no words, only
        char_ngrams; auto: 1, and 2 for method clade. Expects a whole number from 0 to 5, or auto.
    char_ngrams : str, default='auto'
        Runs of so many characters of a word are terms, too; its boundaries count as characters; auto:
        none, and 3-4 for method clade where documents are short. Expects auto, none or lengths from 2 to
        10 such as 3-5.
    ngram_weight : float or str, default='auto'
        How much a run of words counts beside a word; auto: 1, and 0.6 for method clade. Expects a number
        above 0, or auto.
    char_weight : float or str, default='auto'
        How much a run of characters counts beside a word; auto: 1, and 0.3 for method clade. Expects a
        number above 0, or auto.
    min_df : int or str, default='auto'
        Training documents that a term needs to be in to count; auto: 2, and 1 for the single words of
        method clade. Expects a whole number of at least 1, or auto.
    max_df : float or str, default='none'
        Leave out words of more training documents than this share or number of them. Expects none, a
        share below 1, or a number of documents.
    weighting : str, default='auto'
        Of counts: log-tfidf is (1 + ln tf) idf; auto: log-tfidf for text, none for numbers. Expects
        auto|none|binary|tf|log-tf|tfidf|log-tfidf.
    normalize : str, default='auto'
        unit: scale every row to length 1; auto: unit for text, none for numbers. Expects auto|none|unit.
    hash : int, default=0
        Hash words to this many bits instead of keeping a vocabulary; 0: keep one. Expects 0, or a whole
        number of bits from 8 to 30.
    scale : str, default='auto'
        Of numeric features: standard: minus the mean, divided by the standard deviation; minmax: from 0
        to 1; features that most rows lack are only divided, so that zeros stay; auto: none, unless the
        method looks at the data. Expects auto|none|standard|minmax.
    missing : str, default='auto'
        For an empty cell, NA, NaN, null or ? of a numeric feature: zero, the mean of the training
        values, or an error; auto: the mean where features are scaled, else zero. Expects
        auto|zero|mean|error.

    Attributes
    ----------
    classes_ : array
        The labels that can be predicted, sorted.
    model_ : Model
        What the library trained; ``save`` writes it.
    taxonomy_ : Taxonomy
        Of the model.
    summary_ : dict
        Epochs, why training stopped, objectives and the gap between them.
    n_features_in_ : int
    feature_names_in_ : array
        Where X was a table with names.

    Examples
    --------
    >>> from clade import Transfer
    >>> X = [[1, 0, 0], [1, 1, 0], [0, 0, 1], [0, 1, 1]] * 5
    >>> y = ["apple", "pear", "hammer", "saw"] * 5
    >>> taxonomy = {"fruit": ["apple", "pear"], "tools": ["hammer", "saw"]}
    >>> model = Transfer(taxonomy=taxonomy).fit(X, y)
    >>> print(model.predict([[1, 0, 0], [0, 1, 1]]))
    ['apple' 'saw']
    """

    _method_name = 'transfer'
    _adapts_to_data = False
    _takes_several_labels = False
    _method_parameters = {
        'multilabel': 'error',
        'C': 1.0,
        'scale_C': 'n',
        'class_weight': 'none',
        'bias': 'none',
        'precision': 'auto',
        'device': 'auto',
        'kernel': 'linear',
        'gamma': 'auto',
        'sigma': 'auto',
        'degree': 3,
        'coef0': 0.0,
        'length': 4,
        'decay': 0.5,
        'cache_mb': 'auto',
        'tolerance': 0.001,
        'max_epochs': 20000,
        'solver': 'fast',
        'paper_step': 'instance',
        'no_active_set': False,
    }
    _text_parameters = {
        'stopwords': 'none',
        'stemmer': 'none',
        'min_word_length': 1,
        'ngrams': 'auto',
        'char_ngrams': 'auto',
        'ngram_weight': 'auto',
        'char_weight': 'auto',
        'min_df': 'auto',
        'max_df': 'none',
        'weighting': 'auto',
        'normalize': 'auto',
        'hash': 0,
        'scale': 'auto',
        'missing': 'auto',
    }

    def __init__(
        self,
        *,
        taxonomy: Any = None,
        multilabel: str = 'error',
        C: Union[float, str] = 1.0,
        scale_C: str = 'n',
        class_weight: Union[str, dict] = 'none',
        bias: str = 'none',
        precision: str = 'auto',
        device: str = 'auto',
        kernel: str = 'linear',
        gamma: Union[float, str] = 'auto',
        sigma: Union[float, str] = 'auto',
        degree: int = 3,
        coef0: float = 0.0,
        length: int = 4,
        decay: float = 0.5,
        cache_mb: Union[float, str] = 'auto',
        tolerance: float = 0.001,
        max_epochs: int = 20000,
        solver: str = 'fast',
        paper_step: str = 'instance',
        no_active_set: bool = False,
        labels: str = 'auto',
        label_nodes: str = 'auto',
        unknown_labels: str = 'error',
        calibrate: Union[bool, int, str] = 'auto',
        budget: Optional[str] = None,
        choose_for: Optional[str] = None,
        max_seconds: Optional[float] = None,
        checkpoint: Any = None,
        checkpoint_every: float = 60.0,
        memory: Union[str, int, None] = None,
        keep_best: bool = False,
        threads: int = 0,
        seed: int = 0,
        verbose: int = 0,
        stopwords: str = 'none',
        stemmer: str = 'none',
        min_word_length: int = 1,
        ngrams: Union[int, str] = 'auto',
        char_ngrams: str = 'auto',
        ngram_weight: Union[float, str] = 'auto',
        char_weight: Union[float, str] = 'auto',
        min_df: Union[int, str] = 'auto',
        max_df: Union[float, str] = 'none',
        weighting: str = 'auto',
        normalize: str = 'auto',
        hash: int = 0,
        scale: str = 'auto',
        missing: str = 'auto',
    ):
        self.multilabel = multilabel
        self.C = C
        self.scale_C = scale_C
        self.class_weight = class_weight
        self.bias = bias
        self.precision = precision
        self.device = device
        self.kernel = kernel
        self.gamma = gamma
        self.sigma = sigma
        self.degree = degree
        self.coef0 = coef0
        self.length = length
        self.decay = decay
        self.cache_mb = cache_mb
        self.tolerance = tolerance
        self.max_epochs = max_epochs
        self.solver = solver
        self.paper_step = paper_step
        self.no_active_set = no_active_set
        self.taxonomy = taxonomy
        self.labels = labels
        self.label_nodes = label_nodes
        self.unknown_labels = unknown_labels
        self.calibrate = calibrate
        self.budget = budget
        self.choose_for = choose_for
        self.max_seconds = max_seconds
        self.checkpoint = checkpoint
        self.checkpoint_every = checkpoint_every
        self.memory = memory
        self.keep_best = keep_best
        self.threads = threads
        self.seed = seed
        self.verbose = verbose
        self.stopwords = stopwords
        self.stemmer = stemmer
        self.min_word_length = min_word_length
        self.ngrams = ngrams
        self.char_ngrams = char_ngrams
        self.ngram_weight = ngram_weight
        self.char_weight = char_weight
        self.min_df = min_df
        self.max_df = max_df
        self.weighting = weighting
        self.normalize = normalize
        self.hash = hash
        self.scale = scale
        self.missing = missing


class OrthogonalTransfer(BaseClade):
    r"""Sibling margins, weights at right angles to those of ancestors.

    Method ``orthogonal`` of the command line (docs/METHODS.md).

    Parameters
    ----------
    taxonomy : Any, default=None
        Edges ``(parent, child)``, a dict, a networkx graph, a `Taxonomy` or the path of a file;
        ``"paths"`` (``"paths:SEP"``) where labels are paths such as A/B/C; ``"learn"`` to learn one from
        the examples; None: one flat level, unless y has levels.
    alpha : float or str, default='auto'
        The price of the angle between a node and an ancestor, beside the size of its subtree for the
        node itself; auto: 1, or the largest that is safely convex. Expects a number above 0, or auto.
    K : str, default='none'
        A file with the prices of all pairs of nodes in place of alpha and subtree sizes. Expects text.
    multilabel : str, default='error'
        intersect: labels that occur together are one new category, a child of the deepest node above
        them all. Expects error|intersect.
    C : float or str, default=1.0
        The price of one unit of slack; large: fit the data, inf: hard margin, auto: the best of up to 13
        values by cross-validation. Expects a number above 0, inf or auto.
    scale_C : str, default='n'
        n: divide C by the number of examples. Expects none|n.
    class_weight : str or dict, default='none'
        balanced: raise C for examples of rare classes, lower it for frequent ones. A dict has the
        weights of classes. Expects none|balanced.
    bias : str, default='none'
        feature: add a constant feature of value 1 to every row; free: a constant whose weights have no
        price. Expects none|feature|free.
    precision : str, default='auto'
        Of rows and weights; auto: single, or double where the tolerance is below 1e-6 (times C where
        that is above 1). Expects auto|single|double.
    device : str, default='auto'
        What takes the steps of one problem over all classes: a GPU, through a plug-in (docs/GPU.md);
        auto: a GPU where there are the plug-in and enough work; plain: what a GPU does, on one thread of
        the processor, for tests. Expects auto|cpu|cuda|plain.
    kernel : str, default='linear'
        How two examples are compared; precomputed: the row of example i holds the kernel with training
        example j at index j+1. Expects linear|rbf|poly|subsequence|precomputed.
    gamma : float or str, default='auto'
        rbf: exp(-gamma |x-z|^2); poly: (gamma <x,z> + coef0)^degree; auto: by sigma for rbf, 1 for poly.
        Expects a number above 0, or auto.
    sigma : float or str, default='auto'
        rbf: gamma is 1/sigma^2; median: of the distances between examples of different classes; auto:
        median unless gamma is given. Expects a number above 0, median or auto.
    degree : int, default=3
        Of kernel='poly'. Expects a whole number from 1 to 64.
    coef0 : float, default=0.0
        Of kernel='poly'. Expects a number.
    length : int, default=4
        Of subsequences, in letters. Expects a whole number from 1 to 64.
    decay : float, default=0.5
        The weight of each letter that a subsequence spans, gaps too. Expects a number above 0 and at
        most 1.
    cache_mb : float or str, default='auto'
        Memory for rows of the kernel matrix, in MiB; auto: what all of them and working sets take, 256
        or more, up to half of the memory that is free. Expects a number above 0, or auto.
    tolerance : float, default=0.001
        Stop at this relative duality gap, (primal - lower bound) / primal; with solver='paper' at this
        violation psi of the optimality conditions (orthogonal Alg. 1: this distance of its bounds).
        Expects a number above 0 and below 1.
    max_epochs : int, default=20000
        Passes over the data before giving up. Expects a whole number of at least 1.
    solver : str, default='fast'
        Fast, or the paper's own algorithm (thesis Alg. 2, orthogonal Alg. 1), which is for small data.
        Expects fast|paper.
    paper_step : str, default='instance'
        With solver='paper': optimise the active variables of one example (step 8a), or of all (8b).
        Expects instance|all.
    no_active_set : bool, default=False
        With solver='paper': optimise all variables of an example, not its active ones alone.
    labels : str, default='auto'
        What y is: ``names``, ``sets`` (lists of names), ``levels`` (a path in every row, padded or not),
        ``level-sets`` (lists of such paths) or ``indicator`` (a matrix of 0 and 1); ``auto`` goes by its
        form. Rows of equal length are levels unless a name stands in two columns or a taxonomy is given;
        rows of different length are sets.
    label_nodes : str, default='auto'
        What a label at an inner node means: ``terminal``: a class of its own below that node; ``all``:
        every node is a class; ``path``: it trains its path and is never predicted; ``closed``: a label
        stands for the nodes above it, too; ``auto``: what the method does.
    unknown_labels : str, default='error'
        What becomes of labels that the taxonomy does not have: ``error``, ``skip``, or ``prefix``: of a
        path the longest part that it has.
    calibrate : bool or int or str, default='auto'
        Learn from held-out folds (True: 5, or their number) how scores become probabilities and sets of
        labels; False: not; auto: not.
    budget : str, default=None
        Search for better options within this time or so many runs (``5m``, ``20runs``) before training;
        parameters that are not at their defaults stay. What was tried is in ``search_``.
    choose_for : str, default=None
        The measure of held-out examples that decides in a search or for ``C='auto'``, such as
        ``macro_f1``; None: average precision, or auprc with several labels.
    max_seconds : float, default=None
        End soon after so many seconds, with the model that was reached.
    checkpoint : Any, default=None
        A folder where fit keeps what it has reached: after an end at any moment the same fit goes on
        from there, with the same result, and removes the folder at its end.
    checkpoint_every : float, default=60.0
        How many seconds lie between two checkpoints.
    memory : str or int or None, default=None
        The process takes no more than this and a tenth while fit runs: a size such as ``'4G'``, or
        bytes. Caches and rows of weights fit themselves in; what does not fit is refused with what
        would. The whole interpreter counts, other threads included.
    keep_best : bool, default=False
        An interrupted fit keeps the best model so far before it raises KeyboardInterrupt.
    threads : int, default=0
        How many threads to use; 0: all cores. Results do not depend on it.
    seed : int, default=0
        Of all random choices.
    verbose : int, default=0
        Above 0: show progress, by tqdm where it is installed.
    stopwords : str, default='none'
        Words to leave out: those of a language such as english or german, or of a file with one word per
        line. Expects text.
    stemmer : str, default='none'
        Cut words down to their stems by the rules of this language, such as english or de. Expects none
        or a language.
    min_word_length : int, default=1
        Characters that a word needs to count. Expects a whole number of at least 1.
    ngrams : int or str, default='auto'
        Terms are words and runs of up to this many neighbouring words that count; 0: no words, only
        char_ngrams; auto: 1, and 2 for method clade. Expects a whole number from 0 to 5, or auto.
    char_ngrams : str, default='auto'
        Runs of so many characters of a word are terms, too; its boundaries count as characters; auto:
        none, and 3-4 for method clade where documents are short. Expects auto, none or lengths from 2 to
        10 such as 3-5.
    ngram_weight : float or str, default='auto'
        How much a run of words counts beside a word; auto: 1, and 0.6 for method clade. Expects a number
        above 0, or auto.
    char_weight : float or str, default='auto'
        How much a run of characters counts beside a word; auto: 1, and 0.3 for method clade. Expects a
        number above 0, or auto.
    min_df : int or str, default='auto'
        Training documents that a term needs to be in to count; auto: 2, and 1 for the single words of
        method clade. Expects a whole number of at least 1, or auto.
    max_df : float or str, default='none'
        Leave out words of more training documents than this share or number of them. Expects none, a
        share below 1, or a number of documents.
    weighting : str, default='auto'
        Of counts: log-tfidf is (1 + ln tf) idf; auto: log-tfidf for text, none for numbers. Expects
        auto|none|binary|tf|log-tf|tfidf|log-tfidf.
    normalize : str, default='auto'
        unit: scale every row to length 1; auto: unit for text, none for numbers. Expects auto|none|unit.
    hash : int, default=0
        Hash words to this many bits instead of keeping a vocabulary; 0: keep one. Expects 0, or a whole
        number of bits from 8 to 30.
    scale : str, default='auto'
        Of numeric features: standard: minus the mean, divided by the standard deviation; minmax: from 0
        to 1; features that most rows lack are only divided, so that zeros stay; auto: none, unless the
        method looks at the data. Expects auto|none|standard|minmax.
    missing : str, default='auto'
        For an empty cell, NA, NaN, null or ? of a numeric feature: zero, the mean of the training
        values, or an error; auto: the mean where features are scaled, else zero. Expects
        auto|zero|mean|error.

    Attributes
    ----------
    classes_ : array
        The labels that can be predicted, sorted.
    model_ : Model
        What the library trained; ``save`` writes it.
    taxonomy_ : Taxonomy
        Of the model.
    summary_ : dict
        Epochs, why training stopped, objectives and the gap between them.
    n_features_in_ : int
    feature_names_in_ : array
        Where X was a table with names.

    Examples
    --------
    >>> from clade import OrthogonalTransfer
    >>> X = [[1, 0, 0], [1, 1, 0], [0, 0, 1], [0, 1, 1]] * 5
    >>> y = ["apple", "pear", "hammer", "saw"] * 5
    >>> taxonomy = {"fruit": ["apple", "pear"], "tools": ["hammer", "saw"]}
    >>> model = OrthogonalTransfer(taxonomy=taxonomy).fit(X, y)
    >>> print(model.predict([[1, 0, 0], [0, 1, 1]]))
    ['apple' 'saw']
    """

    _method_name = 'orthogonal'
    _adapts_to_data = False
    _takes_several_labels = False
    _method_parameters = {
        'alpha': 'auto',
        'K': 'none',
        'multilabel': 'error',
        'C': 1.0,
        'scale_C': 'n',
        'class_weight': 'none',
        'bias': 'none',
        'precision': 'auto',
        'device': 'auto',
        'kernel': 'linear',
        'gamma': 'auto',
        'sigma': 'auto',
        'degree': 3,
        'coef0': 0.0,
        'length': 4,
        'decay': 0.5,
        'cache_mb': 'auto',
        'tolerance': 0.001,
        'max_epochs': 20000,
        'solver': 'fast',
        'paper_step': 'instance',
        'no_active_set': False,
    }
    _text_parameters = {
        'stopwords': 'none',
        'stemmer': 'none',
        'min_word_length': 1,
        'ngrams': 'auto',
        'char_ngrams': 'auto',
        'ngram_weight': 'auto',
        'char_weight': 'auto',
        'min_df': 'auto',
        'max_df': 'none',
        'weighting': 'auto',
        'normalize': 'auto',
        'hash': 0,
        'scale': 'auto',
        'missing': 'auto',
    }

    def __init__(
        self,
        *,
        taxonomy: Any = None,
        alpha: Union[float, str] = 'auto',
        K: str = 'none',
        multilabel: str = 'error',
        C: Union[float, str] = 1.0,
        scale_C: str = 'n',
        class_weight: Union[str, dict] = 'none',
        bias: str = 'none',
        precision: str = 'auto',
        device: str = 'auto',
        kernel: str = 'linear',
        gamma: Union[float, str] = 'auto',
        sigma: Union[float, str] = 'auto',
        degree: int = 3,
        coef0: float = 0.0,
        length: int = 4,
        decay: float = 0.5,
        cache_mb: Union[float, str] = 'auto',
        tolerance: float = 0.001,
        max_epochs: int = 20000,
        solver: str = 'fast',
        paper_step: str = 'instance',
        no_active_set: bool = False,
        labels: str = 'auto',
        label_nodes: str = 'auto',
        unknown_labels: str = 'error',
        calibrate: Union[bool, int, str] = 'auto',
        budget: Optional[str] = None,
        choose_for: Optional[str] = None,
        max_seconds: Optional[float] = None,
        checkpoint: Any = None,
        checkpoint_every: float = 60.0,
        memory: Union[str, int, None] = None,
        keep_best: bool = False,
        threads: int = 0,
        seed: int = 0,
        verbose: int = 0,
        stopwords: str = 'none',
        stemmer: str = 'none',
        min_word_length: int = 1,
        ngrams: Union[int, str] = 'auto',
        char_ngrams: str = 'auto',
        ngram_weight: Union[float, str] = 'auto',
        char_weight: Union[float, str] = 'auto',
        min_df: Union[int, str] = 'auto',
        max_df: Union[float, str] = 'none',
        weighting: str = 'auto',
        normalize: str = 'auto',
        hash: int = 0,
        scale: str = 'auto',
        missing: str = 'auto',
    ):
        self.alpha = alpha
        self.K = K
        self.multilabel = multilabel
        self.C = C
        self.scale_C = scale_C
        self.class_weight = class_weight
        self.bias = bias
        self.precision = precision
        self.device = device
        self.kernel = kernel
        self.gamma = gamma
        self.sigma = sigma
        self.degree = degree
        self.coef0 = coef0
        self.length = length
        self.decay = decay
        self.cache_mb = cache_mb
        self.tolerance = tolerance
        self.max_epochs = max_epochs
        self.solver = solver
        self.paper_step = paper_step
        self.no_active_set = no_active_set
        self.taxonomy = taxonomy
        self.labels = labels
        self.label_nodes = label_nodes
        self.unknown_labels = unknown_labels
        self.calibrate = calibrate
        self.budget = budget
        self.choose_for = choose_for
        self.max_seconds = max_seconds
        self.checkpoint = checkpoint
        self.checkpoint_every = checkpoint_every
        self.memory = memory
        self.keep_best = keep_best
        self.threads = threads
        self.seed = seed
        self.verbose = verbose
        self.stopwords = stopwords
        self.stemmer = stemmer
        self.min_word_length = min_word_length
        self.ngrams = ngrams
        self.char_ngrams = char_ngrams
        self.ngram_weight = ngram_weight
        self.char_weight = char_weight
        self.min_df = min_df
        self.max_df = max_df
        self.weighting = weighting
        self.normalize = normalize
        self.hash = hash
        self.scale = scale
        self.missing = missing


class FlatSVM(BaseClade):
    r"""The flat multiclass or multilabel SVM: the taxonomy serves for evaluation alone.

    Method ``svm`` of the command line (docs/METHODS.md).

    Parameters
    ----------
    taxonomy : Any, default=None
        Edges ``(parent, child)``, a dict, a networkx graph, a `Taxonomy` or the path of a file;
        ``"paths"`` (``"paths:SEP"``) where labels are paths such as A/B/C; ``"learn"`` to learn one from
        the examples; None: one flat level, unless y has levels.
    loss : str, default='auto'
        What a wrong class costs; auto: tree, or zero-one with flat or binary constraints. Expects
        auto|zero-one|tree|symdiff|normalized|subtree|sibling|costs:FILE|matrix:FILE.
    constraints : str, default='ranking'
        ranking: labels above other classes; binary: every class against zero. Expects ranking|binary.
    slack : str, default='instance'
        One slack for each example, or for each pair of classes. Expects instance|pair.
    slack_power : int, default=1
        2: squared slacks, and the root of the loss. Expects 1 or 2.
    C : float or str, default=1.0
        The price of one unit of slack; large: fit the data, inf: hard margin, auto: the best of up to 13
        values by cross-validation. Expects a number above 0, inf or auto.
    scale_C : str, default='none'
        n: divide C by the number of examples. Expects none|n.
    class_weight : str or dict, default='none'
        balanced: raise C for examples of rare classes, lower it for frequent ones. A dict has the
        weights of classes. Expects none|balanced.
    bias : str, default='none'
        feature: add a constant feature of value 1 to every row; free: a constant whose weights have no
        price. Expects none|feature|free.
    precision : str, default='auto'
        Of rows and weights; auto: single, or double where the tolerance is below 1e-6 (times C where
        that is above 1). Expects auto|single|double.
    device : str, default='auto'
        What takes the steps of one problem over all classes: a GPU, through a plug-in (docs/GPU.md);
        auto: a GPU where there are the plug-in and enough work; plain: what a GPU does, on one thread of
        the processor, for tests. Expects auto|cpu|cuda|plain.
    kernel : str, default='linear'
        How two examples are compared; precomputed: the row of example i holds the kernel with training
        example j at index j+1. Expects linear|rbf|poly|subsequence|precomputed.
    gamma : float or str, default='auto'
        rbf: exp(-gamma |x-z|^2); poly: (gamma <x,z> + coef0)^degree; auto: by sigma for rbf, 1 for poly.
        Expects a number above 0, or auto.
    sigma : float or str, default='auto'
        rbf: gamma is 1/sigma^2; median: of the distances between examples of different classes; auto:
        median unless gamma is given. Expects a number above 0, median or auto.
    degree : int, default=3
        Of kernel='poly'. Expects a whole number from 1 to 64.
    coef0 : float, default=0.0
        Of kernel='poly'. Expects a number.
    length : int, default=4
        Of subsequences, in letters. Expects a whole number from 1 to 64.
    decay : float, default=0.5
        The weight of each letter that a subsequence spans, gaps too. Expects a number above 0 and at
        most 1.
    cache_mb : float or str, default='auto'
        Memory for rows of the kernel matrix, in MiB; auto: what all of them and working sets take, 256
        or more, up to half of the memory that is free. Expects a number above 0, or auto.
    tolerance : float, default=0.001
        Stop at this relative duality gap, (primal - lower bound) / primal; with solver='paper' at this
        violation psi of the optimality conditions (orthogonal Alg. 1: this distance of its bounds).
        Expects a number above 0 and below 1.
    max_epochs : int, default=20000
        Passes over the data before giving up. Expects a whole number of at least 1.
    solver : str, default='fast'
        Fast, or the paper's own algorithm (thesis Alg. 2, orthogonal Alg. 1), which is for small data.
        Expects fast|paper.
    paper_step : str, default='instance'
        With solver='paper': optimise the active variables of one example (step 8a), or of all (8b).
        Expects instance|all.
    no_active_set : bool, default=False
        With solver='paper': optimise all variables of an example, not its active ones alone.
    labels : str, default='auto'
        What y is: ``names``, ``sets`` (lists of names), ``levels`` (a path in every row, padded or not),
        ``level-sets`` (lists of such paths) or ``indicator`` (a matrix of 0 and 1); ``auto`` goes by its
        form. Rows of equal length are levels unless a name stands in two columns or a taxonomy is given;
        rows of different length are sets.
    label_nodes : str, default='auto'
        What a label at an inner node means: ``terminal``: a class of its own below that node; ``all``:
        every node is a class; ``path``: it trains its path and is never predicted; ``closed``: a label
        stands for the nodes above it, too; ``auto``: what the method does.
    unknown_labels : str, default='error'
        What becomes of labels that the taxonomy does not have: ``error``, ``skip``, or ``prefix``: of a
        path the longest part that it has.
    calibrate : bool or int or str, default='auto'
        Learn from held-out folds (True: 5, or their number) how scores become probabilities and sets of
        labels; False: not; auto: not.
    budget : str, default=None
        Search for better options within this time or so many runs (``5m``, ``20runs``) before training;
        parameters that are not at their defaults stay. What was tried is in ``search_``.
    choose_for : str, default=None
        The measure of held-out examples that decides in a search or for ``C='auto'``, such as
        ``macro_f1``; None: average precision, or auprc with several labels.
    max_seconds : float, default=None
        End soon after so many seconds, with the model that was reached.
    checkpoint : Any, default=None
        A folder where fit keeps what it has reached: after an end at any moment the same fit goes on
        from there, with the same result, and removes the folder at its end.
    checkpoint_every : float, default=60.0
        How many seconds lie between two checkpoints.
    memory : str or int or None, default=None
        The process takes no more than this and a tenth while fit runs: a size such as ``'4G'``, or
        bytes. Caches and rows of weights fit themselves in; what does not fit is refused with what
        would. The whole interpreter counts, other threads included.
    keep_best : bool, default=False
        An interrupted fit keeps the best model so far before it raises KeyboardInterrupt.
    threads : int, default=0
        How many threads to use; 0: all cores. Results do not depend on it.
    seed : int, default=0
        Of all random choices.
    verbose : int, default=0
        Above 0: show progress, by tqdm where it is installed.
    stopwords : str, default='none'
        Words to leave out: those of a language such as english or german, or of a file with one word per
        line. Expects text.
    stemmer : str, default='none'
        Cut words down to their stems by the rules of this language, such as english or de. Expects none
        or a language.
    min_word_length : int, default=1
        Characters that a word needs to count. Expects a whole number of at least 1.
    ngrams : int or str, default='auto'
        Terms are words and runs of up to this many neighbouring words that count; 0: no words, only
        char_ngrams; auto: 1, and 2 for method clade. Expects a whole number from 0 to 5, or auto.
    char_ngrams : str, default='auto'
        Runs of so many characters of a word are terms, too; its boundaries count as characters; auto:
        none, and 3-4 for method clade where documents are short. Expects auto, none or lengths from 2 to
        10 such as 3-5.
    ngram_weight : float or str, default='auto'
        How much a run of words counts beside a word; auto: 1, and 0.6 for method clade. Expects a number
        above 0, or auto.
    char_weight : float or str, default='auto'
        How much a run of characters counts beside a word; auto: 1, and 0.3 for method clade. Expects a
        number above 0, or auto.
    min_df : int or str, default='auto'
        Training documents that a term needs to be in to count; auto: 2, and 1 for the single words of
        method clade. Expects a whole number of at least 1, or auto.
    max_df : float or str, default='none'
        Leave out words of more training documents than this share or number of them. Expects none, a
        share below 1, or a number of documents.
    weighting : str, default='auto'
        Of counts: log-tfidf is (1 + ln tf) idf; auto: log-tfidf for text, none for numbers. Expects
        auto|none|binary|tf|log-tf|tfidf|log-tfidf.
    normalize : str, default='auto'
        unit: scale every row to length 1; auto: unit for text, none for numbers. Expects auto|none|unit.
    hash : int, default=0
        Hash words to this many bits instead of keeping a vocabulary; 0: keep one. Expects 0, or a whole
        number of bits from 8 to 30.
    scale : str, default='auto'
        Of numeric features: standard: minus the mean, divided by the standard deviation; minmax: from 0
        to 1; features that most rows lack are only divided, so that zeros stay; auto: none, unless the
        method looks at the data. Expects auto|none|standard|minmax.
    missing : str, default='auto'
        For an empty cell, NA, NaN, null or ? of a numeric feature: zero, the mean of the training
        values, or an error; auto: the mean where features are scaled, else zero. Expects
        auto|zero|mean|error.

    Attributes
    ----------
    classes_ : array
        The labels that can be predicted, sorted.
    model_ : Model
        What the library trained; ``save`` writes it.
    taxonomy_ : Taxonomy
        Of the model.
    summary_ : dict
        Epochs, why training stopped, objectives and the gap between them.
    n_features_in_ : int
    feature_names_in_ : array
        Where X was a table with names.

    Examples
    --------
    >>> from clade import FlatSVM
    >>> X = [[1, 0, 0], [1, 1, 0], [0, 0, 1], [0, 1, 1]] * 5
    >>> y = ["apple", "pear", "hammer", "saw"] * 5
    >>> taxonomy = {"fruit": ["apple", "pear"], "tools": ["hammer", "saw"]}
    >>> model = FlatSVM(taxonomy=taxonomy).fit(X, y)
    >>> print(model.predict([[1, 0, 0], [0, 1, 1]]))
    ['apple' 'saw']
    """

    _method_name = 'svm'
    _adapts_to_data = False
    _takes_several_labels = True
    _method_parameters = {
        'loss': 'auto',
        'constraints': 'ranking',
        'slack': 'instance',
        'slack_power': 1,
        'C': 1.0,
        'scale_C': 'none',
        'class_weight': 'none',
        'bias': 'none',
        'precision': 'auto',
        'device': 'auto',
        'kernel': 'linear',
        'gamma': 'auto',
        'sigma': 'auto',
        'degree': 3,
        'coef0': 0.0,
        'length': 4,
        'decay': 0.5,
        'cache_mb': 'auto',
        'tolerance': 0.001,
        'max_epochs': 20000,
        'solver': 'fast',
        'paper_step': 'instance',
        'no_active_set': False,
    }
    _text_parameters = {
        'stopwords': 'none',
        'stemmer': 'none',
        'min_word_length': 1,
        'ngrams': 'auto',
        'char_ngrams': 'auto',
        'ngram_weight': 'auto',
        'char_weight': 'auto',
        'min_df': 'auto',
        'max_df': 'none',
        'weighting': 'auto',
        'normalize': 'auto',
        'hash': 0,
        'scale': 'auto',
        'missing': 'auto',
    }

    def __init__(
        self,
        *,
        taxonomy: Any = None,
        loss: str = 'auto',
        constraints: str = 'ranking',
        slack: str = 'instance',
        slack_power: int = 1,
        C: Union[float, str] = 1.0,
        scale_C: str = 'none',
        class_weight: Union[str, dict] = 'none',
        bias: str = 'none',
        precision: str = 'auto',
        device: str = 'auto',
        kernel: str = 'linear',
        gamma: Union[float, str] = 'auto',
        sigma: Union[float, str] = 'auto',
        degree: int = 3,
        coef0: float = 0.0,
        length: int = 4,
        decay: float = 0.5,
        cache_mb: Union[float, str] = 'auto',
        tolerance: float = 0.001,
        max_epochs: int = 20000,
        solver: str = 'fast',
        paper_step: str = 'instance',
        no_active_set: bool = False,
        labels: str = 'auto',
        label_nodes: str = 'auto',
        unknown_labels: str = 'error',
        calibrate: Union[bool, int, str] = 'auto',
        budget: Optional[str] = None,
        choose_for: Optional[str] = None,
        max_seconds: Optional[float] = None,
        checkpoint: Any = None,
        checkpoint_every: float = 60.0,
        memory: Union[str, int, None] = None,
        keep_best: bool = False,
        threads: int = 0,
        seed: int = 0,
        verbose: int = 0,
        stopwords: str = 'none',
        stemmer: str = 'none',
        min_word_length: int = 1,
        ngrams: Union[int, str] = 'auto',
        char_ngrams: str = 'auto',
        ngram_weight: Union[float, str] = 'auto',
        char_weight: Union[float, str] = 'auto',
        min_df: Union[int, str] = 'auto',
        max_df: Union[float, str] = 'none',
        weighting: str = 'auto',
        normalize: str = 'auto',
        hash: int = 0,
        scale: str = 'auto',
        missing: str = 'auto',
    ):
        self.loss = loss
        self.constraints = constraints
        self.slack = slack
        self.slack_power = slack_power
        self.C = C
        self.scale_C = scale_C
        self.class_weight = class_weight
        self.bias = bias
        self.precision = precision
        self.device = device
        self.kernel = kernel
        self.gamma = gamma
        self.sigma = sigma
        self.degree = degree
        self.coef0 = coef0
        self.length = length
        self.decay = decay
        self.cache_mb = cache_mb
        self.tolerance = tolerance
        self.max_epochs = max_epochs
        self.solver = solver
        self.paper_step = paper_step
        self.no_active_set = no_active_set
        self.taxonomy = taxonomy
        self.labels = labels
        self.label_nodes = label_nodes
        self.unknown_labels = unknown_labels
        self.calibrate = calibrate
        self.budget = budget
        self.choose_for = choose_for
        self.max_seconds = max_seconds
        self.checkpoint = checkpoint
        self.checkpoint_every = checkpoint_every
        self.memory = memory
        self.keep_best = keep_best
        self.threads = threads
        self.seed = seed
        self.verbose = verbose
        self.stopwords = stopwords
        self.stemmer = stemmer
        self.min_word_length = min_word_length
        self.ngrams = ngrams
        self.char_ngrams = char_ngrams
        self.ngram_weight = ngram_weight
        self.char_weight = char_weight
        self.min_df = min_df
        self.max_df = max_df
        self.weighting = weighting
        self.normalize = normalize
        self.hash = hash
        self.scale = scale
        self.missing = missing


class FlatMultSVM(BaseClade):
    r"""The flat SVM with C divided by the number of examples.

    Method ``flatmult`` of the command line (docs/METHODS.md).

    Parameters
    ----------
    taxonomy : Any, default=None
        Edges ``(parent, child)``, a dict, a networkx graph, a `Taxonomy` or the path of a file;
        ``"paths"`` (``"paths:SEP"``) where labels are paths such as A/B/C; ``"learn"`` to learn one from
        the examples; None: one flat level, unless y has levels.
    loss : str, default='auto'
        What a wrong class costs; auto: tree, or zero-one with flat or binary constraints. Expects
        auto|zero-one|tree|symdiff|normalized|subtree|sibling|costs:FILE|matrix:FILE.
    constraints : str, default='ranking'
        ranking: labels above other classes; binary: every class against zero. Expects ranking|binary.
    slack : str, default='instance'
        One slack for each example, or for each pair of classes. Expects instance|pair.
    slack_power : int, default=1
        2: squared slacks, and the root of the loss. Expects 1 or 2.
    C : float or str, default=1.0
        The price of one unit of slack; large: fit the data, inf: hard margin, auto: the best of up to 13
        values by cross-validation. Expects a number above 0, inf or auto.
    scale_C : str, default='n'
        n: divide C by the number of examples. Expects none|n.
    class_weight : str or dict, default='none'
        balanced: raise C for examples of rare classes, lower it for frequent ones. A dict has the
        weights of classes. Expects none|balanced.
    bias : str, default='none'
        feature: add a constant feature of value 1 to every row; free: a constant whose weights have no
        price. Expects none|feature|free.
    precision : str, default='auto'
        Of rows and weights; auto: single, or double where the tolerance is below 1e-6 (times C where
        that is above 1). Expects auto|single|double.
    device : str, default='auto'
        What takes the steps of one problem over all classes: a GPU, through a plug-in (docs/GPU.md);
        auto: a GPU where there are the plug-in and enough work; plain: what a GPU does, on one thread of
        the processor, for tests. Expects auto|cpu|cuda|plain.
    kernel : str, default='linear'
        How two examples are compared; precomputed: the row of example i holds the kernel with training
        example j at index j+1. Expects linear|rbf|poly|subsequence|precomputed.
    gamma : float or str, default='auto'
        rbf: exp(-gamma |x-z|^2); poly: (gamma <x,z> + coef0)^degree; auto: by sigma for rbf, 1 for poly.
        Expects a number above 0, or auto.
    sigma : float or str, default='auto'
        rbf: gamma is 1/sigma^2; median: of the distances between examples of different classes; auto:
        median unless gamma is given. Expects a number above 0, median or auto.
    degree : int, default=3
        Of kernel='poly'. Expects a whole number from 1 to 64.
    coef0 : float, default=0.0
        Of kernel='poly'. Expects a number.
    length : int, default=4
        Of subsequences, in letters. Expects a whole number from 1 to 64.
    decay : float, default=0.5
        The weight of each letter that a subsequence spans, gaps too. Expects a number above 0 and at
        most 1.
    cache_mb : float or str, default='auto'
        Memory for rows of the kernel matrix, in MiB; auto: what all of them and working sets take, 256
        or more, up to half of the memory that is free. Expects a number above 0, or auto.
    tolerance : float, default=0.001
        Stop at this relative duality gap, (primal - lower bound) / primal; with solver='paper' at this
        violation psi of the optimality conditions (orthogonal Alg. 1: this distance of its bounds).
        Expects a number above 0 and below 1.
    max_epochs : int, default=20000
        Passes over the data before giving up. Expects a whole number of at least 1.
    solver : str, default='fast'
        Fast, or the paper's own algorithm (thesis Alg. 2, orthogonal Alg. 1), which is for small data.
        Expects fast|paper.
    paper_step : str, default='instance'
        With solver='paper': optimise the active variables of one example (step 8a), or of all (8b).
        Expects instance|all.
    no_active_set : bool, default=False
        With solver='paper': optimise all variables of an example, not its active ones alone.
    labels : str, default='auto'
        What y is: ``names``, ``sets`` (lists of names), ``levels`` (a path in every row, padded or not),
        ``level-sets`` (lists of such paths) or ``indicator`` (a matrix of 0 and 1); ``auto`` goes by its
        form. Rows of equal length are levels unless a name stands in two columns or a taxonomy is given;
        rows of different length are sets.
    label_nodes : str, default='auto'
        What a label at an inner node means: ``terminal``: a class of its own below that node; ``all``:
        every node is a class; ``path``: it trains its path and is never predicted; ``closed``: a label
        stands for the nodes above it, too; ``auto``: what the method does.
    unknown_labels : str, default='error'
        What becomes of labels that the taxonomy does not have: ``error``, ``skip``, or ``prefix``: of a
        path the longest part that it has.
    calibrate : bool or int or str, default='auto'
        Learn from held-out folds (True: 5, or their number) how scores become probabilities and sets of
        labels; False: not; auto: not.
    budget : str, default=None
        Search for better options within this time or so many runs (``5m``, ``20runs``) before training;
        parameters that are not at their defaults stay. What was tried is in ``search_``.
    choose_for : str, default=None
        The measure of held-out examples that decides in a search or for ``C='auto'``, such as
        ``macro_f1``; None: average precision, or auprc with several labels.
    max_seconds : float, default=None
        End soon after so many seconds, with the model that was reached.
    checkpoint : Any, default=None
        A folder where fit keeps what it has reached: after an end at any moment the same fit goes on
        from there, with the same result, and removes the folder at its end.
    checkpoint_every : float, default=60.0
        How many seconds lie between two checkpoints.
    memory : str or int or None, default=None
        The process takes no more than this and a tenth while fit runs: a size such as ``'4G'``, or
        bytes. Caches and rows of weights fit themselves in; what does not fit is refused with what
        would. The whole interpreter counts, other threads included.
    keep_best : bool, default=False
        An interrupted fit keeps the best model so far before it raises KeyboardInterrupt.
    threads : int, default=0
        How many threads to use; 0: all cores. Results do not depend on it.
    seed : int, default=0
        Of all random choices.
    verbose : int, default=0
        Above 0: show progress, by tqdm where it is installed.
    stopwords : str, default='none'
        Words to leave out: those of a language such as english or german, or of a file with one word per
        line. Expects text.
    stemmer : str, default='none'
        Cut words down to their stems by the rules of this language, such as english or de. Expects none
        or a language.
    min_word_length : int, default=1
        Characters that a word needs to count. Expects a whole number of at least 1.
    ngrams : int or str, default='auto'
        Terms are words and runs of up to this many neighbouring words that count; 0: no words, only
        char_ngrams; auto: 1, and 2 for method clade. Expects a whole number from 0 to 5, or auto.
    char_ngrams : str, default='auto'
        Runs of so many characters of a word are terms, too; its boundaries count as characters; auto:
        none, and 3-4 for method clade where documents are short. Expects auto, none or lengths from 2 to
        10 such as 3-5.
    ngram_weight : float or str, default='auto'
        How much a run of words counts beside a word; auto: 1, and 0.6 for method clade. Expects a number
        above 0, or auto.
    char_weight : float or str, default='auto'
        How much a run of characters counts beside a word; auto: 1, and 0.3 for method clade. Expects a
        number above 0, or auto.
    min_df : int or str, default='auto'
        Training documents that a term needs to be in to count; auto: 2, and 1 for the single words of
        method clade. Expects a whole number of at least 1, or auto.
    max_df : float or str, default='none'
        Leave out words of more training documents than this share or number of them. Expects none, a
        share below 1, or a number of documents.
    weighting : str, default='auto'
        Of counts: log-tfidf is (1 + ln tf) idf; auto: log-tfidf for text, none for numbers. Expects
        auto|none|binary|tf|log-tf|tfidf|log-tfidf.
    normalize : str, default='auto'
        unit: scale every row to length 1; auto: unit for text, none for numbers. Expects auto|none|unit.
    hash : int, default=0
        Hash words to this many bits instead of keeping a vocabulary; 0: keep one. Expects 0, or a whole
        number of bits from 8 to 30.
    scale : str, default='auto'
        Of numeric features: standard: minus the mean, divided by the standard deviation; minmax: from 0
        to 1; features that most rows lack are only divided, so that zeros stay; auto: none, unless the
        method looks at the data. Expects auto|none|standard|minmax.
    missing : str, default='auto'
        For an empty cell, NA, NaN, null or ? of a numeric feature: zero, the mean of the training
        values, or an error; auto: the mean where features are scaled, else zero. Expects
        auto|zero|mean|error.

    Attributes
    ----------
    classes_ : array
        The labels that can be predicted, sorted.
    model_ : Model
        What the library trained; ``save`` writes it.
    taxonomy_ : Taxonomy
        Of the model.
    summary_ : dict
        Epochs, why training stopped, objectives and the gap between them.
    n_features_in_ : int
    feature_names_in_ : array
        Where X was a table with names.

    Examples
    --------
    >>> from clade import FlatMultSVM
    >>> X = [[1, 0, 0], [1, 1, 0], [0, 0, 1], [0, 1, 1]] * 5
    >>> y = ["apple", "pear", "hammer", "saw"] * 5
    >>> taxonomy = {"fruit": ["apple", "pear"], "tools": ["hammer", "saw"]}
    >>> model = FlatMultSVM(taxonomy=taxonomy).fit(X, y)
    >>> print(model.predict([[1, 0, 0], [0, 1, 1]]))
    ['apple' 'saw']
    """

    _method_name = 'flatmult'
    _adapts_to_data = False
    _takes_several_labels = True
    _method_parameters = {
        'loss': 'auto',
        'constraints': 'ranking',
        'slack': 'instance',
        'slack_power': 1,
        'C': 1.0,
        'scale_C': 'n',
        'class_weight': 'none',
        'bias': 'none',
        'precision': 'auto',
        'device': 'auto',
        'kernel': 'linear',
        'gamma': 'auto',
        'sigma': 'auto',
        'degree': 3,
        'coef0': 0.0,
        'length': 4,
        'decay': 0.5,
        'cache_mb': 'auto',
        'tolerance': 0.001,
        'max_epochs': 20000,
        'solver': 'fast',
        'paper_step': 'instance',
        'no_active_set': False,
    }
    _text_parameters = {
        'stopwords': 'none',
        'stemmer': 'none',
        'min_word_length': 1,
        'ngrams': 'auto',
        'char_ngrams': 'auto',
        'ngram_weight': 'auto',
        'char_weight': 'auto',
        'min_df': 'auto',
        'max_df': 'none',
        'weighting': 'auto',
        'normalize': 'auto',
        'hash': 0,
        'scale': 'auto',
        'missing': 'auto',
    }

    def __init__(
        self,
        *,
        taxonomy: Any = None,
        loss: str = 'auto',
        constraints: str = 'ranking',
        slack: str = 'instance',
        slack_power: int = 1,
        C: Union[float, str] = 1.0,
        scale_C: str = 'n',
        class_weight: Union[str, dict] = 'none',
        bias: str = 'none',
        precision: str = 'auto',
        device: str = 'auto',
        kernel: str = 'linear',
        gamma: Union[float, str] = 'auto',
        sigma: Union[float, str] = 'auto',
        degree: int = 3,
        coef0: float = 0.0,
        length: int = 4,
        decay: float = 0.5,
        cache_mb: Union[float, str] = 'auto',
        tolerance: float = 0.001,
        max_epochs: int = 20000,
        solver: str = 'fast',
        paper_step: str = 'instance',
        no_active_set: bool = False,
        labels: str = 'auto',
        label_nodes: str = 'auto',
        unknown_labels: str = 'error',
        calibrate: Union[bool, int, str] = 'auto',
        budget: Optional[str] = None,
        choose_for: Optional[str] = None,
        max_seconds: Optional[float] = None,
        checkpoint: Any = None,
        checkpoint_every: float = 60.0,
        memory: Union[str, int, None] = None,
        keep_best: bool = False,
        threads: int = 0,
        seed: int = 0,
        verbose: int = 0,
        stopwords: str = 'none',
        stemmer: str = 'none',
        min_word_length: int = 1,
        ngrams: Union[int, str] = 'auto',
        char_ngrams: str = 'auto',
        ngram_weight: Union[float, str] = 'auto',
        char_weight: Union[float, str] = 'auto',
        min_df: Union[int, str] = 'auto',
        max_df: Union[float, str] = 'none',
        weighting: str = 'auto',
        normalize: str = 'auto',
        hash: int = 0,
        scale: str = 'auto',
        missing: str = 'auto',
    ):
        self.loss = loss
        self.constraints = constraints
        self.slack = slack
        self.slack_power = slack_power
        self.C = C
        self.scale_C = scale_C
        self.class_weight = class_weight
        self.bias = bias
        self.precision = precision
        self.device = device
        self.kernel = kernel
        self.gamma = gamma
        self.sigma = sigma
        self.degree = degree
        self.coef0 = coef0
        self.length = length
        self.decay = decay
        self.cache_mb = cache_mb
        self.tolerance = tolerance
        self.max_epochs = max_epochs
        self.solver = solver
        self.paper_step = paper_step
        self.no_active_set = no_active_set
        self.taxonomy = taxonomy
        self.labels = labels
        self.label_nodes = label_nodes
        self.unknown_labels = unknown_labels
        self.calibrate = calibrate
        self.budget = budget
        self.choose_for = choose_for
        self.max_seconds = max_seconds
        self.checkpoint = checkpoint
        self.checkpoint_every = checkpoint_every
        self.memory = memory
        self.keep_best = keep_best
        self.threads = threads
        self.seed = seed
        self.verbose = verbose
        self.stopwords = stopwords
        self.stemmer = stemmer
        self.min_word_length = min_word_length
        self.ngrams = ngrams
        self.char_ngrams = char_ngrams
        self.ngram_weight = ngram_weight
        self.char_weight = char_weight
        self.min_df = min_df
        self.max_df = max_df
        self.weighting = weighting
        self.normalize = normalize
        self.hash = hash
        self.scale = scale
        self.missing = missing


class HierMultSVM(BaseClade):
    r"""Divide and conquer with C divided by the number of examples of the node.

    Method ``hiermult`` of the command line (docs/METHODS.md).

    Parameters
    ----------
    taxonomy : Any, default=None
        Edges ``(parent, child)``, a dict, a networkx graph, a `Taxonomy` or the path of a file;
        ``"paths"`` (``"paths:SEP"``) where labels are paths such as A/B/C; ``"learn"`` to learn one from
        the examples; None: one flat level, unless y has levels.
    C : float or str, default=1.0
        The price of one unit of slack; large: fit the data, inf: hard margin, auto: the best of up to 13
        values by cross-validation. Expects a number above 0, inf or auto.
    scale_C : str, default='n'
        n: divide C by the number of examples. Expects none|n.
    class_weight : str or dict, default='none'
        balanced: raise C for examples of rare classes, lower it for frequent ones. A dict has the
        weights of classes. Expects none|balanced.
    bias : str, default='none'
        feature: add a constant feature of value 1 to every row; free: a constant whose weights have no
        price. Expects none|feature|free.
    precision : str, default='auto'
        Of rows and weights; auto: single, or double where the tolerance is below 1e-6 (times C where
        that is above 1). Expects auto|single|double.
    device : str, default='auto'
        What takes the steps of one problem over all classes: a GPU, through a plug-in (docs/GPU.md);
        auto: a GPU where there are the plug-in and enough work; plain: what a GPU does, on one thread of
        the processor, for tests. Expects auto|cpu|cuda|plain.
    kernel : str, default='linear'
        How two examples are compared; precomputed: the row of example i holds the kernel with training
        example j at index j+1. Expects linear|rbf|poly|subsequence|precomputed.
    gamma : float or str, default='auto'
        rbf: exp(-gamma |x-z|^2); poly: (gamma <x,z> + coef0)^degree; auto: by sigma for rbf, 1 for poly.
        Expects a number above 0, or auto.
    sigma : float or str, default='auto'
        rbf: gamma is 1/sigma^2; median: of the distances between examples of different classes; auto:
        median unless gamma is given. Expects a number above 0, median or auto.
    degree : int, default=3
        Of kernel='poly'. Expects a whole number from 1 to 64.
    coef0 : float, default=0.0
        Of kernel='poly'. Expects a number.
    length : int, default=4
        Of subsequences, in letters. Expects a whole number from 1 to 64.
    decay : float, default=0.5
        The weight of each letter that a subsequence spans, gaps too. Expects a number above 0 and at
        most 1.
    cache_mb : float or str, default='auto'
        Memory for rows of the kernel matrix, in MiB; auto: what all of them and working sets take, 256
        or more, up to half of the memory that is free. Expects a number above 0, or auto.
    tolerance : float, default=0.001
        Stop at this relative duality gap, (primal - lower bound) / primal; with solver='paper' at this
        violation psi of the optimality conditions (orthogonal Alg. 1: this distance of its bounds).
        Expects a number above 0 and below 1.
    max_epochs : int, default=20000
        Passes over the data before giving up. Expects a whole number of at least 1.
    solver : str, default='fast'
        Fast, or the paper's own algorithm (thesis Alg. 2, orthogonal Alg. 1), which is for small data.
        Expects fast|paper.
    paper_step : str, default='instance'
        With solver='paper': optimise the active variables of one example (step 8a), or of all (8b).
        Expects instance|all.
    no_active_set : bool, default=False
        With solver='paper': optimise all variables of an example, not its active ones alone.
    labels : str, default='auto'
        What y is: ``names``, ``sets`` (lists of names), ``levels`` (a path in every row, padded or not),
        ``level-sets`` (lists of such paths) or ``indicator`` (a matrix of 0 and 1); ``auto`` goes by its
        form. Rows of equal length are levels unless a name stands in two columns or a taxonomy is given;
        rows of different length are sets.
    label_nodes : str, default='auto'
        What a label at an inner node means: ``terminal``: a class of its own below that node; ``all``:
        every node is a class; ``path``: it trains its path and is never predicted; ``closed``: a label
        stands for the nodes above it, too; ``auto``: what the method does.
    unknown_labels : str, default='error'
        What becomes of labels that the taxonomy does not have: ``error``, ``skip``, or ``prefix``: of a
        path the longest part that it has.
    calibrate : bool or int or str, default='auto'
        Learn from held-out folds (True: 5, or their number) how scores become probabilities and sets of
        labels; False: not; auto: not.
    budget : str, default=None
        Search for better options within this time or so many runs (``5m``, ``20runs``) before training;
        parameters that are not at their defaults stay. What was tried is in ``search_``.
    choose_for : str, default=None
        The measure of held-out examples that decides in a search or for ``C='auto'``, such as
        ``macro_f1``; None: average precision, or auprc with several labels.
    max_seconds : float, default=None
        End soon after so many seconds, with the model that was reached.
    checkpoint : Any, default=None
        A folder where fit keeps what it has reached: after an end at any moment the same fit goes on
        from there, with the same result, and removes the folder at its end.
    checkpoint_every : float, default=60.0
        How many seconds lie between two checkpoints.
    memory : str or int or None, default=None
        The process takes no more than this and a tenth while fit runs: a size such as ``'4G'``, or
        bytes. Caches and rows of weights fit themselves in; what does not fit is refused with what
        would. The whole interpreter counts, other threads included.
    keep_best : bool, default=False
        An interrupted fit keeps the best model so far before it raises KeyboardInterrupt.
    threads : int, default=0
        How many threads to use; 0: all cores. Results do not depend on it.
    seed : int, default=0
        Of all random choices.
    verbose : int, default=0
        Above 0: show progress, by tqdm where it is installed.
    stopwords : str, default='none'
        Words to leave out: those of a language such as english or german, or of a file with one word per
        line. Expects text.
    stemmer : str, default='none'
        Cut words down to their stems by the rules of this language, such as english or de. Expects none
        or a language.
    min_word_length : int, default=1
        Characters that a word needs to count. Expects a whole number of at least 1.
    ngrams : int or str, default='auto'
        Terms are words and runs of up to this many neighbouring words that count; 0: no words, only
        char_ngrams; auto: 1, and 2 for method clade. Expects a whole number from 0 to 5, or auto.
    char_ngrams : str, default='auto'
        Runs of so many characters of a word are terms, too; its boundaries count as characters; auto:
        none, and 3-4 for method clade where documents are short. Expects auto, none or lengths from 2 to
        10 such as 3-5.
    ngram_weight : float or str, default='auto'
        How much a run of words counts beside a word; auto: 1, and 0.6 for method clade. Expects a number
        above 0, or auto.
    char_weight : float or str, default='auto'
        How much a run of characters counts beside a word; auto: 1, and 0.3 for method clade. Expects a
        number above 0, or auto.
    min_df : int or str, default='auto'
        Training documents that a term needs to be in to count; auto: 2, and 1 for the single words of
        method clade. Expects a whole number of at least 1, or auto.
    max_df : float or str, default='none'
        Leave out words of more training documents than this share or number of them. Expects none, a
        share below 1, or a number of documents.
    weighting : str, default='auto'
        Of counts: log-tfidf is (1 + ln tf) idf; auto: log-tfidf for text, none for numbers. Expects
        auto|none|binary|tf|log-tf|tfidf|log-tfidf.
    normalize : str, default='auto'
        unit: scale every row to length 1; auto: unit for text, none for numbers. Expects auto|none|unit.
    hash : int, default=0
        Hash words to this many bits instead of keeping a vocabulary; 0: keep one. Expects 0, or a whole
        number of bits from 8 to 30.
    scale : str, default='auto'
        Of numeric features: standard: minus the mean, divided by the standard deviation; minmax: from 0
        to 1; features that most rows lack are only divided, so that zeros stay; auto: none, unless the
        method looks at the data. Expects auto|none|standard|minmax.
    missing : str, default='auto'
        For an empty cell, NA, NaN, null or ? of a numeric feature: zero, the mean of the training
        values, or an error; auto: the mean where features are scaled, else zero. Expects
        auto|zero|mean|error.

    Attributes
    ----------
    classes_ : array
        The labels that can be predicted, sorted.
    model_ : Model
        What the library trained; ``save`` writes it.
    taxonomy_ : Taxonomy
        Of the model.
    summary_ : dict
        Epochs, why training stopped, objectives and the gap between them.
    n_features_in_ : int
    feature_names_in_ : array
        Where X was a table with names.

    Examples
    --------
    >>> from clade import HierMultSVM
    >>> X = [[1, 0, 0], [1, 1, 0], [0, 0, 1], [0, 1, 1]] * 5
    >>> y = ["apple", "pear", "hammer", "saw"] * 5
    >>> taxonomy = {"fruit": ["apple", "pear"], "tools": ["hammer", "saw"]}
    >>> model = HierMultSVM(taxonomy=taxonomy).fit(X, y)
    >>> print(model.predict([[1, 0, 0], [0, 1, 1]]))
    ['apple' 'saw']
    """

    _method_name = 'hiermult'
    _adapts_to_data = False
    _takes_several_labels = True
    _method_parameters = {
        'C': 1.0,
        'scale_C': 'n',
        'class_weight': 'none',
        'bias': 'none',
        'precision': 'auto',
        'device': 'auto',
        'kernel': 'linear',
        'gamma': 'auto',
        'sigma': 'auto',
        'degree': 3,
        'coef0': 0.0,
        'length': 4,
        'decay': 0.5,
        'cache_mb': 'auto',
        'tolerance': 0.001,
        'max_epochs': 20000,
        'solver': 'fast',
        'paper_step': 'instance',
        'no_active_set': False,
    }
    _text_parameters = {
        'stopwords': 'none',
        'stemmer': 'none',
        'min_word_length': 1,
        'ngrams': 'auto',
        'char_ngrams': 'auto',
        'ngram_weight': 'auto',
        'char_weight': 'auto',
        'min_df': 'auto',
        'max_df': 'none',
        'weighting': 'auto',
        'normalize': 'auto',
        'hash': 0,
        'scale': 'auto',
        'missing': 'auto',
    }

    def __init__(
        self,
        *,
        taxonomy: Any = None,
        C: Union[float, str] = 1.0,
        scale_C: str = 'n',
        class_weight: Union[str, dict] = 'none',
        bias: str = 'none',
        precision: str = 'auto',
        device: str = 'auto',
        kernel: str = 'linear',
        gamma: Union[float, str] = 'auto',
        sigma: Union[float, str] = 'auto',
        degree: int = 3,
        coef0: float = 0.0,
        length: int = 4,
        decay: float = 0.5,
        cache_mb: Union[float, str] = 'auto',
        tolerance: float = 0.001,
        max_epochs: int = 20000,
        solver: str = 'fast',
        paper_step: str = 'instance',
        no_active_set: bool = False,
        labels: str = 'auto',
        label_nodes: str = 'auto',
        unknown_labels: str = 'error',
        calibrate: Union[bool, int, str] = 'auto',
        budget: Optional[str] = None,
        choose_for: Optional[str] = None,
        max_seconds: Optional[float] = None,
        checkpoint: Any = None,
        checkpoint_every: float = 60.0,
        memory: Union[str, int, None] = None,
        keep_best: bool = False,
        threads: int = 0,
        seed: int = 0,
        verbose: int = 0,
        stopwords: str = 'none',
        stemmer: str = 'none',
        min_word_length: int = 1,
        ngrams: Union[int, str] = 'auto',
        char_ngrams: str = 'auto',
        ngram_weight: Union[float, str] = 'auto',
        char_weight: Union[float, str] = 'auto',
        min_df: Union[int, str] = 'auto',
        max_df: Union[float, str] = 'none',
        weighting: str = 'auto',
        normalize: str = 'auto',
        hash: int = 0,
        scale: str = 'auto',
        missing: str = 'auto',
    ):
        self.C = C
        self.scale_C = scale_C
        self.class_weight = class_weight
        self.bias = bias
        self.precision = precision
        self.device = device
        self.kernel = kernel
        self.gamma = gamma
        self.sigma = sigma
        self.degree = degree
        self.coef0 = coef0
        self.length = length
        self.decay = decay
        self.cache_mb = cache_mb
        self.tolerance = tolerance
        self.max_epochs = max_epochs
        self.solver = solver
        self.paper_step = paper_step
        self.no_active_set = no_active_set
        self.taxonomy = taxonomy
        self.labels = labels
        self.label_nodes = label_nodes
        self.unknown_labels = unknown_labels
        self.calibrate = calibrate
        self.budget = budget
        self.choose_for = choose_for
        self.max_seconds = max_seconds
        self.checkpoint = checkpoint
        self.checkpoint_every = checkpoint_every
        self.memory = memory
        self.keep_best = keep_best
        self.threads = threads
        self.seed = seed
        self.verbose = verbose
        self.stopwords = stopwords
        self.stemmer = stemmer
        self.min_word_length = min_word_length
        self.ngrams = ngrams
        self.char_ngrams = char_ngrams
        self.ngram_weight = ngram_weight
        self.char_weight = char_weight
        self.min_df = min_df
        self.max_df = max_df
        self.weighting = weighting
        self.normalize = normalize
        self.hash = hash
        self.scale = scale
        self.missing = missing


class FlatPsiLearning(BaseClade):
    r"""Flat psi-learning.

    Method ``psi`` of the command line (docs/METHODS.md).

    Parameters
    ----------
    taxonomy : Any, default=None
        Edges ``(parent, child)``, a dict, a networkx graph, a `Taxonomy` or the path of a file;
        ``"paths"`` (``"paths:SEP"``) where labels are paths such as A/B/C; ``"learn"`` to learn one from
        the examples; None: one flat level, unless y has levels.
    multilabel : str, default='error'
        intersect: labels that occur together are one new category, a child of the deepest node above
        them all. Expects error|intersect.
    dc_tolerance : float, default=0.001
        Stop when the next convex problem changes the psi objective by no more than this part. Expects a
        number above 0 and below 1.
    dc_iterations : int, default=40
        Convex problems after the first before giving up. Expects a whole number of at least 1.
    C : float or str, default=1.0
        The price of one unit of slack; large: fit the data, inf: hard margin, auto: the best of up to 13
        values by cross-validation. Expects a number above 0, inf or auto.
    scale_C : str, default='none'
        n: divide C by the number of examples. Expects none|n.
    class_weight : str or dict, default='none'
        balanced: raise C for examples of rare classes, lower it for frequent ones. A dict has the
        weights of classes. Expects none|balanced.
    bias : str, default='free'
        feature: add a constant feature of value 1 to every row; free: a constant whose weights have no
        price. Expects none|feature|free.
    precision : str, default='auto'
        Of rows and weights; auto: single, or double where the tolerance is below 1e-6 (times C where
        that is above 1). Expects auto|single|double.
    device : str, default='auto'
        What takes the steps of one problem over all classes: a GPU, through a plug-in (docs/GPU.md);
        auto: a GPU where there are the plug-in and enough work; plain: what a GPU does, on one thread of
        the processor, for tests. Expects auto|cpu|cuda|plain.
    kernel : str, default='linear'
        How two examples are compared; precomputed: the row of example i holds the kernel with training
        example j at index j+1. Expects linear|rbf|poly|subsequence|precomputed.
    gamma : float or str, default='auto'
        rbf: exp(-gamma |x-z|^2); poly: (gamma <x,z> + coef0)^degree; auto: by sigma for rbf, 1 for poly.
        Expects a number above 0, or auto.
    sigma : float or str, default='auto'
        rbf: gamma is 1/sigma^2; median: of the distances between examples of different classes; auto:
        median unless gamma is given. Expects a number above 0, median or auto.
    degree : int, default=3
        Of kernel='poly'. Expects a whole number from 1 to 64.
    coef0 : float, default=0.0
        Of kernel='poly'. Expects a number.
    length : int, default=4
        Of subsequences, in letters. Expects a whole number from 1 to 64.
    decay : float, default=0.5
        The weight of each letter that a subsequence spans, gaps too. Expects a number above 0 and at
        most 1.
    cache_mb : float or str, default='auto'
        Memory for rows of the kernel matrix, in MiB; auto: what all of them and working sets take, 256
        or more, up to half of the memory that is free. Expects a number above 0, or auto.
    tolerance : float, default=0.001
        Stop at this relative duality gap, (primal - lower bound) / primal; with solver='paper' at this
        violation psi of the optimality conditions (orthogonal Alg. 1: this distance of its bounds).
        Expects a number above 0 and below 1.
    max_epochs : int, default=20000
        Passes over the data before giving up. Expects a whole number of at least 1.
    solver : str, default='fast'
        Fast, or the paper's own algorithm (thesis Alg. 2, orthogonal Alg. 1), which is for small data.
        Expects fast|paper.
    paper_step : str, default='instance'
        With solver='paper': optimise the active variables of one example (step 8a), or of all (8b).
        Expects instance|all.
    no_active_set : bool, default=False
        With solver='paper': optimise all variables of an example, not its active ones alone.
    labels : str, default='auto'
        What y is: ``names``, ``sets`` (lists of names), ``levels`` (a path in every row, padded or not),
        ``level-sets`` (lists of such paths) or ``indicator`` (a matrix of 0 and 1); ``auto`` goes by its
        form. Rows of equal length are levels unless a name stands in two columns or a taxonomy is given;
        rows of different length are sets.
    label_nodes : str, default='auto'
        What a label at an inner node means: ``terminal``: a class of its own below that node; ``all``:
        every node is a class; ``path``: it trains its path and is never predicted; ``closed``: a label
        stands for the nodes above it, too; ``auto``: what the method does.
    unknown_labels : str, default='error'
        What becomes of labels that the taxonomy does not have: ``error``, ``skip``, or ``prefix``: of a
        path the longest part that it has.
    calibrate : bool or int or str, default='auto'
        Learn from held-out folds (True: 5, or their number) how scores become probabilities and sets of
        labels; False: not; auto: not.
    budget : str, default=None
        Search for better options within this time or so many runs (``5m``, ``20runs``) before training;
        parameters that are not at their defaults stay. What was tried is in ``search_``.
    choose_for : str, default=None
        The measure of held-out examples that decides in a search or for ``C='auto'``, such as
        ``macro_f1``; None: average precision, or auprc with several labels.
    max_seconds : float, default=None
        End soon after so many seconds, with the model that was reached.
    checkpoint : Any, default=None
        A folder where fit keeps what it has reached: after an end at any moment the same fit goes on
        from there, with the same result, and removes the folder at its end.
    checkpoint_every : float, default=60.0
        How many seconds lie between two checkpoints.
    memory : str or int or None, default=None
        The process takes no more than this and a tenth while fit runs: a size such as ``'4G'``, or
        bytes. Caches and rows of weights fit themselves in; what does not fit is refused with what
        would. The whole interpreter counts, other threads included.
    keep_best : bool, default=False
        An interrupted fit keeps the best model so far before it raises KeyboardInterrupt.
    threads : int, default=0
        How many threads to use; 0: all cores. Results do not depend on it.
    seed : int, default=0
        Of all random choices.
    verbose : int, default=0
        Above 0: show progress, by tqdm where it is installed.
    stopwords : str, default='none'
        Words to leave out: those of a language such as english or german, or of a file with one word per
        line. Expects text.
    stemmer : str, default='none'
        Cut words down to their stems by the rules of this language, such as english or de. Expects none
        or a language.
    min_word_length : int, default=1
        Characters that a word needs to count. Expects a whole number of at least 1.
    ngrams : int or str, default='auto'
        Terms are words and runs of up to this many neighbouring words that count; 0: no words, only
        char_ngrams; auto: 1, and 2 for method clade. Expects a whole number from 0 to 5, or auto.
    char_ngrams : str, default='auto'
        Runs of so many characters of a word are terms, too; its boundaries count as characters; auto:
        none, and 3-4 for method clade where documents are short. Expects auto, none or lengths from 2 to
        10 such as 3-5.
    ngram_weight : float or str, default='auto'
        How much a run of words counts beside a word; auto: 1, and 0.6 for method clade. Expects a number
        above 0, or auto.
    char_weight : float or str, default='auto'
        How much a run of characters counts beside a word; auto: 1, and 0.3 for method clade. Expects a
        number above 0, or auto.
    min_df : int or str, default='auto'
        Training documents that a term needs to be in to count; auto: 2, and 1 for the single words of
        method clade. Expects a whole number of at least 1, or auto.
    max_df : float or str, default='none'
        Leave out words of more training documents than this share or number of them. Expects none, a
        share below 1, or a number of documents.
    weighting : str, default='auto'
        Of counts: log-tfidf is (1 + ln tf) idf; auto: log-tfidf for text, none for numbers. Expects
        auto|none|binary|tf|log-tf|tfidf|log-tfidf.
    normalize : str, default='auto'
        unit: scale every row to length 1; auto: unit for text, none for numbers. Expects auto|none|unit.
    hash : int, default=0
        Hash words to this many bits instead of keeping a vocabulary; 0: keep one. Expects 0, or a whole
        number of bits from 8 to 30.
    scale : str, default='auto'
        Of numeric features: standard: minus the mean, divided by the standard deviation; minmax: from 0
        to 1; features that most rows lack are only divided, so that zeros stay; auto: none, unless the
        method looks at the data. Expects auto|none|standard|minmax.
    missing : str, default='auto'
        For an empty cell, NA, NaN, null or ? of a numeric feature: zero, the mean of the training
        values, or an error; auto: the mean where features are scaled, else zero. Expects
        auto|zero|mean|error.

    Attributes
    ----------
    classes_ : array
        The labels that can be predicted, sorted.
    model_ : Model
        What the library trained; ``save`` writes it.
    taxonomy_ : Taxonomy
        Of the model.
    summary_ : dict
        Epochs, why training stopped, objectives and the gap between them.
    n_features_in_ : int
    feature_names_in_ : array
        Where X was a table with names.

    Examples
    --------
    >>> from clade import FlatPsiLearning
    >>> X = [[1, 0, 0], [1, 1, 0], [0, 0, 1], [0, 1, 1]] * 5
    >>> y = ["apple", "pear", "hammer", "saw"] * 5
    >>> taxonomy = {"fruit": ["apple", "pear"], "tools": ["hammer", "saw"]}
    >>> model = FlatPsiLearning(taxonomy=taxonomy).fit(X, y)
    >>> print(model.predict([[1, 0, 0], [0, 1, 1]]))
    ['apple' 'saw']
    """

    _method_name = 'psi'
    _adapts_to_data = False
    _takes_several_labels = False
    _method_parameters = {
        'multilabel': 'error',
        'dc_tolerance': 0.001,
        'dc_iterations': 40,
        'C': 1.0,
        'scale_C': 'none',
        'class_weight': 'none',
        'bias': 'free',
        'precision': 'auto',
        'device': 'auto',
        'kernel': 'linear',
        'gamma': 'auto',
        'sigma': 'auto',
        'degree': 3,
        'coef0': 0.0,
        'length': 4,
        'decay': 0.5,
        'cache_mb': 'auto',
        'tolerance': 0.001,
        'max_epochs': 20000,
        'solver': 'fast',
        'paper_step': 'instance',
        'no_active_set': False,
    }
    _text_parameters = {
        'stopwords': 'none',
        'stemmer': 'none',
        'min_word_length': 1,
        'ngrams': 'auto',
        'char_ngrams': 'auto',
        'ngram_weight': 'auto',
        'char_weight': 'auto',
        'min_df': 'auto',
        'max_df': 'none',
        'weighting': 'auto',
        'normalize': 'auto',
        'hash': 0,
        'scale': 'auto',
        'missing': 'auto',
    }

    def __init__(
        self,
        *,
        taxonomy: Any = None,
        multilabel: str = 'error',
        dc_tolerance: float = 0.001,
        dc_iterations: int = 40,
        C: Union[float, str] = 1.0,
        scale_C: str = 'none',
        class_weight: Union[str, dict] = 'none',
        bias: str = 'free',
        precision: str = 'auto',
        device: str = 'auto',
        kernel: str = 'linear',
        gamma: Union[float, str] = 'auto',
        sigma: Union[float, str] = 'auto',
        degree: int = 3,
        coef0: float = 0.0,
        length: int = 4,
        decay: float = 0.5,
        cache_mb: Union[float, str] = 'auto',
        tolerance: float = 0.001,
        max_epochs: int = 20000,
        solver: str = 'fast',
        paper_step: str = 'instance',
        no_active_set: bool = False,
        labels: str = 'auto',
        label_nodes: str = 'auto',
        unknown_labels: str = 'error',
        calibrate: Union[bool, int, str] = 'auto',
        budget: Optional[str] = None,
        choose_for: Optional[str] = None,
        max_seconds: Optional[float] = None,
        checkpoint: Any = None,
        checkpoint_every: float = 60.0,
        memory: Union[str, int, None] = None,
        keep_best: bool = False,
        threads: int = 0,
        seed: int = 0,
        verbose: int = 0,
        stopwords: str = 'none',
        stemmer: str = 'none',
        min_word_length: int = 1,
        ngrams: Union[int, str] = 'auto',
        char_ngrams: str = 'auto',
        ngram_weight: Union[float, str] = 'auto',
        char_weight: Union[float, str] = 'auto',
        min_df: Union[int, str] = 'auto',
        max_df: Union[float, str] = 'none',
        weighting: str = 'auto',
        normalize: str = 'auto',
        hash: int = 0,
        scale: str = 'auto',
        missing: str = 'auto',
    ):
        self.multilabel = multilabel
        self.dc_tolerance = dc_tolerance
        self.dc_iterations = dc_iterations
        self.C = C
        self.scale_C = scale_C
        self.class_weight = class_weight
        self.bias = bias
        self.precision = precision
        self.device = device
        self.kernel = kernel
        self.gamma = gamma
        self.sigma = sigma
        self.degree = degree
        self.coef0 = coef0
        self.length = length
        self.decay = decay
        self.cache_mb = cache_mb
        self.tolerance = tolerance
        self.max_epochs = max_epochs
        self.solver = solver
        self.paper_step = paper_step
        self.no_active_set = no_active_set
        self.taxonomy = taxonomy
        self.labels = labels
        self.label_nodes = label_nodes
        self.unknown_labels = unknown_labels
        self.calibrate = calibrate
        self.budget = budget
        self.choose_for = choose_for
        self.max_seconds = max_seconds
        self.checkpoint = checkpoint
        self.checkpoint_every = checkpoint_every
        self.memory = memory
        self.keep_best = keep_best
        self.threads = threads
        self.seed = seed
        self.verbose = verbose
        self.stopwords = stopwords
        self.stemmer = stemmer
        self.min_word_length = min_word_length
        self.ngrams = ngrams
        self.char_ngrams = char_ngrams
        self.ngram_weight = ngram_weight
        self.char_weight = char_weight
        self.min_df = min_df
        self.max_df = max_df
        self.weighting = weighting
        self.normalize = normalize
        self.hash = hash
        self.scale = scale
        self.missing = missing


class TreeLossSVM(BaseClade):
    r"""Margins by tree distance against the nodes of every level.

    Method ``treeloss`` of the command line (docs/METHODS.md).

    Parameters
    ----------
    taxonomy : Any, default=None
        Edges ``(parent, child)``, a dict, a networkx graph, a `Taxonomy` or the path of a file;
        ``"paths"`` (``"paths:SEP"``) where labels are paths such as A/B/C; ``"learn"`` to learn one from
        the examples; None: one flat level, unless y has levels.
    candidates : str, default='all'
        What a label is compared with and what is predicted: all nodes but the root, or leaves. Expects
        all|leaves.
    multilabel : str, default='error'
        intersect: labels that occur together are one new category, a child of the deepest node above
        them all. Expects error|intersect.
    C : float or str, default=1.0
        The price of one unit of slack; large: fit the data, inf: hard margin, auto: the best of up to 13
        values by cross-validation. Expects a number above 0, inf or auto.
    scale_C : str, default='n'
        n: divide C by the number of examples. Expects none|n.
    class_weight : str or dict, default='none'
        balanced: raise C for examples of rare classes, lower it for frequent ones. A dict has the
        weights of classes. Expects none|balanced.
    bias : str, default='none'
        feature: add a constant feature of value 1 to every row; free: a constant whose weights have no
        price. Expects none|feature|free.
    precision : str, default='auto'
        Of rows and weights; auto: single, or double where the tolerance is below 1e-6 (times C where
        that is above 1). Expects auto|single|double.
    device : str, default='auto'
        What takes the steps of one problem over all classes: a GPU, through a plug-in (docs/GPU.md);
        auto: a GPU where there are the plug-in and enough work; plain: what a GPU does, on one thread of
        the processor, for tests. Expects auto|cpu|cuda|plain.
    kernel : str, default='linear'
        How two examples are compared; precomputed: the row of example i holds the kernel with training
        example j at index j+1. Expects linear|rbf|poly|subsequence|precomputed.
    gamma : float or str, default='auto'
        rbf: exp(-gamma |x-z|^2); poly: (gamma <x,z> + coef0)^degree; auto: by sigma for rbf, 1 for poly.
        Expects a number above 0, or auto.
    sigma : float or str, default='auto'
        rbf: gamma is 1/sigma^2; median: of the distances between examples of different classes; auto:
        median unless gamma is given. Expects a number above 0, median or auto.
    degree : int, default=3
        Of kernel='poly'. Expects a whole number from 1 to 64.
    coef0 : float, default=0.0
        Of kernel='poly'. Expects a number.
    length : int, default=4
        Of subsequences, in letters. Expects a whole number from 1 to 64.
    decay : float, default=0.5
        The weight of each letter that a subsequence spans, gaps too. Expects a number above 0 and at
        most 1.
    cache_mb : float or str, default='auto'
        Memory for rows of the kernel matrix, in MiB; auto: what all of them and working sets take, 256
        or more, up to half of the memory that is free. Expects a number above 0, or auto.
    tolerance : float, default=0.001
        Stop at this relative duality gap, (primal - lower bound) / primal; with solver='paper' at this
        violation psi of the optimality conditions (orthogonal Alg. 1: this distance of its bounds).
        Expects a number above 0 and below 1.
    max_epochs : int, default=20000
        Passes over the data before giving up. Expects a whole number of at least 1.
    solver : str, default='fast'
        Fast, or the paper's own algorithm (thesis Alg. 2, orthogonal Alg. 1), which is for small data.
        Expects fast|paper.
    paper_step : str, default='instance'
        With solver='paper': optimise the active variables of one example (step 8a), or of all (8b).
        Expects instance|all.
    no_active_set : bool, default=False
        With solver='paper': optimise all variables of an example, not its active ones alone.
    labels : str, default='auto'
        What y is: ``names``, ``sets`` (lists of names), ``levels`` (a path in every row, padded or not),
        ``level-sets`` (lists of such paths) or ``indicator`` (a matrix of 0 and 1); ``auto`` goes by its
        form. Rows of equal length are levels unless a name stands in two columns or a taxonomy is given;
        rows of different length are sets.
    label_nodes : str, default='auto'
        What a label at an inner node means: ``terminal``: a class of its own below that node; ``all``:
        every node is a class; ``path``: it trains its path and is never predicted; ``closed``: a label
        stands for the nodes above it, too; ``auto``: what the method does.
    unknown_labels : str, default='error'
        What becomes of labels that the taxonomy does not have: ``error``, ``skip``, or ``prefix``: of a
        path the longest part that it has.
    calibrate : bool or int or str, default='auto'
        Learn from held-out folds (True: 5, or their number) how scores become probabilities and sets of
        labels; False: not; auto: not.
    budget : str, default=None
        Search for better options within this time or so many runs (``5m``, ``20runs``) before training;
        parameters that are not at their defaults stay. What was tried is in ``search_``.
    choose_for : str, default=None
        The measure of held-out examples that decides in a search or for ``C='auto'``, such as
        ``macro_f1``; None: average precision, or auprc with several labels.
    max_seconds : float, default=None
        End soon after so many seconds, with the model that was reached.
    checkpoint : Any, default=None
        A folder where fit keeps what it has reached: after an end at any moment the same fit goes on
        from there, with the same result, and removes the folder at its end.
    checkpoint_every : float, default=60.0
        How many seconds lie between two checkpoints.
    memory : str or int or None, default=None
        The process takes no more than this and a tenth while fit runs: a size such as ``'4G'``, or
        bytes. Caches and rows of weights fit themselves in; what does not fit is refused with what
        would. The whole interpreter counts, other threads included.
    keep_best : bool, default=False
        An interrupted fit keeps the best model so far before it raises KeyboardInterrupt.
    threads : int, default=0
        How many threads to use; 0: all cores. Results do not depend on it.
    seed : int, default=0
        Of all random choices.
    verbose : int, default=0
        Above 0: show progress, by tqdm where it is installed.
    stopwords : str, default='none'
        Words to leave out: those of a language such as english or german, or of a file with one word per
        line. Expects text.
    stemmer : str, default='none'
        Cut words down to their stems by the rules of this language, such as english or de. Expects none
        or a language.
    min_word_length : int, default=1
        Characters that a word needs to count. Expects a whole number of at least 1.
    ngrams : int or str, default='auto'
        Terms are words and runs of up to this many neighbouring words that count; 0: no words, only
        char_ngrams; auto: 1, and 2 for method clade. Expects a whole number from 0 to 5, or auto.
    char_ngrams : str, default='auto'
        Runs of so many characters of a word are terms, too; its boundaries count as characters; auto:
        none, and 3-4 for method clade where documents are short. Expects auto, none or lengths from 2 to
        10 such as 3-5.
    ngram_weight : float or str, default='auto'
        How much a run of words counts beside a word; auto: 1, and 0.6 for method clade. Expects a number
        above 0, or auto.
    char_weight : float or str, default='auto'
        How much a run of characters counts beside a word; auto: 1, and 0.3 for method clade. Expects a
        number above 0, or auto.
    min_df : int or str, default='auto'
        Training documents that a term needs to be in to count; auto: 2, and 1 for the single words of
        method clade. Expects a whole number of at least 1, or auto.
    max_df : float or str, default='none'
        Leave out words of more training documents than this share or number of them. Expects none, a
        share below 1, or a number of documents.
    weighting : str, default='auto'
        Of counts: log-tfidf is (1 + ln tf) idf; auto: log-tfidf for text, none for numbers. Expects
        auto|none|binary|tf|log-tf|tfidf|log-tfidf.
    normalize : str, default='auto'
        unit: scale every row to length 1; auto: unit for text, none for numbers. Expects auto|none|unit.
    hash : int, default=0
        Hash words to this many bits instead of keeping a vocabulary; 0: keep one. Expects 0, or a whole
        number of bits from 8 to 30.
    scale : str, default='auto'
        Of numeric features: standard: minus the mean, divided by the standard deviation; minmax: from 0
        to 1; features that most rows lack are only divided, so that zeros stay; auto: none, unless the
        method looks at the data. Expects auto|none|standard|minmax.
    missing : str, default='auto'
        For an empty cell, NA, NaN, null or ? of a numeric feature: zero, the mean of the training
        values, or an error; auto: the mean where features are scaled, else zero. Expects
        auto|zero|mean|error.

    Attributes
    ----------
    classes_ : array
        The labels that can be predicted, sorted.
    model_ : Model
        What the library trained; ``save`` writes it.
    taxonomy_ : Taxonomy
        Of the model.
    summary_ : dict
        Epochs, why training stopped, objectives and the gap between them.
    n_features_in_ : int
    feature_names_in_ : array
        Where X was a table with names.

    Examples
    --------
    >>> from clade import TreeLossSVM
    >>> X = [[1, 0, 0], [1, 1, 0], [0, 0, 1], [0, 1, 1]] * 5
    >>> y = ["apple", "pear", "hammer", "saw"] * 5
    >>> taxonomy = {"fruit": ["apple", "pear"], "tools": ["hammer", "saw"]}
    >>> model = TreeLossSVM(taxonomy=taxonomy, C=100).fit(X, y)
    >>> print(model.predict([[1, 0, 0], [0, 1, 1]]))
    ['apple' 'saw']
    """

    _method_name = 'treeloss'
    _adapts_to_data = False
    _takes_several_labels = False
    _method_parameters = {
        'candidates': 'all',
        'multilabel': 'error',
        'C': 1.0,
        'scale_C': 'n',
        'class_weight': 'none',
        'bias': 'none',
        'precision': 'auto',
        'device': 'auto',
        'kernel': 'linear',
        'gamma': 'auto',
        'sigma': 'auto',
        'degree': 3,
        'coef0': 0.0,
        'length': 4,
        'decay': 0.5,
        'cache_mb': 'auto',
        'tolerance': 0.001,
        'max_epochs': 20000,
        'solver': 'fast',
        'paper_step': 'instance',
        'no_active_set': False,
    }
    _text_parameters = {
        'stopwords': 'none',
        'stemmer': 'none',
        'min_word_length': 1,
        'ngrams': 'auto',
        'char_ngrams': 'auto',
        'ngram_weight': 'auto',
        'char_weight': 'auto',
        'min_df': 'auto',
        'max_df': 'none',
        'weighting': 'auto',
        'normalize': 'auto',
        'hash': 0,
        'scale': 'auto',
        'missing': 'auto',
    }

    def __init__(
        self,
        *,
        taxonomy: Any = None,
        candidates: str = 'all',
        multilabel: str = 'error',
        C: Union[float, str] = 1.0,
        scale_C: str = 'n',
        class_weight: Union[str, dict] = 'none',
        bias: str = 'none',
        precision: str = 'auto',
        device: str = 'auto',
        kernel: str = 'linear',
        gamma: Union[float, str] = 'auto',
        sigma: Union[float, str] = 'auto',
        degree: int = 3,
        coef0: float = 0.0,
        length: int = 4,
        decay: float = 0.5,
        cache_mb: Union[float, str] = 'auto',
        tolerance: float = 0.001,
        max_epochs: int = 20000,
        solver: str = 'fast',
        paper_step: str = 'instance',
        no_active_set: bool = False,
        labels: str = 'auto',
        label_nodes: str = 'auto',
        unknown_labels: str = 'error',
        calibrate: Union[bool, int, str] = 'auto',
        budget: Optional[str] = None,
        choose_for: Optional[str] = None,
        max_seconds: Optional[float] = None,
        checkpoint: Any = None,
        checkpoint_every: float = 60.0,
        memory: Union[str, int, None] = None,
        keep_best: bool = False,
        threads: int = 0,
        seed: int = 0,
        verbose: int = 0,
        stopwords: str = 'none',
        stemmer: str = 'none',
        min_word_length: int = 1,
        ngrams: Union[int, str] = 'auto',
        char_ngrams: str = 'auto',
        ngram_weight: Union[float, str] = 'auto',
        char_weight: Union[float, str] = 'auto',
        min_df: Union[int, str] = 'auto',
        max_df: Union[float, str] = 'none',
        weighting: str = 'auto',
        normalize: str = 'auto',
        hash: int = 0,
        scale: str = 'auto',
        missing: str = 'auto',
    ):
        self.candidates = candidates
        self.multilabel = multilabel
        self.C = C
        self.scale_C = scale_C
        self.class_weight = class_weight
        self.bias = bias
        self.precision = precision
        self.device = device
        self.kernel = kernel
        self.gamma = gamma
        self.sigma = sigma
        self.degree = degree
        self.coef0 = coef0
        self.length = length
        self.decay = decay
        self.cache_mb = cache_mb
        self.tolerance = tolerance
        self.max_epochs = max_epochs
        self.solver = solver
        self.paper_step = paper_step
        self.no_active_set = no_active_set
        self.taxonomy = taxonomy
        self.labels = labels
        self.label_nodes = label_nodes
        self.unknown_labels = unknown_labels
        self.calibrate = calibrate
        self.budget = budget
        self.choose_for = choose_for
        self.max_seconds = max_seconds
        self.checkpoint = checkpoint
        self.checkpoint_every = checkpoint_every
        self.memory = memory
        self.keep_best = keep_best
        self.threads = threads
        self.seed = seed
        self.verbose = verbose
        self.stopwords = stopwords
        self.stemmer = stemmer
        self.min_word_length = min_word_length
        self.ngrams = ngrams
        self.char_ngrams = char_ngrams
        self.ngram_weight = ngram_weight
        self.char_weight = char_weight
        self.min_df = min_df
        self.max_df = max_df
        self.weighting = weighting
        self.normalize = normalize
        self.hash = hash
        self.scale = scale
        self.missing = missing


class CladeTextClassifier(TextClade):
    r"""The default method on raw strings: words and their runs become features inside.

    Method ``clade`` of the command line (docs/METHODS.md).

    Parameters
    ----------
    taxonomy : Any, default=None
        Edges ``(parent, child)``, a dict, a networkx graph, a `Taxonomy` or the path of a file;
        ``"paths"`` (``"paths:SEP"``) where labels are paths such as A/B/C; ``"learn"`` to learn one from
        the examples; None: one flat level, unless y has levels.
    flat : bool, default=False
        Train without the taxonomy; it still serves for evaluation.
    attributes : str, default='auto'
        Which weights score a class, and how strongly; not used with flat. Expects
        auto|depth|depth+root|class-depth|unit|normalized|leaf:S|text:FILE|file:FILE|similarity:FILE.
    constraints : str, default='auto'
        ranking: labels above other classes; binary: every class against zero. Expects
        auto|ranking|binary.
    C : float or str, default='usual'
        The price of one unit of slack; large: fit the data, inf: hard margin, auto: the best of up to 13
        values by cross-validation; usual: 1, and 0.3 where labels are closed. Expects a number above 0,
        inf, auto or usual.
    scale_C : str, default='none'
        n: divide C by the number of examples. Expects none|n.
    class_weight : str or dict, default='none'
        balanced: raise C for examples of rare classes, lower it for frequent ones. A dict has the
        weights of classes. Expects none|balanced.
    bias : str, default='auto'
        feature: add a constant feature of value 1 to every row; free: a constant whose weights have no
        price. Expects auto|none|feature|free.
    precision : str, default='auto'
        Of rows and weights; auto: single, or double where the tolerance is below 1e-6 (times C where
        that is above 1). Expects auto|single|double.
    device : str, default='auto'
        What takes the steps of one problem over all classes: a GPU, through a plug-in (docs/GPU.md);
        auto: a GPU where there are the plug-in and enough work; plain: what a GPU does, on one thread of
        the processor, for tests. Expects auto|cpu|cuda|plain.
    kernel : str, default='auto'
        How two examples are compared; precomputed: the row of example i holds the kernel with training
        example j at index j+1. Expects auto|linear|rbf|poly|subsequence|precomputed.
    gamma : float or str, default='auto'
        rbf: exp(-gamma |x-z|^2); poly: (gamma <x,z> + coef0)^degree; auto: by sigma for rbf, 1 for poly.
        Expects a number above 0, or auto.
    sigma : float or str, default='auto'
        rbf: gamma is 1/sigma^2; median: of the distances between examples of different classes; auto:
        median unless gamma is given. Expects a number above 0, median or auto.
    degree : int, default=3
        Of kernel='poly'. Expects a whole number from 1 to 64.
    coef0 : float, default=0.0
        Of kernel='poly'. Expects a number.
    length : int, default=4
        Of subsequences, in letters. Expects a whole number from 1 to 64.
    decay : float, default=0.5
        The weight of each letter that a subsequence spans, gaps too. Expects a number above 0 and at
        most 1.
    cache_mb : float or str, default='auto'
        Memory for rows of the kernel matrix, in MiB; auto: what all of them and working sets take, 256
        or more, up to half of the memory that is free. Expects a number above 0, or auto.
    tolerance : float, default=0.001
        Stop at this relative duality gap, (primal - lower bound) / primal; with solver='paper' at this
        violation psi of the optimality conditions (orthogonal Alg. 1: this distance of its bounds).
        Expects a number above 0 and below 1.
    max_epochs : int, default=20000
        Passes over the data before giving up. Expects a whole number of at least 1.
    solver : str, default='fast'
        Fast, or the paper's own algorithm (thesis Alg. 2, orthogonal Alg. 1), which is for small data.
        Expects fast|paper.
    paper_step : str, default='instance'
        With solver='paper': optimise the active variables of one example (step 8a), or of all (8b).
        Expects instance|all.
    no_active_set : bool, default=False
        With solver='paper': optimise all variables of an example, not its active ones alone.
    labels : str, default='auto'
        What y is: ``names``, ``sets`` (lists of names), ``levels`` (a path in every row, padded or not),
        ``level-sets`` (lists of such paths) or ``indicator`` (a matrix of 0 and 1); ``auto`` goes by its
        form. Rows of equal length are levels unless a name stands in two columns or a taxonomy is given;
        rows of different length are sets.
    label_nodes : str, default='auto'
        What a label at an inner node means: ``terminal``: a class of its own below that node; ``all``:
        every node is a class; ``path``: it trains its path and is never predicted; ``closed``: a label
        stands for the nodes above it, too; ``auto``: what the method does.
    unknown_labels : str, default='error'
        What becomes of labels that the taxonomy does not have: ``error``, ``skip``, or ``prefix``: of a
        path the longest part that it has.
    calibrate : bool or int or str, default='auto'
        Learn from held-out folds (True: 5, or their number) how scores become probabilities and sets of
        labels; False: not; auto: as with True, or fewer folds of many examples.
    budget : str, default=None
        Search for better options within this time or so many runs (``5m``, ``20runs``) before training;
        parameters that are not at their defaults stay. What was tried is in ``search_``.
    choose_for : str, default=None
        The measure of held-out examples that decides in a search or for ``C='auto'``, such as
        ``macro_f1``; None: average precision, or auprc with several labels.
    max_seconds : float, default=None
        End soon after so many seconds, with the model that was reached.
    checkpoint : Any, default=None
        A folder where fit keeps what it has reached: after an end at any moment the same fit goes on
        from there, with the same result, and removes the folder at its end.
    checkpoint_every : float, default=60.0
        How many seconds lie between two checkpoints.
    memory : str or int or None, default=None
        The process takes no more than this and a tenth while fit runs: a size such as ``'4G'``, or
        bytes. Caches and rows of weights fit themselves in; what does not fit is refused with what
        would. The whole interpreter counts, other threads included.
    keep_best : bool, default=False
        An interrupted fit keeps the best model so far before it raises KeyboardInterrupt.
    threads : int, default=0
        How many threads to use; 0: all cores. Results do not depend on it.
    seed : int, default=0
        Of all random choices.
    verbose : int, default=0
        Above 0: show progress, by tqdm where it is installed.
    stopwords : str, default='none'
        Words to leave out: those of a language such as english or german, or of a file with one word per
        line. Expects text.
    stemmer : str, default='none'
        Cut words down to their stems by the rules of this language, such as english or de. Expects none
        or a language.
    min_word_length : int, default=1
        Characters that a word needs to count. Expects a whole number of at least 1.
    ngrams : int or str, default='auto'
        Terms are words and runs of up to this many neighbouring words that count; 0: no words, only
        char_ngrams; auto: 1, and 2 for method clade. Expects a whole number from 0 to 5, or auto.
    char_ngrams : str, default='auto'
        Runs of so many characters of a word are terms, too; its boundaries count as characters; auto:
        none, and 3-4 for method clade where documents are short. Expects auto, none or lengths from 2 to
        10 such as 3-5.
    ngram_weight : float or str, default='auto'
        How much a run of words counts beside a word; auto: 1, and 0.6 for method clade. Expects a number
        above 0, or auto.
    char_weight : float or str, default='auto'
        How much a run of characters counts beside a word; auto: 1, and 0.3 for method clade. Expects a
        number above 0, or auto.
    min_df : int or str, default='auto'
        Training documents that a term needs to be in to count; auto: 2, and 1 for the single words of
        method clade. Expects a whole number of at least 1, or auto.
    max_df : float or str, default='none'
        Leave out words of more training documents than this share or number of them. Expects none, a
        share below 1, or a number of documents.
    weighting : str, default='auto'
        Of counts: log-tfidf is (1 + ln tf) idf; auto: log-tfidf for text, none for numbers. Expects
        auto|none|binary|tf|log-tf|tfidf|log-tfidf.
    normalize : str, default='auto'
        unit: scale every row to length 1; auto: unit for text, none for numbers. Expects auto|none|unit.
    hash : int, default=0
        Hash words to this many bits instead of keeping a vocabulary; 0: keep one. Expects 0, or a whole
        number of bits from 8 to 30.
    scale : str, default='auto'
        Of numeric features: standard: minus the mean, divided by the standard deviation; minmax: from 0
        to 1; features that most rows lack are only divided, so that zeros stay; auto: none, unless the
        method looks at the data. Expects auto|none|standard|minmax.
    missing : str, default='auto'
        For an empty cell, NA, NaN, null or ? of a numeric feature: zero, the mean of the training
        values, or an error; auto: the mean where features are scaled, else zero. Expects
        auto|zero|mean|error.

    Attributes
    ----------
    classes_ : array
        The labels that can be predicted, sorted.
    model_ : Model
        What the library trained; ``save`` writes it.
    taxonomy_ : Taxonomy
        Of the model.
    summary_ : dict
        Epochs, why training stopped, objectives and the gap between them.
    n_features_in_ : int
    feature_names_in_ : array
        Where X was a table with names.

    Examples
    --------
    >>> from clade import CladeTextClassifier
    >>> texts = ["a red apple", "a green pear", "a steel hammer", "a sharp saw"] * 5
    >>> y = ["fruit/apple", "fruit/pear", "tools/hammer", "tools/saw"] * 5
    >>> model = CladeTextClassifier(taxonomy="paths").fit(texts, y)
    >>> print(model.predict(["one apple"]))
    ['fruit/apple']
    >>> model.predict_paths(["a saw"])
    [['tools', 'saw']]
    """

    _method_name = 'clade'
    _adapts_to_data = True
    _takes_several_labels = True
    _method_parameters = {
        'flat': False,
        'attributes': 'auto',
        'constraints': 'auto',
        'C': 'usual',
        'scale_C': 'none',
        'class_weight': 'none',
        'bias': 'auto',
        'precision': 'auto',
        'device': 'auto',
        'kernel': 'auto',
        'gamma': 'auto',
        'sigma': 'auto',
        'degree': 3,
        'coef0': 0.0,
        'length': 4,
        'decay': 0.5,
        'cache_mb': 'auto',
        'tolerance': 0.001,
        'max_epochs': 20000,
        'solver': 'fast',
        'paper_step': 'instance',
        'no_active_set': False,
    }
    _text_parameters = {
        'stopwords': 'none',
        'stemmer': 'none',
        'min_word_length': 1,
        'ngrams': 'auto',
        'char_ngrams': 'auto',
        'ngram_weight': 'auto',
        'char_weight': 'auto',
        'min_df': 'auto',
        'max_df': 'none',
        'weighting': 'auto',
        'normalize': 'auto',
        'hash': 0,
        'scale': 'auto',
        'missing': 'auto',
    }

    def __init__(
        self,
        *,
        taxonomy: Any = None,
        flat: bool = False,
        attributes: str = 'auto',
        constraints: str = 'auto',
        C: Union[float, str] = 'usual',
        scale_C: str = 'none',
        class_weight: Union[str, dict] = 'none',
        bias: str = 'auto',
        precision: str = 'auto',
        device: str = 'auto',
        kernel: str = 'auto',
        gamma: Union[float, str] = 'auto',
        sigma: Union[float, str] = 'auto',
        degree: int = 3,
        coef0: float = 0.0,
        length: int = 4,
        decay: float = 0.5,
        cache_mb: Union[float, str] = 'auto',
        tolerance: float = 0.001,
        max_epochs: int = 20000,
        solver: str = 'fast',
        paper_step: str = 'instance',
        no_active_set: bool = False,
        labels: str = 'auto',
        label_nodes: str = 'auto',
        unknown_labels: str = 'error',
        calibrate: Union[bool, int, str] = 'auto',
        budget: Optional[str] = None,
        choose_for: Optional[str] = None,
        max_seconds: Optional[float] = None,
        checkpoint: Any = None,
        checkpoint_every: float = 60.0,
        memory: Union[str, int, None] = None,
        keep_best: bool = False,
        threads: int = 0,
        seed: int = 0,
        verbose: int = 0,
        stopwords: str = 'none',
        stemmer: str = 'none',
        min_word_length: int = 1,
        ngrams: Union[int, str] = 'auto',
        char_ngrams: str = 'auto',
        ngram_weight: Union[float, str] = 'auto',
        char_weight: Union[float, str] = 'auto',
        min_df: Union[int, str] = 'auto',
        max_df: Union[float, str] = 'none',
        weighting: str = 'auto',
        normalize: str = 'auto',
        hash: int = 0,
        scale: str = 'auto',
        missing: str = 'auto',
    ):
        self.flat = flat
        self.attributes = attributes
        self.constraints = constraints
        self.C = C
        self.scale_C = scale_C
        self.class_weight = class_weight
        self.bias = bias
        self.precision = precision
        self.device = device
        self.kernel = kernel
        self.gamma = gamma
        self.sigma = sigma
        self.degree = degree
        self.coef0 = coef0
        self.length = length
        self.decay = decay
        self.cache_mb = cache_mb
        self.tolerance = tolerance
        self.max_epochs = max_epochs
        self.solver = solver
        self.paper_step = paper_step
        self.no_active_set = no_active_set
        self.taxonomy = taxonomy
        self.labels = labels
        self.label_nodes = label_nodes
        self.unknown_labels = unknown_labels
        self.calibrate = calibrate
        self.budget = budget
        self.choose_for = choose_for
        self.max_seconds = max_seconds
        self.checkpoint = checkpoint
        self.checkpoint_every = checkpoint_every
        self.memory = memory
        self.keep_best = keep_best
        self.threads = threads
        self.seed = seed
        self.verbose = verbose
        self.stopwords = stopwords
        self.stemmer = stemmer
        self.min_word_length = min_word_length
        self.ngrams = ngrams
        self.char_ngrams = char_ngrams
        self.ngram_weight = ngram_weight
        self.char_weight = char_weight
        self.min_df = min_df
        self.max_df = max_df
        self.weighting = weighting
        self.normalize = normalize
        self.hash = hash
        self.scale = scale
        self.missing = missing


__all__ = ['CladeClassifier',
           'HierarchicalSVM',
           'HierarchicalPerceptron',
           'Hieron',
           'TopDownSVM',
           'PsiLearning',
           'DivideAndConquer',
           'Transfer',
           'OrthogonalTransfer',
           'FlatSVM',
           'FlatMultSVM',
           'HierMultSVM',
           'FlatPsiLearning',
           'TreeLossSVM',
           'CladeTextClassifier']


BY_METHOD = {
    'clade': CladeClassifier,
    'hsvm': HierarchicalSVM,
    'perceptron': HierarchicalPerceptron,
    'hieron': Hieron,
    'topdown-svm': TopDownSVM,
    'topdown-psi': PsiLearning,
    'dnc': DivideAndConquer,
    'transfer': Transfer,
    'orthogonal': OrthogonalTransfer,
    'svm': FlatSVM,
    'flatmult': FlatMultSVM,
    'hiermult': HierMultSVM,
    'psi': FlatPsiLearning,
    'treeloss': TreeLossSVM,
}
