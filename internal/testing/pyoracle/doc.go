// Package pyoracle runs CPython as an oracle, for tests only. EARL_PYTHONS names the interpreters. It also has the
// cases that compare text codecs with CPython's; the answers to millions of them are recorded as one hash.
package pyoracle
