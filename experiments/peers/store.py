"""What the other programs reached: one small file for each set and peer, docs/lab/peers/SET/PEER.json."""

import json

from frame.lab import ROOT, write

FOLDER = ROOT / "docs/lab/peers"


def path_of(set_name, peer_name, tuned, folder=FOLDER):
    return folder / set_name / f"{peer_name}{'-tuned' if tuned else ''}.json"


def load(set_name, peer_name, tuned, folder=FOLDER):
    """What is stored, or None."""
    path = path_of(set_name, peer_name, tuned, folder)
    return json.loads(path.read_text()) if path.exists() else None


def store(found, folder=FOLDER):
    path = path_of(found["set"], found["peer"], found["tuned"], folder)
    path.parent.mkdir(parents=True, exist_ok=True)
    write(path, json.dumps(rounded(found), indent=1) + "\n")


def load_all(set_name, folder=FOLDER):
    """Every file of a set, in the order of their names."""
    return [json.loads(path.read_text()) for path in sorted((folder / set_name).glob("*.json"))]


def rounded(value):
    """Numbers with six digits: more are noise, and make files differ for nothing."""
    if isinstance(value, float):
        return float(f"{value:.6g}")
    if isinstance(value, dict):
        return {key: rounded(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [rounded(item) for item in value]
    return value
