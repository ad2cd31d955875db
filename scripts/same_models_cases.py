"""The combinations of data, method and options that same_models.py runs with two programs."""

from dataclasses import dataclass

SAVE = "--quiet --json -o model.clade"
PREDICT = ["predict {model} {test} --top 3", "predict {model} {test} --scores"]
EVALUATE = ["evaluate {model} {test} --json"]
EXPLAIN = ["explain {model} {test} --first 2"]
INFO = ["info {model}"]
ASK = [*PREDICT, *EVALUATE, *EXPLAIN, *INFO]
ASK_KERNEL = [*PREDICT, *EVALUATE, *INFO]  # features have no share in an answer
ASK_ALIASES = [*PREDICT, *EXPLAIN, *INFO]  # the data have other names for labels than the model
ASK_LARGE = [PREDICT[0], *EVALUATE, *INFO]
ASK_PROBABILITIES = [
    "predict {model} {test} --probabilities",
    "predict {model} {test} --scores --probabilities",
    "predict {model} {test} --confidence 0.7",
    "predict {model} {test} --coverage 0.9",
    "predict {model} {test} --decode expected-loss --output jsonl",
]
LABEL_SET_RULES = ["top1", "sign", "threshold", "size", "class-thresholds"]
ASK_LABEL_SETS = [f"evaluate {{model}} {{test}} --json --label-set {rule}" for rule in LABEL_SET_RULES]


@dataclass(frozen=True)
class Step:
    """A call of the program. `{train}` and its like are files of the case's set, and `{model}` is its last model."""

    words: str
    input: str = ""  # this file of the set is standard input
    fails: bool = False  # as it should: the message is what matters


@dataclass(frozen=True)
class Case:
    name: str
    set: str
    steps: list
    model: str = "model.clade"
    is_long: bool = False  # starts first


def lines_of(text):
    return [line.strip() for line in text.splitlines() if line.strip()]


def models(text, ask=ASK, then=None, model="model.clade", input="", is_long=False):
    """A case for each line: its name, its set and the options of `train`. Where a step follows on training, its
    options stand behind `=>`."""
    cases = []
    for line in lines_of(text):
        name, data, *rest = line.split(maxsplit=2)
        options, _, more = rest[0].partition("=>") if rest else ("", "", "")
        threads = "" if "--threads" in options else "--threads 1"
        source = "-" if input else "{train}"
        steps = [Step(f"train {source} --taxonomy {{taxonomy}} {options} {threads} {SAVE}", input)]
        steps += [Step(f"{then} {more}")] if then else []
        cases.append(Case(name, data, steps + [Step(words) for words in ask], model, is_long))
    return cases


def calls(text):
    """Cases of any steps: a line with name and set, then a line for each call, further in. A call behind `!` must fail,
    and one with `<` has a file as its standard input."""
    cases = []
    for line in text.splitlines():
        if not line.strip():
            continue
        if not line.startswith(" "):
            cases.append(Case(*line.split(), []))
            continue
        words, _, source = line.strip().partition(" < ")
        cases[-1].steps.append(Step(words.removeprefix("! ").replace("SAVE", SAVE), source, words.startswith("! ")))
    return cases


METHODS = models("""
    clade        cai --method clade
    hsvm         cai --method hsvm
    svm          cai --method svm
    perceptron   cai --method perceptron
    hieron       cai --method hieron
    dnc          cai --method dnc
    topdown-svm  cai --method topdown-svm
    topdown-psi  cai --method topdown-psi
    psi          cai --method psi
    orthogonal   cai --method orthogonal
    transfer     cai --method transfer
    treeloss     cai --method treeloss
    flatmult     cai --method flatmult
    hiermult     cai --method hiermult
""")

