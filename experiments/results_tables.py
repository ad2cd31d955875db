"""The tables of docs/lab/RESULTS.md: the best peer by every measure, clade beside it, and every peer."""


def values_of(found, tuned):
    """{peer: its measures} of what is stored of a set, of peers that finished."""
    return {one["peer"]: one["metrics"] for one in found if one["tuned"] == tuned and "metrics" in one}


def shown(number, column):
    return "" if number is None else f"{column.scale * number:.{column.digits}f}"


def best_of(values, column):
    """(name, value) of the best peer by a measure, the first of equal ones; (None, None) where none has it."""
    having = {name: metrics[column.key][0] for name, metrics in values.items() if column.key in metrics}
    if not having:
        return None, None
    name = max(having, key=lambda n: column.direction * having[n])
    return name, having[name]


def gap(ours, peer, column):
    """By how much ours is better, in the digits that are shown."""
    if ours is None or peer is None:
        return None
    return round(column.direction * (round(column.scale * ours, column.digits) - round(column.scale * peer, column.digits)),
                 column.digits)


def marked(difference, column):
    """'+0.3', '-0.3' or '='; '' where there is nothing to compare."""
    if difference is None:
        return ""
    return "=" if difference == 0 else f"{difference:+.{column.digits}f}"


def ours_of(results, name, row, column):
    found = results.get(name, {}).get(row)
    return found["metrics"][column.key][0] if found and column.key in found["metrics"] else None


def in_short(results, peers, sets, row, tuned, goals):
    """Every measure where clade is to be at or above all others, with the gap."""
    lines = [["set", "measure", "best peer", "", "clade", "gap"], ["---"] * 6]
    ahead = compared = 0
    for one in sets:
        for column in goals[one.kind]:
            name, value = best_of(values_of(peers.get(one.name, []), tuned), column)
            ours = ours_of(results, one.name, row, column)
            if name is None and ours is None:
                continue
            difference = gap(ours, value, column)
            compared += difference is not None
            ahead += difference is not None and difference >= 0
            lines.append([one.name, column.title, name or "not run yet", shown(value, column),
                          shown(ours, column) or "not run yet", marked(difference, column)])
    if len(lines) == 2:
        return "Not run yet.\n"
    counted = f"At or above the best peer: {ahead} of {compared}.\n" if compared else "Clade's numbers are not stored yet.\n"
    return counted + "\n" + markdown(lines)


def side_by_side(results, peers, sets, row, tuned, columns):
    """For each set the best peer by every measure, and clade's values with the gap."""
    lines = [["set", ""] + [column.title for column in columns], ["---"] * (2 + len(columns))]
    for one in sets:
        stored = peers.get(one.name, [])
        bests = [best_of(values_of(stored, tuned), column) for column in columns]
        label = "best peer" + (f", {times(stored)} s" if tuned and times(stored) else "")
        lines.append([one.name, label] + [f"{shown(value, column)} ({name})" if name else ""
                                          for (name, value), column in zip(bests, columns)])
        found = results.get(one.name, {}).get(row)
        words = " ".join(["clade", *found["options"]]) if found else "clade: not stored yet"
        cells = []
        for (_, value), column in zip(bests, columns):
            ours = ours_of(results, one.name, row, column)
            spread = found["metrics"][column.key][1] if ours is not None else 0
            text = shown(ours, column) + (f" ± {shown(spread, column)}" if spread else "")
            cells.append(" ".join(filter(None, [text, marked(gap(ours, value, column), column)])))
        lines.append(["", words] + cells)
    return markdown(lines)


def times(stored):
    """The wall time that the tuned peers of a set were given: '300', or '60 to 300'."""
    given = sorted({run["tuning"]["seconds"] for one in stored if one["tuned"] for run in one.get("runs", [])})
    return "" if not given else f"{given[0]:g}" if len(given) == 1 else f"{given[0]:g} to {given[-1]:g}"


def every_peer(one, stored, columns):
    lines = [[one.name, "tuned"] + [column.title for column in columns] + ["train s"], ["---"] * (3 + len(columns))]
    for found in sorted(stored, key=lambda f: (f["tuned"], f["peer"])):
        if "metrics" in found:
            seconds = sum(run["seconds"]["train"] for run in found["runs"]) / len(found["runs"])
            cells = [shown(found["metrics"].get(column.key, [None])[0], column) for column in columns]
            given = {f"{run['tuning']['seconds']:g} s" for run in found["runs"] if run.get("tuning")}
            lines.append([found["peer"], ", ".join(sorted(given))] + cells + [f"{seconds:.2g}" if seconds < 10
                                                                             else f"{seconds:.0f}"])
    return markdown(lines)


def markdown(lines):
    return "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n"
