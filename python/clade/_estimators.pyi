# Made by scripts/python_stubs.py.
from typing import Any, Literal, Optional, Union

from ._base import BaseClade
from ._online import OnlineClade
from ._text import TextClade

class CladeClassifier(BaseClade):
    taxonomy: Any
    flat: bool
    attributes: Literal['auto', 'depth', 'depth+root', 'class-depth', 'unit', 'normalized', 'leaf:S', 'text:FILE', 'file:FILE', 'similarity:FILE']
    constraints: Literal['auto', 'ranking', 'binary']
    C: Union[float, str]
    scale_C: Literal['none', 'n']
    class_weight: Union[Literal['none', 'balanced'], dict[Any, float]]
    bias: Literal['auto', 'none', 'feature', 'free']
    precision: Literal['auto', 'single', 'double']
    device: Literal['auto', 'cpu', 'cuda', 'plain']
    kernel: Literal['auto', 'linear', 'rbf', 'poly', 'subsequence', 'precomputed']
    gamma: Union[float, str]
    sigma: Union[float, str]
    degree: int
    coef0: float
    length: int
    decay: float
    cache_mb: Union[float, str]
    tolerance: float
    max_epochs: int
    solver: Literal['fast', 'paper']
    paper_step: Literal['instance', 'all']
    no_active_set: bool
    labels: Literal['auto', 'names', 'sets', 'levels', 'level-sets', 'indicator']
    label_nodes: Literal['auto', 'terminal', 'all', 'path', 'closed']
    unknown_labels: Literal['error', 'skip', 'prefix']
    calibrate: Union[bool, int, Literal['auto']]
    budget: Optional[str]
    choose_for: Optional[str]
    max_seconds: Optional[float]
    checkpoint: Any
    checkpoint_every: float
    memory: Union[str, int, None]
    keep_best: bool
    threads: int
    seed: int
    verbose: int
    stopwords: str
    stemmer: str
    min_word_length: int
    ngrams: Union[int, str]
    char_ngrams: str
    ngram_weight: Union[float, str]
    char_weight: Union[float, str]
    min_df: Union[int, str]
    max_df: Union[float, str]
    weighting: Literal['auto', 'none', 'binary', 'tf', 'log-tf', 'tfidf', 'log-tfidf']
    normalize: Literal['auto', 'none', 'unit']
    hash: int
    scale: Literal['auto', 'none', 'standard', 'minmax']
    missing: Literal['auto', 'zero', 'mean', 'error']
    def __init__(
        self,
        *,
        taxonomy: Any = None,
        flat: bool = False,
        attributes: Literal['auto', 'depth', 'depth+root', 'class-depth', 'unit', 'normalized', 'leaf:S', 'text:FILE', 'file:FILE', 'similarity:FILE'] = 'auto',
        constraints: Literal['auto', 'ranking', 'binary'] = 'auto',
        C: Union[float, str] = 'usual',
        scale_C: Literal['none', 'n'] = 'none',
        class_weight: Union[Literal['none', 'balanced'], dict[Any, float]] = 'none',
        bias: Literal['auto', 'none', 'feature', 'free'] = 'auto',
        precision: Literal['auto', 'single', 'double'] = 'auto',
        device: Literal['auto', 'cpu', 'cuda', 'plain'] = 'auto',
        kernel: Literal['auto', 'linear', 'rbf', 'poly', 'subsequence', 'precomputed'] = 'auto',
        gamma: Union[float, str] = 'auto',
        sigma: Union[float, str] = 'auto',
        degree: int = 3,
        coef0: float = 0.0,
        length: int = 4,
        decay: float = 0.5,
        cache_mb: Union[float, str] = 'auto',
        tolerance: float = 0.001,
        max_epochs: int = 20000,
        solver: Literal['fast', 'paper'] = 'fast',
        paper_step: Literal['instance', 'all'] = 'instance',
        no_active_set: bool = False,
        labels: Literal['auto', 'names', 'sets', 'levels', 'level-sets', 'indicator'] = 'auto',
        label_nodes: Literal['auto', 'terminal', 'all', 'path', 'closed'] = 'auto',
        unknown_labels: Literal['error', 'skip', 'prefix'] = 'error',
        calibrate: Union[bool, int, Literal['auto']] = 'auto',
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
        weighting: Literal['auto', 'none', 'binary', 'tf', 'log-tf', 'tfidf', 'log-tfidf'] = 'auto',
        normalize: Literal['auto', 'none', 'unit'] = 'auto',
        hash: int = 0,
        scale: Literal['auto', 'none', 'standard', 'minmax'] = 'auto',
        missing: Literal['auto', 'zero', 'mean', 'error'] = 'auto',
    ) -> None: ...

class HierarchicalSVM(BaseClade):
    taxonomy: Any
    flat: bool
    loss: Literal['auto', 'zero-one', 'tree', 'symdiff', 'normalized', 'subtree', 'sibling', 'costs:FILE', 'matrix:FILE']
    attributes: Literal['depth', 'depth+root', 'class-depth', 'unit', 'normalized', 'leaf:S', 'text:FILE', 'file:FILE', 'similarity:FILE']
    constraints: Literal['ranking', 'binary']
    slack: Literal['instance', 'pair']
    slack_power: int
    C: Union[float, str]
    scale_C: Literal['none', 'n']
    class_weight: Union[Literal['none', 'balanced'], dict[Any, float]]
    bias: Literal['none', 'feature', 'free']
    precision: Literal['auto', 'single', 'double']
    device: Literal['auto', 'cpu', 'cuda', 'plain']
    kernel: Literal['linear', 'rbf', 'poly', 'subsequence', 'precomputed']
    gamma: Union[float, str]
    sigma: Union[float, str]
    degree: int
    coef0: float
    length: int
    decay: float
    cache_mb: Union[float, str]
    tolerance: float
    max_epochs: int
    solver: Literal['fast', 'paper']
    paper_step: Literal['instance', 'all']
    no_active_set: bool
    labels: Literal['auto', 'names', 'sets', 'levels', 'level-sets', 'indicator']
    label_nodes: Literal['auto', 'terminal', 'all', 'path', 'closed']
    unknown_labels: Literal['error', 'skip', 'prefix']
    calibrate: Union[bool, int, Literal['auto']]
    budget: Optional[str]
    choose_for: Optional[str]
    max_seconds: Optional[float]
    checkpoint: Any
    checkpoint_every: float
    memory: Union[str, int, None]
    keep_best: bool
    threads: int
    seed: int
    verbose: int
    stopwords: str
    stemmer: str
    min_word_length: int
    ngrams: Union[int, str]
    char_ngrams: str
    ngram_weight: Union[float, str]
    char_weight: Union[float, str]
    min_df: Union[int, str]
    max_df: Union[float, str]
    weighting: Literal['auto', 'none', 'binary', 'tf', 'log-tf', 'tfidf', 'log-tfidf']
    normalize: Literal['auto', 'none', 'unit']
    hash: int
    scale: Literal['auto', 'none', 'standard', 'minmax']
    missing: Literal['auto', 'zero', 'mean', 'error']
    def __init__(
        self,
        *,
        taxonomy: Any = None,
        flat: bool = False,
        loss: Literal['auto', 'zero-one', 'tree', 'symdiff', 'normalized', 'subtree', 'sibling', 'costs:FILE', 'matrix:FILE'] = 'auto',
        attributes: Literal['depth', 'depth+root', 'class-depth', 'unit', 'normalized', 'leaf:S', 'text:FILE', 'file:FILE', 'similarity:FILE'] = 'depth',
        constraints: Literal['ranking', 'binary'] = 'ranking',
        slack: Literal['instance', 'pair'] = 'instance',
        slack_power: int = 1,
        C: Union[float, str] = 1.0,
        scale_C: Literal['none', 'n'] = 'none',
        class_weight: Union[Literal['none', 'balanced'], dict[Any, float]] = 'none',
        bias: Literal['none', 'feature', 'free'] = 'none',
        precision: Literal['auto', 'single', 'double'] = 'auto',
        device: Literal['auto', 'cpu', 'cuda', 'plain'] = 'auto',
        kernel: Literal['linear', 'rbf', 'poly', 'subsequence', 'precomputed'] = 'linear',
        gamma: Union[float, str] = 'auto',
        sigma: Union[float, str] = 'auto',
        degree: int = 3,
        coef0: float = 0.0,
        length: int = 4,
        decay: float = 0.5,
        cache_mb: Union[float, str] = 'auto',
        tolerance: float = 0.001,
        max_epochs: int = 20000,
        solver: Literal['fast', 'paper'] = 'fast',
        paper_step: Literal['instance', 'all'] = 'instance',
        no_active_set: bool = False,
        labels: Literal['auto', 'names', 'sets', 'levels', 'level-sets', 'indicator'] = 'auto',
        label_nodes: Literal['auto', 'terminal', 'all', 'path', 'closed'] = 'auto',
        unknown_labels: Literal['error', 'skip', 'prefix'] = 'error',
        calibrate: Union[bool, int, Literal['auto']] = 'auto',
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
        weighting: Literal['auto', 'none', 'binary', 'tf', 'log-tf', 'tfidf', 'log-tfidf'] = 'auto',
        normalize: Literal['auto', 'none', 'unit'] = 'auto',
        hash: int = 0,
        scale: Literal['auto', 'none', 'standard', 'minmax'] = 'auto',
        missing: Literal['auto', 'zero', 'mean', 'error'] = 'auto',
    ) -> None: ...

