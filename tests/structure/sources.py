"""The project's own source files, and C++ text without comments and strings, for the structure tests."""
import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CPP_FOLDERS = ("core", "wire", "io", "controller", "agent", "bench", "cli")


def tracked(*suffixes):
    """Files git knows or would add, so that a new file is held to the rules before its first commit."""
    listing = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, check=True, capture_output=True, text=True).stdout
    paths = [ROOT / name for name in listing.split("\0") if name]
    return sorted(p for p in paths if p.is_file() and (not suffixes or p.suffix in suffixes))


def relative(path):
    return path.relative_to(ROOT).as_posix()


def product_sources():
    return [p for p in tracked(".cc", ".h") if relative(p).split("/")[0] in CPP_FOLDERS]


def all_cpp():
    return tracked(".cc", ".h")


def without_comments_and_strings(text):
    """Same length in lines; what is inside comments and literals becomes blanks."""
    pattern = re.compile(
        r'R"(?P<tag>[^\s()\\]{0,16})\(.*?\)(?P=tag)"|//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"'
        r"|(?<![0-9A-Za-z_])'(?:\\.|[^'\\\n])+'", re.S)

    def blank(match):
        found = match.group(0)
        newlines = "\n" * found.count("\n")
        return ('""' if found[0] in 'R"' else " ") + newlines

    return pattern.sub(blank, text)


def includes(path):
    """(line number, included path, is_project) of each include."""
    found = []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        match = re.match(r'\s*#\s*include\s*([<"])([^>"]+)[>"]', line)
        if match:
            found.append((number, match.group(2), match.group(1) == '"'))
    return found
