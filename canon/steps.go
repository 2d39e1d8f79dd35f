package canon

import (
	"slices"
	"strconv"
	"strings"

	"earl.example/internal/model"
	"earl.example/internal/text/ascii"
	"earl.example/internal/text/percent"
)

// The steps that can follow a profile. The form of this profile must be a URL: [RFC3986Syntax], [RFC3986Scheme] and
// [WHATWG] allow steps. Add them with the operator |, as in WHATWG | DropFragment | SortQuery, or by name, as in
// "whatwg+drop-fragment+sort-query". They are applied in this order. Each step can make URLs of different pages equal.
//
// Like a profile, a step is frozen. A step that has to change, for example because there are more trackers, gets a new
// constant with the next version.
const (
	DropFragment      Profile = 1 << (iota + stepShift) // remove the fragment
	DropTracking                                        // drop-tracking@1; the name "drop-tracking@2" knows more trackers
	SortQuery                                           // sort the parameters by name; equal names keep their order
	DropIndexFile                                       // remove a last segment such as index.html or default.aspx
	DropTrailingSlash                                   // remove slashes at the end of the path, except the first
	ZeroNumbers                                         // write 0 for each segment of the path that has only digits
	DropWWW                                             // remove "www." before a host that has another dot
	UpgradeHTTP                                         // write https for http, if there is a host and no port
)

// stepShift is the number of bits of a Profile that hold its index in profileInfos.
const stepShift = 8

// A step describes one of the constants above.
type step struct {
	name    string
	version int
	about   string
	apply   func(f *form, p Profile)
}

// steps lists the steps in the order of their bits.
var steps = [...]step{
	{"drop-fragment", 1, "remove the fragment", func(f *form, _ Profile) { f.fragment = "" }},
	{"drop-tracking", 1, "remove parameters that track visitors", func(f *form, _ Profile) { f.dropTracking(1) }},
	{"sort-query", 1, "sort the parameters by name", func(f *form, _ Profile) { f.sortQuery() }},
	{"drop-index", 1, "remove a file name such as index.html", (*form).shorten},
	{"drop-slash", 1, "remove slashes at the end of the path", (*form).shorten},
	{"zero-numbers", 1, "write 0 for path segments of digits", func(f *form, _ Profile) { f.zeroNumbers() }},
	{"drop-www", 1, "remove www. from the host", func(f *form, _ Profile) { f.dropWWW() }},
	{"https", 1, "write https for http without a port", func(f *form, _ Profile) { f.upgradeHTTP() }},
	{"drop-tracking", 2, "remove more parameters that track visitors", func(f *form, _ Profile) { f.dropTracking(2) }},
}

// allSteps has the bits of all steps.
const allSteps Profile = (1<<len(steps) - 1) << stepShift

// parseStep returns the step that a name such as "sort-query" or "sort-query@1" means. A name without a version means
// version 1.
func parseStep(s string) (Profile, bool) {
	name, version, pinned := strings.Cut(s, "@")
	if !pinned {
		version = "1"
	}
	for i, st := range steps {
		if st.name == name && strconv.Itoa(st.version) == version {
			return 1 << (i + stepShift), true
		}
	}
	return 0, false
}

// A form is a URL split into components. The path is absolute unless fixed is set.
type form struct {
	scheme    string // with ":" at its end
	authority string // with "//" at its start
	path      string
	query     string // with "?" at its start
	fragment  string // with "#" at its start
	fixed     bool   // no step changes the path
}

// cutForm splits a URL that is in the form of a profile.
func cutForm(url string) form {
	var f form
	fragment := model.Index(url, 0, len(url), "#")
	query := model.Index(url, 0, fragment, "?")
	url, f.query, f.fragment = url[:query], url[query:fragment], url[fragment:]
	if before, rest, ok := strings.Cut(url, ":"); ok && !strings.Contains(before, "/") {
		f.scheme, url = url[:len(url)-len(rest)], rest
	}
	if strings.HasPrefix(url, "//") {
		end := model.Index(url, len("//"), len(url), "/")
		f.authority, url = url[:end], url[end:]
	}
	f.path = url
	f.fixed = !strings.HasPrefix(url, "/") || strings.HasPrefix(url, "/./")
	return f
}

