"""``python -m tenka``."""

import sys

from tenka.cli import main

if __name__ == "__main__":
    sys.exit(main())
