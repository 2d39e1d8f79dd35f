package libcurl

import (
	"strings"

	"earl.example/reading"
	"earl.example/urlerr"
)

// parts holds the results of curl_url_get for all components. The method text returns "" for the zero parts.
type parts struct {
	scheme   string // lower case; guessed if the URL has no scheme
	user     string
	password string
	options  string // login options of IMAP, POP3 and SMTP, after ";" in the userinfo
	host     string // decoded; an IPv6 address has brackets but no zone; "" for the scheme file
	zone     string // zone of an IPv6 address
	port     string // decimal, without leading zeros
	path     string // not empty
	query    string
	fragment string
	has      has
}

// has is the set of components that are present, even if empty.
type has uint8

const (
	hasUser has = 1 << iota
	hasPassword
	hasOptions
	hasPort
	hasQuery
	hasFragment
)

// queryPresent reports whether curl_url_get returns a query.
func (u *parts) queryPresent(row *row) bool {
	return u.query != "" || u.has&hasQuery != 0 && row.blankQuery
}

// A form has the options of append.
type form struct {
	escaped bool // escape the host
	empty   bool // keep empty queries and fragments, as CURLU_GET_EMPTY does
}

// append appends the URL that curl_url_get returns for CURLUPART_URL, and stores the spans of the components in at.
// After the URL, it appends the values that the URL does not contain literally. The result href is the offset in text
// at which the URL ends.
func (u *parts) append(dst []byte, at *reading.Spans, row *row, f form) (text []byte, href int) {
	if u.scheme == "" {
		return dst, len(dst)
	}
	put := func(c urlerr.Component, value string) {
		at.Set(c, len(dst), len(dst)+len(value))
		dst = append(dst, value...)
	}
	put(urlerr.Scheme, u.scheme)
	dst = append(dst, "://"...)
	host := u.writtenHost(row, f)
	if u.scheme != "file" {
		start := len(dst)
		if u.has&hasUser != 0 {
			put(urlerr.Username, u.user)
		}
		if u.has&hasPassword != 0 {
			dst = append(dst, ':')
			put(urlerr.Password, u.password)
		}
		if u.has&hasOptions != 0 {
			dst = append(dst, ';')
			dst = append(dst, u.options...)
		}
		if u.has&(hasUser|hasPassword|hasOptions) != 0 {
			at.Set(urlerr.Userinfo, start, len(dst))
			dst = append(dst, '@')
		}
		put(urlerr.Host, host)
		if u.has&hasPort != 0 {
			dst = append(dst, ':')
			put(urlerr.Port, u.port)
		}
		at.Set(urlerr.Authority, start, len(dst))
	}
	put(urlerr.Path, u.path)
	query := u.query
	if u.query != "" || u.has&hasQuery != 0 && f.empty {
		if u.scheme != "file" || !row.fileQuery {
			dst = append(dst, '?')
			put(urlerr.Query, query)
			query = ""
		}
	}
	if u.fragment != "" || u.has&hasFragment != 0 && f.empty {
		dst = append(dst, '#')
		put(urlerr.Fragment, u.fragment)
	}
	href = len(dst)
	if u.host != "" && u.host != host {
		put(urlerr.Host, u.host)
	}
	if _, ok := at.Get(urlerr.Query); !ok && u.queryPresent(row) {
		put(urlerr.Query, query)
	}
	return dst, href
}

// writtenHost returns the host in the form that a URL has.
func (u *parts) writtenHost(row *row, f form) string {
	switch {
	case u.zone != "" && strings.HasSuffix(u.host, "]"):
		return u.host[:len(u.host)-1] + "%25" + u.zone + "]"
	case strings.HasPrefix(u.host, "["):
		return u.host
	case f.escaped:
		return escapeHost(u.host)
	case row.hostEscape:
		return strings.ReplaceAll(u.host, "%", "%25")
	}
	return u.host
}

// text returns the URL in the given form.
func (u *parts) text(row *row, f form) string {
	var at reading.Spans
	text, href := u.append(nil, &at, row, f)
	return string(text[:href])
}