// withSteps applies the steps of p to url, a canonical form, and returns the result.
func (p Profile) withSteps(url string) string {
	f := cutForm(url)
	for i, st := range steps {
		if p>>(stepShift+i)&1 != 0 {
			st.apply(&f, p)
		}
	}
	return f.scheme + f.authority + f.path + f.query + f.fragment
}

func nameOf(pair string) string {
	name, _, _ := strings.Cut(pair, "=")
	name, _ = percent.DecodeString(name, true)
	return name
}

// dropTracking removes the parameters of the trackers up to the given version.
func (f *form) dropTracking(version int) {
	if f.query == "" {
		return
	}
	pairs := strings.Split(f.query[1:], "&")
	all := len(pairs)
	pairs = slices.DeleteFunc(pairs, func(pair string) bool {
		since := trackedSince(nameOf(pair))
		return 0 < since && since <= version
	})
	if len(pairs) == all {
		return
	}
	f.query = "?" + strings.Join(pairs, "&")
	if strings.Trim(f.query, "?&") == "" {
		f.query = ""
	}
}

func (f *form) sortQuery() {
	if f.query == "" {
		return
	}
	pairs := strings.Split(f.query[1:], "&")
	slices.SortStableFunc(pairs, func(a, b string) int { return strings.Compare(nameOf(a), nameOf(b)) })
	f.query = "?" + strings.Join(pairs, "&")
}

// shorten applies DropIndexFile and DropTrailingSlash, if p contains them, until nothing changes.
func (f *form) shorten(p Profile) {
	for !f.fixed {
		slash := strings.LastIndexByte(f.path, '/')
		switch file := f.path[slash+1:]; {
		case p&DropIndexFile != 0 && isIndexFile(file):
			f.path = f.path[:slash+1]
		case p&DropTrailingSlash != 0 && file == "" && slash > 0 && !f.isDrive(f.path[:slash]):
			f.path = f.path[:slash]
		default:
			return
		}
	}
}

// isDrive reports whether path is a drive letter of a file URL, such as "/C:". The slash after it is its root.
func (f *form) isDrive(path string) bool {
	return f.scheme == "file:" && len(path) == len("/C:") && ascii.Is(path[1], ascii.Alpha) && path[2] == ':'
}

// isIndexFile reports whether servers usually send a file with the given name for a request of its directory.
func isIndexFile(name string) bool {
	base, extension, _ := strings.Cut(ascii.ToLower(name), ".")
	return slices.Contains(indexBases[:], base) && slices.Contains(indexExtensions[:], extension)
}

// The names of the files that drop-index@1 removes.
var (
	indexBases      = [...]string{"index", "default"}
	indexExtensions = [...]string{"asp", "aspx", "cfm", "cgi", "htm", "html", "jsp", "jspx", "php", "shtml", "xhtml"}
)

func (f *form) zeroNumbers() {
	if f.fixed {
		return
	}
	segments := strings.Split(f.path, "/")
	for i, segment := range segments {
		if segment != "" && ascii.All(segment, ascii.Digit) {
			segments[i] = "0"
		}
	}
	f.path = strings.Join(segments, "/")
}

// host returns the bounds of the host in the authority, and whether a port or its colon follows.
func (f *form) host() (start, end int, hasPort bool) {
	start = max(strings.LastIndexByte(f.authority, '@')+1, min(len("//"), len(f.authority)))
	rest := f.authority[start:]
	rest = rest[strings.LastIndexByte(rest, ']')+1:]
	name, _, hasPort := strings.Cut(rest, ":")
	return start, len(f.authority) - len(rest) + len(name), hasPort
}

func (f *form) dropWWW() {
	start, end, _ := f.host()
	host := strings.TrimSuffix(f.authority[start:end], ".")
	dot := strings.LastIndexByte(host, '.')
	if last := host[dot+1:]; last == "" || ascii.Is(last[0], ascii.Digit) {
		return
	}
	at := start
	for strings.HasPrefix(f.authority[at:], "www.") && at+len("www.")-start < dot {
		at += len("www.")
	}
	f.authority = f.authority[:start] + f.authority[at:]
}

func (f *form) upgradeHTTP() {
	if start, end, hasPort := f.host(); f.scheme == "http:" && start < end && !hasPort {
		f.scheme = "https:"
	}
}
