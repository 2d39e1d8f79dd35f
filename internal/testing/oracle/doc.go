// Package oracle compares the models of programs, package whatwg and Python's codecs with the programs. Only tests
// import it, and bench.
//
// A program runs as a line server. First it writes a line with its release, a tab, and a description of the libraries
// or settings on which its answers depend. Then each line that it reads is a [Question]: the base, a space, and the URL
// in hexadecimal digits. An absent base is written as "-", and a present base as "=" and hexadecimal digits. The answer
// is one line. If the program rejects the URL, the answer is "!" and an optional kind of error. If the program accepts
// the URL, the answer has fields, separated by tabs. The field of an absent component is "-". The field of a present
// component is "=" and hexadecimal digits. An answer that is a single text can also be "~" and hexadecimal digits.
//
// A [Suite] compares a model with the installed programs, or with recorded answers on machines without these programs.
package oracle
