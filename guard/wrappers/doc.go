// Package wrappers tests package guard with libraries that wrap its transport or its client. It is a module of its own,
// because earl does not need these libraries.
package wrappers
