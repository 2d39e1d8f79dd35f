package linear

import (
	"earl.example/reading"
	"earl.example/rfc1808"
	"earl.example/rfc3986"
	"earl.example/urlerr"
	"earl.example/urltext"
)

// ref returns a row that calls methods of Ref and URI. The row ignores a text that is not a valid reference.
func ref(name string, onRef func(r rfc3986.Ref), onURI func(u rfc3986.URI)) Row {
	return Row{name, ofURL, func(s string) {
		r, err := rfc3986.Parse(s)
		if err != nil {
			return
		}
		onRef(r)
		if u, ok := r.URI(); ok {
			onURI(u)
		}
	}}
}

func rfc3986Rows() []Row {
	base := rfc3986.MustParseURI("http://h/a/b/c?d")
	full := rfc3986.MustParseURI("http://u:p@h:80/a/b?c=d#e")
	steps := ^rfc3986.Steps(0)
	all := []Row{
		{"rfc3986.Parse", ofURL, func(s string) { _, _ = rfc3986.Parse(s) }},
		{"rfc3986.ParseURI", ofURL, func(s string) {
			_, _ = rfc3986.ParseURI(s)
		}},
		{"rfc3986.Ref.UnmarshalText", ofURL, func(s string) {
			var r rfc3986.Ref
			var u rfc3986.URI
			_, _ = r.UnmarshalText([]byte(s)), r.Scan(s)
			_, _ = u.UnmarshalText([]byte(s)), u.Scan(s)
		}},
		{"rfc3986.MustParse", ofURL, func(s string) {
			defer func() { _ = recover() }()
			rfc3986.MustParse(s)
			rfc3986.MustParseURI(s)
		}},
		{"rfc3986.Valid", ofURL, func(s string) {
			rfc3986.Valid(s)
			rfc3986.ValidURI(s)
		}},
		{"rfc3986.Dialect.Read", ofURL, func(s string) {
			var r reading.Reading
			rfc3986.Dialect{}.Read(&r, s)
		}},
		{"rfc3986.ParseOptions.Parse", append([]string{"http://é", "http://é/?%c3%a9="}, ofURL...), func(s string) {
			if r, err := (rfc3986.ParseOptions{AllowIRI: true}).Parse(s); err == nil {
				r.Normalize(steps)
				r.Normalize(rfc3986.StepURI)
				_, _ = r.WithDomain()
			}
		}},
		{"urltext.Find", append(ofTags, ofURL...), func(s string) {
			for _, opt := range []urltext.FindOptions{
				{}, {BareDomains: true, Email: true}, {AppendixC: true},
			} {
				for m := range opt.Find(s) {
					_ = m.Raw()
					m.WithoutHyphens()
					m.LogValue()
				}
			}
		}},
		{"urltext.Readable", append([]string{"http://h/(", "http://h/%"}, ofURL...), func(s string) {
			urltext.Readable(s)
		}},
		{"urltext.Repair", ofURL, func(s string) { _, _, _ = urltext.Repair(s) }},
		{"urltext.Complete", ofURL, func(s string) { _, _, _ = urltext.Complete(s) }},
		{"rfc3986.Decode", ofText, func(s string) {
			_, _ = rfc3986.Decode(s)
		}},
		{"rfc3986.Encode", ofText, func(s string) {
			rfc3986.Encode(s)
		}},
		{"rfc3986.ParseSteps", ofText, func(s string) {
			var steps rfc3986.Steps
			_, _ = rfc3986.ParseSteps(s)
			_ = steps.UnmarshalText([]byte("syntax," + s))
		}},
	}
	all = append(all, rfc3986Values(base, steps)...)
	all = append(all, rfc3986Lists()...)
	return append(all, rfc3986Edits(full)...)
}

func rfc3986Values(base rfc3986.URI, steps rfc3986.Steps) []Row {
	return []Row{
		ref("rfc3986.Resolve",
			func(r rfc3986.Ref) { _, _ = rfc3986.Resolve(base, r) },
			func(u rfc3986.URI) {
				_, _ = rfc3986.Dialect{BackwardCompatible: true}.Resolve(u.String(), u.String())
				_, _ = rfc3986.Resolve(u, rfc3986.MustParse("../x/../y"))
			}),
		ref("rfc3986.Relative", func(rfc3986.Ref) {}, func(u rfc3986.URI) {
			_, _ = rfc3986.Relative(u, base)
			_, _ = rfc3986.Relative(base, u)
			_, _ = rfc3986.Relative(u, u)
		}),
		ref("rfc3986.Ref.Normalize",
			func(r rfc3986.Ref) { r.Normalize(steps) },
			func(u rfc3986.URI) { u.Normalize(steps) }),
		ref("rfc3986.Equivalent", func(rfc3986.Ref) {}, func(u rfc3986.URI) {
			rfc3986.Equivalent(u, u.Normalize(steps), steps)
			rfc3986.FirstRung(u, u.Normalize(steps), steps)
		}),
		ref("rfc3986.Ref.Scheme",
			func(r rfc3986.Ref) {
				_, _ = r.Authority()
				r.HasScheme("http")
				_ = r.PathForm()
				r.HostKind()
				_, _ = r.IsAbsoluteURI(), r.Clone()
			},
			func(u rfc3986.URI) {
				_, _ = u.Authority()
				u.HasScheme("http")
				_ = u.PathForm()
				u.HostKind()
				u.Clone()
			}),
		ref("rfc3986.Ref.Addr",
			func(r rfc3986.Ref) {
				r.Addr()
				_, _, _ = r.PortNumber()
				_, _, _, _ = r.DecodedUserinfo()
				r.IsSameDocument(base)
			},
			func(u rfc3986.URI) { u.Addr(); u.IsSameDocument(u) }),
	}
}

