// Package httptarget parses request targets of HTTP, such as /a in "GET /a HTTP/1.1", and forms their target URIs
// (RFC 9112 §3.2 and §3.3; RFC 2068 §5.1.2 had them first).
//
// A request target is not a URI reference. To a server, //evil.example/x is a path that begins with two slashes. As a
// reference it has the host evil.example:
//
//	t, err := httptarget.Parse("GET", "//evil.example/x")
//	uri, err := t.URI("http", "shop.example") // http://shop.example//evil.example/x
//
// [Parse] accepts characters in paths and queries that the grammar does not, since servers accept and log them. To
// check a target URI, parse it in the dialect of the program that will use it.
package httptarget

import (
	"log/slog"
	"strings"

	"earl.example/internal/text/ascii"
	"earl.example/internal/text/marshal"
	"earl.example/rfc3986"
	"earl.example/urlerr"
)

// A Form is the form of a request target.
type Form uint8

// The forms of RFC 9112 §3.2. The zero Form belongs to the zero [Target].
const (
	_         Form = iota
	Origin         // a path and perhaps a query, as in GET /a?b
	Absolute       // a URI, as in GET http://h/a, a request to a proxy
	Authority      // a host and a port, as in CONNECT h:443
	Asterisk       // the server as a whole: OPTIONS *
)

var formNames = [...]string{"", "origin-form", "absolute-form", "authority-form", "asterisk-form"}

// String returns the name of the form in RFC 9112, such as "origin-form".
func (f Form) String() string { return marshal.Name(formNames[:], f, "form") }

// A Target is a request target. It is a small value and comparable with ==. The zero Target is empty.
type Target struct {
	text string
	form Form
}

// Parse parses the target of a request with the given method. Methods are case-sensitive.
//
//   - CONNECT has a target in authority-form: a host and a port (§3.2.3). Its error is of kind BadHost or BadPort.
//   - "*" is a target of OPTIONS only (§3.2.4). With another method, the error is of kind BadPath.
//   - A target that begins with "/" is in origin-form (§3.2.1).
//   - Every other target begins with a scheme and is in absolute-form (§3.2.2). For http and https, a host follows
//     (RFC 9110 §4.2). The error is of kind BadScheme or BadHost.
//
// A target has no fragment, and no spaces or control characters (§3). The errors are of kind BadFragment and BadText.
func Parse(method, target string) (Target, error) {
	for i := range len(target) {
		if target[i] <= ' ' || target[i] == 0x7F {
			return Target{}, fail(&ruleText, target, i, urlerr.NoComponent)
		}
	}
	if method == "CONNECT" {
		if err := checkAuthority(target, true); err != nil {
			return Target{}, err
		}
		return Target{target, Authority}, nil
	}
	if i := strings.IndexByte(target, '#'); i >= 0 {
		return Target{}, fail(&ruleFragment, target, i, urlerr.Fragment)
	}
	switch {
	case target == "*" && method != "OPTIONS":
		return Target{}, fail(&ruleAsterisk, target, 0, urlerr.Path)
	case target == "*":
		return Target{target, Asterisk}, nil
	case strings.HasPrefix(target, "/"):
		return Target{target, Origin}, nil
	}
	scheme, rest, ok := strings.Cut(target, ":")
	if !ok || !isScheme(scheme) {
		return Target{}, fail(&ruleForm, target, 0, urlerr.Scheme)
	}
	if strings.EqualFold(scheme, "http") || strings.EqualFold(scheme, "https") {
		if authority, ok := strings.CutPrefix(rest, "//"); !ok || strings.IndexAny(authority+"/", "/?") == 0 {
			return Target{}, fail(&ruleHost, target, len(target)-len(authority), urlerr.Host)
		}
	}
	return Target{target, Absolute}, nil
}

// Form returns the form of t.
func (t Target) Form() Form { return t.form }