class HierarchicalPerceptron(OnlineClade):
    taxonomy: Any
    flat: bool
    loss: Literal['auto', 'zero-one', 'tree', 'symdiff', 'normalized', 'subtree', 'sibling', 'costs:FILE', 'matrix:FILE']
    attributes: Literal['depth', 'depth+root', 'class-depth', 'unit', 'normalized', 'leaf:S', 'text:FILE', 'file:FILE', 'similarity:FILE']
    update_rule: Literal['online', 'averaged', 'minover']
    epochs: int
    order: Literal['file', 'random']
    bias: Literal['none', 'feature']
    precision: Literal['auto', 'single', 'double']
    kernel: Literal['linear', 'rbf', 'poly', 'subsequence', 'precomputed']
    gamma: Union[float, str]
    sigma: Union[float, str]
    degree: int
    coef0: float
    length: int
    decay: float
    cache_mb: Union[float, str]
    labels: Literal['auto', 'names', 'sets', 'levels', 'level-sets', 'indicator']
    label_nodes: Literal['auto', 'terminal', 'all', 'path', 'closed']
    unknown_labels: Literal['error', 'skip', 'prefix']
    calibrate: Union[bool, int, Literal['auto']]
    budget: Optional[str]
    choose_for: Optional[str]
    max_seconds: Optional[float]
    checkpoint: Any
    checkpoint_every: float
    memory: Union[str, int, None]
    keep_best: bool
    threads: int
    seed: int
    verbose: int
    stopwords: str
    stemmer: str
    min_word_length: int
    ngrams: Union[int, str]
    char_ngrams: str
    ngram_weight: Union[float, str]
    char_weight: Union[float, str]
    min_df: Union[int, str]
    max_df: Union[float, str]
    weighting: Literal['auto', 'none', 'binary', 'tf', 'log-tf', 'tfidf', 'log-tfidf']
    normalize: Literal['auto', 'none', 'unit']
    hash: int
    scale: Literal['auto', 'none', 'standard', 'minmax']
    missing: Literal['auto', 'zero', 'mean', 'error']
    def __init__(
        self,
        *,
        taxonomy: Any = None,
        flat: bool = False,
        loss: Literal['auto', 'zero-one', 'tree', 'symdiff', 'normalized', 'subtree', 'sibling', 'costs:FILE', 'matrix:FILE'] = 'auto',
        attributes: Literal['depth', 'depth+root', 'class-depth', 'unit', 'normalized', 'leaf:S', 'text:FILE', 'file:FILE', 'similarity:FILE'] = 'depth',
        update_rule: Literal['online', 'averaged', 'minover'] = 'online',
        epochs: int = 10,
        order: Literal['file', 'random'] = 'file',
        bias: Literal['none', 'feature'] = 'none',
        precision: Literal['auto', 'single', 'double'] = 'auto',
        kernel: Literal['linear', 'rbf', 'poly', 'subsequence', 'precomputed'] = 'linear',
        gamma: Union[float, str] = 'auto',
        sigma: Union[float, str] = 'auto',
        degree: int = 3,
        coef0: float = 0.0,
        length: int = 4,
        decay: float = 0.5,
        cache_mb: Union[float, str] = 'auto',
        labels: Literal['auto', 'names', 'sets', 'levels', 'level-sets', 'indicator'] = 'auto',
        label_nodes: Literal['auto', 'terminal', 'all', 'path', 'closed'] = 'auto',
        unknown_labels: Literal['error', 'skip', 'prefix'] = 'error',
        calibrate: Union[bool, int, Literal['auto']] = 'auto',
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
        weighting: Literal['auto', 'none', 'binary', 'tf', 'log-tf', 'tfidf', 'log-tfidf'] = 'auto',
        normalize: Literal['auto', 'none', 'unit'] = 'auto',
        hash: int = 0,
        scale: Literal['auto', 'none', 'standard', 'minmax'] = 'auto',
        missing: Literal['auto', 'zero', 'mean', 'error'] = 'auto',
    ) -> None: ...

class Hieron(OnlineClade):
    taxonomy: Any
    flat: bool
    update_rule: Literal['online', 'averaged', 'last']
    epochs: int
    order: Literal['file', 'random']
    bias: Literal['none', 'feature']
    precision: Literal['auto', 'single', 'double']
    kernel: Literal['linear', 'rbf', 'poly', 'subsequence', 'precomputed']
    gamma: Union[float, str]
    sigma: Union[float, str]
    degree: int
    coef0: float
    length: int
    decay: float
    cache_mb: Union[float, str]
    labels: Literal['auto', 'names', 'sets', 'levels', 'level-sets', 'indicator']
    label_nodes: Literal['auto', 'terminal', 'all', 'path', 'closed']
    unknown_labels: Literal['error', 'skip', 'prefix']
    calibrate: Union[bool, int, Literal['auto']]
    budget: Optional[str]
    choose_for: Optional[str]
    max_seconds: Optional[float]
    checkpoint: Any
    checkpoint_every: float
    memory: Union[str, int, None]
    keep_best: bool
    threads: int
    seed: int
    verbose: int
    stopwords: str
    stemmer: str
    min_word_length: int
    ngrams: Union[int, str]
    char_ngrams: str
    ngram_weight: Union[float, str]
    char_weight: Union[float, str]
    min_df: Union[int, str]
    max_df: Union[float, str]
    weighting: Literal['auto', 'none', 'binary', 'tf', 'log-tf', 'tfidf', 'log-tfidf']
    normalize: Literal['auto', 'none', 'unit']
    hash: int
    scale: Literal['auto', 'none', 'standard', 'minmax']
    missing: Literal['auto', 'zero', 'mean', 'error']
    def __init__(
        self,
        *,
        taxonomy: Any = None,
        flat: bool = False,
        update_rule: Literal['online', 'averaged', 'last'] = 'online',
        epochs: int = 1,
        order: Literal['file', 'random'] = 'file',
        bias: Literal['none', 'feature'] = 'none',
        precision: Literal['auto', 'single', 'double'] = 'auto',
        kernel: Literal['linear', 'rbf', 'poly', 'subsequence', 'precomputed'] = 'linear',
        gamma: Union[float, str] = 'auto',
        sigma: Union[float, str] = 'auto',
        degree: int = 3,
        coef0: float = 0.0,
        length: int = 4,
        decay: float = 0.5,
        cache_mb: Union[float, str] = 'auto',
        labels: Literal['auto', 'names', 'sets', 'levels', 'level-sets', 'indicator'] = 'auto',
        label_nodes: Literal['auto', 'terminal', 'all', 'path', 'closed'] = 'auto',
        unknown_labels: Literal['error', 'skip', 'prefix'] = 'error',
        calibrate: Union[bool, int, Literal['auto']] = 'auto',
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
        weighting: Literal['auto', 'none', 'binary', 'tf', 'log-tf', 'tfidf', 'log-tfidf'] = 'auto',
        normalize: Literal['auto', 'none', 'unit'] = 'auto',
        hash: int = 0,
        scale: Literal['auto', 'none', 'standard', 'minmax'] = 'auto',
        missing: Literal['auto', 'zero', 'mean', 'error'] = 'auto',
    ) -> None: ...