HSVM = models("""
    hsvm-flat                 cai --method hsvm --flat
    hsvm-binary               cai --method hsvm --constraints binary
    hsvm-binary-power-2      cai --method hsvm --constraints binary --slack-power 2
    hsvm-pair                 cai --method hsvm --slack pair
    hsvm-power-2              cai --method hsvm --slack-power 2
    hsvm-pair-power-2         cai --method hsvm --slack pair --slack-power 2
    hsvm-bias-feature         cai --method hsvm --bias feature
    hsvm-bias-free            cai --method hsvm --bias free
    hsvm-C-auto               cai --method hsvm --C auto
    hsvm-C-inf                cai --method hsvm --C inf --attributes unit --precision double
    hsvm-C-100                cai --method hsvm --C 100
    hsvm-scale-C              cai --method hsvm --C 50 --scale-C n
    hsvm-balanced             cai --method hsvm --class-weight balanced
    hsvm-weights              cai --method hsvm --weights {weights}
    hsvm-double               cai --method hsvm --precision double
    hsvm-double-auto          cai --method hsvm --tolerance 1e-8
    hsvm-max-epochs           cai --method hsvm --max-epochs 2
    hsvm-seed                 cai --method hsvm --seed 7
    hsvm-trace                cai --method hsvm --trace trace.jsonl
    hsvm-unit-rows            cai --method hsvm --normalize unit
    hsvm-all-nodes            cai --method hsvm --label-nodes all
    hsvm-loss-zero-one        cai --method hsvm --loss zero-one
    hsvm-loss-symdiff         cai --method hsvm --loss symdiff
    hsvm-loss-normalized      cai --method hsvm --loss normalized
    hsvm-loss-subtree         cai --method hsvm --loss subtree
    hsvm-loss-sibling         cai --method hsvm --loss sibling
    hsvm-loss-costs           cai --method hsvm --loss costs:{costs}
    hsvm-loss-matrix          cai --method hsvm --loss matrix:{matrix}
    hsvm-depth+root           cai --method hsvm --attributes depth+root
    hsvm-class-depth          cai --method hsvm --attributes class-depth
    hsvm-unit                 cai --method hsvm --attributes unit
    hsvm-normalized           cai --method hsvm --attributes normalized
    hsvm-leaf                 cai --method hsvm --attributes leaf:0.5
    hsvm-attributes-file      cai --method hsvm --attributes file:{attributes}
    hsvm-similarity           cai --method hsvm --attributes similarity:{similarity}
    hsvm-paper                cai --method hsvm --solver paper --tolerance 0.05
    hsvm-paper-all            cai --method hsvm --solver paper --paper-step all --tolerance 0.3
    hsvm-paper-no-active-set  cai --method hsvm --solver paper --no-active-set --tolerance 0.05
    hsvm-paper-pair           cai --method hsvm --solver paper --slack pair --slack-power 2 --tolerance 0.1
    hsvm-paper-binary         cai --method hsvm --solver paper --constraints binary --tolerance 0.1
""")

OTHER_OPTIONS = models("""
    clade-flat               cai --flat
    clade-C-auto             cai --C auto
    clade-double-bias-free   cai --precision double --bias free
    svm-bias-free            cai --method svm --bias free
    svm-binary               cai --method svm --constraints binary --slack-power 2
    svm-tree-loss            cai --method svm --loss tree
    svm-C-auto               cai --method svm --C auto
    svm-C-inf                cai --method svm --C inf --precision double
    svm-no-taxonomy          flat {other} --method svm
    clade-no-taxonomy        flat {other}
    dnc-perceptron           cai --method dnc --base perceptron
    dnc-perceptron-averaged  cai --method dnc --base perceptron --update averaged --order random
    dnc-perceptron-minover   cai --method dnc --base perceptron --update minover --epochs 3
    dnc-hieron               cai --method dnc --base hieron --update averaged --epochs 2
    dnc-C-auto               cai --method dnc --C auto
    dnc-bias-free            cai --method dnc --bias free
    dnc-double               cai --method dnc --precision double --bias feature
    dnc-2-threads            dekel --method dnc --threads 2
    topdown-svm-C-auto       cai --method topdown-svm --C auto --bias none
    topdown-svm-double       cai --method topdown-svm --precision double --bias feature
    topdown-psi-no-bias      cai --method topdown-psi --bias none
    orthogonal-alpha         cai --method orthogonal --alpha 0.3 --C 100
    orthogonal-K             cai --method orthogonal --K {prices} --C 100
    orthogonal-paper         wang2 --method orthogonal --solver paper --tolerance 0.1
    orthogonal-C-auto        wang2 --method orthogonal --C auto
    transfer-scale-C-none    cai --method transfer --scale-C none
    treeloss-leaves          cai --method treeloss --candidates leaves --C 100
    hiermult-C               cai --method hiermult --C 100
    wang1-psi                wang1 --method psi
    wang1-hsvm               wang1 --method hsvm --tolerance 1e-6
    wang2-topdown-psi        wang2 --method topdown-psi
    wang2-topdown-svm        wang2 --method topdown-svm
    wang3-hsvm               wang3 --method hsvm --bias free --tolerance 1e-5
    wang3-clade              wang3 --C 1000
    wang4-topdown-svm        wang4 --method topdown-svm
    wang4-svm                wang4 --method svm --bias free
""")

