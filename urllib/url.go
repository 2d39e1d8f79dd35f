package urllib

import (
	"slices"
	"strings"

	"earl.example/internal/python/str"
	"earl.example/urlerr"
)

// A SplitResult is the result of urlsplit: five components. A component that the URL does not have is "". T is string
// or []byte.
//
// It is a plain struct. A program can build such a struct, copy it and change fields, as _replace does. Its methods
// behave as in the release that returned it. Results of the same release are equal with == if their components are
// equal.
//
// String shows the password. LogValue hides it.
type SplitResult[T string | []byte] struct {
	Scheme   T // in lower case
	Netloc   T // userinfo, host and port as written
	Path     T
	Query    T
	Fragment T

	version Version
}

// A ParseResult is the result of urlparse: six components. A component that the URL does not have is "". See
// [SplitResult].
type ParseResult[T string | []byte] struct {
	Scheme   T // in lower case
	Netloc   T // userinfo, host and port as written
	Path     T
	Params   T // params of the last segment of the path
	Query    T
	Fragment T

	version Version
}

// A DefragResult is the result of urldefrag. See [SplitResult].
type DefragResult[T string | []byte] struct {
	URL      T // URL without the fragment
	Fragment T

	version Version
}

// Split is urlsplit(url): it splits a URL into scheme, netloc, path, query and fragment. The only errors are about
// square brackets in the netloc, and about characters in the netloc that NFKC turns into delimiters.
func Split(url string) (r SplitResult[string], err error) {
	s, c, err := standard.split(url, false)
	if err == nil {
		r.Scheme, r.Netloc, r.Path = c.schemeOf(s), c.netlocOf(s), c.pathOf(s)
		r.Query, r.Fragment = c.queryOf(s), c.fragmentOf(s)
	}
	return r, err
}

// Parse is urlparse(url): it splits a URL into scheme, netloc, path, params, query and fragment. Only some schemes have
// params (see [Interpreter.Schemes]).
func Parse(url string) (r ParseResult[string], err error) {
	s, c, err := standard.split(url, false)
	if err != nil {
		return r, err
	}
	r.Scheme, r.Netloc, r.Query, r.Fragment = c.schemeOf(s), c.netlocOf(s), c.queryOf(s), c.fragmentOf(s)
	r.Path, r.Params = standard.splitParams(r.Scheme, c.pathOf(s))
	return r, nil
}

// Defrag is urldefrag(url): it splits a URL from its fragment.
func Defrag(url string) (DefragResult[string], error) { return Python{}.Defrag(url) }

// Split is urlsplit(url, scheme, allow_fragments). Bytes must be ASCII.
func (py Interpreter[T]) Split(url T, opt SplitOptions) (r SplitResult[T], err error) {
	s, err := textOf(url, opt.Scheme)
	if err != nil {
		return r, err
	}
	in := py.interpreter()
	s, c, err := in.split(s, opt.NoFragments)
	if err != nil {
		return r, err
	}
	scheme := c.schemeOf(s)
	if c.scheme == 0 && opt.Scheme != "" {
		scheme = in.cleanScheme(opt.Scheme)
	}
	return SplitResult[T]{
		T(scheme), T(c.netlocOf(s)), T(c.pathOf(s)), T(c.queryOf(s)), T(c.fragmentOf(s)), py.Version,
	}, nil
}

// Parse is urlparse(url, scheme, allow_fragments). Bytes must be ASCII.
func (py Interpreter[T]) Parse(url T, opt SplitOptions) (r ParseResult[T], err error) {
	s, err := py.Split(url, opt)
	if err != nil {
		return r, err
	}
	path, params := py.interpreter().splitParams(string(s.Scheme), string(s.Path))
	return ParseResult[T]{s.Scheme, s.Netloc, T(path), T(params), s.Query, s.Fragment, py.Version}, nil
}

// Defrag is urldefrag(url). Bytes must be ASCII.
func (py Interpreter[T]) Defrag(url T) (r DefragResult[T], err error) {
	s, err := textOf(url, "")
	if err != nil {
		return r, err
	}
	head, fragment, err := py.interpreter().defrag(s)
	if err != nil {
		return r, err
	}
	return DefragResult[T]{T(head), T(fragment), py.Version}, nil
}

