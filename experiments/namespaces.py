"""Ranks that are machines to each other: each in a network namespace of its own, joined by a bridge, with so much
bandwidth each way. For root on Linux with iproute2; everything is gone when the process ends."""

import os
import pathlib
import subprocess
import sys


def enter():
    """This program again, where it may make namespaces without touching those of the machine."""
    if os.environ.get("CLADE_NAMESPACES") == "1":
        return
    os.environ["CLADE_NAMESPACES"] = "1"
    os.execvp("unshare", ["unshare", "--net", "--mount", sys.executable, "-B", *sys.argv])


def run(*words):
    subprocess.run(words, check=True)


def address(rank):
    return f"10.77.0.{rank + 1}"


def make(ranks, rate):
    """The machines, and a line to each."""
    os.makedirs("/run/netns", exist_ok=True)
    run("mount", "-t", "tmpfs", "none", "/run/netns")
    run("ip", "link", "add", "bridge0", "type", "bridge")
    run("ip", "link", "set", "bridge0", "up")
    for r in range(ranks):
        name = f"rank{r}"
        run("ip", "netns", "add", name)
        run("ip", "link", "add", name, "type", "veth", "peer", "name", "eth0", "netns", name)
        run("ip", "link", "set", name, "master", "bridge0", "up")
        run("ip", "-n", name, "addr", "add", f"{address(r)}/24", "dev", "eth0")
        run("ip", "-n", name, "link", "set", "eth0", "up")
        run("ip", "-n", name, "link", "set", "lo", "up")
        limit = ["root", "tbf", "rate", rate, "burst", "256kb", "latency", "50ms"]
        run("tc", "qdisc", "add", "dev", name, *limit)                                     # to the rank
        run("ip", "netns", "exec", name, "tc", "qdisc", "add", "dev", "eth0", *limit)      # from it


def mpirun(ranks, folder):
    """The words that start a program as so many ranks, one on each of the first machines."""
    agent = pathlib.Path(folder) / "agent.sh"
    # Called as ssh is: the address, then words for a shell there.
    agent.write_text('#!/bin/sh\nname=rank$((${1##*.} - 1))\nshift\n'
                     'exec ip netns exec $name unshare --uts sh -c "hostname $name; $*"\n')
    agent.chmod(0o755)
    hosts = ",".join(f"{address(r)}:1" for r in range(ranks))
    return ["ip", "netns", "exec", "rank0", "mpirun", "--allow-run-as-root", "--bind-to", "none", "--host", hosts, "--mca",
            "plm_rsh_agent", str(agent), "--mca", "plm_rsh_no_tree_spawn", "1", "--mca", "btl", "tcp,self", "--mca",
            "btl_tcp_if_include", "eth0", "--mca", "oob_tcp_if_include", "eth0", "--mca", "mpi_yield_when_idle", "1",
            "-n", str(ranks)]
