"""Length of files, functions and lines; names of files; headers that open with their promise."""
import re

from sources import ROOT, all_cpp, product_sources, relative, tracked, without_comments_and_strings

FILE_LINES_MAX = 400
FUNCTION_LINES_MAX = 60
LINE_COLUMNS_MAX = 100


def functions(text):
    """(first line, length, head) of each function body: a brace block whose head ends like a function's."""
    code = without_comments_and_strings(text)
    found, stack, start_of_statement = [], [], 0
    for position, char in enumerate(code):
        if char == "{":
            head = code[start_of_statement:position].strip()
            stack.append((position, head))
            start_of_statement = position + 1
        elif char == "}":
            if not stack:
                continue
            begin, head = stack.pop()
            start_of_statement = position + 1
            is_function = re.search(r"\)\s*(const|noexcept|override|final|->\s*[\w:<>,\s*&]+|:\s.*)*$", head, re.S)
            is_control = re.match(r"^(if|for|while|switch|else|do|try|catch)\b", head)
            outer_is_scope = all(re.search(r"(namespace[\w\s:]*|class|struct|union|extern\s+\"\")", h) or h == ""
                                 for _, h in stack)
            if is_function and not is_control and outer_is_scope:
                first = code.count("\n", 0, begin) + 1
                found.append((first, code.count("\n", begin, position) + 1, head.split("\n")[-1][:60]))
        elif char == ";":
            start_of_statement = position + 1
    return found


def test_function_finder_sees_lengths():
    body = "\n".join("  x();" for _ in range(70))
    text = "namespace a {\nint f(int x) {\n" + body + "\n}\nstruct S { void g() const { } };\n}\n"
    lengths = sorted(length for _, length, _ in functions(text))
    assert lengths == [1, 72]


def test_files_are_at_most_400_lines():
    faults = []
    for path in tracked(".cc", ".h", ".ts", ".tsx", ".py"):
        name = relative(path)
        if "/generated/" in name:
            continue
        lines = len(path.read_text().splitlines())
        if lines > FILE_LINES_MAX:
            faults.append(f"{name}: {lines} lines, at most {FILE_LINES_MAX}: split it by responsibility")
    assert not faults, "\n".join(faults)


def test_functions_are_at_most_60_lines():
    faults = [f"{relative(p)}:{line}: {length} lines in one function ({head}), at most {FUNCTION_LINES_MAX}"
              for p in all_cpp() for line, length, head in functions(p.read_text())
              if length > FUNCTION_LINES_MAX]
    assert not faults, "\n".join(faults)


def test_lines_are_at_most_100_columns():
    faults = [f"{relative(p)}:{number}: {len(line)} columns"
              for p in all_cpp() for number, line in enumerate(p.read_text().splitlines(), 1)
              if len(line) > LINE_COLUMNS_MAX and "http" not in line]
    assert not faults, "\n".join(faults)


def test_file_and_folder_names_are_snake_case_words():
    faults = [relative(p) for p in product_sources()
              if not re.fullmatch(r"[a-z0-9_/]+\.(cc|h)", relative(p))]
    vague = re.compile(r"(^|/)(common|util|utils|base|helpers?|misc|manager)(/|\.|_|$)")
    faults += [f"{relative(p)}: a vague name; name the responsibility" for p in product_sources()
               if vague.search(relative(p))]
    assert not faults, "\n".join(faults)


def test_headers_open_with_pragma_once_and_their_promise():
    faults = []
    for path in product_sources():
        if path.suffix != ".h":
            continue
        lines = path.read_text().splitlines()
        if not lines or lines[0] != "#pragma once":
            faults.append(f"{relative(path)}:1: starts without #pragma once")
        elif len(lines) < 2 or not lines[1].startswith("//"):
            faults.append(f"{relative(path)}:2: no opening paragraph: what it promises, units, threads, errors")
    assert not faults, "\n".join(faults)


def test_main_is_a_table_of_contents():
    faults = [f"{relative(p)}: {len(p.read_text().splitlines())} lines, under 60"
              for p in product_sources() if p.name == "main.cc" and len(p.read_text().splitlines()) >= 60]
    assert not faults, "\n".join(faults)


def test_every_source_has_its_test():
    tests = {relative(p) for p in all_cpp()}
    faults = []
    for path in product_sources():
        name = relative(path)
        if path.suffix != ".cc" or path.name.startswith("main"):
            continue
        if name.startswith(("bench/mpi/", "bench/exchange/")):
            continue  # run under mpirun by tests/integration/bench_mpi_test.py
        expected = "tests/unit/" + name[:-3] + "_test.cc"
        stated = re.search(r"^// Tested by (\S+_test\.(?:cc|py))", path.read_text(), re.M)
        if expected not in tests and not (stated and (ROOT / stated.group(1)).exists()):
            faults.append(f"{name}: no {expected}, nor a line \"// Tested by tests/unit/…_test.cc\"")
    assert not faults, "\n".join(faults)