class TopDownSVM(BaseClade):
    taxonomy: Any
    multilabel: Literal['error', 'intersect']
    C: Union[float, str]
    scale_C: Literal['none', 'n']
    class_weight: Union[Literal['none', 'balanced'], dict[Any, float]]
    bias: Literal['none', 'feature', 'free']
    precision: Literal['auto', 'single', 'double']
    device: Literal['auto', 'cpu', 'cuda', 'plain']
    kernel: Literal['linear', 'rbf', 'poly', 'subsequence', 'precomputed']
    gamma: Union[float, str]
    sigma: Union[float, str]
    degree: int
    coef0: float
    length: int
    decay: float
    cache_mb: Union[float, str]
    tolerance: float
    max_epochs: int
    solver: Literal['fast', 'paper']
    paper_step: Literal['instance', 'all']
    no_active_set: bool
    labels: Literal['auto', 'names', 'sets', 'levels', 'level-sets', 'indicator']
    label_nodes: Literal['auto', 'terminal', 'all', 'path', 'closed']
    unknown_labels: Literal['error', 'skip', 'prefix']
    calibrate: Union[bool, int, Literal['auto']]
    budget: Optional[str]
    choose_for: Optional[str]
    max_seconds: Optional[float]
    checkpoint: Any
    checkpoint_every: float
    memory: Union[str, int, None]
    keep_best: bool
    threads: int
    seed: int
    verbose: int
    stopwords: str
    stemmer: str
    min_word_length: int
    ngrams: Union[int, str]
    char_ngrams: str
    ngram_weight: Union[float, str]
    char_weight: Union[float, str]
    min_df: Union[int, str]
    max_df: Union[float, str]
    weighting: Literal['auto', 'none', 'binary', 'tf', 'log-tf', 'tfidf', 'log-tfidf']
    normalize: Literal['auto', 'none', 'unit']
    hash: int
    scale: Literal['auto', 'none', 'standard', 'minmax']
    missing: Literal['auto', 'zero', 'mean', 'error']
    def __init__(
        self,
        *,
        taxonomy: Any = None,
        multilabel: Literal['error', 'intersect'] = 'error',
        C: Union[float, str] = 1.0,
        scale_C: Literal['none', 'n'] = 'none',
        class_weight: Union[Literal['none', 'balanced'], dict[Any, float]] = 'none',
        bias: Literal['none', 'feature', 'free'] = 'free',
        precision: Literal['auto', 'single', 'double'] = 'auto',
        device: Literal['auto', 'cpu', 'cuda', 'plain'] = 'auto',
        kernel: Literal['linear', 'rbf', 'poly', 'subsequence', 'precomputed'] = 'linear',
        gamma: Union[float, str] = 'auto',
        sigma: Union[float, str] = 'auto',
        degree: int = 3,
        coef0: float = 0.0,
        length: int = 4,
        decay: float = 0.5,
        cache_mb: Union[float, str] = 'auto',
        tolerance: float = 0.001,
        max_epochs: int = 20000,
        solver: Literal['fast', 'paper'] = 'fast',
        paper_step: Literal['instance', 'all'] = 'instance',
        no_active_set: bool = False,
        labels: Literal['auto', 'names', 'sets', 'levels', 'level-sets', 'indicator'] = 'auto',
        label_nodes: Literal['auto', 'terminal', 'all', 'path', 'closed'] = 'auto',
        unknown_labels: Literal['error', 'skip', 'prefix'] = 'error',
        calibrate: Union[bool, int, Literal['auto']] = 'auto',
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
        weighting: Literal['auto', 'none', 'binary', 'tf', 'log-tf', 'tfidf', 'log-tfidf'] = 'auto',
        normalize: Literal['auto', 'none', 'unit'] = 'auto',
        hash: int = 0,
        scale: Literal['auto', 'none', 'standard', 'minmax'] = 'auto',
        missing: Literal['auto', 'zero', 'mean', 'error'] = 'auto',
    ) -> None: ...

class PsiLearning(BaseClade):
    taxonomy: Any
    flat: bool
    multilabel: Literal['error', 'intersect']
    dc_tolerance: float
    dc_iterations: int
    C: Union[float, str]
    scale_C: Literal['none', 'n']
    class_weight: Union[Literal['none', 'balanced'], dict[Any, float]]
    bias: Literal['none', 'feature', 'free']
    precision: Literal['auto', 'single', 'double']
    device: Literal['auto', 'cpu', 'cuda', 'plain']
    kernel: Literal['linear', 'rbf', 'poly', 'subsequence', 'precomputed']
    gamma: Union[float, str]
    sigma: Union[float, str]
    degree: int
    coef0: float
    length: int
    decay: float
    cache_mb: Union[float, str]
    tolerance: float
    max_epochs: int
    solver: Literal['fast', 'paper']
    paper_step: Literal['instance', 'all']
    no_active_set: bool
    labels: Literal['auto', 'names', 'sets', 'levels', 'level-sets', 'indicator']
    label_nodes: Literal['auto', 'terminal', 'all', 'path', 'closed']
    unknown_labels: Literal['error', 'skip', 'prefix']
    calibrate: Union[bool, int, Literal['auto']]
    budget: Optional[str]
    choose_for: Optional[str]
    max_seconds: Optional[float]
    checkpoint: Any
    checkpoint_every: float
    memory: Union[str, int, None]
    keep_best: bool
    threads: int
    seed: int
    verbose: int
    stopwords: str
    stemmer: str
    min_word_length: int
    ngrams: Union[int, str]
    char_ngrams: str
    ngram_weight: Union[float, str]
    char_weight: Union[float, str]
    min_df: Union[int, str]
    max_df: Union[float, str]
    weighting: Literal['auto', 'none', 'binary', 'tf', 'log-tf', 'tfidf', 'log-tfidf']
    normalize: Literal['auto', 'none', 'unit']
    hash: int
    scale: Literal['auto', 'none', 'standard', 'minmax']
    missing: Literal['auto', 'zero', 'mean', 'error']
    def __init__(
        self,
        *,
        taxonomy: Any = None,
        flat: bool = False,
        multilabel: Literal['error', 'intersect'] = 'error',
        dc_tolerance: float = 0.001,
        dc_iterations: int = 40,
        C: Union[float, str] = 1.0,
        scale_C: Literal['none', 'n'] = 'none',
        class_weight: Union[Literal['none', 'balanced'], dict[Any, float]] = 'none',
        bias: Literal['none', 'feature', 'free'] = 'free',
        precision: Literal['auto', 'single', 'double'] = 'auto',
        device: Literal['auto', 'cpu', 'cuda', 'plain'] = 'auto',
        kernel: Literal['linear', 'rbf', 'poly', 'subsequence', 'precomputed'] = 'linear',
        gamma: Union[float, str] = 'auto',
        sigma: Union[float, str] = 'auto',
        degree: int = 3,
        coef0: float = 0.0,
        length: int = 4,
        decay: float = 0.5,
        cache_mb: Union[float, str] = 'auto',
        tolerance: float = 0.001,
        max_epochs: int = 20000,
        solver: Literal['fast', 'paper'] = 'fast',
        paper_step: Literal['instance', 'all'] = 'instance',
        no_active_set: bool = False,
        labels: Literal['auto', 'names', 'sets', 'levels', 'level-sets', 'indicator'] = 'auto',
        label_nodes: Literal['auto', 'terminal', 'all', 'path', 'closed'] = 'auto',
        unknown_labels: Literal['error', 'skip', 'prefix'] = 'error',
        calibrate: Union[bool, int, Literal['auto']] = 'auto',
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
        weighting: Literal['auto', 'none', 'binary', 'tf', 'log-tf', 'tfidf', 'log-tfidf'] = 'auto',
        normalize: Literal['auto', 'none', 'unit'] = 'auto',
        hash: int = 0,
        scale: Literal['auto', 'none', 'standard', 'minmax'] = 'auto',
        missing: Literal['auto', 'zero', 'mean', 'error'] = 'auto',
    ) -> None: ...

