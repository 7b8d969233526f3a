"""No type has the same name as another of its namespace: the linker would take one for the other without a word."""
import re
from collections import defaultdict

from sources import product_sources, relative

OPENING = re.compile(r"^namespace (busbar(?:::\w+)*) \{")
TYPE = re.compile(r"^(?:struct|class|enum class) (\w+)(?!\w|::)[^;]*$")


def types_of(path):
    """(namespace, name) of each type defined at the outermost level of a header, none of them local to a file."""
    namespace = ""
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if opened := OPENING.match(line):
            namespace = opened.group(1)
        elif line.startswith("}  // namespace"):
            namespace = ""
        elif namespace and (found := TYPE.match(line)):
            yield (namespace, found.group(1)), f"{relative(path)}:{number}"


def test_type_names_are_unique_in_their_namespace():
    places = defaultdict(list)
    for path in product_sources():
        if path.suffix == ".h":
            for name, place in types_of(path):
                places[name].append(place)
    faults = [f"{'::'.join(name)}: {', '.join(where)}" for name, where in sorted(places.items()) if len(where) > 1]
    assert places and not faults, "\n".join(faults)