ONLINE = models("""
    perceptron-averaged      cai --method perceptron --update averaged
    perceptron-minover       cai --method perceptron --update minover --epochs 3
    perceptron-random-order  cai --method perceptron --order random --bias feature
    perceptron-flat-double   cai --method perceptron --flat --precision double
    perceptron-costs         cai --method perceptron --loss costs:{costs} --attributes unit
    perceptron-trace         cai --method perceptron --epochs 2 --trace trace.jsonl --trace-updates
    hieron-averaged          cai --method hieron --update averaged --epochs 3
    hieron-flat              cai --method hieron --flat
    hieron-random-order      dekel --method hieron --order random --epochs 2
""")

STREAMS = models("""
    stream-perceptron           cai --method perceptron --epochs 1 --progressive
    stream-perceptron-averaged  cai --method perceptron --epochs 1 --update averaged
    stream-hieron-hash          docs --method hieron --format jsonl --hash 12
    stream-hieron-words         docs --method hieron --format jsonl --update averaged --weighting log-tf
    stdin-perceptron            cai --method perceptron
    stdin-hsvm                  cai --method hsvm
""", input="train")

KERNELS = models("""
    rbf                      cai --method hsvm --kernel rbf
    rbf-clade-2-threads      cai --kernel rbf --gamma 0.3 --threads 2
    rbf-bias-free            wang2 --method hsvm --kernel rbf --sigma 0.5 --bias free
    rbf-bias-feature-double  cai --method hsvm --kernel rbf --bias feature --precision double
    rbf-small-cache          cai --method hsvm --kernel rbf --cache-mb 0.1
    rbf-C-auto               wang2 --method svm --kernel rbf --C auto
    rbf-several-labels       several --kernel rbf --gamma 0.2
    rbf-topdown-svm          cai --method topdown-svm --kernel rbf --bias none
    rbf-topdown-psi          wang2 --method topdown-psi --kernel rbf
    rbf-transfer             cai --method transfer --kernel rbf --C 100
    rbf-orthogonal           wang2 --method orthogonal --kernel rbf --C 100
    rbf-treeloss             cai --method treeloss --kernel rbf --C 100
    rbf-paper                wang2 --method hsvm --kernel rbf --solver paper --tolerance 0.05
    rbf-minover              wang2 --method perceptron --kernel rbf --update minover --epochs 3
    poly                     cai --method hsvm --kernel poly --degree 2 --coef0 1 --normalize unit
    poly-perceptron          cai --method perceptron --kernel poly --gamma 0.1 --coef0 1 --update averaged
    poly-hieron              cai --method hieron --kernel poly --gamma 0.2 --coef0 1 --degree 2
    subsequence              letters --method svm --kernel subsequence --length 3
    subsequence-perceptron   letters --method perceptron --kernel subsequence --length 2 --decay 0.8
    precomputed              gram --method hsvm --kernel precomputed
    precomputed-clade-bias   gram --kernel precomputed --bias feature
""", ask=ASK_KERNEL)