class DivideAndConquer(BaseClade):
    taxonomy: Any
    base: Literal['svm', 'perceptron', 'hieron']
    update_rule: Literal['online', 'averaged', 'minover', 'last']
    epochs: Union[int, str]
    order: Literal['file', 'random']
    C: Union[float, str]
    scale_C: Literal['none', 'n']
    class_weight: Union[Literal['none', 'balanced'], dict[Any, float]]
    bias: Literal['none', 'feature', 'free']
    precision: Literal['auto', 'single', 'double']
    device: Literal['auto', 'cpu', 'cuda', 'plain']
    kernel: Literal['linear', 'rbf', 'poly', 'subsequence', 'precomputed']
    gamma: Union[float, str]
    sigma: Union[float, str]
    degree: int
    coef0: float
    length: int
    decay: float
    cache_mb: Union[float, str]
    tolerance: float
    max_epochs: int
    solver: Literal['fast', 'paper']
    paper_step: Literal['instance', 'all']
    no_active_set: bool
    labels: Literal['auto', 'names', 'sets', 'levels', 'level-sets', 'indicator']
    label_nodes: Literal['auto', 'terminal', 'all', 'path', 'closed']
    unknown_labels: Literal['error', 'skip', 'prefix']
    calibrate: Union[bool, int, Literal['auto']]
    budget: Optional[str]
    choose_for: Optional[str]
    max_seconds: Optional[float]
    checkpoint: Any
    checkpoint_every: float
    memory: Union[str, int, None]
    keep_best: bool
    threads: int
    seed: int
    verbose: int
    stopwords: str
    stemmer: str
    min_word_length: int
    ngrams: Union[int, str]
    char_ngrams: str
    ngram_weight: Union[float, str]
    char_weight: Union[float, str]
    min_df: Union[int, str]
    max_df: Union[float, str]
    weighting: Literal['auto', 'none', 'binary', 'tf', 'log-tf', 'tfidf', 'log-tfidf']
    normalize: Literal['auto', 'none', 'unit']
    hash: int
    scale: Literal['auto', 'none', 'standard', 'minmax']
    missing: Literal['auto', 'zero', 'mean', 'error']
    def __init__(
        self,
        *,
        taxonomy: Any = None,
        base: Literal['svm', 'perceptron', 'hieron'] = 'svm',
        update_rule: Literal['online', 'averaged', 'minover', 'last'] = 'online',
        epochs: Union[int, str] = 'auto',
        order: Literal['file', 'random'] = 'file',
        C: Union[float, str] = 1.0,
        scale_C: Literal['none', 'n'] = 'none',
        class_weight: Union[Literal['none', 'balanced'], dict[Any, float]] = 'none',
        bias: Literal['none', 'feature', 'free'] = 'none',
        precision: Literal['auto', 'single', 'double'] = 'auto',
        device: Literal['auto', 'cpu', 'cuda', 'plain'] = 'auto',
        kernel: Literal['linear', 'rbf', 'poly', 'subsequence', 'precomputed'] = 'linear',
        gamma: Union[float, str] = 'auto',
        sigma: Union[float, str] = 'auto',
        degree: int = 3,
        coef0: float = 0.0,
        length: int = 4,
        decay: float = 0.5,
        cache_mb: Union[float, str] = 'auto',
        tolerance: float = 0.001,
        max_epochs: int = 20000,
        solver: Literal['fast', 'paper'] = 'fast',
        paper_step: Literal['instance', 'all'] = 'instance',
        no_active_set: bool = False,
        labels: Literal['auto', 'names', 'sets', 'levels', 'level-sets', 'indicator'] = 'auto',
        label_nodes: Literal['auto', 'terminal', 'all', 'path', 'closed'] = 'auto',
        unknown_labels: Literal['error', 'skip', 'prefix'] = 'error',
        calibrate: Union[bool, int, Literal['auto']] = 'auto',
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
        weighting: Literal['auto', 'none', 'binary', 'tf', 'log-tf', 'tfidf', 'log-tfidf'] = 'auto',
        normalize: Literal['auto', 'none', 'unit'] = 'auto',
        hash: int = 0,
        scale: Literal['auto', 'none', 'standard', 'minmax'] = 'auto',
        missing: Literal['auto', 'zero', 'mean', 'error'] = 'auto',
    ) -> None: ...

class Transfer(BaseClade):
    taxonomy: Any
    multilabel: Literal['error', 'intersect']
    C: Union[float, str]
    scale_C: Literal['none', 'n']
    class_weight: Union[Literal['none', 'balanced'], dict[Any, float]]
    bias: Literal['none', 'feature', 'free']
    precision: Literal['auto', 'single', 'double']
    device: Literal['auto', 'cpu', 'cuda', 'plain']
    kernel: Literal['linear', 'rbf', 'poly', 'subsequence', 'precomputed']
    gamma: Union[float, str]
    sigma: Union[float, str]
    degree: int
    coef0: float
    length: int
    decay: float
    cache_mb: Union[float, str]
    tolerance: float
    max_epochs: int
    solver: Literal['fast', 'paper']
    paper_step: Literal['instance', 'all']
    no_active_set: bool
    labels: Literal['auto', 'names', 'sets', 'levels', 'level-sets', 'indicator']
    label_nodes: Literal['auto', 'terminal', 'all', 'path', 'closed']
    unknown_labels: Literal['error', 'skip', 'prefix']
    calibrate: Union[bool, int, Literal['auto']]
    budget: Optional[str]
    choose_for: Optional[str]
    max_seconds: Optional[float]
    checkpoint: Any
    checkpoint_every: float
    memory: Union[str, int, None]
    keep_best: bool
    threads: int
    seed: int
    verbose: int
    stopwords: str
    stemmer: str
    min_word_length: int
    ngrams: Union[int, str]
    char_ngrams: str
    ngram_weight: Union[float, str]
    char_weight: Union[float, str]
    min_df: Union[int, str]
    max_df: Union[float, str]
    weighting: Literal['auto', 'none', 'binary', 'tf', 'log-tf', 'tfidf', 'log-tfidf']
    normalize: Literal['auto', 'none', 'unit']
    hash: int
    scale: Literal['auto', 'none', 'standard', 'minmax']
    missing: Literal['auto', 'zero', 'mean', 'error']
    def __init__(
        self,
        *,
        taxonomy: Any = None,
        multilabel: Literal['error', 'intersect'] = 'error',
        C: Union[float, str] = 1.0,
        scale_C: Literal['none', 'n'] = 'n',
        class_weight: Union[Literal['none', 'balanced'], dict[Any, float]] = 'none',
        bias: Literal['none', 'feature', 'free'] = 'none',
        precision: Literal['auto', 'single', 'double'] = 'auto',
        device: Literal['auto', 'cpu', 'cuda', 'plain'] = 'auto',
        kernel: Literal['linear', 'rbf', 'poly', 'subsequence', 'precomputed'] = 'linear',
        gamma: Union[float, str] = 'auto',
        sigma: Union[float, str] = 'auto',
        degree: int = 3,
        coef0: float = 0.0,
        length: int = 4,
        decay: float = 0.5,
        cache_mb: Union[float, str] = 'auto',
        tolerance: float = 0.001,
        max_epochs: int = 20000,
        solver: Literal['fast', 'paper'] = 'fast',
        paper_step: Literal['instance', 'all'] = 'instance',
        no_active_set: bool = False,
        labels: Literal['auto', 'names', 'sets', 'levels', 'level-sets', 'indicator'] = 'auto',
        label_nodes: Literal['auto', 'terminal', 'all', 'path', 'closed'] = 'auto',
        unknown_labels: Literal['error', 'skip', 'prefix'] = 'error',
        calibrate: Union[bool, int, Literal['auto']] = 'auto',
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
        weighting: Literal['auto', 'none', 'binary', 'tf', 'log-tf', 'tfidf', 'log-tfidf'] = 'auto',
        normalize: Literal['auto', 'none', 'unit'] = 'auto',
        hash: int = 0,
        scale: Literal['auto', 'none', 'standard', 'minmax'] = 'auto',
        missing: Literal['auto', 'zero', 'mean', 'error'] = 'auto',
    ) -> None: ...

