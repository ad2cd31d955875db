"""Data sets that same_models.py makes up. Each function writes some below the folder that has the generated ones."""

import gzip
import math
import random

PARTS = "train", "test", "more"


def write(folder, **files):
    folder.mkdir(exist_ok=True)
    for name, text in files.items():
        (folder / name.replace("_", ".", 1)).write_text(text)


def lines(lines):
    return "".join(f"{line}\n" for line in lines)


def edge_list(edges):
    return lines(f"{parent}\t{child}" for parent, child in edges)


def svm(labels, values):
    return " ".join([labels, *(f"{index}:{value:.4f}" for index, value in sorted(values.items()) if value)])


def write_parts(folder, ending, records, header="", counts=(90, 20, 15)):
    """Records are lines of text."""
    begin = 0
    for name, count in zip(PARTS, counts):
        write(folder, **{f"{name}_{ending}": header + lines(records[begin : begin + count])})
        begin += count


def tables(folder):
    """Files for the options of the set cai that take one."""
    rng = random.Random(11)
    folder = folder / "cai"
    edges = [line.split("\t") for line in (folder / "taxonomy.tsv").read_text().splitlines()]
    parent = {child: above for above, child in edges}
    nodes = list(dict.fromkeys(name for edge in edges for name in edge))
    classes = [name for name in nodes if name not in {above for above, _ in edges}]

    def path(node):
        return [node] + (path(parent[node]) if node in parent else [])

    def table(names, value):
        rows = ["\t".join(["class", *names])]
        rows += ["\t".join([a, *(f"{value(a, b):g}" for b in names)]) for a in names]
        return lines(rows)

    def is_above(a, b):
        return a != b and (a in path(b) or b in path(a))

    def shared(a, b):
        return len(set(path(a)) & set(path(b)))

    below = {node: sum(node in path(other) for other in nodes) for node in nodes}
    numbers = {node: k + 1 for k, node in enumerate(nodes)}
    write(
        folder,
        costs_tsv=lines(
            f"{node}\t{rng.randint(1, 3)}\t{rng.randint(1, 4) / 2}\t{rng.randint(1, 4) / 4}" for node in nodes
        ),
        matrix_tsv=table(classes, lambda a, b: 0 if a == b else 4 - shared(a, b) + (a < b) / 4),
        similarity_tsv=table(classes, lambda a, b: shared(a, b) / 4),
        attributes_tsv=lines(
            f"{c}\t" + " ".join(f"{k}:0.5" for k in sorted(numbers[n] for n in path(c))) for c in classes
        ),
        prices_tsv=table(nodes[1:], lambda a, b: below[a] if a == b else 0.5 if is_above(a, b) else 0),
        weights_txt=lines(f"{rng.uniform(0.5, 2):.3f}" for _ in range(240)),
    )


def packed(folder):
    """The set cai without a taxonomy, in three files at once."""
    train = (folder / "cai/train.svm").read_text().splitlines()
    write(
        folder / "flat",
        train_svm=lines(train[:120]),
        other_svm=lines(train[120:]),
        test_svm=(folder / "cai/test.svm").read_text(),
        more_svm=(folder / "cai/more.svm").read_text(),
    )


DAG = [edge.split("/") for edge in "root/a root/b root/c a/a1 a/ab b/ab b/b1 c/c1 c/c2 ab/ab1 ab/ab2 c/ab2".split()]
DAG_LABELS = ["a1", "ab1", "ab2", "b1", "c1", "c2", "ab"]


def point(rng, labels, names, features=12):
    values = {}
    for label in labels:
        k = names.index(label)
        for j in range(features):
            value = (1.0 if j % len(names) == k else 0) + rng.gauss(0, 0.35)
            if abs(value) > 0.2:
                values[j + 1] = values.get(j + 1, 0) + value
    return values


def dag(folder):
    """A taxonomy with several parents, a label at an inner node, several labels; also as OBO, SKOS, MeSH and ARFF."""
    rng = random.Random(12)
    records = []
    for i in range(125):
        labels = rng.sample(DAG_LABELS, 2) if i % 5 == 0 else [rng.choice(DAG_LABELS)]
        records.append((labels, point(rng, labels, DAG_LABELS)))
    single = [(labels[:1], values) for labels, values in records]
    write(folder / "dag", taxonomy_tsv=edge_list(DAG))
    write_parts(folder / "dag", "svm", [svm(",".join(labels), values) for labels, values in single])
    write(folder / "dag-several", taxonomy_tsv=edge_list(DAG))
    write_parts(folder / "dag-several", "svm", [svm(",".join(labels), values) for labels, values in records])
    obo(folder, single)
    skos(folder, single)
    mesh(folder, single)
    arff(folder, records)


