package urllib

import "slices"

type lists uint8

const (
	inRelative lists = 1 << iota // uses_relative: urljoin resolves against a base with this scheme
	inNetloc                     // uses_netloc: urlunsplit writes an empty netloc as "//"
	inParams                     // uses_params: urlparse splits params off
)

func (in interpreter) lists(scheme string) lists {
	l := in.builtin(scheme)
	if in.custom != nil {
		l = in.custom.override(l, scheme)
	}
	return l
}

func (in interpreter) builtin(scheme string) lists {
	switch scheme {
	case "http", "https", "", "ftp", "imap", "shttp", "mms", "prospero", "rtsp", "rtspu", "sftp":
		return inRelative | inNetloc | inParams
	case "file", "ws", "wss", "gopher", "nntp", "wais", "svn", "svn+ssh":
		return inRelative | inNetloc
	case "telnet", "snews", "rsync", "nfs", "git", "git+ssh":
		return inNetloc
	case "tel", "sip", "sips", "hdl":
		return inParams
	case "rtsps":
		if in.has(rtspsScheme) {
			return inRelative | inNetloc | inParams
		}
	case "itms-services":
		if in.has(itmsScheme) {
			return inNetloc
		}
	}
	return 0
}

func (py *Interpreter[T]) override(l lists, scheme string) lists {
	for _, custom := range [...]struct {
		list []string
		bit  lists
	}{{py.UsesRelative, inRelative}, {py.UsesNetloc, inNetloc}, {py.UsesParams, inParams}} {
		if custom.list == nil {
			continue
		}
		l &^= custom.bit
		if slices.Contains(custom.list, scheme) {
			l |= custom.bit
		}
	}
	return l
}

// The lists of CPython, in the order of CPython. They include the schemes that only newer releases have.
var (
	usesRelative = []string{
		"", "ftp", "http", "gopher", "nntp", "imap", "wais", "file", "https", "shttp", "mms", "prospero", "rtsp", "rtsps",
		"rtspu", "sftp", "svn", "svn+ssh", "ws", "wss",
	}
	usesNetloc = []string{
		"", "ftp", "http", "gopher", "nntp", "telnet", "imap", "wais", "file", "mms", "https", "shttp", "snews", "prospero",
		"rtsp", "rtsps", "rtspu", "rsync", "svn", "svn+ssh", "sftp", "nfs", "git", "git+ssh", "ws", "wss", "itms-services",
	}
	usesParams = []string{
		"", "ftp", "hdl", "prospero", "http", "imap", "https", "shttp", "rtsp", "rtsps", "rtspu", "sip", "sips", "mms",
		"sftp", "tel",
	}
)

// Schemes returns copies of py's three lists of schemes, uses_relative, uses_netloc and uses_params. A program can
// extend them for another interpreter:
//
//	relative, netloc, _ := urllib.Python{}.Schemes()
//	py := urllib.Python{UsesRelative: append(relative, "s3"), UsesNetloc: append(netloc, "s3")}
func (py Interpreter[T]) Schemes() (relative, netloc, params []string) {
	in := interpreter{quirks: py.Version.quirks()}
	list := func(custom, newest []string, bit lists) []string {
		if custom != nil {
			return slices.Clone(custom)
		}
		return slices.DeleteFunc(slices.Clone(newest), func(scheme string) bool { return in.builtin(scheme)&bit == 0 })
	}
	return list(py.UsesRelative, usesRelative, inRelative), list(py.UsesNetloc, usesNetloc, inNetloc),
		list(py.UsesParams, usesParams, inParams)
}