LABELS = models("""
    several-clade            several
    several-hsvm             several --method hsvm
    several-hsvm-binary      several --method hsvm --constraints binary --slack-power 2 --bias free
    several-hsvm-pair        several --method hsvm --slack pair
    several-svm              several --method svm --C auto --tolerance 0.01
    several-perceptron       several --method perceptron --update averaged
    several-topdown-svm      several --method topdown-svm --multilabel intersect
    several-transfer         several --method transfer --multilabel intersect
    several-treeloss         several --method treeloss --multilabel intersect
    inner-labels-clade       dekel
    inner-labels-all         dekel --label-nodes all
    inner-labels-path        dekel --method topdown-svm --label-nodes path --bias none
    inner-labels-hieron      dekel --method hieron
    inner-labels-hiermult    dekel --method hiermult --C 100
    inner-labels-orthogonal  dekel --method orthogonal --C 100 --max-epochs 20
    dag-clade                dag
    dag-hsvm                 dag --method hsvm --attributes class-depth
    dag-several              dag-several --method hsvm --label-nodes all
    dag-perceptron           dag-several --method perceptron
    dag-hieron               dag --method hieron --epochs 3
    skos                     skos --taxonomy-names id
    mesh-names               mesh --taxonomy-names label --method hsvm
""") + models("""
    obo                      obo
    obo-part-of-names        obo --part-of --taxonomy-names label
    skos-german              skos --language de
    mesh                     mesh
""", ask=ASK_ALIASES)

CALIBRATED = models("""
    calibrated        cai --calibrate
    calibrated-dnc    cai --method dnc --calibrate --calibrate-folds 3
    calibrated-words  words --calibrate --min-df 1
    calibrated-dag    dag --calibrate --calibrate-folds 3
""", ask=[*ASK, *ASK_PROBABILITIES]) + models("""
    calibrated-several      several --calibrate --calibrate-folds 3
    calibrated-several-svm  several --method svm --constraints binary --calibrate
    calibrated-several-dag  dag-several --method hsvm --label-nodes all --calibrate --calibrate-folds 3
""", ask=[*ASK, *ASK_PROBABILITIES, *ASK_LABEL_SETS]) + models("""
    calibrated-rbf  wang2 --kernel rbf --calibrate --calibrate-folds 3
""", ask=[*ASK_KERNEL, *ASK_PROBABILITIES])

CSV_COLUMNS = "--label-column topic --text-column headline=2,body"
FORMATS = models("""
    text                    text
    text-2-threads          text --method hsvm --threads 2
    text-weighting          text --weighting tfidf --normalize unit
    docs                    docs
    docs-2-threads          docs --method hsvm --ngrams 2 --max-df 0.5 --threads 2
    docs-hash               docs --method hsvm --hash 10
    words                   words --text-fields title=2,text --min-df 1
    words-stemmer           words --stemmer english --stopwords english --ngrams 2
    words-stopwords-file    words --stemmer de --stopwords {stopwords} --min-word-length 3 --weighting log-tf
    words-char-ngrams       words --char-ngrams 3-4 --ngrams 0 --min-df 2
    words-char-ngrams-hash  words --method hsvm --char-ngrams 3-5 --hash 9
    words-binary            words --method dnc --weighting binary --normalize none --max-df 40
    splits                  splits --min-df 1
    paths                   paths --min-df 1 --label-nodes all
    tsv                     tsv
    arff                    arff
    arff-hsvm               arff --method hsvm --constraints binary --label-nodes all
    arff-dag                arff-dag
    numbers                 numbers --method hsvm
    numbers-double          numbers --method hsvm --precision double
""") + models(f"""
    csv                     csv {CSV_COLUMNS}
""", ask=[f"{words} {CSV_COLUMNS}" for words in [*PREDICT, *EVALUATE, *EXPLAIN]]) + calls("""
numbers-jsonl numbers
    train {vectors} --taxonomy {taxonomy} --method hsvm SAVE
    predict model.clade {test} --scores
numbers-csv numbers
    train {table} --taxonomy {taxonomy} --method hsvm SAVE
    predict model.clade {test} --scores
pack cai
    pack {train} -o train.pack
    pack {test} -o test.pack
    train train.pack --taxonomy {taxonomy} --method hsvm SAVE
    predict model.clade test.pack --top 3
    evaluate model.clade test.pack --json
pack-double cai
    pack {train} -o train.pack --precision double
    train train.pack --taxonomy {taxonomy} --method svm --precision double SAVE
    predict model.clade {test} --scores
pack-words words
    train {train} --taxonomy {taxonomy} --min-df 1 SAVE
    pack {more} --model model.clade -o more.pack
    update model.clade more.pack --quiet --json -o next.clade
    predict next.clade {test} --scores
""")

