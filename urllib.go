package earl

import (
	"errors"

	"earl.example/urllib"
)

// Python returns the interpreter of d, if d is the dialect urllib. Its methods are all functions of urllib.parse.
func (d Dialect) Python() (py urllib.Python, ok bool) {
	p, ok := d.impl.(urllib.Dialect)
	return urllib.Python{Version: p.Version}, ok
}

// pythonText returns the text of a Python exception.
func pythonText(err error) (string, bool) {
	exc, ok := errors.AsType[*urllib.Error](err)
	if !ok {
		return "", false
	}
	return exc.Text, true
}
