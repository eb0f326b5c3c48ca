"""``python -m knell`` is ``knell``."""

import sys

from knell.cli import main

if __name__ == "__main__":
    sys.exit(main())
