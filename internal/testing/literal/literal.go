// Package literal is the reference implementation of the URL Standard. Tests compare package whatwg with it. It follows
// the algorithms of the standard step by step, with one function for each state of the parser. Some of its functions
// take quadratic time.
package literal

// domainToASCII is the name of the validation error of the domain parser (§1.1).
const domainToASCII = "domain-to-ASCII"

// A Standard has the algorithms of the URL Standard as methods. Its fields are functions that implement algorithms of
// other standards.
type Standard struct {
	// ToASCII implements Unicode ToASCII with the options of §3.3. It returns false for failure.
	ToASCII func(domain string, beStrict bool) (string, bool)

	// EncodeQuery implements "percent-encode after encoding" (§1.3) for the query of a special URL and an encoding that is
	// not UTF-8. Nil means UTF-8.
	EncodeQuery func(query string) string
}

// An Error is a validation error. It has the name of the error in the standard, and the offset of the pointer in the
// input. If the error concerns a whole domain, the offset is the start of the host.
type Error struct {
	Name   string
	Offset int
}

// A Record is a URL record (§4.1).
type Record struct {
	Scheme   string
	Username string
	Password string
	Host     *Host   // nil is null
	Port     *uint16 // nil is null
	Opaque   bool    // the path is opaque: Path[0] is the whole path
	Path     []string
	Query    *string
	Fragment *string
}

// clone returns a deep copy.
func (u *Record) clone() *Record {
	v := *u
	v.Path = append([]string(nil), u.Path...)
	if u.Port != nil {
		v.Port = new(*u.Port)
	}
	if u.Query != nil {
		v.Query = new(*u.Query)
	}
	if u.Fragment != nil {
		v.Fragment = new(*u.Fragment)
	}
	return &v
}

// defaultPort returns the default port of a scheme (§4.2), or -1 if the scheme has none. special reports whether the
// scheme is special.
func defaultPort(scheme string) (port int, special bool) {
	switch scheme {
	case "ftp":
		return 21, true
	case "file":
		return -1, true
	case "http", "ws":
		return 80, true
	case "https", "wss":
		return 443, true
	}
	return -1, false
}

func isSpecialScheme(scheme string) bool {
	_, special := defaultPort(scheme)
	return special
}

func (u *Record) isSpecial() bool { return isSpecialScheme(u.Scheme) }

func (u *Record) includesCredentials() bool { return u.Username != "" || u.Password != "" }

func (u *Record) cannotHaveUsernamePasswordPort() bool {
	return u.Host == nil || u.Host.Kind == EmptyHost || u.Scheme == "file"
}

// isWindowsDriveLetter reports whether s is a Windows drive letter (§4.2).
func isWindowsDriveLetter(s []rune) bool {
	return len(s) == 2 && isAlpha(s[0]) && (s[1] == ':' || s[1] == '|')
}

func isNormalizedWindowsDriveLetter(s string) bool {
	return len(s) == 2 && isAlpha(rune(s[0])) && s[1] == ':'
}

// startsWithWindowsDriveLetter reports whether s starts with a Windows drive letter (§4.2).
func startsWithWindowsDriveLetter(s []rune) bool {
	if len(s) < 2 || !isWindowsDriveLetter(s[:2]) {
		return false
	}
	if len(s) == 2 {
		return true
	}
	switch s[2] {
	case '/', '\\', '?', '#':
		return true
	}
	return false
}

// shorten implements "shorten a url's path" (§4.2).
func (u *Record) shorten() {
	if u.Scheme == "file" && len(u.Path) == 1 && isNormalizedWindowsDriveLetter(u.Path[0]) {
		return
	}
	if len(u.Path) > 0 {
		u.Path = u.Path[:len(u.Path)-1]
	}
}

// isSingleDot and isDoubleDot report whether segment is a single-dot or a double-dot URL path segment (§4.1).
func isSingleDot(segment string) bool {
	s := asciiLower(segment)
	return s == "." || s == "%2e"
}

func isDoubleDot(segment string) bool {
	s := asciiLower(segment)
	return s == ".." || s == ".%2e" || s == "%2e." || s == "%2e%2e"
}
