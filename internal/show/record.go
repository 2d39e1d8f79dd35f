package show

import (
	"errors"
	"slices"
	"strings"

	"earl.example/audit"
	"earl.example/reading"
	"earl.example/urlerr"
	"earl.example/urllib"
)

// An Object writes a JSON object member by member. The name of an array element is empty. Object and Array open an
// inner object or array. Close ends the innermost open one.
type Object interface {
	String(name, value string)
	Null(name string)
	Bool(name string, value bool)
	Int(name string, value int64)
	Object(name string)
	Array(name string)
	Close()
}

var audited = []urlerr.Component{
	urlerr.Scheme, urlerr.Userinfo, urlerr.Host, urlerr.Port, urlerr.Path, urlerr.Params, urlerr.Query, urlerr.Fragment,
}

// Audit writes the members of an audit record to o. It does not close o.
func Audit(o Object, r *audit.Report) {
	o.String("input", r.Input)
	o.Bool("ok", true)
	if worst, found := r.Worst(); found {
		o.String("worst", worst.String())
	} else {
		o.Null("worst")
	}
	o.Array("differ")
	if r.Differ != 0 {
		for aspect := range strings.SplitSeq(r.Differ.String(), ",") {
			o.String("", aspect)
		}
	}
	o.Close()
	o.Array("dialects")
	for i := range r.Verdicts {
		Verdict(o, &r.Verdicts[i], r.Input)
	}
	o.Close()
	o.Array("findings")
	for i := range r.Findings {
		f := &r.Findings[i]
		o.Object("")
		o.String("id", f.ID)
		o.String("severity", f.Severity.String())
		o.Int("start", int64(f.Span.Start))
		o.Int("end", int64(f.Span.End))
		o.String("message", f.Message)
		o.String("reference", f.Kind().Address)
		OrNull(o, "safe", f.Safe)
		o.Close()
	}
	o.Close()
}

// Verdict writes an object for the verdict of one dialect on input.
func Verdict(o Object, v *audit.Verdict, input string) {
	o.Object("")
	defer o.Close()
	o.String("dialect", v.Dialect.Name())
	OrNull(o, "release", v.Dialect.Release())
	err := v.Reading.Err()
	o.Bool("ok", err == nil)
	if err != nil {
		Error(o, err, -1, input)
		return
	}
	for _, c := range audited {
		Component(o, &v.Reading, c)
	}
	host, _ := v.Reading.Host()
	value := audit.ParseHost(host)
	kind := "name"
	switch {
	case value == (audit.HostValue{}):
		kind = ""
	case value.Addr.Is4():
		kind = "ipv4"
	case value.Addr.Is6():
		kind = "ipv6"
	}
	OrNull(o, "host_kind", kind)
	OrNull(o, "host_value", value.String())
	if err := v.Reading.PortErr(); err != nil {
		Error(o, err, -1, input)
	}
}

// Component writes a component as a member. The value is null if the component is absent.
func Component(o Object, r *reading.Reading, c urlerr.Component) {
	if value, ok := r.Get(c); ok {
		o.String(c.String(), value)
	} else {
		o.Null(c.String())
	}
}

// Error writes the member "error". If err is a [urlerr.Error], the member has the offset of err, or null if this offset
// is in a text that inputs does not list, such as the base. For any other error, the member has the given offset, or
// null if the given offset is -1.
func Error(o Object, err error, offset int, inputs ...string) {
	o.Object("error")
	defer o.Close()
	kind, component, rule := "bad record", "", ""
	if e, ok := errors.AsType[*urlerr.Error](err); ok {
		kind, component, rule, offset = e.Rule.Kind.String(), e.Component.String(), e.Rule.Name, -1
		within := func(s string) bool { return strings.HasPrefix(s, e.Input) }
		if slices.ContainsFunc(inputs, within) && e.Rule.Kind != urlerr.UnknownName {
			offset = e.Offset
		}
	}
	o.String("kind", kind)
	OrNull(o, "component", component)
	if offset < 0 {
		o.Null("offset")
	} else {
		o.Int("offset", int64(offset))
	}
	OrNull(o, "rule", rule)
	message := Message(err)
	if e, ok := errors.AsType[*urllib.Error](err); ok {
		if asked, ok := o.(interface{ Secrets() bool }); ok && asked.Secrets() {
			message = e.Text
		}
	}
	o.String("message", message)
}

// Message returns the text of an error, without passwords. For an error of urllib it is the text of CPython's
// exception. If the passwords in this text cannot be masked, it is err.Error().
func Message(err error) string {
	e, ok := errors.AsType[*urllib.Error](err)
	if !ok {
		return err.Error()
	}
	text := urlerr.Redact(e.Text)
	at, ok := errors.AsType[*urlerr.Error](err)
	switch {
	case ok && at.Private && at.Component == urlerr.Port,
		ok && !at.Private && text == e.Text && strings.Contains(text, "'") && urlerr.Redact(at.Input) != at.Input:
		return err.Error()
	}
	return text
}

// OrNull writes value, or null if value is empty.
func OrNull(o Object, name, value string) {
	if value == "" {
		o.Null(name)
	} else {
		o.String(name, value)
	}
}