UPDATED = models("""
    update-clade                cai
    update-hsvm                 cai --method hsvm --bias feature => --C 0.1
    update-costs                cai --method hsvm --loss costs:{costs} => --loss costs:{costs}
    update-svm-double           cai --method svm --precision double
    update-dnc                  cai --method dnc
    update-dnc-perceptron       cai --method dnc --base perceptron
    update-topdown-svm          cai --method topdown-svm
    update-several              several
    update-perceptron           cai --method perceptron => --epochs 2 --order random
    update-perceptron-averaged  cai --method perceptron --update averaged
    update-hieron-averaged      dekel --method hieron --update averaged => --trace trace.jsonl --trace-updates
    update-words                words --method hsvm --stemmer english
""", then="update model.clade {more} --quiet --json -o next.clade", model="next.clade") + calls("""
update-stream docs
    train {train} --taxonomy {taxonomy} --method hieron --weighting log-tf SAVE
    update model.clade - --format jsonl --quiet --json --progressive -o next.clade < more
    predict next.clade {test} --scores
update-stream-averaged cai
    train {train} --taxonomy {taxonomy} --method perceptron --update averaged SAVE
    update model.clade - --quiet --json -o next.clade < more
    predict next.clade {test} --scores
""")

PRUNED = models("""
    prune             text --method hsvm
    prune-single      text --method hsvm => --keep 1 --precision single
    prune-max-loss    text => --max-loss 5 --data {test}
    prune-double      cai --method hsvm --precision double => --keep 0.7
    prune-calibrated  words --calibrate --calibrate-folds 3 => --keep 0.6
""", then="prune model.clade -o small.clade", model="small.clade",
                ask=[*ASK, "predict {model} {test} --beam 3"]) + models("""
    prune-dnc         text --method dnc => --keep 0.5
""", then="prune model.clade -o small.clade", model="small.clade")

# The sets wide, large and nodes are so large that other parts of the program train them: visits in blocks, the solver of
# large problems, sparse rows of weights, and weights that are packed node by node.
LARGE = models("""
    nodes-dnc               nodes --method dnc
    nodes-dnc-2-threads     nodes --method dnc --bias feature --threads 2
    large-hsvm              large --method hsvm --tolerance 0.02
    large-hsvm-2-threads    large --method hsvm --tolerance 0.05 --normalize unit --threads 2
    large-clade             large --tolerance 0.05
    large-svm               large --method svm --tolerance 0.05
    large-hsvm-bias         large --method hsvm --bias feature --max-epochs 3
    large-hsvm-double       large --method hsvm --precision double --max-epochs 2
    large-hsvm-pair         large --method hsvm --slack pair --max-epochs 1
    large-perceptron        large --method perceptron --epochs 2 --update averaged
    blocks-hsvm             wide --method hsvm --tolerance 0.01
    blocks-clade-2-threads  wide --tolerance 0.05 --threads 2
    blocks-svm              wide --method svm --tolerance 0.01
    blocks-dnc              wide --method dnc
""", ask=ASK_LARGE, is_long=True)

