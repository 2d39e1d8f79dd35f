package urllib

import (
	"slices"
	"strings"

	"earl.example/internal/python/codecs"
	"earl.example/internal/python/str"
	"earl.example/urlerr"
)

// A SplitResult is the result of urlsplit: five components. A component that the URL does not have is "". T is string
// or []byte.
//
// It is a plain struct. A program can build such a struct, copy it and change fields, as _replace does. Its methods
// behave as in the release, and with the scheme lists and the codecs, of the interpreter that returned it. [Equal]
// compares results as Python does. Use == only for results of one function of one interpreter with the same options,
// before a field changes.
//
// String shows the password. LogValue hides it.
type SplitResult[T string | []byte] struct {
	Scheme   T // in lower case
	Netloc   T // userinfo, host and port as written
	Path     T
	Query    T
	Fragment T

	// None is the set of components that are None. A component with text is not None, even if it is in the set.
	None Components `json:",omitzero"`

	origin origin
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

	None Components `json:",omitzero"` // see [SplitResult.None]

	origin origin
}

// A DefragResult is the result of urldefrag. See [SplitResult].
type DefragResult[T string | []byte] struct {
	URL      T // URL without the fragment
	Fragment T

	None Components `json:",omitzero"` // see [SplitResult.None]; only Fragment counts

	origin origin
}

// Components is a set of components of a result. A path is never None.
type Components uint8

// The components that can be None.
const (
	Scheme Components = 1 << iota
	Netloc
	Params
	Query
	Fragment
)

// An origin is the interpreter of a result, and the option with which the result was made.
type origin struct {
	version Version
	made    made
	lists   *SchemeLists
	codecs  codecs.Codecs
}

// made says how a result was made. CPython calls it _keep_empty.
type made uint8

const (
	withoutNone made = iota // without MissingAsNone
	withNone                // with MissingAsNone
	byHand                  // by a Python program
)

func (o origin) interpreter() interpreter { return interpreter{o.version, o.lists} }

// keepsEmpty reports whether geturl writes the delimiters of empty components.
func (o origin) keepsEmpty() bool {
	return o.made == withNone && o.version.has(noneComponents)
}

func (py *Interpreter[T]) origin(m made) origin { return origin{py.Version, m, py.Lists, py.Codecs} }

