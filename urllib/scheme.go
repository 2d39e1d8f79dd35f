package urllib

import "slices"

// lists tells which of the module's scheme lists hold a scheme.
type lists uint8

const (
	inRelative lists = 1 << iota // uses_relative: urljoin resolves against it
	inNetloc                     // uses_netloc: urlunsplit writes an empty netloc as "//"
	inParams                     // uses_params: urlparse splits params off
)

// lists returns the lists that hold scheme in this interpreter. Case matters.
func (in interpreter) lists(scheme string) lists {
	l := in.builtin(scheme)
	if in.custom != nil {
		l = in.custom.override(l, scheme)
	}
	return l
}

// builtin returns the lists of the release itself that hold scheme.
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

// override replaces in l what the lists of py say otherwise.
func (py *Python) override(l lists, scheme string) lists {
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

// builtinSchemes are the schemes that builtin knows, in the order in which
// CPython lists them.
var builtinSchemes = [...]string{
	"", "ftp", "hdl", "http", "gopher", "nntp", "telnet", "imap", "wais", "file",
	"mms", "https", "shttp", "snews", "prospero", "rtsp", "rtsps", "rtspu",
	"rsync", "sip", "sips", "svn", "svn+ssh", "sftp", "nfs", "git", "git+ssh",
	"tel", "ws", "wss", "itms-services",
}

// Schemes returns copies of the module's three scheme lists as py has them,
// fit to be extended and put into another Python:
//
//	relative, netloc, params := urllib.Python{}.Schemes()
//	py := urllib.Python{UsesRelative: append(relative, "s3"), UsesNetloc: append(netloc, "s3")}
func (py Python) Schemes() (usesRelative, usesNetloc, usesParams []string) {
	in := interpreter{quirks: py.Version.quirks()}
	collect := func(custom []string, bit lists) []string {
		if custom != nil {
			return slices.Clone(custom)
		}
		var list []string
		for _, scheme := range builtinSchemes {
			if in.builtin(scheme)&bit != 0 {
				list = append(list, scheme)
			}
		}
		return list
	}
	return collect(py.UsesRelative, inRelative), collect(py.UsesNetloc, inNetloc), collect(py.UsesParams, inParams)
}