COMMANDS = calls("""
compare cai
    compare {train} --taxonomy {taxonomy} --methods 'hsvm; svm; dnc; perceptron' --folds 3 --json --quiet
    compare {train} --taxonomy {taxonomy} --methods 'hsvm; hieron' --test {test} --quiet --metrics all
    compare {train} --taxonomy {taxonomy} --methods 'hsvm; svm' --folds 2 --curve C=0.1,1 --json --quiet
compare-tune wang4
    compare {train} --taxonomy {taxonomy} --methods 'hsvm; svm' --train-fraction 0.5 --repeats 2 --tune C=0.1,1 \
--taxonomies given,random:2,learned --json --quiet
compare-words words
    compare {train} --taxonomy {taxonomy} --methods 'clade; dnc --base hieron' --sample-per-class 5 --repeats 3 \
--output markdown --quiet
audit cai
    audit {train} --taxonomy {taxonomy} --json --quiet
    audit {train} --taxonomy {taxonomy} --top 5 --quiet
audit-words words
    audit {train} --taxonomy {taxonomy} --method hsvm --folds 3 --quiet
convert words
    convert {train} -o train.svm --names names.tsv
    convert {train} -o train.arff --taxonomy {taxonomy}
    convert {test} -o - --weighting none
evaluate-predictions cai
    train {train} --taxonomy {taxonomy} SAVE
    predict model.clade {test} --scores
    predict model.clade {test}
    evaluate --scores 02-predict.out --truth {test} --taxonomy {taxonomy} --json
    evaluate --predictions 03-predict.out --truth {test} --taxonomy {taxonomy}
evaluate-options dekel
    train {train} --taxonomy {taxonomy} --label-nodes all SAVE
    evaluate model.clade {test} --inner-correct --classes seen --loss symdiff --k 2,4 --auprc-from-level 2 --json
    evaluate model.clade {test}
    info model.clade --weights
    info model.clade --json
    predict model.clade - < test
angles cai
    train {train} --taxonomy {taxonomy} --method orthogonal SAVE
    info model.clade --angles
reports words
    train {train} --taxonomy {taxonomy} --calibrate --calibrate-folds 3 --trace trace.jsonl SAVE
    evaluate model.clade {test} --report evaluate.html
    explain model.clade {test} --first 3 --html explain.html
    compare {train} --taxonomy {taxonomy} --methods 'hsvm; svm' --folds 3 --quiet --report compare.html
    taxonomy show {taxonomy} {train} --html show.html
    taxonomy learn {train} -o learned.tsv --report learn.html
dry-run cai
    train {train} --taxonomy {taxonomy} --method hsvm --dry-run --json
taxonomy dag
    taxonomy check {taxonomy} {train}
    taxonomy check {taxonomy} {train} --json
    taxonomy show {taxonomy} {train}
taxonomy-formats dag
    taxonomy convert {taxonomy} -o a.json
    taxonomy convert a.json -o a.txt
    taxonomy convert a.txt -o a.obo
    taxonomy convert a.obo -o a.ttl
    taxonomy convert a.ttl -o a.nt
    taxonomy convert a.nt -o a.arff
    taxonomy convert a.arff -o a.tsv
    taxonomy convert a.tsv -o a.mesh
    taxonomy show a.mesh
taxonomy-paths cai
    taxonomy convert {taxonomy} -o a.paths
    taxonomy convert a.paths -o a.tsv
taxonomy-learn cai
    taxonomy learn {train} -o learned.tsv --levels 3 --json
    taxonomy learn {train} -o rbf.tsv --kernel rbf --linkage complete
    taxonomy random {taxonomy} -o random.tsv --seed 2
taxonomy-advise wang4
    taxonomy advise {taxonomy} {train} --repeats 2 --random-trees 2 --changes 3 --json --quiet
generate cai
    generate cai-multiclass -o cai-multiclass --n 50 --seed 3
    generate cai-multilabel -o cai-multilabel --n 50 --seed 3
    generate dekel -o dekel --n 242 --seed 3
    generate wang1 -o wang1 --seed 3
    generate wang2 -o wang2 --seed 3
    generate wang3 -o wang3 --seed 3
    generate wang4 -o wang4 --seed 3
    generate text -o text --levels 3,9 --n 50 --words 300 --test 10 --seed 3
    generate text -o jsonl --levels 3,9 --n 50 --words 300 --output jsonl --seed 3
""")