func (in interpreter) defrag(url string) (head, fragment string, err error) {
	hash := strings.IndexByte(url, '#')
	if hash < 0 {
		return url, "", nil
	}
	s, c, err := in.split(url, false)
	if err != nil {
		return "", "", err
	}
	p := (&cutURL{s, c}).pieces()
	var buf [stackText]byte
	out := buf[:0]
	if in.has(presence) {
		var at int
		out, at = growPrefix(out, p.scheme, p.netloc, p.has&hasNetloc != 0, len(p.path)+len(p.query))
		out = fixPath(append(out, p.path...), at, p.has)
		out = appendTail(out, p.query, "", p.has&hasQuery)
	} else {
		path, params := in.splitParams(p.scheme, p.path)
		out = in.appendUnsplit(out, &components{p.scheme, p.netloc, path, params, p.query, ""})
	}
	if url[:hash] == string(out) { // Most URLs need no new string.
		return url[:hash], p.fragment, nil
	}
	return string(out), p.fragment, nil
}

// Unwrap is unwrap(url): it returns the URL inside <URL:scheme://host/path>, <scheme://host/path> or
// URL:scheme://host/path, without surrounding white space.
func Unwrap(url string) string {
	url = str.Strip(url)
	if len(url) >= 2 && url[0] == '<' && url[len(url)-1] == '>' {
		url = str.Strip(url[1 : len(url)-1])
	}
	if rest, ok := strings.CutPrefix(url, "URL:"); ok {
		url = str.Strip(rest)
	}
	return url
}

// Unsplit is urlunsplit(r). The result has no delimiters for an empty query, fragment or netloc. But it has "//" if the
// scheme is in UsesNetloc. Bytes must be ASCII.
func (py Interpreter[T]) Unsplit(r SplitResult[T]) (url T, err error) {
	if isBytes[T]() {
		if err := checkFields(r.fields(), splitComponents[:]); err != nil {
			return url, err
		}
	}
	return T(py.interpreter().unsplit(r.components())), nil
}

// Unparse is urlunparse(r): it puts r together like Unsplit, with the params after the path.
func (py Interpreter[T]) Unparse(r ParseResult[T]) (url T, err error) {
	if isBytes[T]() {
		if err := checkFields(r.fields(), parseComponents[:]); err != nil {
			return url, err
		}
	}
	return T(py.interpreter().unsplit(r.components())), nil
}

// GetURL is r.geturl() and urlunsplit(r). If a component has non-ASCII bytes, GetURL returns nil. To get the error, use
// [Interpreter.Unsplit].
func (r SplitResult[T]) GetURL() T {
	url, _ := Interpreter[T]{Version: r.version}.Unsplit(r)
	return url
}

// GetURL is r.geturl() and urlunparse(r). See [SplitResult.GetURL].
func (r ParseResult[T]) GetURL() T {
	url, _ := Interpreter[T]{Version: r.version}.Unparse(r)
	return url
}

// GetURL is r.geturl(). It returns the URL, followed by "#" and the fragment unless the fragment is empty.
func (r DefragResult[T]) GetURL() T {
	if len(r.Fragment) == 0 {
		return T(string(r.URL))
	}
	return T(string(r.URL) + "#" + string(r.Fragment))
}

// Username returns the user name in the netloc, before the last "@" and the first ":". It returns false, for Python's
// None, if there is no "@".
func (r SplitResult[T]) Username() (T, bool) { return optional[T](r.netloc().username()) }

// Username is like [SplitResult.Username].
func (r ParseResult[T]) Username() (T, bool) { return optional[T](r.netloc().username()) }

// Password returns the password in the netloc, between the first ":" and the last "@". It returns false, for Python's
// None, if "@" or ":" is missing.
func (r SplitResult[T]) Password() (T, bool) { return optional[T](r.netloc().password()) }

// Password is like [SplitResult.Password].
func (r ParseResult[T]) Password() (T, bool) { return optional[T](r.netloc().password()) }

// Hostname returns the host without brackets. It converts letters to lower case, up to the first "%". In bytes, it
// converts only ASCII letters. Hostname returns false, for Python's None, if the host is empty.
func (r SplitResult[T]) Hostname() (T, bool) { return optional[T](r.netloc().hostname()) }

// Hostname is like [SplitResult.Hostname].
func (r ParseResult[T]) Hostname() (T, bool) { return optional[T](r.netloc().hostname()) }

// Port returns the port, from 0 to 65535. It returns false, for Python's None, if the port is absent or empty. If the
// port is not such a number, Port returns an error, but functions such as Split do not. The input of this error is "//"
// followed by the netloc up to the port.
func (r SplitResult[T]) Port() (port int, ok bool, err error) { return r.netloc().port() }

