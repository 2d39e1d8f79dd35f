"""Runs CPython's own tests of urllib.parse against earl.

    server=$(mktemp -d)/pyserver
    go build -o "$server" ./internal/testing/pyserver
    EARL_PYSERVER="$server" python3 urllib/testdata/shim/run.py

It needs the package "test" of the Python that runs it, of which it takes
test.test_urlparse as it is installed. Prints one line of JSON last, with the
counts, and exits with status 1 if a test failed or none ran.
"""

import json
import os
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import earl_parse  # noqa: E402
import urllib  # noqa: E402

urllib.parse = sys.modules["urllib.parse"] = earl_parse
import test.test_urlparse as tests  # noqa: E402

# Tests that are skipped, each with the reason. An asterisk stands for the
# rest of a name.
UNDOCUMENTED = "an undocumented helper, which earl does not have"
SKIPPED = {
    "Utility_Tests.test_split*": UNDOCUMENTED,
    "Utility_Tests.test_to_bytes": UNDOCUMENTED,
    "DeprecationTest.*": UNDOCUMENTED,
    "UrlParseTestCase.test_Quoter_repr": UNDOCUMENTED,
    "UrlParseTestCase.test_clear_cache_for_code_coverage": UNDOCUMENTED,
    "UrlParseTestCase.test_all": "compares the module's __all__ with its names",
}


def reason(name):
    """Why the test is skipped, or None."""
    for pattern, why in SKIPPED.items():
        if name == pattern or pattern.endswith("*") and name.startswith(pattern[:-1]):
            return why
    return None


def each(suite):
    for item in suite:
        if isinstance(item, unittest.TestSuite):
            yield from each(item)
        else:
            yield item


def main():
    if tests.urllib.parse is not earl_parse:
        raise SystemExit("the tests do not test the shim")
    chosen, skipped = unittest.TestSuite(), {}
    for test in each(unittest.defaultTestLoader.loadTestsFromModule(tests)):
        name = ".".join(test.id().split(".")[-2:])
        why = reason(name)
        if why:
            skipped[name] = why
        else:
            chosen.addTest(test)
    count = chosen.countTestCases()
    result = unittest.TextTestRunner(stream=sys.stderr).run(chosen)
    print(json.dumps({
        "python": earl_parse.RELEASE,
        "run": result.testsRun,
        "failed": [t.id() for t, _ in result.failures + result.errors],
        "skipped": skipped,
        "skipped by themselves": [t.id() for t, _ in result.skipped],
        "calls": earl_parse.calls,
    }))
    sys.exit(0 if result.wasSuccessful() and count else 1)


if __name__ == "__main__":
    main()