class OrthogonalTransfer(BaseClade):
    taxonomy: Any
    alpha: Union[float, str]
    K: str
    multilabel: Literal['error', 'intersect']
    C: Union[float, str]
    scale_C: Literal['none', 'n']
    class_weight: Union[Literal['none', 'balanced'], dict[Any, float]]
    bias: Literal['none', 'feature', 'free']
    precision: Literal['auto', 'single', 'double']
    device: Literal['auto', 'cpu', 'cuda', 'plain']
    kernel: Literal['linear', 'rbf', 'poly', 'subsequence', 'precomputed']
    gamma: Union[float, str]
    sigma: Union[float, str]
    degree: int
    coef0: float
    length: int
    decay: float
    cache_mb: Union[float, str]
    tolerance: float
    max_epochs: int
    solver: Literal['fast', 'paper']
    paper_step: Literal['instance', 'all']
    no_active_set: bool
    labels: Literal['auto', 'names', 'sets', 'levels', 'level-sets', 'indicator']
    label_nodes: Literal['auto', 'terminal', 'all', 'path', 'closed']
    unknown_labels: Literal['error', 'skip', 'prefix']
    calibrate: Union[bool, int, Literal['auto']]
    budget: Optional[str]
    choose_for: Optional[str]
    max_seconds: Optional[float]
    checkpoint: Any
    checkpoint_every: float
    memory: Union[str, int, None]
    keep_best: bool
    threads: int
    seed: int
    verbose: int
    stopwords: str
    stemmer: str
    min_word_length: int
    ngrams: Union[int, str]
    char_ngrams: str
    ngram_weight: Union[float, str]
    char_weight: Union[float, str]
    min_df: Union[int, str]
    max_df: Union[float, str]
    weighting: Literal['auto', 'none', 'binary', 'tf', 'log-tf', 'tfidf', 'log-tfidf']
    normalize: Literal['auto', 'none', 'unit']
    hash: int
    scale: Literal['auto', 'none', 'standard', 'minmax']
    missing: Literal['auto', 'zero', 'mean', 'error']
    def __init__(
        self,
        *,
        taxonomy: Any = None,
        alpha: Union[float, str] = 'auto',
        K: str = 'none',
        multilabel: Literal['error', 'intersect'] = 'error',
        C: Union[float, str] = 1.0,
        scale_C: Literal['none', 'n'] = 'n',
        class_weight: Union[Literal['none', 'balanced'], dict[Any, float]] = 'none',
        bias: Literal['none', 'feature', 'free'] = 'none',
        precision: Literal['auto', 'single', 'double'] = 'auto',
        device: Literal['auto', 'cpu', 'cuda', 'plain'] = 'auto',
        kernel: Literal['linear', 'rbf', 'poly', 'subsequence', 'precomputed'] = 'linear',
        gamma: Union[float, str] = 'auto',
        sigma: Union[float, str] = 'auto',
        degree: int = 3,
        coef0: float = 0.0,
        length: int = 4,
        decay: float = 0.5,
        cache_mb: Union[float, str] = 'auto',
        tolerance: float = 0.001,
        max_epochs: int = 20000,
        solver: Literal['fast', 'paper'] = 'fast',
        paper_step: Literal['instance', 'all'] = 'instance',
        no_active_set: bool = False,
        labels: Literal['auto', 'names', 'sets', 'levels', 'level-sets', 'indicator'] = 'auto',
        label_nodes: Literal['auto', 'terminal', 'all', 'path', 'closed'] = 'auto',
        unknown_labels: Literal['error', 'skip', 'prefix'] = 'error',
        calibrate: Union[bool, int, Literal['auto']] = 'auto',
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
        weighting: Literal['auto', 'none', 'binary', 'tf', 'log-tf', 'tfidf', 'log-tfidf'] = 'auto',
        normalize: Literal['auto', 'none', 'unit'] = 'auto',
        hash: int = 0,
        scale: Literal['auto', 'none', 'standard', 'minmax'] = 'auto',
        missing: Literal['auto', 'zero', 'mean', 'error'] = 'auto',
    ) -> None: ...

