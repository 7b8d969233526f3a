"""Documents: links that lead somewhere, commands that exist, and a project that speaks of itself alone."""
import re

from sources import ROOT, relative, tracked

PLACES_OF_A_WORKPLACE = re.compile(r"/(work|farm)/|/tmp/b-|/root/|\bTODO\b|\bFIXME\b|\bXXX\b|registry\.npmjs|deb\.debian\.org")


def documents():
    return tracked(".md")


def test_links_between_documents_lead_to_files():
    faults = []
    for path in documents():
        for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", path.read_text()):
            if re.match(r"[a-z]+:", target):
                continue
            if not (path.parent / target).exists():
                faults.append(f"{relative(path)}: link to {target}, which does not exist")
    assert not faults, "\n".join(faults)


def test_paths_named_in_documents_exist():
    faults = []
    pattern = re.compile(r"`((?:core|wire|io|controller|agent|bench|cli|web|schemas|deploy|tests|docs|\.ci)/[\w./-]*\w)`")
    for path in documents():
        for name in pattern.findall(path.read_text()):
            if not (ROOT / name).exists():
                faults.append(f"{relative(path)}: names {name}, which does not exist")
    assert not faults, "\n".join(faults)


def test_the_project_speaks_of_itself_alone():
    faults = []
    for path in tracked(".cc", ".h", ".md", ".py", ".ts", ".tsx", ".yaml", ".json", ".cmake", ".txt", ".sql", ".service", ""):
        name = relative(path)
        if name in ("tests/structure/text_test.py", "LICENSE") or name.startswith("tests/corpora/"):
            continue
        for number, line in enumerate(path.read_text(errors="replace").splitlines(), 1):
            if PLACES_OF_A_WORKPLACE.search(line):
                faults.append(f"{name}:{number}: {line.strip()[:120]}")
    assert not faults, "\n".join(faults)


def test_scripts_have_no_shell_strings():
    """No program of ours passes a string to a shell."""
    faults = []
    for path in tracked(".py"):
        if path.name == "text_test.py":
            continue
        for number, line in enumerate(path.read_text().splitlines(), 1):
            if re.search(r"shell\s*=\s*True|os\.system\(", line):
                faults.append(f"{relative(path)}:{number}: {line.strip()}")
    assert not faults, "\n".join(faults)
