// Package idna converts domain names between Unicode and ASCII by UTS #46, for Unicode 18.0.0. It has its own tables,
// so that results do not depend on the Go toolchain.
//
// Where UTS #46 is silent:
//
//   - An ill-formed byte of UTF-8 counts as U+FFFD, which no name may contain.
//   - Labels that are Punycode or need it have a maximum length, [MaxLabel], because Punycode takes quadratic time. A
//     name may have any number of labels.
//   - The error is the first error of the first label that has one, in the order of the steps of §4 and the criteria of
//     §4.1. Errors that only ToASCII reports come last.
package idna
