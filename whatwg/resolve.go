package whatwg

import "earl.example/internal/text/ascii"

// fastResolve resolves ref against base, if ref is a path that is in normal
// form but for "./" and "../" at its start, perhaps with a query and a
// fragment, and base has a host and is of no file. It reports whether it did.
// BenchmarkResolve measures it.
func (u *URL) fastResolve(base *URL, ref string) bool {
	if ref == "" || tooLong(len(ref), 0) || base.host == NoHost || base.kind == fileScheme || base.path == base.query {
		return false
	}
	n, path := int(base.path), base.href[:base.query]
	if ref[0] == '/' {
		if len(ref) > 1 && (ref[1] == '/' || ref[1] == '\\') {
			return false // another host
		}
	} else {
		n = ascii.LastIndexByte(path, '/') + 1
		ref, n = climb(ref, path, n, int(base.path)+1)
		if ref == "" || table[ref[0]]&schemeChar == 0 || ref[0] == '.' || hasScheme(ref) {
			return false
		}
	}
	end, bad := fastPath(ref, 0)
	if bad {
		return false
	}
	frag := end
	if end < len(ref) && ref[end] == '?' {
		set := querySet
		if base.kind != other {
			set = specialQuerySet
		}
		frag = indexClass(ref, end+1, set)
	}
	if frag < len(ref) && (ref[frag] != '#' || indexClass(ref, frag+1, fragmentSet) < len(ref)) || tooLong(n+len(ref), 0) {
		return false
	}
	*u = *base
	u.href = ascii.Concat(base.href[:n], ref)
	u.query, u.frag = uint32(n+end), uint32(n+frag)
	return true
}

// climb cuts "./" and "../" off the start of ref, and for each of the latter
// the last segment off path[:n], which ends with a slash and keeps at least
// root bytes.
func climb(ref, path string, n, root int) (string, int) {
	for len(ref) >= 2 && ref[0] == '.' {
		switch {
		case ref[1] == '/':
			ref = ref[2:]
			continue
		case ref[1] != '.' || len(ref) < 3 || ref[2] != '/':
			return ref, n
		}
		ref = ref[3:]
		if n > root {
			n = ascii.LastIndexByte(path[:n-1], '/') + 1
		}
	}
	return ref, n
}

// hasScheme reports whether ref begins with a scheme and its colon. So does
// what follows "./", where it means nothing, but there are few such.
func hasScheme(ref string) bool {
	i := schemeEnd(ref)
	return i > 0 && i < len(ref) && ref[i] == ':'
}
