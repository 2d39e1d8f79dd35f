package libcurl

import (
	"earl.example/internal/model"
	"earl.example/reading"
)

// A Dialect models the parser of one release of libcurl. The zero Dialect models the newest supported release. It
// implements [reading.Releases] and [reading.Resolver].
type Dialect struct {
	older uint8 // index into table
}

// Read sets r to the result of parsing url before a transfer. libcurl may guess the scheme, and then r.InInput has no
// scheme. Login options, as in imap://user;AUTH=PLAIN@h/, are part of the userinfo, but not of the username or the
// password.
func (d Dialect) Read(r *reading.Reading, url string) {
	if !r.Reset(url) {
		return
	}
	p := parser{row: &table[d.older], url: url}
	if err := p.run(); err != nil {
		r.Reject(err)
		return
	}
	var w model.Writer
	href := p.u.write(&w, p.row, form{})
	w.Accept(r, href, &p.in)
}

// Resolve returns the URL that a transfer requests after a redirect from base to ref. libcurl then parses ref with the
// flags CURLU_URLENCODE and CURLU_ALLOW_SPACE: it escapes octets, accepts a space, and does not guess a scheme.
func (d Dialect) Resolve(base, ref string) (string, error) {
	u, err := d.redirect(base, ref)
	if err != nil {
		return "", err
	}
	return u.text(&table[d.older], form{}), nil
}

// Release returns the release, such as "8.22.0".
func (d Dialect) Release() string { return string(table[d.older].Release) }

// Releases returns the supported releases, oldest first.
func (d Dialect) Releases() []string { return table.Names() }

// At returns the dialect for a release, such as "8.22.0" or "8.22". For an unknown release, it returns an error of kind
// [urlerr.UnknownName].
func (d Dialect) At(release string) (reading.Dialect, error) {
	return table.At(dialect, release, func(older uint8) reading.Dialect { return Dialect{older} })
}
