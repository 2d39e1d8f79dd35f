package libcurl

import "earl.example/reading"

// A Dialect models the parser of one release of libcurl. The zero Dialect models the newest supported release. It
// implements [reading.Releases] and [reading.Resolver].
type Dialect struct {
	older uint8 // index into table
}

func (d Dialect) row() *row { return &table[d.older] }

// Read sets r to the result of parsing url before a transfer. libcurl may guess the scheme, and then r.InInput has no
// scheme. Login options, as in imap://user;AUTH=PLAIN@h/, are part of the userinfo, but not of the username or the
// password.
func (d Dialect) Read(r *reading.Reading, url string) {
	if !r.Reset(url) {
		return
	}
	p := parser{row: d.row(), url: url, guess: true, unknown: true}
	if err := p.run(); err != nil {
		r.Reject(err)
		return
	}
	accept(r, &p)
}

// accept sets r to the results of p.
func accept(r *reading.Reading, p *parser) {
	var room [1024]byte // a buffer on the stack
	var spans reading.Spans
	text, href := p.u.append(room[:0], &spans, p.row, form{})
	if string(text) == p.url {
		*r.AcceptSame(p.url) = spans
		return
	}
	at, in := r.Accept(string(text), href)
	*at, *in = spans, p.in
}

// CanParse reports whether Read accepts url.
func (d Dialect) CanParse(url string) bool {
	p := parser{row: d.row(), url: url, guess: true, unknown: true}
	return p.run() == nil
}

// Resolve returns the URL that a transfer requests after a redirect from base to ref. libcurl then parses ref with the
// flags CURLU_URLENCODE and CURLU_ALLOW_SPACE: it escapes octets, accepts a space, and does not guess a scheme.
func (d Dialect) Resolve(base, ref string) (string, error) {
	u, err := d.redirect(base, ref)
	return u.text(d.row(), form{}), err
}

// Release returns the release, such as "8.22.0".
func (d Dialect) Release() string { return string(table[d.older].Release) }

// Releases returns the supported releases, oldest first.
func (d Dialect) Releases() []string { return table.Names() }

// At returns the dialect for a release, such as "8.22.0" or "8.22". For an unknown release, it returns an error of kind
// [urlerr.UnknownName].
func (d Dialect) At(release string) (reading.Dialect, error) {
	older, err := table.Find(dialect, release)
	if err != nil {
		return nil, err
	}
	return Dialect{older}, nil
}