def obo(folder, records):
    parents = {}
    for above, child in DAG:
        parents.setdefault(above, [])
        parents.setdefault(child, []).append(above)
    terms = ["format-version: 1.4"]
    for node, above in parents.items():
        terms += ["", "[Term]", f"id: X:{node}", f"name: the-{node}", f"alt_id: Y:{node}"]
        terms += [f"is_a: X:{above[0]} ! the-{above[0]}"] if above else []
        terms += [f"relationship: part_of X:{other}" for other in above[1:]]
    write(folder / "obo", terms_obo=lines(terms))
    write_parts(
        folder / "obo", "svm", [svm(f"{'XY'[i % 2]}:{labels[0]}", values) for i, (labels, values) in enumerate(records)]
    )


def skos(folder, records):
    triples = ["@prefix skos: <http://www.w3.org/2004/02/skos/core#> .", "@prefix : <http://example.org/> ."]
    for above, child in DAG:
        triples.append(
            f':{child} a skos:Concept ; skos:prefLabel "{child}"@en, "{child}-deutsch"@de ; skos:broader :{above} .'
        )
    write(folder / "skos", topics_ttl=lines(triples))
    write_parts(folder / "skos", "svm", [svm(f"http://example.org/{labels[0]}", values) for labels, values in records])


def mesh(folder, records):
    places = {
        "a": ["A01"],
        "b": ["A02"],
        "c": ["B01"],
        "a1": ["A01.100"],
        "ab": ["A01.200", "A02.100"],
        "b1": ["A02.200"],
    }
    places |= {"ab1": ["A01.200.300", "A02.100.300"], "ab2": ["A01.200.400"], "c1": ["B01.100"], "c2": ["B01.200"]}
    write(folder / "mesh", places_mesh=lines(f"{term};{place}" for term in places for place in places[term]))
    write_parts(folder / "mesh", "svm", [svm(labels[0], values) for labels, values in records])


def arff(folder, records):
    def rows(name_of):
        for i, (labels, values) in enumerate(records):
            numbers = ",".join(f"{values.get(j, 0):.3f}" for j in range(1, 9))
            label = "@".join(name_of[name] for name in labels)
            yield f"r{i},{numbers},{['red', 'blue', '?'][i % 3]},{label}"

    def header(classes):
        names = [f"@attribute f{j} numeric" for j in range(1, 9)]
        names += ["@attribute colour {red,blue}", f"@attribute class hierarchical {','.join(classes)}"]
        return lines(["@relation made", "@attribute id key", *names, "@data"])

    paths = {"a1": "a/a1", "ab1": "a/ab/ab1", "ab2": "a/ab/ab2", "b1": "b/b1", "c1": "c/c1", "c2": "c/c2", "ab": "a/ab"}
    write_parts(folder / "arff", "arff", list(rows(paths)), header(["a", "b", "c", *paths.values()]))
    edges = [f"{above}/{child}" for above, child in DAG]
    write_parts(folder / "arff-dag", "arff", list(rows({name: name for name in DAG_LABELS})), header(edges))


TOPICS = {
    "sport/running": "run runs running runner race races racing track fast finished miles mile",
    "sport/swimming": "swim swims swimming swimmer pool pools water waters stroke strokes diving dives",
    "kitchen/baking": "bake bakes baking baker bread breads flour oven ovens dough cakes cake",
    "kitchen/cooking": "cook cooks cooking pan pans boil boiled boiling soup soups stew stewed",
    "garden": "garden gardens gardening plant plants planted roses rose soil weeding weeds",
    "garden/trees": "tree trees leaf leaves branch branches pruning pruned growing grows forest forests",
}
COMMON = (
    "the a of and to in it is was for on that with as this we they have has been very gute Häuser straße naïve".split()
)
TOPIC_EDGES = [("root", name) for name in ("sport", "kitchen", "garden")]
TOPIC_EDGES += [(name.split("/")[0], name) for name in TOPICS if "/" in name]


