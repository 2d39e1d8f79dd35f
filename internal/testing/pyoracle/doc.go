// Package pyoracle runs CPython as an oracle. Only tests import it. The environment variable EARL_PYTHONS lists the
// interpreters. The package also has the cases for comparing text codecs with the codecs of CPython. The answers of
// CPython to millions of cases are recorded as one hash.
package pyoracle
