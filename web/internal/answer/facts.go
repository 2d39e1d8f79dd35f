package answer

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"earl.example"
	"earl.example/audit"
	"earl.example/canon"
	"earl.example/httptarget"
	"earl.example/internal/show"
	"earl.example/internal/steps"
	"earl.example/internal/text/jsontext"
	"earl.example/rfc3986"
	"earl.example/whatwg"
)

// facts writes the data that the page shows below the comparison: canonical forms, the steps of RFC 3986 §6.2, the
// decoded parameters, the origin, the registrable domain, and the URL in the form for people.
func (r *Request) facts(o *jsontext.Writer) {
	r.forms(o)
	r.steps(o)
	r.paths(o)
	r.resolutions(o)
	url, err := r.resolved("whatwg")
	var u whatwg.URL
	if err == nil {
		u, err = whatwg.Parse(url)
	}
	o.Array("params")
	if err == nil {
		query, _ := u.Query()
		n := 0
		for name, value := range whatwg.ParseForm(query) {
			if n++; n > maxParams {
				break
			}
			o.Strings("", visible(name), visible(value))
		}
	}
	o.Close()
	if err != nil {
		o.Null("origin")
		o.Null("domain")
		o.Null("shown")
		return
	}
	o.String("origin", u.Origin().String())
	o.OrNull("domain", registrable(u.Hostname()))
	shown := audit.Display(url, audit.DisplayOptions{Registrable: registrable})
	o.OrNull("shown", visible(shown.Text))
}

// maxParams is the maximum number of parameters that the page shows.
const maxParams = 200

// resolved returns the URL. If the request has a base, it resolves the URL in a dialect first.
func (r *Request) resolved(dialect string) (string, error) {
	if r.Base == nil {
		return r.URL, nil
	}
	return earl.Resolve(earl.MustParseDialect(dialect), *r.Base, r.URL)
}

func (r *Request) forms(o *jsontext.Writer) {
	o.Array("forms")
	for _, p := range canon.Profiles() {
		o.Object("")
		o.String("name", p.String())
		o.String("about", p.About())
		url, err := r.resolved(p.Dialect())
		if err == nil {
			url, err = p.Canonicalize(url)
		}
		if err != nil {
			o.String("error", Message(err))
		} else {
			o.String("text", visible(url))
		}
		o.Close()
	}
	o.Close()
}

// paths writes the member "paths": the path that each reader of package httptarget reads in a request for the URL. A
// reader that rejects or redirects the request has null.
func (r *Request) paths(o *jsontext.Writer) {
	o.Array("paths")
	defer o.Close()
	url, err := r.resolved("rfc1808")
	scheme, rest, _ := strings.Cut(url, "://")
	at := strings.IndexByte(rest, '/')
	if scheme = strings.ToLower(scheme); err != nil || at < 0 || scheme != "http" && scheme != "https" {
		return
	}
	raw, _, _ := strings.Cut(rest[at:], "#")
	var sent strings.Builder // clients escape these bytes
	for _, c := range []byte(raw) {
		if c >= utf8.RuneSelf || c <= ' ' {
			fmt.Fprintf(&sent, "%%%02X", c)
		} else {
			sent.WriteByte(c)
		}
	}
	target := sent.String()
	for _, name := range httptarget.Readers() {
		reader, _ := httptarget.ParseReader(name) // Readers returned the name
		g := reader.Read(target)
		o.Object("")
		o.String("reader", name)
		o.Value("path", visible(g.Path), !g.Refused && g.Location == "")
		o.Close()
	}
}

// resolutions writes the member "resolutions": for each dialect whose algorithm can explain itself, the steps by which
// it resolves the URL against the base, or the error. There are none without a base, and for long texts.
func (r *Request) resolutions(o *jsontext.Writer) {
	o.Array("resolutions")
	defer o.Close()
	if r.Base == nil || len(r.URL)+len(*r.Base) > longestDrawn {
		return
	}
	for _, name := range []string{"rfc3986", "whatwg", "urllib", "rfc1808"} {
		o.Object("")
		o.String("dialect", name)
		if _, err := r.resolved(name); err != nil {
			o.String("error", Message(err))
		} else {
			t := steps.Trace{Algorithm: name}
			steps.Resolvers[name](earl.MustParseDialect(name).Options(), *r.Base, r.URL, &t)
			show.WriteSteps(o, &t)
		}
		o.Close()
	}
}

// sections lists the steps of normalization in their order, with the section of RFC 3986 for each.
var sections = [...]struct {
	step    rfc3986.Steps
	section string
}{
	{rfc3986.StepCase, "6.2.2.1"},
	{rfc3986.StepPercent, "6.2.2.2"},
	{rfc3986.StepPath, "6.2.2.3"},
	{rfc3986.StepEmptyPort, "6.2.3"},
	{rfc3986.StepDefaultPort, "6.2.3"},
	{rfc3986.StepEmptyPath, "6.2.3"},
	{rfc3986.StepDefaultHost, "6.2.3"},
	{rfc3986.StepSchemeCase, "6.2.3"},
}

// steps writes the member "steps": for each step of RFC 3986 §6.2, the URL after this step and all earlier steps. If
// the URL is not valid, steps writes the member "steps_error".
func (r *Request) steps(o *jsontext.Writer) {
	url, err := r.resolved("rfc3986")
	var ref rfc3986.Ref
	if err == nil {
		ref, err = rfc3986.Parse(url)
	}
	if err != nil {
		o.String("steps_error", Message(err))
		return
	}
	o.Array("steps")
	var steps rfc3986.Steps
	before := ref.String()
	for _, s := range sections {
		steps |= s.step
		after := ref.Normalize(steps).String()
		o.Object("")
		o.String("name", s.step.String())
		o.String("section", s.section)
		o.Bool("changed", after != before)
		o.String("text", visible(after))
		o.Close()
		before = after
	}
	o.Close()
}
