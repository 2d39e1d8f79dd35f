package libcurl

import (
	"log/slog"
	"strings"

	"earl.example/urlerr"
)

// A URL is what libcurl made of a text: what curl_url_get returns for each part,
// with no flags. Parts that are absent are empty; whether a part that may be
// empty is there, a field says. The zero URL is none, and its text is empty.
type URL struct {
	Scheme      string // lower case
	Guessed     bool   // the text had no scheme
	User        string
	HasUser     bool
	Password    string
	HasPassword bool
	Options     string // login options, after ";" in the userinfo of imap, pop3 and smtp
	HasOptions  bool
	Host        string // decoded, an IPv6 address in brackets without its zone; "" for file
	Zone        string // of an IPv6 address
	Port        string // decimal, without leading zeros
	HasPort     bool
	Path        string // at least "/"
	Query       string
	HasQuery    bool
	Fragment    string
	HasFragment bool

	release                 Version
	queryMark, fragmentMark bool // there is a "?", a "#"
}

// String returns the URL put together again, as curl_url_get does for
// CURLUPART_URL. It holds the password if there is one; for logs there are
// [URL.Redacted] and [URL.LogValue].
func (u URL) String() string { return u.text(false, false) }

// Redacted returns String with the password replaced by "***", for people and
// logs. See [urlerr.Redact].
func (u URL) Redacted() string { return urlerr.Redact(u.String()) }

// LogValue is Redacted, for log/slog.
func (u URL) LogValue() slog.Value { return slog.StringValue(u.Redacted()) }

// text is String. In escaped, the host is escaped; empty parts are kept as
// CURLU_GET_EMPTY does it, where the release has that.
func (u *URL) text(escaped, empty bool) string {
	if u.Scheme == "" {
		return ""
	}
	row := u.release.row()
	var b strings.Builder
	b.WriteString(u.Scheme)
	b.WriteString("://")
	if u.Scheme != "file" {
		u.writeAuthority(&b, escaped, row)
	}
	b.WriteString(u.Path)
	if u.Query != "" || u.queryMark && empty {
		if u.Scheme != "file" || !row.fileQuery {
			b.WriteByte('?')
			b.WriteString(u.Query)
		}
	}
	if u.Fragment != "" || u.fragmentMark && empty {
		b.WriteByte('#')
		b.WriteString(u.Fragment)
	}
	return b.String()
}

func (u *URL) writeAuthority(b *strings.Builder, escaped bool, row *row) {
	b.WriteString(u.User)
	if u.HasPassword {
		b.WriteByte(':')
		b.WriteString(u.Password)
	}
	if u.HasOptions {
		b.WriteByte(';')
		b.WriteString(u.Options)
	}
	if u.HasUser || u.HasPassword || u.HasOptions {
		b.WriteByte('@')
	}
	switch {
	case u.Zone != "" && strings.HasSuffix(u.Host, "]"):
		b.WriteString(u.Host[:len(u.Host)-1] + "%25" + u.Zone + "]")
	case strings.HasPrefix(u.Host, "["):
		b.WriteString(u.Host)
	case escaped:
		b.WriteString(escapeHost(u.Host))
	case row.hostEscape:
		b.WriteString(strings.ReplaceAll(u.Host, "%", "%25"))
	default:
		b.WriteString(u.Host)
	}
	if u.HasPort {
		b.WriteByte(':')
		b.WriteString(u.Port)
	}
}