class FlatSVM(BaseClade):
    taxonomy: Any
    loss: Literal['auto', 'zero-one', 'tree', 'symdiff', 'normalized', 'subtree', 'sibling', 'costs:FILE', 'matrix:FILE']
    constraints: Literal['ranking', 'binary']
    slack: Literal['instance', 'pair']
    slack_power: int
    C: Union[float, str]
    scale_C: Literal['none', 'n']
    class_weight: Union[Literal['none', 'balanced'], dict[Any, float]]
    bias: Literal['none', 'feature', 'free']
    precision: Literal['auto', 'single', 'double']
    device: Literal['auto', 'cpu', 'cuda', 'plain']
    kernel: Literal['linear', 'rbf', 'poly', 'subsequence', 'precomputed']
    gamma: Union[float, str]
    sigma: Union[float, str]
    degree: int
    coef0: float
    length: int
    decay: float
    cache_mb: Union[float, str]
    tolerance: float
    max_epochs: int
    solver: Literal['fast', 'paper']
    paper_step: Literal['instance', 'all']
    no_active_set: bool
    labels: Literal['auto', 'names', 'sets', 'levels', 'level-sets', 'indicator']
    label_nodes: Literal['auto', 'terminal', 'all', 'path', 'closed']
    unknown_labels: Literal['error', 'skip', 'prefix']
    calibrate: Union[bool, int, Literal['auto']]
    budget: Optional[str]
    choose_for: Optional[str]
    max_seconds: Optional[float]
    checkpoint: Any
    checkpoint_every: float
    memory: Union[str, int, None]
    keep_best: bool
    threads: int
    seed: int
    verbose: int
    stopwords: str
    stemmer: str
    min_word_length: int
    ngrams: Union[int, str]
    char_ngrams: str
    ngram_weight: Union[float, str]
    char_weight: Union[float, str]
    min_df: Union[int, str]
    max_df: Union[float, str]
    weighting: Literal['auto', 'none', 'binary', 'tf', 'log-tf', 'tfidf', 'log-tfidf']
    normalize: Literal['auto', 'none', 'unit']
    hash: int
    scale: Literal['auto', 'none', 'standard', 'minmax']
    missing: Literal['auto', 'zero', 'mean', 'error']
    def __init__(
        self,
        *,
        taxonomy: Any = None,
        loss: Literal['auto', 'zero-one', 'tree', 'symdiff', 'normalized', 'subtree', 'sibling', 'costs:FILE', 'matrix:FILE'] = 'auto',
        constraints: Literal['ranking', 'binary'] = 'ranking',
        slack: Literal['instance', 'pair'] = 'instance',
        slack_power: int = 1,
        C: Union[float, str] = 1.0,
        scale_C: Literal['none', 'n'] = 'none',
        class_weight: Union[Literal['none', 'balanced'], dict[Any, float]] = 'none',
        bias: Literal['none', 'feature', 'free'] = 'none',
        precision: Literal['auto', 'single', 'double'] = 'auto',
        device: Literal['auto', 'cpu', 'cuda', 'plain'] = 'auto',
        kernel: Literal['linear', 'rbf', 'poly', 'subsequence', 'precomputed'] = 'linear',
        gamma: Union[float, str] = 'auto',
        sigma: Union[float, str] = 'auto',
        degree: int = 3,
        coef0: float = 0.0,
        length: int = 4,
        decay: float = 0.5,
        cache_mb: Union[float, str] = 'auto',
        tolerance: float = 0.001,
        max_epochs: int = 20000,
        solver: Literal['fast', 'paper'] = 'fast',
        paper_step: Literal['instance', 'all'] = 'instance',
        no_active_set: bool = False,
        labels: Literal['auto', 'names', 'sets', 'levels', 'level-sets', 'indicator'] = 'auto',
        label_nodes: Literal['auto', 'terminal', 'all', 'path', 'closed'] = 'auto',
        unknown_labels: Literal['error', 'skip', 'prefix'] = 'error',
        calibrate: Union[bool, int, Literal['auto']] = 'auto',
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
        weighting: Literal['auto', 'none', 'binary', 'tf', 'log-tf', 'tfidf', 'log-tfidf'] = 'auto',
        normalize: Literal['auto', 'none', 'unit'] = 'auto',
        hash: int = 0,
        scale: Literal['auto', 'none', 'standard', 'minmax'] = 'auto',
        missing: Literal['auto', 'zero', 'mean', 'error'] = 'auto',
    ) -> None: ...

class FlatMultSVM(BaseClade):
    taxonomy: Any
    loss: Literal['auto', 'zero-one', 'tree', 'symdiff', 'normalized', 'subtree', 'sibling', 'costs:FILE', 'matrix:FILE']
    constraints: Literal['ranking', 'binary']
    slack: Literal['instance', 'pair']
    slack_power: int
    C: Union[float, str]
    scale_C: Literal['none', 'n']
    class_weight: Union[Literal['none', 'balanced'], dict[Any, float]]
    bias: Literal['none', 'feature', 'free']
    precision: Literal['auto', 'single', 'double']
    device: Literal['auto', 'cpu', 'cuda', 'plain']
    kernel: Literal['linear', 'rbf', 'poly', 'subsequence', 'precomputed']
    gamma: Union[float, str]
    sigma: Union[float, str]
    degree: int
    coef0: float
    length: int
    decay: float
    cache_mb: Union[float, str]
    tolerance: float
    max_epochs: int
    solver: Literal['fast', 'paper']
    paper_step: Literal['instance', 'all']
    no_active_set: bool
    labels: Literal['auto', 'names', 'sets', 'levels', 'level-sets', 'indicator']
    label_nodes: Literal['auto', 'terminal', 'all', 'path', 'closed']
    unknown_labels: Literal['error', 'skip', 'prefix']
    calibrate: Union[bool, int, Literal['auto']]
    budget: Optional[str]
    choose_for: Optional[str]
    max_seconds: Optional[float]
    checkpoint: Any
    checkpoint_every: float
    memory: Union[str, int, None]
    keep_best: bool
    threads: int
    seed: int
    verbose: int
    stopwords: str
    stemmer: str
    min_word_length: int
    ngrams: Union[int, str]
    char_ngrams: str
    ngram_weight: Union[float, str]
    char_weight: Union[float, str]
    min_df: Union[int, str]
    max_df: Union[float, str]
    weighting: Literal['auto', 'none', 'binary', 'tf', 'log-tf', 'tfidf', 'log-tfidf']
    normalize: Literal['auto', 'none', 'unit']
    hash: int
    scale: Literal['auto', 'none', 'standard', 'minmax']
    missing: Literal['auto', 'zero', 'mean', 'error']
    def __init__(
        self,
        *,
        taxonomy: Any = None,
        loss: Literal['auto', 'zero-one', 'tree', 'symdiff', 'normalized', 'subtree', 'sibling', 'costs:FILE', 'matrix:FILE'] = 'auto',
        constraints: Literal['ranking', 'binary'] = 'ranking',
        slack: Literal['instance', 'pair'] = 'instance',
        slack_power: int = 1,
        C: Union[float, str] = 1.0,
        scale_C: Literal['none', 'n'] = 'n',
        class_weight: Union[Literal['none', 'balanced'], dict[Any, float]] = 'none',
        bias: Literal['none', 'feature', 'free'] = 'none',
        precision: Literal['auto', 'single', 'double'] = 'auto',
        device: Literal['auto', 'cpu', 'cuda', 'plain'] = 'auto',
        kernel: Literal['linear', 'rbf', 'poly', 'subsequence', 'precomputed'] = 'linear',
        gamma: Union[float, str] = 'auto',
        sigma: Union[float, str] = 'auto',
        degree: int = 3,
        coef0: float = 0.0,
        length: int = 4,
        decay: float = 0.5,
        cache_mb: Union[float, str] = 'auto',
        tolerance: float = 0.001,
        max_epochs: int = 20000,
        solver: Literal['fast', 'paper'] = 'fast',
        paper_step: Literal['instance', 'all'] = 'instance',
        no_active_set: bool = False,
        labels: Literal['auto', 'names', 'sets', 'levels', 'level-sets', 'indicator'] = 'auto',
        label_nodes: Literal['auto', 'terminal', 'all', 'path', 'closed'] = 'auto',
        unknown_labels: Literal['error', 'skip', 'prefix'] = 'error',
        calibrate: Union[bool, int, Literal['auto']] = 'auto',
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
        weighting: Literal['auto', 'none', 'binary', 'tf', 'log-tf', 'tfidf', 'log-tfidf'] = 'auto',
        normalize: Literal['auto', 'none', 'unit'] = 'auto',
        hash: int = 0,
        scale: Literal['auto', 'none', 'standard', 'minmax'] = 'auto',
        missing: Literal['auto', 'zero', 'mean', 'error'] = 'auto',
    ) -> None: ...

