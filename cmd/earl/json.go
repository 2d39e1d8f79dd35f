package main

import (
	"errors"
	"slices"
	"strings"

	"earl.example/cmd/earl/internal/bulk"
	"earl.example/urlerr"
	"earl.example/urllib"
)

// begin begins the JSON record of rec with the members that all commands share.
func begin(out *bulk.Output, rec *bulk.Record) *bulk.Object {
	o := out.Object()
	o.String("input", rec.Text)
	return o
}

// finish ends the JSON record of rec.
func finish(o *bulk.Object, rec *bulk.Record) { rec.WriteExtra(o) }

// fail writes the JSON record of a record that failed. As text there is none. It returns err.
func fail(out *bulk.Output, rec *bulk.Record, err error) error {
	if out.JSON() && !out.SkipsFailed() {
		o := begin(out, rec)
		o.Bool("ok", false)
		describe(o, err, rec.Text)
		finish(o, rec)
	}
	return err
}

// describe writes the member "error". It includes the offset if that is an offset in one of inputs, and not in another
// text such as the base.
func describe(o *bulk.Object, err error, inputs ...string) {
	o.Object("error")
	defer o.Close()
	kind, component, rule, offset := "bad record", "", "", -1
	if e, ok := errors.AsType[*urlerr.Error](err); ok {
		kind, component, rule = e.Rule.Kind.String(), e.Component.String(), e.Rule.Name
		within := func(s string) bool { return strings.HasPrefix(s, e.Input) }
		if slices.ContainsFunc(inputs, within) && e.Rule.Kind != urlerr.UnknownName {
			offset = e.Offset
		}
	} else if e, ok := errors.AsType[*bulk.RecordError](err); ok {
		offset = e.Offset
	}
	o.String("kind", kind)
	stringOrNull(o, "component", component)
	if offset < 0 {
		o.Null("offset")
	} else {
		o.Int("offset", int64(offset))
	}
	stringOrNull(o, "rule", rule)
	o.String("message", messageOf(err))
}

// messageOf returns the text of an error. For urllib it is the text of CPython's exception. It may quote passwords.
func messageOf(err error) string {
	if e, ok := errors.AsType[*urllib.Error](err); ok {
		return e.Text
	}
	return err.Error()
}

func stringOrNull(o *bulk.Object, name string, value string) {
	if value == "" {
		o.Null(name)
	} else {
		o.String(name, value)
	}
}

// give writes the result of a command that turns text into text. In JSON it is the member name.
func give(out *bulk.Output, rec *bulk.Record, name string, result string) error {
	if !out.JSON() {
		return out.Text(result)
	}
	o := begin(out, rec)
	o.Bool("ok", true)
	o.String(name, result)
	finish(o, rec)
	return nil
}
