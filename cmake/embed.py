#!/usr/bin/python3
"""Makes the source with the files that travel inside the controller: openapi.yaml and the dashboard.

usage: embed.py --description schemas/openapi.yaml [--web FOLDER] --output FOLDER

Writes FOLDER/embedded_files.cc and, beside it, each file as it is and gzipped; the source takes their bytes with
the assembler's .incbin, so that it compiles at once whatever their size. Without --web there is no dashboard.
"""
import argparse
import gzip
import hashlib
import re
from pathlib import Path

TYPES = {".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8",
         ".svg": "image/svg+xml", ".png": "image/png", ".ico": "image/x-icon", ".json": "application/json",
         ".woff2": "font/woff2", ".txt": "text/plain; charset=utf-8", ".yaml": "application/yaml"}
HASHED_NAME = re.compile(r"^/assets/.*-[\w-]{8}\.\w+$")  # as Vite names what it builds

HEAD = """// Made by cmake/embed.py.
#include "controller/api/embedded.h"

#define EMBED(name, file)                        \\
  __asm__(                                       \\
      ".section .rodata\\n"                       \\
      ".global embedded_" #name "\\n"             \\
      "embedded_" #name ":\\n"                    \\
      ".incbin \\"" file "\\"\\n"                   \\
      ".global embedded_" #name "_end\\n"         \\
      "embedded_" #name "_end:\\n"                \\
      ".byte 0\\n"                                \\
      ".previous\\n");                            \\
  extern "C" const char embedded_##name[], embedded_##name##_end[];

"""


def web_files(folder):
    return {"/" + path.relative_to(folder).as_posix(): path.read_bytes()
            for path in sorted(folder.rglob("*")) if path.is_file() and path.suffix in TYPES}


def write_if_changed(path, content):
    if not path.exists() or path.read_bytes() != content:
        path.write_bytes(content)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--description", type=Path, required=True)
    parser.add_argument("--web", type=Path)
    parser.add_argument("--output", type=Path, required=True)
    arguments = parser.parse_args()

    files = web_files(arguments.web) if arguments.web else {}
    if arguments.web and "/index.html" not in files:
        raise SystemExit(f"{arguments.web} has no index.html: the dashboard was not built")
    files["/openapi.yaml"] = arguments.description.read_bytes()
    bytes_folder = arguments.output / "embedded"
    bytes_folder.mkdir(parents=True, exist_ok=True)
    blobs, rows = [], []
    for number, (path, plain) in enumerate(sorted(files.items())):
        packed = gzip.compress(plain, 9, mtime=0)
        if len(packed) > 0.9 * len(plain):
            packed = b""
        views = []
        for name, content in ((f"plain{number}", plain), (f"gzip{number}", packed)):
            write_if_changed(bytes_folder / name, content)
            blobs.append(f'EMBED({name}, "{bytes_folder.resolve() / name}")\n')
            views.append(f"{{embedded_{name}, static_cast<std::size_t>(embedded_{name}_end - embedded_{name})}}")
        # The tag in the source makes the compiler run again when the bytes change.
        tag = hashlib.sha256(plain).hexdigest()[:20]
        rows.append(f'      {{"{path}", "{TYPES[Path(path).suffix]}", "\\"{tag}\\"", '
                    f"{'true' if HASHED_NAME.match(path) else 'false'},\n       {views[0]},\n       {views[1]}}},\n")
    text = (HEAD + "".join(blobs) + "\nnamespace busbar::controller {\n\n"
            "std::span<const EmbeddedFile> embedded_files() {\n  static const EmbeddedFile files[] = {\n" + "".join(rows) +
            "  };\n  return files;\n}\n\n}  // namespace busbar::controller\n")
    (arguments.output / "embedded_files.cc").write_text(text)


if __name__ == "__main__":
    main()