// String returns the target as it was parsed.
func (t Target) String() string { return t.text }

// Path returns the path as written, also if it breaks the grammar. It is "" for the forms Authority and Asterisk.
func (t Target) Path() string {
	_, path, _ := t.cut()
	return path
}

// Query returns the query as written, without "?". ok is false if there is none.
func (t Target) Query() (query string, ok bool) {
	_, _, query = t.cut()
	return strings.CutPrefix(query, "?")
}

// Host returns the host of a target in absolute-form or authority-form as written, with brackets, or "". It is not
// checked: a client of a proxy can send anything. Its userinfo is left out.
func (t Target) Host() string {
	host, _ := t.hostPort()
	return host
}

// Port returns the text after the colon that follows the host, or "". It is not checked.
func (t Target) Port() string {
	_, port := t.hostPort()
	return port
}

// cut returns the authority, the path, and the query with its "?".
func (t Target) cut() (authority, path, query string) {
	rest := t.text
	switch t.form {
	case Authority:
		return rest, "", ""
	case Asterisk:
		return "", "", ""
	case Absolute:
		_, rest, _ = strings.Cut(rest, ":")
		if after, ok := strings.CutPrefix(rest, "//"); ok {
			end := strings.IndexAny(after+"/", "/?")
			authority, rest = after[:end], after[end:]
		}
	}
	if i := strings.IndexByte(rest, '?'); i >= 0 {
		return authority, rest[:i], rest[i:]
	}
	return authority, rest, ""
}

func (t Target) hostPort() (host, port string) {
	host, _, _ = t.cut()
	host = host[strings.LastIndexByte(host, '@')+1:]
	if i := strings.LastIndexByte(host, ':'); i > strings.LastIndexByte(host, ']') {
		return host[:i], host[i+1:]
	}
	return host, ""
}

// LogValue returns the target without passwords and tokens.
func (t Target) LogValue() slog.Value { return slog.StringValue(urlerr.RedactQuery(t.text)) }

// URI returns the target URI of a request to a server (§3.3). The scheme is "https" if the server received the request
// over TLS, otherwise "http". The host is the field value of Host, perhaps with a port, or the name of a server for
// requests without this field.
//
// A target in absolute-form is the target URI itself, and one in authority-form has its own host. For the other forms,
// a host that breaks the grammar of Host (RFC 9110 §7.2) is an error of kind BadHost or BadPort, so the result has no
// other host.
func (t Target) URI(scheme, host string) (string, error) {
	switch {
	case t.form == Absolute:
		return t.text, nil
	case !isScheme(scheme):
		return "", fail(&ruleScheme, scheme, -1, urlerr.Scheme)
	case t.form == Authority:
		return scheme + "://" + t.text, nil
	case t.form == 0:
		return "", fail(&ruleForm, "", 0, urlerr.Scheme)
	}
	if err := checkAuthority(host, false); err != nil {
		return "", err
	}
	if t.form == Asterisk {
		return scheme + "://" + host, nil
	}
	return scheme + "://" + host + t.text, nil
}

// checkAuthority checks that s is a host and a port. The port is optional in the field Host, and required in a target.
func checkAuthority(s string, portRequired bool) error {
	if i := strings.IndexAny(s, "@/?#"); i >= 0 {
		return fail(&ruleAuthority, s, i, urlerr.Host)
	}
	ref, err := rfc3986.Parse("//" + s)
	if err != nil {
		return moved(err, s)
	}
	host, _ := ref.Host()
	if host == "" {
		return fail(&ruleAuthority, s, 0, urlerr.Host)
	}
	_, hasPort, err := ref.PortNumber()
	if err != nil {
		return moved(err, s)
	}
	if portRequired && !hasPort {
		return fail(&rulePort, s, len(s), urlerr.Port)
	}
	return nil
}

func isScheme(s string) bool {
	return s != "" && ascii.SchemeLen(s) == len(s)
}
