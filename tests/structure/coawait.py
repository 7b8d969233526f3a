"""An await stands alone: `co_await f(names);`, `[type] name = co_await f(names);`, `co_return co_await f(names);`.

GCC 12.2 miscompiles aggregate and capturing-lambda temporaries, conditions and conditional operators in a statement
with co_await (double free, SIGILL), so anything else is refused, harmless or not.
"""
import re

from sources import without_comments_and_strings

ALONE = re.compile(
    r"^(co_return\s+|(?:[\w:<>,&*\s.\->]*[\w>&*]\s*=\s*)|(?:(?:const\s+)?auto\s*&?\s*\[[\w\s,]+\]\s*=\s*))?"
    r"co_await\s+[\w:.\->]+(?:<[\w:,\s*&]+>)?\s*(\((?P<arguments>.*)\))?$", re.S)


def statement_around(code, position):
    begin = position
    while begin > 0 and code[begin - 1] not in ";{}":
        begin -= 1
    end = position
    depth = 0
    while end < len(code) and not (code[end] == ";" and depth <= 0):
        depth += code[end] in "({["
        depth -= code[end] in ")}]"
        end += 1
    return begin, code[begin:end].strip()


def faults(text):
    code = without_comments_and_strings(text)
    found = []
    for match in re.finditer(r"\bco_await\b", code):
        begin, statement = statement_around(code, match.start())
        line = code.count("\n", 0, match.start()) + 1
        before = code[:begin]
        opened_by_value = before.endswith("{") and re.search(r"[\w>\])=,(]\s*$", before[:-1]) and not re.search(
            r"(\)|\bconst|\bnoexcept|\boverride|\belse|\bdo|\btry)\s*$", before[:-1]) and not re.search(
            r"->\s*[\w:<>,\s]+$", before[:-1])
        alone = ALONE.match(statement)
        if opened_by_value:
            found.append((line, "co_await inside a braced list: name the result first"))
        elif not alone:
            found.append((line, "co_await inside a larger expression: name the result first"))
        else:
            arguments = alone.group("arguments") or ""
            if "{" in arguments:
                found.append((line, "braces in the co_await statement: name the argument first"))
            elif re.search(r"(^|[(,]\s*)\[", arguments):
                found.append((line, "lambda in the co_await statement: name it first"))
            elif "?" in arguments:
                found.append((line, "conditional operator in the co_await statement: name the argument first"))
    return found
