package show

import (
	"errors"
	"slices"
	"strings"

	"earl.example"
	"earl.example/audit"
	"earl.example/internal/text/ascii"
	"earl.example/internal/text/jsontext"
	"earl.example/reading"
	"earl.example/urlerr"
	"earl.example/urllib"
)

// Audited lists the components of an audit record.
var Audited = []urlerr.Component{
	urlerr.Scheme, urlerr.Userinfo, urlerr.Host, urlerr.Port, urlerr.Path, urlerr.Params, urlerr.Query, urlerr.Fragment,
}

// A Recorder writes audit records. It keeps texts that later records also have. The zero value is ready to use.
type Recorder struct {
	heads []head          // by index of the dialect
	tail  jsontext.Writer // the members of an accepted verdict that follow those of the dialect
	ends  []int           // the ends in tail of the member "ok" and of the members of Audited
}

// A head is a dialect with its members.
type head struct {
	dialect earl.Dialect
	members []byte
}

// Audit writes the members of an audit record to o. It does not close o.
func (w *Recorder) Audit(o *jsontext.Writer, r *audit.Report) {
	o.Input("input", r.Input)
	o.Bool("ok", true)
	worst, found := r.Worst()
	o.Value("worst", worst.String(), found)
	o.Array("differ")
	if r.Differ != 0 {
		for aspect := range strings.SplitSeq(r.Differ.String(), ",") {
			o.String("", aspect)
		}
	}
	o.Close()
	w.Verdicts(o, r)
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

// longestKept is the length of the longest URL for which a verdict is kept.
const longestKept = 4 << 10

// Verdicts writes the member "dialects": an object for the verdict of each dialect. Most dialects read a URL alike, so
// Verdicts writes their components once and copies them.
func (w *Recorder) Verdicts(o *jsontext.Writer, r *audit.Report) {
	o.Array("dialects")
	var kept *audit.Verdict // the verdict in w.tail
	isName := false         // whether its host is an ASCII name, which programs read alike
	for i := range r.Verdicts {
		v := &r.Verdicts[i]
		o.Object("")
		o.Members(w.head(i, v.Dialect))
		switch {
		case kept != nil && w.copyVerdict(o, kept, v, isName):
		case kept == nil && v.Reading.Err() == nil && len(r.Input) <= longestKept:
			kept = v
			host, _ := v.Reading.Host()
			isName = ascii.All(host, ascii.Unreserved) && (host == "" || !ascii.Is(host[0], ascii.Digit))
			w.tail = jsontext.Writer{Text: w.tail.Text[:0], Secrets: o.Secrets, Surrogates: o.Surrogates}
			w.tail.Object("")
			w.ends = verdict(&w.tail, v, r.Input, w.ends[:0])
			o.Members(w.tail.Text[len("{"):])
		default:
			verdict(o, v, r.Input, nil)
		}
		o.Close()
	}
	o.Close()
}

// head returns the members of the dialect with index i.
func (w *Recorder) head(i int, d earl.Dialect) []byte {
	if i == len(w.heads) {
		w.heads = append(w.heads, head{})
	}
	h := &w.heads[i]
	if h.dialect != d || h.members == nil {
		var o jsontext.Writer
		o.Object("")
		Dialect(&o, d)
		*h = head{d, o.Text[len("{"):]}
	}
	return h.members
}

// copyVerdict writes the members of the verdict of r. It copies them from w.tail, which has the members of the reading
// kept, except for components that differ. It returns false if it cannot, and then writes nothing. isName says that
// programs read the host kept alike.
func (w *Recorder) copyVerdict(o *jsontext.Writer, keptVerdict, v *audit.Verdict, isName bool) bool {
	kept, r := &keptVerdict.Reading, &v.Reading
	keptHost, _ := kept.Host()
	host, _ := r.Host()
	if host != keptHost || r.Err() != nil || r.PortErr() != nil || kept.PortErr() != nil {
		return false
	}
	if !isName {
		was, _ := keptVerdict.Hosts()
		if value, _ := v.Hosts(); value != was {
			return false
		}
	}
	text, from := w.tail.Text, len("{")
	for i, c := range Audited {
		was, hadIt := kept.Get(c)
		value, ok := r.Get(c)
		if value == was && ok == hadIt {
			continue
		}
		if to := w.ends[i]; from < to {
			o.Members(text[from:to])
		}
		o.Value(c.String(), value, ok)
		from = w.ends[i+1] + len(",")
	}
	o.Members(text[from:])
	return true
}

// Dialect writes the members "dialect" and "release".
func Dialect(o *jsontext.Writer, d earl.Dialect) {
	o.String("dialect", d.Name())
	o.OrNull("release", d.Release())
}

// verdict writes the members of a verdict after those of the dialect. It appends the lengths of o.Text after the member
// "ok" and after each member of Audited to ends.
func verdict(o *jsontext.Writer, v *audit.Verdict, input string, ends []int) []int {
	err := v.Reading.Err()
	o.Bool("ok", err == nil)
	if err != nil {
		Error(o, err, -1, input)
		return ends
	}
	ends = append(ends, len(o.Text))
	for _, c := range Audited {
		value, ok := v.Reading.Get(c)
		o.Value(c.String(), value, ok)
		ends = append(ends, len(o.Text))
	}
	value, _ := v.Hosts()
	o.Value("host_kind", value.Kind().String(), value.Kind() != reading.NoHost)
	o.OrNull("host_value", value.String())
	if err := v.Reading.PortErr(); err != nil {
		Error(o, err, -1, input)
	}
	return ends
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
	if e, ok := errors.AsType[*audit.PolicyError](err); ok {
		kind, component, rule, offset = "rejected", "", e.Finding.ID, e.Finding.Span.Start
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
