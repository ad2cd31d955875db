# Made by scripts/python_stubs.py.
from . import metrics as metrics
from ._errors import CladeWarning as CladeWarning
from ._errors import InputError as InputError
from ._errors import ModelError as ModelError
from ._errors import UsageError as UsageError
from ._estimators import CladeClassifier as CladeClassifier
from ._estimators import CladeTextClassifier as CladeTextClassifier
from ._estimators import DivideAndConquer as DivideAndConquer
from ._estimators import FlatMultSVM as FlatMultSVM
from ._estimators import FlatPsiLearning as FlatPsiLearning
from ._estimators import FlatSVM as FlatSVM
from ._estimators import HierMultSVM as HierMultSVM
from ._estimators import HierarchicalPerceptron as HierarchicalPerceptron
from ._estimators import HierarchicalSVM as HierarchicalSVM
from ._estimators import Hieron as Hieron
from ._estimators import OrthogonalTransfer as OrthogonalTransfer
from ._estimators import PsiLearning as PsiLearning
from ._estimators import TopDownSVM as TopDownSVM
from ._estimators import Transfer as Transfer
from ._estimators import TreeLossSVM as TreeLossSVM
from ._files import load as load
from ._files import save as save
from ._judging import audit as audit
from ._judging import check as check
from ._judging import compare as compare
from ._judging import evaluate as evaluate
from ._plots import plot_comparison as plot_comparison
from ._plots import plot_levels as plot_levels
from ._plots import plot_reliability as plot_reliability
from ._plots import plot_taxonomy as plot_taxonomy
from ._report import Audit as Audit
from ._report import Comparison as Comparison
from ._report import Evaluation as Evaluation
from ._report import Explanation as Explanation
from ._report import Explanations as Explanations
from ._taxonomy import Taxonomy as Taxonomy

__version__: str
__all__: list[str]