class HierMultSVM(BaseClade):
    taxonomy: Any
    C: Union[float, str]
    scale_C: Literal['none', 'n']
    class_weight: Union[Literal['none', 'balanced'], dict[Any, float]]
    bias: Literal['none', 'feature', 'free']
    precision: Literal['auto', 'single', 'double']
    device: Literal['auto', 'cpu', 'cuda', 'plain']
    kernel: Literal['linear', 'rbf', 'poly', 'subsequence', 'precomputed']
    gamma: Union[float, str]
    sigma: Union[float, str]
    degree: int
    coef0: float
    length: int
    decay: float
    cache_mb: Union[float, str]
    tolerance: float
    max_epochs: int
    solver: Literal['fast', 'paper']
    paper_step: Literal['instance', 'all']
    no_active_set: bool
    labels: Literal['auto', 'names', 'sets', 'levels', 'level-sets', 'indicator']
    label_nodes: Literal['auto', 'terminal', 'all', 'path', 'closed']
    unknown_labels: Literal['error', 'skip', 'prefix']
    calibrate: Union[bool, int, Literal['auto']]
    budget: Optional[str]
    choose_for: Optional[str]
    max_seconds: Optional[float]
    checkpoint: Any
    checkpoint_every: float
    memory: Union[str, int, None]
    keep_best: bool
    threads: int
    seed: int
    verbose: int
    stopwords: str
    stemmer: str
    min_word_length: int
    ngrams: Union[int, str]
    char_ngrams: str
    ngram_weight: Union[float, str]
    char_weight: Union[float, str]
    min_df: Union[int, str]
    max_df: Union[float, str]
    weighting: Literal['auto', 'none', 'binary', 'tf', 'log-tf', 'tfidf', 'log-tfidf']
    normalize: Literal['auto', 'none', 'unit']
    hash: int
    scale: Literal['auto', 'none', 'standard', 'minmax']
    missing: Literal['auto', 'zero', 'mean', 'error']
    def __init__(
        self,
        *,
        taxonomy: Any = None,
        C: Union[float, str] = 1.0,
        scale_C: Literal['none', 'n'] = 'n',
        class_weight: Union[Literal['none', 'balanced'], dict[Any, float]] = 'none',
        bias: Literal['none', 'feature', 'free'] = 'none',
        precision: Literal['auto', 'single', 'double'] = 'auto',
        device: Literal['auto', 'cpu', 'cuda', 'plain'] = 'auto',
        kernel: Literal['linear', 'rbf', 'poly', 'subsequence', 'precomputed'] = 'linear',
        gamma: Union[float, str] = 'auto',
        sigma: Union[float, str] = 'auto',
        degree: int = 3,
        coef0: float = 0.0,
        length: int = 4,
        decay: float = 0.5,
        cache_mb: Union[float, str] = 'auto',
        tolerance: float = 0.001,
        max_epochs: int = 20000,
        solver: Literal['fast', 'paper'] = 'fast',
        paper_step: Literal['instance', 'all'] = 'instance',
        no_active_set: bool = False,
        labels: Literal['auto', 'names', 'sets', 'levels', 'level-sets', 'indicator'] = 'auto',
        label_nodes: Literal['auto', 'terminal', 'all', 'path', 'closed'] = 'auto',
        unknown_labels: Literal['error', 'skip', 'prefix'] = 'error',
        calibrate: Union[bool, int, Literal['auto']] = 'auto',
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
        weighting: Literal['auto', 'none', 'binary', 'tf', 'log-tf', 'tfidf', 'log-tfidf'] = 'auto',
        normalize: Literal['auto', 'none', 'unit'] = 'auto',
        hash: int = 0,
        scale: Literal['auto', 'none', 'standard', 'minmax'] = 'auto',
        missing: Literal['auto', 'zero', 'mean', 'error'] = 'auto',
    ) -> None: ...

class FlatPsiLearning(BaseClade):
    taxonomy: Any
    multilabel: Literal['error', 'intersect']
    dc_tolerance: float
    dc_iterations: int
    C: Union[float, str]
    scale_C: Literal['none', 'n']
    class_weight: Union[Literal['none', 'balanced'], dict[Any, float]]
    bias: Literal['none', 'feature', 'free']
    precision: Literal['auto', 'single', 'double']
    device: Literal['auto', 'cpu', 'cuda', 'plain']
    kernel: Literal['linear', 'rbf', 'poly', 'subsequence', 'precomputed']
    gamma: Union[float, str]
    sigma: Union[float, str]
    degree: int
    coef0: float
    length: int
    decay: float
    cache_mb: Union[float, str]
    tolerance: float
    max_epochs: int
    solver: Literal['fast', 'paper']
    paper_step: Literal['instance', 'all']
    no_active_set: bool
    labels: Literal['auto', 'names', 'sets', 'levels', 'level-sets', 'indicator']
    label_nodes: Literal['auto', 'terminal', 'all', 'path', 'closed']
    unknown_labels: Literal['error', 'skip', 'prefix']
    calibrate: Union[bool, int, Literal['auto']]
    budget: Optional[str]
    choose_for: Optional[str]
    max_seconds: Optional[float]
    checkpoint: Any
    checkpoint_every: float
    memory: Union[str, int, None]
    keep_best: bool
    threads: int
    seed: int
    verbose: int
    stopwords: str
    stemmer: str
    min_word_length: int
    ngrams: Union[int, str]
    char_ngrams: str
    ngram_weight: Union[float, str]
    char_weight: Union[float, str]
    min_df: Union[int, str]
    max_df: Union[float, str]
    weighting: Literal['auto', 'none', 'binary', 'tf', 'log-tf', 'tfidf', 'log-tfidf']
    normalize: Literal['auto', 'none', 'unit']
    hash: int
    scale: Literal['auto', 'none', 'standard', 'minmax']
    missing: Literal['auto', 'zero', 'mean', 'error']
    def __init__(
        self,
        *,
        taxonomy: Any = None,
        multilabel: Literal['error', 'intersect'] = 'error',
        dc_tolerance: float = 0.001,
        dc_iterations: int = 40,
        C: Union[float, str] = 1.0,
        scale_C: Literal['none', 'n'] = 'none',
        class_weight: Union[Literal['none', 'balanced'], dict[Any, float]] = 'none',
        bias: Literal['none', 'feature', 'free'] = 'free',
        precision: Literal['auto', 'single', 'double'] = 'auto',
        device: Literal['auto', 'cpu', 'cuda', 'plain'] = 'auto',
        kernel: Literal['linear', 'rbf', 'poly', 'subsequence', 'precomputed'] = 'linear',
        gamma: Union[float, str] = 'auto',
        sigma: Union[float, str] = 'auto',
        degree: int = 3,
        coef0: float = 0.0,
        length: int = 4,
        decay: float = 0.5,
        cache_mb: Union[float, str] = 'auto',
        tolerance: float = 0.001,
        max_epochs: int = 20000,
        solver: Literal['fast', 'paper'] = 'fast',
        paper_step: Literal['instance', 'all'] = 'instance',
        no_active_set: bool = False,
        labels: Literal['auto', 'names', 'sets', 'levels', 'level-sets', 'indicator'] = 'auto',
        label_nodes: Literal['auto', 'terminal', 'all', 'path', 'closed'] = 'auto',
        unknown_labels: Literal['error', 'skip', 'prefix'] = 'error',
        calibrate: Union[bool, int, Literal['auto']] = 'auto',
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
        weighting: Literal['auto', 'none', 'binary', 'tf', 'log-tf', 'tfidf', 'log-tfidf'] = 'auto',
        normalize: Literal['auto', 'none', 'unit'] = 'auto',
        hash: int = 0,
        scale: Literal['auto', 'none', 'standard', 'minmax'] = 'auto',
        missing: Literal['auto', 'zero', 'mean', 'error'] = 'auto',
    ) -> None: ...

