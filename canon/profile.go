package canon

import (
	"strconv"
	"strings"

	"earl.example/urlerr"
)

// A Profile is a canonical form of URLs. The zero Profile is [RFC3986Syntax].
type Profile uint8

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
	idempotent bool
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

// ParseProfile reads a profile by its name, as "surt", or with its version, as
// "surt@1". Another name or version is an error of kind [urlerr.UnknownName]
// with the offset of what is not known.
func ParseProfile(s string) (Profile, error) {
	name, version, pinned := strings.Cut(s, "@")
	for i, row := range rows {
		if row.name != name {
			continue
		}
		if pinned && version != strconv.Itoa(row.version) {
			return 0, nameError(s, len(name)+1, "not a version of "+name+", of which there is "+strconv.Itoa(row.version))
		}
		return Profile(i), nil
	}
	return 0, nameError(s, 0, "not a profile; there is "+names())
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

// row returns the row of p. Where there is none, it is one of a profile that
// refuses every URL.
func (p Profile) row() *row {
	if int(p) < len(rows) {
		return &rows[p]
	}
	return &row{form: func(string) (string, error) { return "", nameError(p.String(), 0, "not a profile") }}
}

// String returns the profile's name, without version.
func (p Profile) String() string {
	if int(p) < len(rows) {
		return rows[p].name
	}
	return "profile " + strconv.Itoa(int(p))
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
	if int(p) >= len(rows) {
		return nil, nameError(p.String(), 0, "not a profile")
	}
	return strconv.AppendInt([]byte(p.String()+"@"), int64(p.Version()), 10), nil
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
func (p Profile) Canonicalize(url string) (string, error) { return p.row().form(url) }