def words(folder):
    """Documents with inflected words, as .jsonl with ids, weights and splits, and as tables; labels are paths."""
    rng = random.Random(13)

    def text(label, length):
        own = TOPICS[label].split()
        return " ".join(rng.choice(own if rng.random() < 0.5 else COMMON) for _ in range(length))

    documents = []
    for i in range(125):
        label = rng.choice(list(TOPICS))
        documents.append((f"d{i}", label, text(label, 4), text(label, 18), rng.randint(1, 9)))
    json_lines = [
        f'{{"id":"{name}","labels":["{label}"],"title":"{title}.","text":["{body}!","{title}?"],'
        f'"weight":{1 + pages / 10},"features":{{"pages":{pages / 10},"colour {pages % 3}":1}}}}'
        for name, label, title, body, pages in documents
    ]
    for name in ("words", "paths"):
        write_parts(folder / name, "jsonl", json_lines)
    write(folder / "words", taxonomy_tsv=edge_list(TOPIC_EDGES), stopwords_txt=lines(COMMON[:8]))
    write(folder / "csv", taxonomy_tsv=edge_list(TOPIC_EDGES))
    write_parts(
        folder / "csv",
        "csv",
        [
            f'{name},{label},"{title}, ""so"" to say",{body},{pages},{pages / 10}'
            for name, label, title, body, pages in documents
        ],
        "id,topic,headline,body,pages,7\n",
    )
    write(folder / "tsv", taxonomy_tsv=edge_list(TOPIC_EDGES))
    write_parts(
        folder / "tsv",
        "tsv",
        [f"{name}\t{label}\t{title}\\t{body}\t{pages}" for name, label, title, body, pages in documents],
        "id\tlabel\ttext\tweight\n",
    )
    whole = [line[:-1] + f',"split":"{["train", "train", "test"][i % 3]}"}}' for i, line in enumerate(json_lines)]
    write(folder / "splits", train_jsonl=lines(whole), test_jsonl=lines(whole), taxonomy_tsv=edge_list(TOPIC_EDGES))


def letters(folder):
    """Short strings, for the kernel of subsequences."""
    rng = random.Random(14)
    patterns = ["abcab", "bacba", "ccbba", "aabcc"]
    records = []
    for _ in range(75):
        k = rng.randrange(len(patterns))
        string = "".join(letter if rng.random() < 0.8 else rng.choice("abcd") for letter in patterns[k] * 2)
        records.append(f'{{"labels":["class{k}"],"text":"{string}"}}')
    write_parts(folder / "letters", "jsonl", records, counts=(50, 15, 10))


def gram(folder):
    """Rows of a kernel matrix for the set wang3."""

    def points(part):
        for line in (folder / "wang3" / f"{part}.svm").read_text().splitlines():
            label, *features = line.split()
            yield label, {int(f.split(":")[0]): float(f.split(":")[1]) for f in features}

    train = list(points("train"))

    def product(a, b):
        return math.exp(-sum((a.get(j, 0) - b.get(j, 0)) ** 2 for j in {*a, *b}))

    def rows(part):
        return lines(
            f"{label} " + " ".join(f"{j + 1}:{product(x, z):.9g}" for j, (_, z) in enumerate(train))
            for label, x in points(part)
        )

    write(
        folder / "gram",
        train_svm=rows("train"),
        test_svm=rows("test"),
        taxonomy_tsv=(folder / "wang3/taxonomy.tsv").read_text(),
    )