// ResultOf returns SplitResult(*r), ParseResult(*r) or DefragResult(*r) in py: a result with the components of r that a
// Python program makes by hand. For example, ResultOf(py, SplitResult[string]{Netloc: "h:8_0"}) is a result of py's
// release.
func ResultOf[T string | []byte, R SplitResult[T] | ParseResult[T] | DefragResult[T]](py Interpreter[T], r R) R {
	o := py.origin(byHand)
	switch r := any(&r).(type) {
	case *SplitResult[T]:
		r.origin = o
	case *ParseResult[T]:
		r.origin = o
	case *DefragResult[T]:
		r.origin = o
	}
	return r
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
func Defrag(url string) (DefragResult[string], error) { return Python{}.Defrag(url, URLOptions{}) }

// Split is urlsplit(url, scheme, allow_fragments, missing_as_none). Bytes must be ASCII.
func (py Interpreter[T]) Split(url T, opt URLOptions) (r SplitResult[T], err error) {
	in := py.interpreter()
	made, err := in.made("urlsplit", &opt)
	if err != nil {
		return r, err
	}
	s, err := textOf(url, or(opt.Scheme, ""))
	if err != nil {
		return r, err
	}
	s, c, err := in.split(s, opt.NoFragments)
	if err != nil {
		return r, err
	}
	scheme, missing := c.schemeOf(s), c.missing(s)
	if c.scheme == 0 && opt.Scheme != nil {
		scheme, missing = in.cleanScheme(*opt.Scheme), missing&^Scheme
	}
	if made != withNone {
		missing = 0
	}
	return SplitResult[T]{
		T(scheme), T(c.netlocOf(s)), T(c.pathOf(s)), T(c.queryOf(s)), T(c.fragmentOf(s)), missing, py.origin(made),
	}, nil
}

// Parse is urlparse(url, scheme, allow_fragments, missing_as_none). Bytes must be ASCII.
func (py Interpreter[T]) Parse(url T, opt URLOptions) (r ParseResult[T], err error) {
	if _, err := py.interpreter().made("urlparse", &opt); err != nil {
		return r, err
	}
	s, err := py.Split(url, opt)
	if err != nil {
		return r, err
	}
	path, params := py.interpreter().splitParams(string(s.Scheme), string(s.Path))
	if opt.MissingAsNone && len(path) == len(s.Path) {
		s.None |= Params
	}
	return ParseResult[T]{s.Scheme, s.Netloc, T(path), T(params), s.Query, s.Fragment, s.None, s.origin}, nil
}

// Defrag is urldefrag(url, missing_as_none). Bytes must be ASCII.
func (py Interpreter[T]) Defrag(url T, opt URLOptions) (r DefragResult[T], err error) {
	in := py.interpreter()
	made, err := in.made("urldefrag", &opt)
	if err != nil {
		return r, err
	}
	s, err := textOf(url, "")
	if err != nil {
		return r, err
	}
	head, fragment, err := in.defrag(s)
	if err != nil {
		return r, err
	}
	r = DefragResult[T]{T(head), T(fragment), 0, py.origin(made)}
	if made == withNone && strings.IndexByte(s, '#') < 0 {
		r.None = Fragment
	}
	return r, nil
}

// made checks the arguments of the named function, and returns how the function makes a result.
func (in interpreter) made(function string, opt *URLOptions) (made, error) {
	if err := in.checkArguments(function, opt); err != nil || !opt.MissingAsNone {
		return withoutNone, err
	}
	return withNone, nil
}

// checkArguments returns an error if opt has an argument that the named function does not have.
func (in interpreter) checkArguments(function string, opt *URLOptions) error {
	if *opt == (URLOptions{}) {
		return nil
	}
	splits := function == "urlsplit" || function == "urlparse"
	builds := function == "urlunsplit" || function == "urlunparse"
	for _, argument := range [...]struct {
		name          string
		passed, known bool
	}{
		{"scheme", opt.Scheme != nil, splits},
		{"allow_fragments", opt.NoFragments, splits || function == "urljoin"},
		{"missing_as_none", opt.MissingAsNone, (splits || function == "urldefrag") && in.has(noneComponents)},
		{"keep_empty", opt.KeepEmpty != nil, builds && in.has(noneComponents)},
	} {
		if argument.passed && !argument.known {
			return typeError(ruleKeyword, function+"() got an unexpected keyword argument '"+argument.name+"'")
		}
	}
	return nil
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
	var u components
	(&cutURL{s, c}).split(&u)
	fragment = u.fragment
	u.fragment, u.none = "", u.none|Fragment
	if !in.has(presence) {
		u.path, u.params = in.splitParams(u.scheme, u.path)
	}
	var buf [stackText]byte
	out := in.appendUnsplit(buf[:0], &u, in.has(presence))
	if url[:hash] == string(out) { // Most URLs need no new string.
		return url[:hash], fragment, nil
	}
	return string(out), fragment, nil
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

// Unsplit is urlunsplit(r, keep_empty). By default, the result has no delimiters for an empty query, fragment or
// netloc, unless r was made with MissingAsNone. But it has "//" if the scheme is in UsesNetloc. Bytes must be ASCII.
func (py Interpreter[T]) Unsplit(r SplitResult[T], opt URLOptions) (url T, err error) {
	return unsplitResult[T](py.interpreter(), "urlunsplit", r.components(), r.origin.made, opt)
}

// Unparse is urlunparse(r, keep_empty): it puts r together like Unsplit, with the params after the path.
func (py Interpreter[T]) Unparse(r ParseResult[T], opt URLOptions) (url T, err error) {
	return unsplitResult[T](py.interpreter(), "urlunparse", r.components(), r.origin.made, opt)
}

func unsplitResult[T string | []byte](
	in interpreter, function string, u components, made made, opt URLOptions,
) (url T, err error) {
	if err := in.checkArguments(function, &opt); err != nil {
		return url, err
	}
	u.none &= u.empty()
	if isBytes[T]() {
		err = u.checkASCII()
	} else if u.none&Scheme != 0 && !in.has(noneComponents) && u != (components{none: u.none}) {
		err = typeError(ruleArgument, "Cannot mix str and non-str arguments") // None counts as bytes.
	}
	if err != nil {
		return url, err
	}
	keep := made == withNone && in.has(noneComponents)
	if opt.KeepEmpty != nil {
		if keep = *opt.KeepEmpty; keep && made == withoutNone {
			return url, valueError(ruleKeepEmpty, "Cannot distinguish between empty and not defined URI components in the "+
				"result of parsing URL with missing_as_none=False", "", -1, urlerr.NoComponent)
		}
	}
	return T(in.unsplit(&u, keep)), nil
}

// GetURL is r.geturl() and urlunsplit(r). It returns "" or nil where Python raises an exception: if a component has
// non-ASCII bytes or, before 3.15, if the scheme of a str result is None and another component has text. To get the
// error, use [Interpreter.Unsplit].
func (r SplitResult[T]) GetURL() T {
	url, _ := unsplitResult[T](r.origin.interpreter(), "", r.components(), r.origin.made, URLOptions{})
	return url
}

// GetURL is r.geturl() and urlunparse(r). See [SplitResult.GetURL].
func (r ParseResult[T]) GetURL() T {
	url, _ := unsplitResult[T](r.origin.interpreter(), "", r.components(), r.origin.made, URLOptions{})
	return url
}

// GetURL is r.geturl(). It returns the URL, followed by "#" and the fragment. If the fragment is empty, GetURL writes
// "#" only if r was made with MissingAsNone and the fragment is not None.
func (r DefragResult[T]) GetURL() T {
	if len(r.Fragment) == 0 && (r.None&Fragment != 0 || !r.origin.keepsEmpty()) {
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

func (r *SplitResult[T]) netloc() netloc {
	return netloc{string(r.Netloc), r.origin.version, isBytes[T]()}
}
func (r *ParseResult[T]) netloc() netloc {
	return netloc{string(r.Netloc), r.origin.version, isBytes[T]()}
}

func optional[T string | []byte](s string, ok bool) (T, bool) {
	if !ok {
		var none T
		return none, false
	}
	return T(s), true
}

// A resultField is a field of a result.
type resultField struct {
	name      string // in Python
	component urlerr.Component
	none      Components // 0 if the field is never None
}

var (
	splitFields = []resultField{
		{"scheme", urlerr.Scheme, Scheme}, {"netloc", urlerr.Authority, Netloc}, {"path", urlerr.Path, 0},
		{"query", urlerr.Query, Query}, {"fragment", urlerr.Fragment, Fragment},
	}
	parseFields = []resultField{
		{"scheme", urlerr.Scheme, Scheme}, {"netloc", urlerr.Authority, Netloc}, {"path", urlerr.Path, 0},
		{"params", urlerr.Params, Params}, {"query", urlerr.Query, Query}, {"fragment", urlerr.Fragment, Fragment},
	}
	defragFields = []resultField{{"url", urlerr.NoComponent, 0}, {"fragment", urlerr.Fragment, Fragment}}
)

// isNone reports whether the field with the given text is None. none is the set of the result.
func (f *resultField) isNone(length int, none Components) bool {
	return length == 0 && none&f.none != 0
}

func (r *SplitResult[T]) fields() []T {
	return []T{r.Scheme, r.Netloc, r.Path, r.Query, r.Fragment}
}

func (r *ParseResult[T]) fields() []T {
	return []T{r.Scheme, r.Netloc, r.Path, r.Params, r.Query, r.Fragment}
}

func (r *DefragResult[T]) fields() []T { return []T{r.URL, r.Fragment} }

// anyResult is a [SplitResult], [ParseResult] or [DefragResult].
type anyResult interface{ tuple() str.NamedTuple }

// Equal reports whether r == s in Python. It compares the components only, and None differs from "".
func Equal[R anyResult](r, s R) bool {
	return slices.EqualFunc(r.tuple().Fields, s.tuple().Fields, func(a, b any) bool {
		switch a := a.(type) {
		case string:
			b, ok := b.(string)
			return ok && str.Canonical(a) == str.Canonical(b)
		case []byte:
			b, ok := b.([]byte)
			return ok && string(a) == string(b)
		}
		return b == nil
	})
}

// components are the components of a URL to put together. unsplit needs a set none without components that have text.
type components struct {
	scheme, netloc, path, params, query, fragment string
	none                                          Components
}

func (r *SplitResult[T]) components() components {
	return components{
		string(r.Scheme), string(r.Netloc), string(r.Path), "", string(r.Query), string(r.Fragment), r.None | Params,
	}
}

func (r *ParseResult[T]) components() components {
	return components{
		string(r.Scheme), string(r.Netloc), string(r.Path), string(r.Params), string(r.Query), string(r.Fragment), r.None,
	}
}

// empty returns the components that have no text.
func (u *components) empty() Components {
	ifEmpty := func(s string, c Components) Components {
		if s == "" {
			return c
		}
		return 0
	}
	return ifEmpty(u.scheme, Scheme) | ifEmpty(u.netloc, Netloc) | ifEmpty(u.params, Params) |
		ifEmpty(u.query, Query) | ifEmpty(u.fragment, Fragment)
}

func (u *components) checkASCII() error {
	for i, s := range [...]string{u.scheme, u.netloc, u.path, u.params, u.query, u.fragment} {
		if err := checkASCII(s); err != nil {
			return err.inPart(parseFields[i].component)
		}
	}
	return nil
}

const stackText = 256

// unsplit returns the URL with the components u. It writes the delimiters of empty components if keep is true.
func (in interpreter) unsplit(u *components, keep bool) string {
	var buf [stackText]byte
	return string(in.appendUnsplit(buf[:0], u, keep))
}

func (in interpreter) appendUnsplit(dst []byte, u *components, keep bool) []byte {
	n := len(u.scheme) + len(u.netloc) + len(u.path) + len(u.params) + len(u.query) + len(u.fragment)
	dst = slices.Grow(dst, n+len("://")+len("//;?#"))
	has := u.written(keep)
	if u.scheme != "" {
		dst = append(append(dst, u.scheme...), ':')
	}
	if has&Netloc != 0 {
		dst = append(append(dst, slashes...), u.netloc...)
	}
	dst = append(dst, in.beforePath(u, has, keep)...)
	dst = append(dst, u.path...)
	if has&Params != 0 {
		dst = append(append(dst, ';'), u.params...)
	}
	if has&Query != 0 {
		dst = append(append(dst, '?'), u.query...)
	}
	if has&Fragment != 0 {
		dst = append(append(dst, '#'), u.fragment...)
	}
	return dst
}

// written returns the components that unsplit writes with a delimiter.
func (u *components) written(keep bool) Components {
	if keep {
		return ^u.none
	}
	return ^u.empty()
}

// beforePath returns the slashes that unsplit writes before the path, after the netloc if there is one. has is the set
// of components with a delimiter.
func (in interpreter) beforePath(u *components, has Components, keep bool) string {
	head := u.path
	if head == "" && has&Params != 0 {
		head = ";"
	}
	switch {
	case has&Netloc != 0 && head != "" && head[0] != '/':
		return "/"
	case has&Netloc != 0:
		return ""
	case keep:
		if strings.HasPrefix(head, slashes) {
			return slashes
		}
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