// rfc3986Lists returns the rows of functions for path segments, query pairs and conversions.
func rfc3986Lists() []Row {
	return []Row{
		ref("rfc3986.Ref.Segments",
			func(r rfc3986.Ref) {
				for range r.Segments() {
				}
				for range r.DecodedSegments() {
				}
				for range r.Pairs() {
				}
				for range r.DecodedPairs() {
				}
				r.Lookup("x")
				r.LookupAll("x")
				r.DialHost()
			},
			func(u rfc3986.URI) { u.Lookup("x") }),
		ref("rfc3986.Ref.Redacted",
			func(r rfc3986.Ref) {
				r.LogValue()
				_, _ = r.MarshalText()
				_, _ = r.AppendText(nil)
				_, _ = r.Value()
			},
			func(u rfc3986.URI) {
				u.LogValue()
				_, _ = u.MarshalText()
				_, _ = u.AppendText(nil)
				_, _ = u.Value()
			}),
		ref("rfc3986.Ref.NetURL", func(r rfc3986.Ref) {
			if v, err := r.NetURL(); err == nil {
				_, _ = rfc3986.FromNetURL(v)
			}
		}, func(u rfc3986.URI) { _, _ = u.NetURL() }),
	}
}

// rfc3986Edits returns the rows of functions that change components.
func rfc3986Edits(full rfc3986.URI) []Row {
	return []Row{
		{"rfc3986.Edit", ofText, func(s string) {
			for _, e := range []rfc3986.Edit{{Scheme: &s}, {Userinfo: &s}, {Host: &s}, {Port: &s}, {Path: &s}, {Query: &s},
				{Fragment: &s}} {
				_, _ = e.Apply(full.Ref())
			}
			_, _ = rfc3986.HostOfName(s)
			_, _ = rfc3986.HostOfDomain(s)
			_, _ = full.WithSegments(s, s)
			_, _ = full.AppendSegments(s)
			_, _ = full.AddPair(s, s)
			_, _ = full.WithPair("c", s)
		}},
		{"rfc3986.Edit.Apply", ofURL, func(s string) {
			e := rfc3986.Edit{Host: &s, Path: &s, Query: &s}
			_, _ = e.Apply(full.Ref())
			x := "x"
			if r, err := rfc3986.Parse(s); err == nil {
				e = rfc3986.Edit{Host: &x, Remove: []urlerr.Component{urlerr.Query, urlerr.Userinfo}}
				_, _ = e.Apply(r)
				_, _ = r.WithPath("/x")
				_, _ = r.AppendSegments("x")
				_ = r.WithoutFragment()
			}
		}},
		ref("rfc3986.Ref.AddPair",
			func(r rfc3986.Ref) {
				_, _ = r.AddPair("x", "y")
				_, _ = r.WithPair("a", "y")
				r.WithoutPair("a")
			},
			func(u rfc3986.URI) { u.WithoutPair("") }),
	}
}

func rfc1808Rows() []Row {
	base := rfc1808.Parse("http://h/a/b/c;p?d")
	row := func(name string, do func(u rfc1808.URL)) Row {
		return Row{name, ofURL, func(s string) { do(rfc1808.Parse(s)) }}
	}
	return []Row{
		{"rfc1808.Parse", ofURL, func(s string) {
			rfc1808.Parse(s)
			var u rfc1808.URL
			_, _ = u.UnmarshalText([]byte(s)), u.Scan(s)
		}},
		{"rfc1808.Grammar.Check", ofURL, func(s string) {
			for _, g := range []rfc1808.Grammar{rfc1808.RFC1808, rfc1808.RFC2068} {
				_ = g.Check(s)
				g.Valid(s)
			}
		}},
		{"rfc1808.Dialect.Read", ofURL, func(s string) {
			var r reading.Reading
			rfc1808.Dialect{}.Read(&r, s)
			rfc1808.Dialect{Strict: rfc1808.RFC2068}.Read(&r, s)
		}},
		row("rfc1808.Grammar.CheckBase", func(u rfc1808.URL) {
			_ = rfc1808.RFC1808.CheckBase(u)
			_ = rfc1808.RFC2068.CheckBase(u)
		}),
		row("rfc1808.Resolve", func(u rfc1808.URL) {
			_, _ = rfc1808.Resolve(base, u)
			_, _ = rfc1808.Resolve(u, rfc1808.Parse("../x/../y?"))
			_, _ = rfc1808.Resolve(u, u)
			half := u.Path()[:len(u.Path())/2]
			_, _ = rfc1808.Resolve(rfc1808.Parse("http:"+half), rfc1808.Parse(half))
		}),
		row("rfc1808.Relative", func(u rfc1808.URL) {
			_, _ = rfc1808.Relative(base, u)
			_, _ = rfc1808.Relative(u, base)
			_, _ = rfc1808.Relative(u, u)
			_, _ = rfc1808.Relative(u, rfc1808.Parse(u.String()+"x"))
		}),
		row("rfc1808.URL.Scheme", func(u rfc1808.URL) {
			_, _ = u.NetLoc()
			_, _ = u.Params()
			u.HasScheme("http")
			_ = u.WithoutFragment()
		}),
		row("rfc1808.URL.Redacted", func(u rfc1808.URL) {
			u.LogValue()
			_, _ = u.MarshalText()
			_, _ = u.AppendText(nil)
			_, _ = u.Value()
		}),
	}
}