def large(folder):
    """So many features and nodes that dense rows of weights would take more than 1 GiB: the solver of large problems.
    With the taxonomy of the set nodes it would be more than 16 GB: the weights of dnc are packed node by node."""
    rng = random.Random(15)
    tree = [("root", f"t{i}") for i in range(20)]
    tree += [(f"t{i}", f"t{i}.{j}") for i in range(20) for j in range(20)]
    tree += [(f"t{i}.{j}", f"t{i}.{j}.{k}") for i in range(20) for j in range(20) for k in range(17)]
    fill = [("root", f"f{i}") for i in range(60)] + [(f"f{i}", f"f{i}.{j}") for i in range(60) for j in range(40)]
    fill += [(f"f{i}.{j}", f"f{i}.{j}.{k}") for i in range(60) for j in range(40) for k in range(40)]
    words_in_all = 120_000
    leaves = [f"t{rng.randrange(20)}.{rng.randrange(20)}.{rng.randrange(17)}" for _ in range(200)]
    own = {leaf: rng.sample(range(1, words_in_all), 30) for leaf in leaves}
    records = []
    for _ in range(1360):
        leaf = rng.choice(leaves)
        found = {
            *rng.sample(own[leaf], 8),
            *(rng.randrange(1, words_in_all) for _ in range(34)),
            *(1 + int(2000 ** rng.random()) for _ in range(12)),
        }
        records.append(svm(leaf, {word: (0.5 + rng.random()) / math.sqrt(len(found)) for word in found}))
    for name, edges in (("large", tree), ("nodes", tree + fill)):
        write(folder / name, taxonomy_tsv=edge_list(edges))
        write_parts(folder / name, "svm", records, counts=(1350, 6, 4))


def numbers(folder):
    """Values of many digits, some halfway between two numbers of single precision or a little beyond; compressed, with
    the header of the extreme-classification repository."""
    rng = random.Random(16)
    halfway = "1.000000059604644775390625 1.00000005960464477539062500001 0.50000002980232238769531250001".split()
    halfway += "1.17549428e-38 1e-46 3.0000001192092895507812500001".split()

    def value(i, j):
        return halfway[(i + j) % len(halfway)] if (i * j) % 7 == 3 else f"{rng.gauss(0, 1):.20f}"

    header = ",".join(["label", *map(str, range(1, 11))])
    rows = [(i % 5, [value(i, j) for j in range(1, 11)]) for i in range(125)]
    records = [f"{label} " + " ".join(f"{j}:{v}" for j, v in enumerate(values)) for label, values in rows]
    write(
        folder / "numbers",
        taxonomy_tsv=edge_list([("root", "x"), ("root", "y"), *(("xy"[k % 2], str(k)) for k in range(5))]),
        vectors_jsonl=lines(f'{{"label":"{label}","vector":[{",".join(values)}]}}' for label, values in rows),
        table_csv=lines([header, *(",".join([str(label), *values]) for label, values in rows)]),
    )
    for name, part in zip(PARTS, (records[:90], records[90:110], records[110:])):
        text = f"{len(part)} 10 5\n" + lines(part)
        (folder / "numbers" / f"{name}.svm.gz").write_bytes(gzip.compress(text.encode(), mtime=0))


def bad(folder):
    """Files that must be refused."""
    write(
        folder / "bad",
        order_svm="a 1:1\nb 3:1 2:1\n",
        word_svm="a 1:1 2:x\n",
        huge_svm="a 1:1e39\nb 1:1\n",
        empty_svm="\n",
        unlabelled_svm="1:1\n2:1\n",
        label_svm="a,,b 1:1\n",
        zero_svm="a 0:1\n",
        header_svm="3 4 5\na 1:1\n",
        brace_jsonl='{"label":"a","vector":[1]}\n{"label":\n',
        twice_jsonl='{"label":"a","label":"b"}\n',
        text_jsonl='{"label":"a","text":3}\n',
        weight_jsonl='{"label":"a","vector":[1],"weight":-1}\n',
        ragged_csv="label,x\na,1\nb,1,2\n",
        number_csv="label,x\na,one\n",
        quote_csv='label,x\na,"1\n',
        cell_tsv="label\tx\na\t1e\n",
        nothing_arff="@relation r\n@data\n",
        nominal_arff="@relation r\n@attribute x numeric\n@attribute class {a,b}\n@data\n1,c\n",
        cycle_tsv="a\tb\nb\tc\nc\ta\n",
        one_tsv="a\n",
        open_json='{"name":"a","children":[',
        inner_txt="a\n  b\n   c\n  d\n e\n",
        term_obo="[Term]\nname: x\n",
        prefix_ttl="skos:a skos:broader skos:b .\n",
        other_svm="a 1:1\nc 2:1\n",
        fine_svm="a 1:1\nb 2:1\n",
        fine_tsv="r\ta\nr\tb\n",
        weights_txt="1\n-1\n",
        short_txt="1\n",
    )


MADE_UP = [numbers, bad, tables, packed, dag, words, letters, gram, large]
