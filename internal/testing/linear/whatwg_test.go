package linear

import (
	"earl.example/reading"
	"earl.example/urlerr"
	"earl.example/whatwg"
)

// suffixes is a public suffix list in which every last label is a public suffix.
type suffixes struct{}

func (suffixes) PublicSuffix(domain string) string {
	for i := len(domain) - 1; i >= 0; i-- {
		if domain[i] == '.' {
			return domain[i+1:]
		}
	}
	return domain
}

// ofURLs returns a row that calls methods of a URL.
func ofURLs(name string, do func(u whatwg.URL)) Row {
	return Row{name, ofURL, func(s string) {
		if u, err := whatwg.Parse(s); err == nil {
			do(u)
		}
	}}
}

// inQuery returns a row that calls methods that read the query.
func inQuery(name string, do func(u whatwg.URL)) Row {
	r := ofURLs(name, do)
	r.Heads = []string{"http://h/?", "foo:?"}
	return r
}

func whatwgRows() []Row {
	base, _ := whatwg.Parse("http://example.com/a/b/c?d")
	file, _ := whatwg.Parse("file:///C:/a/b")
	return append(whatwgTexts(), []Row{
		{"whatwg.Parse", ofURL, func(s string) {
			_, _ = whatwg.Parse(s)
			whatwg.CanParse(s)
		}},
		{"whatwg.Relative", ofURL, func(s string) {
			if u, err := whatwg.Parse(s); err == nil {
				_, _ = whatwg.Relative(u, base), whatwg.Relative(base, u)
				near, _ := u.Resolve("x")
				_ = whatwg.Relative(u, near)
			}
		}},
		{"whatwg.URL.Resolve", ofURL, func(s string) {
			_, _ = base.Resolve(s)
			_, _ = file.Resolve(s)
			if u, err := whatwg.Parse(s); err == nil {
				_, _ = u.Resolve("../x")
			}
		}},
		{"whatwg.Dialect.Read", ofURL, func(s string) {
			var r reading.Reading
			whatwg.Dialect{}.Read(&r, s)
			_, _ = whatwg.Dialect{}.Resolve(s, s)
		}},
		{"whatwg.ParseOptions.Parse", ofURL, func(s string) {
			_, _ = whatwg.ParseOptions{Encoding: "windows-1252"}.Parse(s)
			_, _ = whatwg.ParseOptions{Violation: func(*urlerr.Error) {}}.Parse(s)
		}},
		ofURLs("whatwg.URL.Addr", func(u whatwg.URL) {
			u.Addr()
			u.Clone()
			u.PortNumber()
			_ = u.HasOpaquePath()
			_, _, _, _ = u.Username(), u.Password(), u.Search(), u.Hash()
		}),
		ofURLs("whatwg.URL.Origin", func(u whatwg.URL) {
			o := u.Origin()
			_ = o.String()
			_ = o.SameOrigin(o)
			o.SameSite(o, suffixes{})
			u.PublicSuffix(suffixes{})
			u.RegistrableDomain(suffixes{})
		}),
		ofURLs("whatwg.URL.UnicodeHostname", func(u whatwg.URL) {
			u.UnicodeHostname()
			whatwg.DomainToUnicode(u.Href())
			whatwg.IsValidDomain(u.Href())
		}),
		ofURLs("whatwg.URL.Redacted", func(u whatwg.URL) {
			u.LogValue()
			_, _ = u.MarshalText()
			_, _ = u.AppendText(nil)
			_, _ = u.Value()
		}),
		ofURLs("whatwg.URL.NetURL", func(u whatwg.URL) {
			if v, err := u.NetURL(); err == nil {
				_, _ = whatwg.FromNetURL(v)
			}
		}),
		ofURLs("whatwg.URL.POSIXPath", func(u whatwg.URL) { _, _ = u.POSIXPath(); _, _ = u.WindowsPath() }),
		inQuery("whatwg.URL.SearchParams", func(u whatwg.URL) {
			p := u.SearchParams()
			for range p.All() {
			}
			p.Size()
			p.Get("x")
			p.GetAll("a")
			p.Has("x")
			p.HasValue("a", "x")
			_ = p.String()
		}),
		inQuery("whatwg.SearchParams.Append", func(u whatwg.URL) {
			for _, p := range []*whatwg.SearchParams{u.SearchParams(), u.SearchParams().Verbatim()} {
				p.Append("x", "y")
				p.Set("a", "z")
				p.DeleteValue("a", "z")
				p.Sort()
				p.Delete("a")
			}
		}),
	}...)
}

// whatwgTexts returns the rows of functions that read a text other than a URL.
func whatwgTexts() []Row {
	full := whatwg.MustParse("http://u:p@h:81/a?b#c")
	return []Row{
		{"whatwg.MustParse", ofURL, func(s string) {
			defer func() { _ = recover() }()
			whatwg.MustParse(s)
		}},
		{"whatwg.FromPOSIXPath", []string{"/", `C:\`, `\\server\share\`}, func(s string) {
			_, _ = whatwg.FromPOSIXPath(s)
			_, _ = whatwg.FromWindowsPath(s)
		}},
		{"whatwg.URL.SetProtocol", ofText, func(s string) {
			for _, set := range []func(*whatwg.URL, string) bool{
				(*whatwg.URL).SetProtocol, (*whatwg.URL).SetUsername, (*whatwg.URL).SetPassword, (*whatwg.URL).SetHost,
				(*whatwg.URL).SetHostname,
				(*whatwg.URL).SetPort, (*whatwg.URL).SetPathname, (*whatwg.URL).SetSearch, (*whatwg.URL).SetHash,
			} {
				u := full
				set(&u, s)
			}
		}},
		{"whatwg.EncodeSet.Encode", ofText, func(s string) {
			whatwg.FormSet.Encode(s)
			whatwg.C0ControlSet.AppendEncode(nil, s)
			whatwg.PercentDecode(s)
			whatwg.PercentDecodeText(s)
		}},
		{"whatwg.ParseForm", ofText, func(s string) {
			for range whatwg.ParseForm(s) {
			}
			whatwg.NewSearchParams(s)
			_, _ = whatwg.FormatForm(whatwg.ParseForm(s), "")
		}},
		{"whatwg.URL.UnmarshalText", ofURL, func(s string) {
			var u whatwg.URL
			_, _ = u.UnmarshalText([]byte(s)), u.Scan(s)
			u.SetHref(s)
		}},
	}
}
