package urltext

import (
	"errors"

	"earl.example/urlerr"
)

const standard = "https://www.rfc-editor.org/rfc/rfc3986"

var (
	ruleText = urlerr.Rule{Name: "octets are UTF-8", Section: "§2.5", Address: standard + "#section-2.5",
		Example: "//%E9", Kind: urlerr.BadText}
	ruleSuffix = urlerr.Rule{Name: "suffix begins with a host", Section: "§4.5", Address: standard + "#section-4.5",
		Example: "../a", Kind: urlerr.BadHost}
)

func fail(rule *urlerr.Rule, input string, offset int) error {
	return &urlerr.Error{Dialect: "rfc3986", Input: input, Offset: offset, Component: urlerr.Host, Rule: *rule}
}

// errorIn converts an error about a part of input to an error about input. offset converts offsets.
func errorIn(input string, err error, offset func(at int) int) error {
	e, ok := errors.AsType[*urlerr.Error](err)
	if !ok {
		return err
	}
	moved := *e
	moved.Input, moved.Offset = input, offset(e.Offset)
	return &moved
}