class TreeLossSVM(BaseClade):
    taxonomy: Any
    candidates: Literal['all', 'leaves']
    multilabel: Literal['error', 'intersect']
    C: Union[float, str]
    scale_C: Literal['none', 'n']
    class_weight: Union[Literal['none', 'balanced'], dict[Any, float]]
    bias: Literal['none', 'feature', 'free']
    precision: Literal['auto', 'single', 'double']
    device: Literal['auto', 'cpu', 'cuda', 'plain']
    kernel: Literal['linear', 'rbf', 'poly', 'subsequence', 'precomputed']
    gamma: Union[float, str]
    sigma: Union[float, str]
    degree: int
    coef0: float
    length: int
    decay: float
    cache_mb: Union[float, str]
    tolerance: float
    max_epochs: int
    solver: Literal['fast', 'paper']
    paper_step: Literal['instance', 'all']
    no_active_set: bool
    labels: Literal['auto', 'names', 'sets', 'levels', 'level-sets', 'indicator']
    label_nodes: Literal['auto', 'terminal', 'all', 'path', 'closed']
    unknown_labels: Literal['error', 'skip', 'prefix']
    calibrate: Union[bool, int, Literal['auto']]
    budget: Optional[str]
    choose_for: Optional[str]
    max_seconds: Optional[float]
    checkpoint: Any
    checkpoint_every: float
    memory: Union[str, int, None]
    keep_best: bool
    threads: int
    seed: int
    verbose: int
    stopwords: str
    stemmer: str
    min_word_length: int
    ngrams: Union[int, str]
    char_ngrams: str
    ngram_weight: Union[float, str]
    char_weight: Union[float, str]
    min_df: Union[int, str]
    max_df: Union[float, str]
    weighting: Literal['auto', 'none', 'binary', 'tf', 'log-tf', 'tfidf', 'log-tfidf']
    normalize: Literal['auto', 'none', 'unit']
    hash: int
    scale: Literal['auto', 'none', 'standard', 'minmax']
    missing: Literal['auto', 'zero', 'mean', 'error']
    def __init__(
        self,
        *,
        taxonomy: Any = None,
        candidates: Literal['all', 'leaves'] = 'all',
        multilabel: Literal['error', 'intersect'] = 'error',
        C: Union[float, str] = 1.0,
        scale_C: Literal['none', 'n'] = 'n',
        class_weight: Union[Literal['none', 'balanced'], dict[Any, float]] = 'none',
        bias: Literal['none', 'feature', 'free'] = 'none',
        precision: Literal['auto', 'single', 'double'] = 'auto',
        device: Literal['auto', 'cpu', 'cuda', 'plain'] = 'auto',
        kernel: Literal['linear', 'rbf', 'poly', 'subsequence', 'precomputed'] = 'linear',
        gamma: Union[float, str] = 'auto',
        sigma: Union[float, str] = 'auto',
        degree: int = 3,
        coef0: float = 0.0,
        length: int = 4,
        decay: float = 0.5,
        cache_mb: Union[float, str] = 'auto',
        tolerance: float = 0.001,
        max_epochs: int = 20000,
        solver: Literal['fast', 'paper'] = 'fast',
        paper_step: Literal['instance', 'all'] = 'instance',
        no_active_set: bool = False,
        labels: Literal['auto', 'names', 'sets', 'levels', 'level-sets', 'indicator'] = 'auto',
        label_nodes: Literal['auto', 'terminal', 'all', 'path', 'closed'] = 'auto',
        unknown_labels: Literal['error', 'skip', 'prefix'] = 'error',
        calibrate: Union[bool, int, Literal['auto']] = 'auto',
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
        weighting: Literal['auto', 'none', 'binary', 'tf', 'log-tf', 'tfidf', 'log-tfidf'] = 'auto',
        normalize: Literal['auto', 'none', 'unit'] = 'auto',
        hash: int = 0,
        scale: Literal['auto', 'none', 'standard', 'minmax'] = 'auto',
        missing: Literal['auto', 'zero', 'mean', 'error'] = 'auto',
    ) -> None: ...

class CladeTextClassifier(TextClade):
    taxonomy: Any
    flat: bool
    attributes: Literal['auto', 'depth', 'depth+root', 'class-depth', 'unit', 'normalized', 'leaf:S', 'text:FILE', 'file:FILE', 'similarity:FILE']
    constraints: Literal['auto', 'ranking', 'binary']
    C: Union[float, str]
    scale_C: Literal['none', 'n']
    class_weight: Union[Literal['none', 'balanced'], dict[Any, float]]
    bias: Literal['auto', 'none', 'feature', 'free']
    precision: Literal['auto', 'single', 'double']
    device: Literal['auto', 'cpu', 'cuda', 'plain']
    kernel: Literal['auto', 'linear', 'rbf', 'poly', 'subsequence', 'precomputed']
    gamma: Union[float, str]
    sigma: Union[float, str]
    degree: int
    coef0: float
    length: int
    decay: float
    cache_mb: Union[float, str]
    tolerance: float
    max_epochs: int
    solver: Literal['fast', 'paper']
    paper_step: Literal['instance', 'all']
    no_active_set: bool
    labels: Literal['auto', 'names', 'sets', 'levels', 'level-sets', 'indicator']
    label_nodes: Literal['auto', 'terminal', 'all', 'path', 'closed']
    unknown_labels: Literal['error', 'skip', 'prefix']
    calibrate: Union[bool, int, Literal['auto']]
    budget: Optional[str]
    choose_for: Optional[str]
    max_seconds: Optional[float]
    checkpoint: Any
    checkpoint_every: float
    memory: Union[str, int, None]
    keep_best: bool
    threads: int
    seed: int
    verbose: int
    stopwords: str
    stemmer: str
    min_word_length: int
    ngrams: Union[int, str]
    char_ngrams: str
    ngram_weight: Union[float, str]
    char_weight: Union[float, str]
    min_df: Union[int, str]
    max_df: Union[float, str]
    weighting: Literal['auto', 'none', 'binary', 'tf', 'log-tf', 'tfidf', 'log-tfidf']
    normalize: Literal['auto', 'none', 'unit']
    hash: int
    scale: Literal['auto', 'none', 'standard', 'minmax']
    missing: Literal['auto', 'zero', 'mean', 'error']
    def __init__(
        self,
        *,
        taxonomy: Any = None,
        flat: bool = False,
        attributes: Literal['auto', 'depth', 'depth+root', 'class-depth', 'unit', 'normalized', 'leaf:S', 'text:FILE', 'file:FILE', 'similarity:FILE'] = 'auto',
        constraints: Literal['auto', 'ranking', 'binary'] = 'auto',
        C: Union[float, str] = 'usual',
        scale_C: Literal['none', 'n'] = 'none',
        class_weight: Union[Literal['none', 'balanced'], dict[Any, float]] = 'none',
        bias: Literal['auto', 'none', 'feature', 'free'] = 'auto',
        precision: Literal['auto', 'single', 'double'] = 'auto',
        device: Literal['auto', 'cpu', 'cuda', 'plain'] = 'auto',
        kernel: Literal['auto', 'linear', 'rbf', 'poly', 'subsequence', 'precomputed'] = 'auto',
        gamma: Union[float, str] = 'auto',
        sigma: Union[float, str] = 'auto',
        degree: int = 3,
        coef0: float = 0.0,
        length: int = 4,
        decay: float = 0.5,
        cache_mb: Union[float, str] = 'auto',
        tolerance: float = 0.001,
        max_epochs: int = 20000,
        solver: Literal['fast', 'paper'] = 'fast',
        paper_step: Literal['instance', 'all'] = 'instance',
        no_active_set: bool = False,
        labels: Literal['auto', 'names', 'sets', 'levels', 'level-sets', 'indicator'] = 'auto',
        label_nodes: Literal['auto', 'terminal', 'all', 'path', 'closed'] = 'auto',
        unknown_labels: Literal['error', 'skip', 'prefix'] = 'error',
        calibrate: Union[bool, int, Literal['auto']] = 'auto',
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
        weighting: Literal['auto', 'none', 'binary', 'tf', 'log-tf', 'tfidf', 'log-tfidf'] = 'auto',
        normalize: Literal['auto', 'none', 'unit'] = 'auto',
        hash: int = 0,
        scale: Literal['auto', 'none', 'standard', 'minmax'] = 'auto',
        missing: Literal['auto', 'zero', 'mean', 'error'] = 'auto',
    ) -> None: ...

BY_METHOD: dict[str, type[BaseClade]]
__all__: list[str]