MESSAGES = calls("""
messages cai
    ! train {train} -o m.clade --C -3
    ! train {train} -o m.clade --C many
    ! train {train} -o m.clade --tolerance 2
    ! train {train} -o m.clade --max-epochs 0
    ! train {train} -o m.clade --method hsmv
    ! train {train} -o m.clade --kernel linaer
    ! train {train} -o m.clade --colour red
    ! train {train}
    ! train none.svm -o m.clade
    ! train {train} --taxonomy none.tsv -o m.clade
    ! train {train} -o m.clade --method hsvm --C inf --bias free
    ! train {train} -o m.clade --method hsvm --C inf --solver paper
    ! train {train} -o m.clade --method hsvm --constraints binary --loss tree
    ! train {train} -o m.clade --method hsvm --loss matrix:none.tsv
    ! train {train} -o m.clade --method dnc --base perceptron --C 2
    ! train {train} -o m.clade --method perceptron --epochs 0
    ! train {train} -o m.clade --method orthogonal --taxonomy {taxonomy} --alpha 9
    ! train {train} -o m.clade --kernel precomputed
    ! train {train} -o m.clade --kernel subsequence
    ! train {train} -o m.clade --ngrams 9
    ! train {train} -o m.clade --char-ngrams 1-3
    ! train {train} -o m.clade --hash 3
    ! train {train} -o m.clade --trace-updates
    ! train - -o m.clade --method hieron --calibrate --taxonomy {taxonomy} < train
    ! predict none.clade {test}
    ! predict {train} {test}
    ! evaluate {test}
    ! update none.clade {test} -o m.clade
    ! prune none.clade -o m.clade --keep 2
    ! compare {train}
    ! compare {train} --methods 'hsvm; hsmv'
    ! audit none.svm
    ! taxonomy check none.tsv
    ! generate cai
    ! generate dekel -o d --n 0
    ! explode
messages-data bad
    ! train {order} -o m.clade
    ! train {word} -o m.clade
    ! train {huge} -o m.clade
    ! train {empty} -o m.clade
    ! train {unlabelled} -o m.clade
    ! train {label} -o m.clade
    ! train {zero} -o m.clade
    ! train {header} -o m.clade
    ! train {brace} -o m.clade
    ! train {twice} -o m.clade
    ! train {text} -o m.clade
    ! train {weight} -o m.clade
    ! train {ragged} -o m.clade
    ! train {number} -o m.clade
    ! train {quote} -o m.clade
    ! train {cell} -o m.clade
    ! train {nothing} -o m.clade
    ! train {nominal} -o m.clade
    ! train {fine} --weights {weights} -o m.clade
    ! train {fine} --weights {short} -o m.clade
    ! train {fine} --taxonomy {one} -o m.clade
    ! train {other} --taxonomy {taxonomy} -o m.clade
    ! taxonomy check {cycle}
    ! taxonomy check {open}
    ! taxonomy check {inner}
    ! taxonomy check {term}
    ! taxonomy check {prefix}
messages-models cai
    train {train} --taxonomy {taxonomy} --method topdown-psi --quiet -o psi.clade
    train {train} --taxonomy {taxonomy} --method orthogonal --quiet -o orthogonal.clade
    train {train} --taxonomy {taxonomy} --method transfer --quiet -o transfer.clade
    train {train} --taxonomy {taxonomy} --method hsvm --kernel rbf --quiet -o rbf.clade
    train {train} --taxonomy {taxonomy} --method hsvm --C inf --precision double --quiet -o hard.clade
    train {train} --taxonomy {taxonomy} --method perceptron --update minover --quiet -o minover.clade
    prune psi.clade -o pruned.clade
    ! update psi.clade {more} -o next.clade
    ! update orthogonal.clade {more} -o next.clade
    ! update transfer.clade {more} -o next.clade
    ! update rbf.clade {more} -o next.clade
    ! update hard.clade {more} -o next.clade
    ! update minover.clade {more} -o next.clade
    ! update pruned.clade {more} -o next.clade
    ! explain rbf.clade {test}
    ! prune rbf.clade -o small.clade
    ! prune psi.clade -o psi.clade
    ! predict psi.clade {test} --beam 3
    ! predict hard.clade {test} --beam 0
    ! predict hard.clade {test} --probabilities
    ! predict hard.clade {test} --label-set size
    ! evaluate hard.clade {test} --label-set threshold
    ! predict hard.clade {train} {taxonomy}
""")

GROUPS = [METHODS, HSVM, OTHER_OPTIONS, ONLINE, STREAMS, KERNELS, LABELS, CALIBRATED, FORMATS, UPDATED, PRUNED, LARGE]
ALL = [case for group in [*GROUPS, COMMANDS, MESSAGES] for case in group]
