// Package oracle compares the models of package models with the programs that they model, for tests only.
//
// A program runs as a line server. It first writes its release and, after a tab, what else its answers depend on. Each
// line that it reads is a [Question]: the base ("-" for none, otherwise "=" and hexadecimal digits), a space, and the
// URL in hexadecimal digits. It answers with one line: "!" and perhaps the kind of error, or fields separated by tabs.
// A field is "-" if it is absent, otherwise "=" and hexadecimal digits.
//
// A [Suite] asks the installed programs, and has recorded answers for machines without them.
package oracle
