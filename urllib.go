package earl

import (
	"errors"

	"earl.example/urllib"
)

// Python returns the interpreter that d stands for, if it is the dialect
// urllib: with it all functions of package urllib can be called.
func (d Dialect) Python() (py urllib.Python, ok bool) {
	u, ok := d.impl.(urllib.Dialect)
	return urllib.Python{Version: u.Version}, ok
}

// pythonText returns the text of a Python exception.
func pythonText(err error) (string, bool) {
	exc, ok := errors.AsType[*urllib.Error](err)
	if !ok {
		return "", false
	}
	return exc.Text, true
}
