package canon

import (
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"earl.example/internal/text/marshal"
	"earl.example/reading"
	"earl.example/rfc3986"
	"earl.example/urlerr"
	"earl.example/whatwg"
)

// A Profile is a canonical form of URLs: one of the forms below, and the steps that follow it, such as [SortQuery]. The
// zero Profile is [RFC3986Syntax] without steps.
type Profile uint32

// The profiles. Their names are the constants in lower case, with hyphens, such as "rfc3986-syntax".
const (
	RFC3986Syntax Profile = iota // the syntax-based steps of RFC 3986 §6.2.2
	RFC3986Scheme                // RFC3986Syntax and the scheme-based steps of §6.2.3
	WHATWG                       // the href of the URL Standard
	W3lib                        // w3lib.url.canonicalize_url of w3lib 2.4.1
	W3lib2                       // w3lib.url.canonicalize_url of w3lib 2.5.0: version 2 of w3lib
	SURT                         // the key of Internet Archive's package surt 0.3.1
	Signature                    // scheme, host, port, path, and the names of parameters
)

type profileInfo struct {
	name       string
	version    int
	about      string
	dialect    string
	idempotent bool // canonicalizing a form returns it unchanged; only then can steps follow
	form       func(url string) (string, error)
}

var profileInfos = [...]profileInfo{
	RFC3986Syntax: {"rfc3986-syntax", 1, "RFC 3986 §6.2.2: case, percent-encoding and dot segments", "rfc3986", true,
		normalForm(rfc3986.StepsSyntax)},
	RFC3986Scheme: {"rfc3986-scheme", 1,
		"RFC 3986 §6.2.3: the same, and default ports, empty paths and other rules of schemes", "rfc3986", true,
		normalForm(rfc3986.StepsSyntax | rfc3986.StepsScheme)},
	WHATWG: {"whatwg", 1, "the URL Standard: the URL as a browser writes it", "whatwg", true, whatwgForm},
	W3lib: {"w3lib", 1, "w3lib 2.4.1's canonicalize_url, with which Scrapy finds duplicates", "urllib@3.13.0", false,
		w3libForm},
	W3lib2: {"w3lib", 2, "w3lib 2.5.0's canonicalize_url, which has another URL parser", "urllib@3.13.2", false,
		w3lib2Form},
	SURT: {"surt", 1, "the key of web archives, as in the package surt 0.3.1: org,archive)/path", "whatwg", false,
		surtForm},
	Signature: {"signature", 1, "scheme, host, port, path and the names of the parameters", "whatwg", true,
		signatureForm},
}

//go:embed pages.txt
var pages string

// Profiles returns all profiles.
func Profiles() []Profile {
	all := make([]Profile, len(profileInfos))
	for i := range all {
		all[i] = Profile(i)
	}
	return all
}

// ParseProfile parses the name of a profile, with or without steps, such as "surt" or
// "whatwg+drop-fragment+sort-query". Each name may have a version, as in "w3lib@2"; a name without a version means
// version 1. An unknown name or version is an error of kind [urlerr.UnknownName] with its offset.
func ParseProfile(s string) (Profile, error) {
	base, _, _ := strings.Cut(s, "+")
	name, version, pinned := strings.Cut(base, "@")
	if !pinned {
		version = "1"
	}
	i := -1
	var versions []string
	for at, r := range profileInfos {
		if r.name == name {
			versions = append(versions, strconv.Itoa(r.version))
			if version == strconv.Itoa(r.version) {
				i = at
			}
		}
	}
	switch {
	case versions == nil:
		return 0, nameError(s, 0, "unknown profile: use "+
			names(profileInfos[:], func(r profileInfo) (string, int) { return r.name, r.version }))
	case i < 0:
		return 0, nameError(s, len(name)+1, "unknown version of "+name+": use "+strings.Join(versions, " or "))
	}
	p := Profile(i)
	for at := len(base); at < len(s); {
		text, _, _ := strings.Cut(s[at+1:], "+")
		st, ok := parseStep(text)
		switch {
		case !ok:
			return 0, nameError(s, at+1, "unknown step: use "+
				names(steps[:], func(st step) (string, int) { return st.name, st.version }))
		case !profileInfos[i].idempotent:
			return 0, nameError(s, at, "steps cannot follow "+name+": use rfc3986-syntax, rfc3986-scheme or whatwg")
		}
		p |= st
		at += 1 + len(text)
	}
	return p, nil
}

// names returns the names in a list that have the version 1.
func names[T any](list []T, of func(T) (name string, version int)) string {
	var all []string
	for _, x := range list {
		if name, version := of(x); version == 1 {
			all = append(all, name)
		}
	}
	return strings.Join(all, ", ")
}

// nameError returns the error for s, which does not name a profile. reason and offset describe the first invalid part.
func nameError(s string, offset int, reason string) error {
	return &urlerr.Error{
		Dialect: "canon",
		Input:   s,
		Offset:  offset,
		Rule:    urlerr.Rule{Name: reason, Kind: urlerr.UnknownName, Example: "surt@0"},
	}
}

