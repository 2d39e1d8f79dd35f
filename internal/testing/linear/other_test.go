package linear

import (
	"errors"
	"fmt"
	"strings"

	"earl.example"
	"earl.example/canon"
	"earl.example/httptarget"
	"earl.example/internal/steps"
	"earl.example/urlerr"
)

func earlRows() []Row {
	heads := []string{"", "http://", "http://h/"} // the rows of the dialects test more heads
	var dialects []earl.Dialect
	for _, d := range earl.Dialects() {
		if dialects = append(dialects, d); len(d.Releases()) > 1 {
			dialects = append(dialects, earl.MustParseDialect(d.Name()+"@"+d.Releases()[0])) // the oldest
		}
	}
	var all []Row
	for _, d := range dialects {
		all = append(all,
			Row{"earl.Parse as " + d.String(), heads, func(s string) {
				d.CanParse(s)
				if r, err := earl.Parse(d, s); err == nil {
					_, _ = r.MarshalJSON()
					r.LogValue()
				}
			}},
			Row{"earl.Resolve as " + d.String(), heads, func(s string) {
				_, _ = earl.Resolve(d, "http://h/a/b/c", s)
				_, _ = d.Resolver(s)("../x/../y")
				if explain := steps.Resolvers[d.Name()]; explain != nil {
					if _, err := earl.Resolve(d, "http://h/a/b/c", s); err == nil {
						algorithm := strings.Replace(d.Name(), "rfc3987", "rfc3986", 1)
						explain(d.Options(), "http://h/a/b/c", s, &steps.Trace{Algorithm: algorithm})
					}
				}
			}})
	}
	return append(all, Row{"earl.ParseDialect", ofText, func(s string) {
		var d earl.Dialect
		_ = d.UnmarshalText([]byte("urllib@" + s))
		_, _ = earl.ParseDialect(s)
	}})
}

// otherRows returns the rows of packages with few operations.
func otherRows() []Row {
	var all []Row
	for _, p := range canon.Profiles() {
		all = append(all, Row{"canon.Profile.Canonicalize " + p.String(), ofURL, func(s string) { _, _ = p.Canonicalize(s) }})
	}
	return append(all,
		Row{"canon.ParseProfile", ofText, func(s string) {
			var p canon.Profile
			_ = p.UnmarshalText([]byte(s))
			_, _ = canon.ParseProfile("surt" + s)
		}},
		Row{"httptarget.Target.URI", ofURL, func(s string) {
			for _, method := range []string{"GET", "CONNECT"} {
				target, _ := httptarget.Parse(method, s)
				_, _ = target.URI("http", s)
			}
		}},
		Row{"httptarget.Reader.Read", []string{"/a", "//", "http://h/"}, func(s string) {
			// Together these have each value of dots, decode, merge, redirect and forward.
			for _, name := range []string{"go-servemux", "go-servemux@1.21", "traefik", "tomcat", "jetty", "envoy-unescape",
				"apache-encoded-slashes", "vertx", "undertow", "django", "flask"} {
				r, err := httptarget.ParseReader(name)
				if err != nil {
					panic(err)
				}
				r.Read(s).Below("/a/")
			}
		}},
		Row{"httptarget.ParseReader", ofText, func(s string) {
			for _, head := range []string{"", "nginx ", "refuse=", "dots=raw+", "merge="} {
				_, err := httptarget.ParseReader(head + s)
				if err != nil {
					_ = err.Error()
				}
			}
		}},
		Row{"urlerr.Redact", []string{"", "http://u:p@", "http://h/", "http://h/?a="}, func(s string) {
			urlerr.Redact(s)
			urlerr.RedactQuery(s)
			urlerr.RedactOpenTelemetry(s)
			urlerr.Excerpt(s, len(s)/2)
			urlerr.ExcerptAt(s, len(s))
		}},
		Row{"urlerr.Error.Error", []string{"", "http://u:p@", "http://h/", "http://h/?a="}, func(s string) {
			for _, private := range []bool{false, true} {
				err := &urlerr.Error{Input: s, Offset: len(s) / 2, Private: private, Err: errors.New(s)}
				_ = err.Error()
				_ = fmt.Sprintf("%+v", err)
				err.LogValue()
				_, _ = err.MarshalJSON()
			}
		}})
}
