// Package pyoracle compares text codecs with CPython's, for tests only: it has
// the cases, asks interpreters about them, and hashes what comes out, so that
// the answers for millions of cases fit on one line.
package pyoracle
