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
// and prints. First on real URLs. Nearly all are in
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

// rivalNormalize does a part of Normalize with net/url.
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