// Port is like [SplitResult.Port].
func (r ParseResult[T]) Port() (port int, ok bool, err error) { return r.netloc().port() }

func (r *SplitResult[T]) netloc() netloc { return netloc{string(r.Netloc), r.version, isBytes[T]()} }
func (r *ParseResult[T]) netloc() netloc { return netloc{string(r.Netloc), r.version, isBytes[T]()} }

func optional[T string | []byte](s string, ok bool) (T, bool) {
	if !ok {
		var none T
		return none, false
	}
	return T(s), true
}

var (
	splitFields     = []string{"scheme", "netloc", "path", "query", "fragment"}
	parseFields     = []string{"scheme", "netloc", "path", "params", "query", "fragment"}
	defragFields    = []string{"url", "fragment"}
	splitComponents = [...]urlerr.Component{urlerr.Scheme, urlerr.Authority, urlerr.Path, urlerr.Query, urlerr.Fragment}
	parseComponents = [...]urlerr.Component{
		urlerr.Scheme, urlerr.Authority, urlerr.Path, urlerr.Params, urlerr.Query, urlerr.Fragment,
	}
	defragComponents = [...]urlerr.Component{urlerr.NoComponent, urlerr.Fragment}
)

func (r *SplitResult[T]) fields() []T {
	return []T{r.Scheme, r.Netloc, r.Path, r.Query, r.Fragment}
}

func (r *ParseResult[T]) fields() []T {
	return []T{r.Scheme, r.Netloc, r.Path, r.Params, r.Query, r.Fragment}
}

func (r *DefragResult[T]) fields() []T { return []T{r.URL, r.Fragment} }

type components struct{ scheme, netloc, path, params, query, fragment string }

func (r *SplitResult[T]) components() *components {
	return &components{string(r.Scheme), string(r.Netloc), string(r.Path), "", string(r.Query), string(r.Fragment)}
}

func (r *ParseResult[T]) components() *components {
	return &components{
		string(r.Scheme), string(r.Netloc), string(r.Path), string(r.Params), string(r.Query), string(r.Fragment),
	}
}

const stackText = 256

func (in interpreter) unsplit(u *components) string {
	var buf [stackText]byte
	return string(in.appendUnsplit(buf[:0], u))
}

func (in interpreter) appendUnsplit(dst []byte, u *components) []byte {
	n := len(u.scheme) + len(u.netloc) + len(u.path) + len(u.params) + len(u.query) + len(u.fragment)
	dst = slices.Grow(dst, n+len("://")+len("/;?#"))
	if u.scheme != "" {
		dst = append(append(dst, u.scheme...), ':')
	}
	if u.netloc != "" {
		dst = append(append(dst, slashes...), u.netloc...)
	}
	dst = append(dst, in.beforePath(u)...)
	dst = append(dst, u.path...)
	if u.params != "" {
		dst = append(append(dst, ';'), u.params...)
	}
	if u.query != "" {
		dst = append(append(dst, '?'), u.query...)
	}
	if u.fragment != "" {
		dst = append(append(dst, '#'), u.fragment...)
	}
	return dst
}

// beforePath returns the slashes that urlunsplit writes before the path, after the netloc if there is one.
func (in interpreter) beforePath(u *components) string {
	head := u.path
	if u.path == "" && u.params != "" {
		head = ";"
	}
	switch {
	case u.netloc != "" && head != "" && head[0] != '/':
		return "/"
	case u.netloc != "":
		return ""
	case u.path == "" && u.params != "" && in.has(presence):
		// 3.14 decides about the slashes before it adds the params.
		if in.slashes(u.scheme, "") != "" {
			return "///"
		}
		return ""
	}
	return in.slashes(u.scheme, head)
}

// slashes returns the text that urlunsplit writes before the path of a URL without a netloc. It is "//" for an empty
// netloc, "///" if a path without a leading slash also gets one, or "".
func (in interpreter) slashes(scheme, path string) string {
	if strings.HasPrefix(path, "//") {
		if in.has(keepSlashes) {
			return "//" // without it, the path would become a netloc
		}
		return ""
	}
	if scheme == "" || in.lists(scheme)&inNetloc == 0 {
		return ""
	}
	if path == "" || path[0] == '/' {
		return "//"
	}
	if in.has(rootlessPath) {
		return ""
	}
	return "///"
}
