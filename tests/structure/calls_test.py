"""Calls that are banned where they would break a promise, each with what to use instead; awaits that stand alone."""
import re

import coawait
from sources import product_sources, relative, without_comments_and_strings

# (pattern, folders where it is allowed, what to use instead)
BANNED = [
    (r"\b(std::)?system\s*\(", [], "io/process/process.h with an argument vector"),
    (r"\bpopen\s*\(", [], "io/process/process.h with an argument vector"),
    (r"\bexecl[pe]?\s*\(", [], "io/process/process.h with an argument vector"),
    (r"\b(system_clock|steady_clock|high_resolution_clock)::now\b", ["io/"], "io::Loop's clocks"),
    (r"\bclock_gettime\s*\(", ["io/", "bench/"], "io::Loop's clocks"),
    (r"\b(std::)?(rand|srand|random)\s*\(", [], "io/process/environment.h's random_hex"),
    (r"\brandom_device\b", ["io/"], "io/process/environment.h's random_hex"),
    (r"\bgetenv\s*\(", ["io/", "bench/"], "io/process/environment.h"),
    (r"\b(sleep|usleep|nanosleep|sleep_for|sleep_until)\s*\(", ["io/"], "io::Loop::call_after"),
    (r"\b(strcpy|strcat|sprintf|gets|strtok|atoi|atof|atol)\s*\(", [], "std::string, std::format or std::from_chars"),
    (r"\bstd::(async|thread|jthread|mutex)\b", ["io/"], "io::Loop; one thread owns the state"),
    (r"\busing\s+namespace\s+std\b", [], "qualified names"),
    (r"\bco_spawn\s*\([^;]*\bdetached\b", ["io/"], "an owner that joins it"),
    (r"\bconst_cast\b", ["io/", "bench/", "controller/store/"], "a type that is not const"),
]


def test_banned_calls_are_absent():
    faults = []
    for path in product_sources():
        name = relative(path)
        code = without_comments_and_strings(path.read_text())
        for pattern, allowed, instead in BANNED:
            if any(name.startswith(folder) for folder in allowed):
                continue
            for match in re.finditer(pattern, code):
                line = code.count("\n", 0, match.start()) + 1
                faults.append(f"{name}:{line}: {match.group(0).strip()} is banned here; use {instead}")
    assert not faults, "\n".join(faults)


def test_no_default_label_in_a_switch():
    faults = []
    for path in product_sources():
        code = without_comments_and_strings(path.read_text())
        for match in re.finditer(r"\bdefault\s*:", code):
            line = code.count("\n", 0, match.start()) + 1
            faults.append(f"{relative(path)}:{line}: default: hides a new enumerator; name them all")
    assert not faults, "\n".join(faults)


def test_awaits_only_in_io_and_alone():
    faults = []
    for path in product_sources():
        text = path.read_text()
        if "co_await" not in without_comments_and_strings(text):
            continue
        if not relative(path).startswith("io/"):
            faults.append(f"{relative(path)}: awaits outside io/ (docs/decisions/0002-events-not-awaits.md)")
        faults += [f"{relative(path)}:{line}: {why}" for line, why in coawait.faults(text)]
    assert not faults, "\n".join(faults)


def test_await_checker_refuses_what_gcc_12_miscompiles():
    body = "awaitable<void> f() {{ {} }}"
    bad = ["co_await f(Args{a, b});", "co_await f({a, b});", "if (!(co_await save(m))) x();",
           "switch (co_await f(a)) {}", "Row r{co_await f(), text};", "co_await f(c ? a : b);",
           "co_await g([p]() -> awaitable<void> { co_return; });", "throw E(co_await f());",
           "x = 1 + co_await f();"]
    good = ["co_await f(a, std::move(b));", "auto r = co_await f(a);", "co_return co_await f(a);",
            "const Result<int> r = co_await f(a);", "r = co_await f();"]
    for statement in bad:
        assert coawait.faults(body.format(statement)), f"accepted: {statement}"
    for statement in good:
        assert not coawait.faults(body.format(statement)), f"refused: {statement}"
