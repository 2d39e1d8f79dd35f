package canon

import (
	"slices"
	"strconv"
	"strings"

	"earl.example/urlerr"
)

// A Profile is a canonical form of URLs: one of the forms below, and the steps that follow it, such as [SortQuery]. The
// zero Profile is [RFC3986Syntax] without steps.
type Profile uint32

// The profiles. Their names are those of the constants in lower case, with a
// hyphen as in "rfc3986-syntax".
const (
	RFC3986Syntax Profile = iota // the syntax-based steps of RFC 3986 §6.2.2
	RFC3986Scheme                // those and the scheme-based ones, §6.2.3
	WHATWG                       // the href of the URL Standard
	W3lib                        // w3lib.url.canonicalize_url of w3lib 2.4.1
	SURT                         // the key of Internet Archive's package surt 0.3.1
	Signature                    // scheme, host, port, path, and the names of parameters
)

// A row describes a profile.
type row struct {
	name       string
	version    int
	about      string
	page       string
	dialect    string
	idempotent bool // and the form is a URL, so that steps can follow
	form       func(url string) (string, error)
}

// rows describes the profiles.
var rows = [...]row{
	RFC3986Syntax: {"rfc3986-syntax", 1, "RFC 3986 §6.2.2: case, percent-encoding and dot segments", syntaxPage, "rfc3986",
		true, syntaxForm},
	RFC3986Scheme: {"rfc3986-scheme", 1,
		"RFC 3986 §6.2.3: the same, default ports, empty paths and what else schemes define", schemePage, "rfc3986", true,
		schemeForm},
	WHATWG: {"whatwg", 1, "the URL Standard: what a browser makes of it", whatwgPage, "whatwg", true, whatwgForm},
	W3lib: {"w3lib", 1, "w3lib 2.4.1's canonicalize_url, by which Scrapy finds duplicates", w3libPage, "urllib@3.13.0",
		false, w3libForm},
	SURT: {"surt", 1, "the key of web archives, as of the package surt 0.3.1: org,archive)/path", surtPage, "whatwg",
		false, surtForm},
	Signature: {"signature", 1, "scheme, host, port, path and the names of parameters, without their values",
		signaturePage, "whatwg", true, signatureForm},
}

// Profiles returns all profiles.
func Profiles() []Profile {
	all := make([]Profile, len(rows))
	for i := range all {
		all[i] = Profile(i)
	}
	return all
}

// ParseProfile reads the name of a profile, with steps or without: "surt" or "whatwg+drop-fragment+sort-query". Each
// name may have its version, as in "surt@1". An unknown name or version is an error of kind [urlerr.UnknownName] with
// its offset.
func ParseProfile(s string) (Profile, error) {
	base, _, _ := strings.Cut(s, "+")
	name, version, pinned := strings.Cut(base, "@")
	i := slices.IndexFunc(rows[:], func(r row) bool { return r.name == name })
	switch {
	case i < 0:
		return 0, nameError(s, 0, "unknown profile: use "+names())
	case pinned && version != strconv.Itoa(rows[i].version):
		return 0, nameError(s, len(name)+1, "unknown version of "+name+": use "+strconv.Itoa(rows[i].version))
	}
	p := Profile(i)
	for at := len(base); at < len(s); {
		text, _, _ := strings.Cut(s[at+1:], "+")
		st, ok := parseStep(text)
		switch {
		case !ok:
			return 0, nameError(s, at+1, "unknown step: use "+stepNames())
		case !rows[i].idempotent:
			return 0, nameError(s, at, "steps cannot follow "+name+": use rfc3986-syntax, rfc3986-scheme or whatwg")
		}
		p |= st
		at += 1 + len(text)
	}
	return p, nil
}

func stepNames() string {
	var all []string
	for _, st := range steps {
		all = append(all, st.name)
	}
	return strings.Join(all, ", ")
}

func names() string {
	var all []string
	for _, row := range rows {
		all = append(all, row.name)
	}
	return strings.Join(all, ", ")
}

// nameError is the error for s, which names no profile for a reason that begins
// at offset.
func nameError(s string, offset int, reason string) error {
	return &urlerr.Error{
		Dialect: "canon",
		Input:   s,
		Offset:  offset,
		Rule:    urlerr.Rule{Name: reason, Kind: urlerr.UnknownName, Example: "surt@0"},
	}
}

// row returns the row of p, or one whose form is an error.
func (p Profile) row() *row {
	if base := p & (1<<stepShift - 1); p&^base&^allSteps == 0 && int(base) < len(rows) &&
		(p == base || rows[base].idempotent) {
		return &rows[base]
	}
	return &row{form: func(string) (string, error) { return "", nameError(p.String(), 0, "invalid profile") }}
}

// String returns the name of the profile and its steps, without versions.
func (p Profile) String() string {
	r := p.row()
	if r.name == "" {
		return "profile " + strconv.FormatUint(uint64(p), 10)
	}
	return r.name + p.stepText("")
}

// stepText returns the steps of p as ParseProfile reads them, each with version after it.
func (p Profile) stepText(version string) string {
	var b strings.Builder
	for i, st := range steps {
		if p>>(stepShift+i)&1 != 0 {
			b.WriteString("+" + st.name + version)
		}
	}
	return b.String()
}

// Version returns the profile's version, from 1. A version never changes what
// it gives.
func (p Profile) Version() int { return p.row().version }

// About returns a few words on what the profile is.
func (p Profile) About() string { return p.row().about }

// Description returns the page on the profile: what it does step by step, what
// it was judged by, and what to mind. It is Markdown.
func (p Profile) Description() string { return p.row().page }

// Dialect returns the name of the dialect, as [earl.example] has them, in which a
// relative reference is to be resolved before it is canonicalised: the one that
// the profile reads URLs in, and for SURT, which reads anything, whatwg.
func (p Profile) Dialect() string { return p.row().dialect }

// Idempotent reports whether the canonical form of a canonical form is itself,
// whatever the URL. That of surt is no URL, and w3lib decodes again what it
// has decoded once.
func (p Profile) Idempotent() bool { return p.row().idempotent }

// MarshalText returns the name with the version, such as "surt@1", so that what
// is stored means the same later.
func (p Profile) MarshalText() ([]byte, error) {
	r := p.row()
	if r.name == "" {
		return nil, nameError(p.String(), 0, "invalid profile")
	}
	return append(strconv.AppendInt([]byte(r.name+"@"), int64(r.version), 10), p.stepText("@1")...), nil
}

// UnmarshalText is ParseProfile.
func (p *Profile) UnmarshalText(text []byte) error {
	parsed, err := ParseProfile(string(text))
	if err != nil {
		return err
	}
	*p = parsed
	return nil
}

// Canonicalize returns the canonical form of url. It is url itself, without a
// copy, where that is in its form already and the profile can tell. Two URLs
// that have the same form are the same for the profile, so that the form is the
// key under which to look for duplicates.
//
// The error is the one of the profile's dialect, in which a [*urlerr.Error]
// says what is wrong: of a URL that the dialect does not take, or that is
// relative where it takes no such. A Profile that is none of the constants gives
// one of kind [urlerr.UnknownName].
func (p Profile) Canonicalize(url string) (string, error) {
	text, err := p.row().form(url)
	if err != nil || p < 1<<stepShift {
		return text, err
	}
	return p.withSteps(text), nil
}
