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

func (s *SchemeLists) override(l lists, scheme string) lists {
	for _, custom := range [...]struct {
		list []string
		bit  lists
	}{{s.UsesRelative, inRelative}, {s.UsesNetloc, inNetloc}, {s.UsesParams, inParams}} {
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

// Schemes returns a copy of py's lists of schemes. A program can extend them for another interpreter:
//
//	lists := urllib.Python{}.Schemes()
//	lists.UsesRelative = append(lists.UsesRelative, "s3")
//	lists.UsesNetloc = append(lists.UsesNetloc, "s3")
//	py := urllib.Python{Lists: &lists}
func (py Interpreter[T]) Schemes() SchemeLists {
	in := interpreter{quirks: py.Version.quirks()}
	var own SchemeLists
	if py.Lists != nil {
		own = *py.Lists
	}
	list := func(custom, newest []string, bit lists) []string {
		if custom != nil {
			return slices.Clone(custom)
		}
		return slices.DeleteFunc(slices.Clone(newest), func(scheme string) bool { return in.builtin(scheme)&bit == 0 })
	}
	return SchemeLists{
		list(own.UsesRelative, usesRelative, inRelative),
		list(own.UsesNetloc, usesNetloc, inNetloc),
		list(own.UsesParams, usesParams, inParams),
	}
}
