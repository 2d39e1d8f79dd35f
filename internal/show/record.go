package show

import (
	"errors"
	"slices"
	"strings"

	"earl.example"
	"earl.example/audit"
	"earl.example/internal/text/jsontext"
	"earl.example/urlerr"
	"earl.example/urllib"
)

var audited = []urlerr.Component{
	urlerr.Scheme, urlerr.Userinfo, urlerr.Host, urlerr.Port, urlerr.Path, urlerr.Params, urlerr.Query, urlerr.Fragment,
}

// Audit writes the members of an audit record to o. It does not close o.
func Audit(o *jsontext.Writer, r *audit.Report) {
	o.Input("input", r.Input)
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
	Verdicts(o, r)
	o.Array("findings")
	for i := range r.Findings {
		f := &r.Findings[i]
		o.Object("")
		o.String("id", f.ID)
		o.String("severity", f.Severity.String())
		o.Int("start", int64(f.Span.Start))
		o.Int("end", int64(f.Span.End))
		o.String("message", f.Message)
		o.String("address", f.Kind().Address)
		o.OrNull("instead", f.Safe)
		o.Close()
	}
	o.Close()
}

// WithoutNotNormal removes the findings of kind not-normal, which most URLs without a path have. What people read omits
// them, unless they ask for all findings. It changes the memory of findings.
func WithoutNotNormal(findings []audit.Finding) []audit.Finding {
	return slices.DeleteFunc(findings, func(f audit.Finding) bool { return f.ID == "not-normal" })
}

// Verdicts writes the member "dialects": an object for the verdict of each dialect.
func Verdicts(o *jsontext.Writer, r *audit.Report) {
	o.Array("dialects")
	for i := range r.Verdicts {
		verdict(o, &r.Verdicts[i], r.Input)
	}
	o.Close()
}

// Dialect writes the members "dialect" and "release".
func Dialect(o *jsontext.Writer, d earl.Dialect) {
	o.String("dialect", d.Name())
	o.OrNull("release", d.Release())
}

func verdict(o *jsontext.Writer, v *audit.Verdict, input string) {
	o.Object("")
	defer o.Close()
	Dialect(o, v.Dialect)
	err := v.Reading.Err()
	o.Bool("ok", err == nil)
	if err != nil {
		Error(o, err, -1, input)
		return
	}
	for _, c := range audited {
		value, ok := v.Reading.Get(c)
		o.Value(c.String(), value, ok)
	}
	host, _ := v.Reading.Host()
	value := audit.ParseHost(host)
	o.OrNull("host_kind", value.Kind())
	o.OrNull("host_value", value.String())
	if err := v.Reading.PortErr(); err != nil {
		Error(o, err, -1, input)
	}
}

// Error writes the member "error". If err is a [urlerr.Error], the member has the offset of err, or null if this offset
// is in a text that inputs does not list, such as the base. For any other error, the member has the given offset, or
// null if the given offset is -1.
func Error(o *jsontext.Writer, err error, offset int, inputs ...string) {
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
	o.OrNull("component", component)
	if offset < 0 {
		o.Null("offset")
	} else {
		o.Int("offset", int64(offset))
	}
	o.OrNull("rule", rule)
	message := Message(err)
	if e, ok := errors.AsType[*urllib.Error](err); ok && o.Secrets {
		message = e.Text
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
	text := urlerr.RedactQuery(e.Text)
	at, ok := errors.AsType[*urlerr.Error](err)
	switch {
	case ok && at.Private && at.Component == urlerr.Port,
		ok && !at.Private && text == e.Text && strings.Contains(text, "'") && urlerr.RedactQuery(at.Input) != at.Input:
		return err.Error()
	}
	return text
}
