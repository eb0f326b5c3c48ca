"""Makes the serif that Knell brings along: Noto Serif KR, Latin and Hangul, at one weight, in slices by use.

    npm pack @fontsource-variable/noto-serif-kr && tar xzf fontsource-variable-noto-serif-kr-*.tgz
    python -m pip install fonttools brotli
    python tools/fonts.py package

A browser loads only the slices whose letters stand on the page. Slices that hold nothing but Chinese
characters are left out: names in them are shown in the system's own font. The licence (SIL Open Font
License) goes along.
"""

import argparse
import hashlib
import re
import shutil
from importlib import import_module
from pathlib import Path

STATIC = Path(__file__).resolve().parent.parent / "src" / "knell" / "web" / "base" / "static" / "base"
WEIGHT = 700
SHARE = 0.25
"""A slice stays when at least so much of it is Latin or Hangul."""
FACE = re.compile(
    r"/\* noto-serif-kr-\[?([\w-]+?)\]?-wght-normal \*/\s*@font-face \{.*?unicode-range: ([^;]+);", re.DOTALL
)
HEAD = """/* Noto Serif KR (SIL Open Font License, see fonts/OFL.txt), Latin and Hangul at one weight.
   Made by tools/fonts.py; a browser loads only the slices whose letters stand on the page. */
"""

NOTICE = """(c) 2017-2024 Adobe (http://www.adobe.com/).
Noto Serif KR. Knell brings it along in slices, at one weight, under the name "Knell Serif".
"""
"""As the font itself says whose it is; the package names somebody else."""


def wanted(name: str, letters: str) -> bool:
    """Whether a slice is for us."""
    if name in ("cyrillic", "vietnamese"):
        return False
    points = [point for part in letters.split(",") for point in span(part.strip())]
    ours = sum(p < 0x2600 or 0x3130 <= p <= 0x318F or 0xAC00 <= p <= 0xD7A3 for p in points)
    return ours / len(points) > SHARE


def span(part: str) -> range:
    """The code points of ``U+ac00-ac10``."""
    first, _, last = part.removeprefix("U+").partition("-")
    return range(int(first, 16), int(last or first, 16) + 1)


def at_one_weight(source: Path, target: Path) -> None:
    fonts, instancer = import_module("fontTools.ttLib"), import_module("fontTools.varLib.instancer")
    font = instancer.instantiateVariableFont(fonts.TTFont(source), {"wght": WEIGHT}, updateFontNames=False)
    font.flavor = "woff2"
    font.save(target)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("package", type=Path, help="the unpacked package @fontsource-variable/noto-serif-kr")
    package = parser.parse_args().package
    folder = STATIC / "fonts"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    rules = [HEAD]
    for name, letters in FACE.findall((package / "index.css").read_text(encoding="utf-8")):
        if not wanted(name, letters):
            continue
        target = folder / f"serif-{name}.woff2"
        at_one_weight(package / "files" / f"noto-serif-kr-{name}-wght-normal.woff2", target)
        digest = hashlib.sha256(target.read_bytes()).hexdigest()[:12]
        rules.append(
            '@font-face { font-family: "Knell Serif"; font-weight: 400 900; font-display: swap; '
            f'src: url("fonts/{target.name}?{digest}") format("woff2"); unicode-range: {letters}; }}\n'
        )
    (STATIC / "fonts.css").write_text("".join(rules), encoding="utf-8")
    licence = (package / "LICENSE").read_text(encoding="utf-8").partition("\n")[2]  # without whose it is
    (folder / "OFL.txt").write_text(NOTICE + licence, encoding="utf-8")
    print(f"{len(rules) - 1} slices")


if __name__ == "__main__":
    main()