// info returns the description of p. If p is invalid, the function in the field form returns an error.
func (p Profile) info() *profileInfo {
	if base := p & (1<<stepShift - 1); p&^base&^allSteps == 0 && int(base) < len(profileInfos) &&
		(p == base || profileInfos[base].idempotent) {
		return &profileInfos[base]
	}
	return &profileInfo{form: func(string) (string, error) { return "", nameError(p.String(), 0, "invalid profile") }}
}

// String returns the name of the profile and its steps in the syntax of [ParseProfile]. It omits the version 1.
func (p Profile) String() string {
	if p.info().name == "" {
		return fmt.Sprint("profile ", uint64(p))
	}
	return p.text(false)
}

// text returns the name of p and its steps in the syntax of ParseProfile. It omits the version 1 unless pinned is set.
func (p Profile) text(pinned bool) string {
	var b strings.Builder
	write := func(name string, version int) {
		b.WriteString(name)
		if pinned || version > 1 {
			b.WriteString("@" + strconv.Itoa(version))
		}
	}
	write(p.info().name, p.info().version)
	for i, st := range steps {
		if p>>(stepShift+i)&1 != 0 {
			write("+"+st.name, st.version)
		}
	}
	return b.String()
}

// Version returns the version of the profile, from 1. The results of a version never change.
func (p Profile) Version() int { return p.info().version }

// About returns a short description of the profile.
func (p Profile) About() string { return p.info().about }

// Description returns the documentation of the profile in Markdown: its steps, the program it was compared with, and
// its limits.
func (p Profile) Description() string {
	_, page, _ := strings.Cut(pages, fmt.Sprintf("\n=== %s@%d\n", p.info().name, p.Version()))
	page, _, _ = strings.Cut(page, "\n=== ")
	return page
}

// Dialect returns the name of the [earl.example] dialect in which to resolve a relative reference before
// canonicalization. It is the dialect that the profile parses URLs with. SURT accepts any text; for it, Dialect returns
// "whatwg".
func (p Profile) Dialect() string { return p.info().dialect }

// Idempotent reports whether every canonical form is its own canonical form. It is false for SURT, because its form is
// not a URL, and for W3lib and W3lib2, because they decode text that they have already decoded.
func (p Profile) Idempotent() bool { return p.info().idempotent }

// MarshalText returns the name with the version of the profile and of each step, such as "whatwg@1+https@1", so that a
// stored profile keeps its meaning.
func (p Profile) MarshalText() ([]byte, error) {
	if p.info().name == "" {
		return nil, nameError(p.String(), 0, "invalid profile")
	}
	return []byte(p.text(true)), nil
}

// UnmarshalText sets p to the result of ParseProfile.
func (p *Profile) UnmarshalText(text []byte) error { return marshal.Set(p, string(text), ParseProfile) }

// Canonicalize returns the canonical form of url. If the profile detects that url is already canonical, Canonicalize
// returns url without a copy. Use the form as the key for finding duplicates: URLs with the same form are equal for the
// profile.
//
// An error comes from the profile's dialect and contains an [*urlerr.Error]. The dialect may reject the URL, for
// example because it is relative. An invalid Profile gives an error of kind [urlerr.UnknownName].
func (p Profile) Canonicalize(url string) (string, error) {
	text, err := p.info().form(url)
	if err != nil || p < 1<<stepShift {
		return text, err
	}
	return p.withSteps(text), nil
}

func normalForm(steps rfc3986.Steps) func(url string) (string, error) {
	return func(url string) (string, error) {
		ref, err := rfc3986.Parse(url)
		if err != nil {
			return "", err
		}
		return ref.Normalize(steps).String(), nil
	}
}

func whatwgForm(url string) (string, error) {
	u, err := whatwg.Parse(url)
	return u.Href(), err
}

func signatureForm(url string) (string, error) {
	u, err := whatwg.Parse(url)
	if err != nil {
		return "", err
	}
	query, hasQuery := u.Query()
	_, hasFragment := u.Fragment()
	if !hasQuery && !hasFragment && !u.HasCredentials() {
		return u.Href(), nil
	}
	var names []string
	for name := range whatwg.ParseForm(query) {
		names = append(names, name)
	}
	slices.Sort(names)
	names = slices.Compact(names)
	var b strings.Builder
	b.WriteString(u.Protocol())
	if u.HostKind() != reading.NoHost {
		b.WriteString("//")
		b.WriteString(u.Host())
	} else if strings.HasPrefix(u.Pathname(), "//") {
		b.WriteString("/.") // as in the standard's serializer, §4.5
	}
	b.WriteString(u.Pathname())
	for i, name := range names {
		b.WriteByte("?&"[min(i, 1)])
		if name == "" {
			name = "=" // an empty text would not be a pair
		} else {
			name = whatwg.ComponentSet.Encode(name)
		}
		b.WriteString(name)
	}
	return b.String(), nil
}
