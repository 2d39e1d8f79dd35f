package rfc3986_test

import (
	"net/url"
	"strings"
	"testing"

	"earl.example/internal/testing/urltest"
	"earl.example/rfc3986"
)

// BenchmarkNormalize measures Parse and Normalize against the same with
// net/url, as far as that goes: no normaliser is in the standard library, so
// the rival lowers scheme and host, drops the default port, cleans the path
// and prints. First on URLs as they are found, nearly all of which are in
// normal form, then on the same URLs made to need every step.
func BenchmarkNormalize(b *testing.B) {
	found := urltest.Corpus(b)
	var changed []string
	for _, s := range found {
		changed = append(changed, denormalized(s))
	}
	for _, set := range []struct {
		name string
		urls []string
	}{{"found", found}, {"changed", changed}} {
		b.Run(set.name, func(b *testing.B) {
			var sinkURL *url.URL
			var sinkRef rfc3986.Ref
			var sinkString string
			urltest.Race(b, set.urls,
				urltest.Op{Name: "net/url.Parse", Do: func(s string) { sinkURL, _ = url.Parse(s) }},
				urltest.Op{Name: "net/url-normalize", Do: func(s string) { sinkString = rivalNormalize(s) }},
				urltest.Op{Name: "Parse", Do: func(s string) { sinkRef, _ = rfc3986.Parse(s) }},
				urltest.Op{Name: "Parse+Normalize-syntax", Do: func(s string) {
					r, _ := rfc3986.Parse(s)
					sinkRef = r.Normalize(syntaxSteps)
				}},
				urltest.Op{Name: "Parse+Normalize", Do: func(s string) {
					r, _ := rfc3986.Parse(s)
					sinkRef = r.Normalize(ladderSteps)
				}},
			)
			_, _, _ = sinkURL, sinkRef, sinkString
		})
	}
}

// denormalized returns a URL with the same normal form as s that every step
// has to change.
func denormalized(s string) string {
	scheme, rest, _ := strings.Cut(s, "://")
	host, path, slash := strings.Cut(rest, "/")
	if !slash || strings.ContainsAny(host, "?#@:") {
		return s
	}
	port := map[string]string{"http": ":80", "https": ":443"}[scheme]
	return strings.ToUpper(scheme) + "://" + strings.ToUpper(host[:1]) + host[1:] + port + "/x/../" + strings.Replace(path,
		"e", "%65", 1)
}

// rivalNormalize does with net/url what it can of Normalize.
func rivalNormalize(s string) string {
	u, err := url.Parse(s)
	if err != nil {
		return ""
	}
	u.Host = strings.ToLower(u.Host)
	if port := u.Port(); port == "" || u.Scheme == "http" && port == "80" || u.Scheme == "https" && port == "443" {
		u.Host = strings.TrimSuffix(u.Host, ":"+port)
	}
	if strings.Contains(u.Path, "/.") {
		u = u.JoinPath()
	}
	if u.Path == "" {
		u.Path = "/"
	}
	return u.String()
}

// BenchmarkEquivalent measures a comparison without normal forms against one
// with them, on URIs that are parsed before: each with the same one in other
// memory, with the next one of the corpus, with itself made to need one step, and
// made to need every step.
func BenchmarkEquivalent(b *testing.B) {
	type pair struct{ a, b rfc3986.URI }
	found := urltest.Corpus(b)
	for _, set := range []struct {
		name  string
		other func(i int) string
	}{
		{"same", func(i int) string { return strings.Clone(found[i]) }},
		{"next", func(i int) string { return found[(i+1)%len(found)] }},
		{"one-step", func(i int) string { return strings.ToUpper(found[i][:4]) + found[i][4:] }},
		{"all-steps", func(i int) string { return denormalized(found[i]) }},
	} {
		b.Run(set.name, func(b *testing.B) {
			pairs := map[string]pair{}
			var urls []string
			for i, s := range found {
				one, err1 := rfc3986.ParseURI(s)
				other, err2 := rfc3986.ParseURI(set.other(i))
				if err1 == nil && err2 == nil {
					pairs[s] = pair{one, other}
					urls = append(urls, s)
				}
			}
			var sink bool
			urltest.Race(b, urls,
				urltest.Op{Name: "normal-forms", Do: func(s string) {
					p := pairs[s]
					sink = p.a.Normalize(ladderSteps) == p.b.Normalize(ladderSteps)
				}},
				urltest.Op{Name: "Equivalent", Do: func(s string) {
					p := pairs[s]
					sink = rfc3986.Equivalent(p.a, p.b, ladderSteps)
				}},
				urltest.Op{Name: "FirstRung", Do: func(s string) {
					p := pairs[s]
					sink = rfc3986.FirstRung(p.a, p.b, ladderSteps) > 0
				}},
				urltest.Op{Name: "look-up", Do: func(s string) { sink = pairs[s].a.IsZero() }},
			)
			_ = sink
		})
	}
}
