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
	switch {
	case scheme == "http", scheme == "https", scheme == "": // for speed
		return inRelative | inNetloc | inParams
	case scheme == "rtsps" && !in.has(rtspsScheme), scheme == "itms-services" && !in.has(itmsScheme):
		return 0
	}
	return builtinLists[scheme]
}

func (s *SchemeLists) override(l lists, scheme string) lists {
	for i, list := range s.all() {
		if list == nil {
			continue
		}
		l &^= 1 << i
		if slices.Contains(list, scheme) {
			l |= 1 << i
		}
	}
	return l
}

// all returns the lists, ordered like the bits of type lists.
func (s *SchemeLists) all() [3][]string {
	return [...][]string{s.UsesRelative, s.UsesNetloc, s.UsesParams}
}

// newestSchemes has the lists of CPython, in the order of CPython. They include the schemes that only newer releases
// have. The lists are ordered like the bits of type lists.
var newestSchemes = [...][]string{
	{
		"", "ftp", "http", "gopher", "nntp", "imap", "wais", "file", "https", "shttp", "mms", "prospero", "rtsp", "rtsps",
		"rtspu", "sftp", "svn", "svn+ssh", "ws", "wss",
	},
	{
		"", "ftp", "http", "gopher", "nntp", "telnet", "imap", "wais", "file", "mms", "https", "shttp", "snews", "prospero",
		"rtsp", "rtsps", "rtspu", "rsync", "svn", "svn+ssh", "sftp", "nfs", "git", "git+ssh", "ws", "wss", "itms-services",
	},
	{
		"", "ftp", "hdl", "prospero", "http", "imap", "https", "shttp", "rtsp", "rtsps", "rtspu", "sip", "sips", "mms",
		"sftp", "tel",
	},
}

// builtinLists has the schemes of newestSchemes.
var builtinLists = func() map[string]lists {
	in := map[string]lists{}
	for i, list := range newestSchemes {
		for _, scheme := range list {
			in[scheme] |= 1 << i
		}
	}
	return in
}()

// Schemes returns a copy of py's lists of schemes. A program can extend them for another interpreter:
//
//	lists := urllib.Python{}.Schemes()
//	lists.UsesRelative = append(lists.UsesRelative, "s3")
//	lists.UsesNetloc = append(lists.UsesNetloc, "s3")
//	py := urllib.Python{Lists: &lists}
func (py Interpreter[T]) Schemes() SchemeLists {
	in := interpreter{version: py.Version}
	var own SchemeLists
	if py.Lists != nil {
		own = *py.Lists
	}
	lists := own.all()
	for i, newest := range newestSchemes {
		if lists[i] = slices.Clone(lists[i]); lists[i] == nil {
			lists[i] = slices.DeleteFunc(slices.Clone(newest), func(scheme string) bool {
				return in.builtin(scheme)&(1<<i) == 0
			})
		}
	}
	return SchemeLists{lists[0], lists[1], lists[2]}
}
