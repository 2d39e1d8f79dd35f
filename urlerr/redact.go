package urlerr

import (
	"strings"
	"unicode/utf8"

	"earl.example/internal/text/percent"
	"earl.example/internal/text/redact"
)

const excerptLen = 100

// Redact returns s with "***" in place of passwords and of user names that can be tokens.
//
// A password is every text that some dialect could parse as one: from the first colon after the scheme and its slashes
// to the last at sign. The colon and the at sign can be percent-encoded, any number of times, or be compatibility
// forms. Redact ignores the end of the authority, because dialects disagree about it, and because a URL can contain
// another URL. So it may mask more than a password.
//
// Two forms have no password: an address after "mailto:", and an at sign in the path of a URL with a plain host, such
// as "https://h/@scope/pkg:1@2". Before the at sign, this path has at most one colon, and no "//", ":/" or
// percent-encodings.
//
// A user name can be a token if it has 20 characters or more. It can also be a token if it has 5 characters or more, no
// password or an empty one follows, and the scheme is not one of ssh, sftp, scp, rsync, ftp, ftps, telnet, sip, sips,
// xmpp, imap, imaps, pop, smtp, ldap, ldaps, mysql, mariadb, postgres and postgresql. So "https://TOKEN@h/" and
// "redis://TOKEN@h/" are masked, and "ssh://deploy@h/" and "https://alice:pw@h/" keep their user names.
//
// After "jdbc:", Redact masks all text from the value of the first parameter with a name that suggests a password or a
// token; see [RedactQuery]. Redact ignores tabs and newlines, since browsers and Python remove them.
func Redact(s string) string {
	return redact.Replace(s, redact.Append(nil, s, false))
}

// RedactQuery is like [Redact], and also masks the values of parameters with names that are known for secrets, such as
// "code", "sig" and "X-Amz-Signature", or that contain "pass", "pwd", "secret", "token", "signature", "credential",
// "sessid", "apikey", "accesskey" or "privatekey", among others. It ignores the case of a name, "-", "_" and ".", and
// decodes it. Parameters can be in the query, the fragment or the path, and in a URL inside the URL. Errors and log
// values use RedactQuery.
func RedactQuery(s string) string {
	return redact.Replace(s, redact.Append(nil, s, true))
}

// RedactOpenTelemetry returns url as OpenTelemetry's semantic conventions want the attributes url.full and url.query:
// with "REDACTED" in place of the user name and the password, and of the values of the parameters AWSAccessKeyId,
// Signature, X-Amz-Credential, X-Amz-Security-Token, X-Amz-Signature, X-Goog-Signature and sig. Case matters. It also
// replaces all that [Redact] masks.
func RedactOpenTelemetry(url string) string {
	return redact.ReplaceBy(url, redact.AppendTelemetry(nil, url, telemetryNames[:]), "REDACTED")
}

// telemetryNames lists the names of the attribute url.query, as of 2026-11-29.
var telemetryNames = [...]string{"AWSAccessKeyId", "Signature", "X-Amz-Credential", "X-Amz-Security-Token",
	"X-Amz-Signature", "X-Goog-Signature", "sig"}

// Excerpt returns about 100 bytes of input around offset, redacted like [RedactQuery]. "…" marks a side that was cut.
func Excerpt(input string, offset int) string {
	excerpt, _ := ExcerptAt(input, offset)
	return excerpt
}

// ExcerptAt returns the result of [Excerpt], and the offset at which the excerpt has the byte input[offset]. If the
// byte is masked, at is the offset of the mask. If offset is negative, at is -1.
func ExcerptAt(input string, offset int) (excerpt string, at int) {
	// search the whole input, since the excerpt can begin inside a password
	return excerptAt(input, offset, redact.Append(nil, input, true))
}

// excerptAt returns the results of ExcerptAt for an input with these secrets.
func excerptAt(input string, offset int, secrets []redact.Span) (excerpt string, at int) {
	lo, hi := window(input, offset)
	var b strings.Builder
	if lo > 0 {
		b.WriteString("…")
	}
	at = max(-1, b.Len()+offset-lo)
	for _, secret := range secrets {
		start, end := max(secret.Start, lo), min(secret.End, hi)
		if start >= end {
			continue
		}
		b.WriteString(input[lo:start])
		at = min(at, b.Len())
		b.WriteString(redact.Mask)
		if offset >= end {
			at = b.Len() + offset - end
		}
		lo = end
	}
	b.WriteString(input[lo:hi])
	if hi < len(input) {
		b.WriteString("…")
	}
	return b.String(), at
}

// window returns the bounds of the excerpt, which are not inside a character.
func window(input string, offset int) (lo, hi int) {
	lo = max(0, min(offset-excerptLen/2, len(input)-excerptLen))
	hi = min(lo+excerptLen, len(input))
	for n := 0; n < utf8.UTFMax && lo > 0 && !utf8.RuneStart(input[lo]); n++ {
		lo--
	}
	for n := 0; n < utf8.UTFMax && hi < len(input) && !utf8.RuneStart(input[hi]); n++ {
		hi++
	}
	return lo, hi
}

// characterAt returns the character or the percent-encoding at offset, or "" if offset is not in s.
func characterAt(s string, offset int) string {
	if offset < 0 || offset >= len(s) {
		return ""
	}
	s = s[offset:]
	if percent.IsEscape(s, 0) {
		return s[:len("%00")]
	}
	_, size := utf8.DecodeRuneInString(s)
	return s[:size]
}
