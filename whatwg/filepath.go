package whatwg

import (
	"strings"
	"unsafe"

	"earl.example/internal/text/ascii"
	"earl.example/internal/text/percent"
	"earl.example/urlerr"
)

// A path of a file and its URL say the same, or there is an error: nothing is
// resolved, cleaned or guessed. So a path is absolute, and has no segment "."
// or ".."; clean it first with package path/filepath. Bytes of names that are
// not UTF-8 are kept, percent-encoded.

// FromPOSIXPath returns the file URL of an absolute path as POSIX has them,
// such as "/home/a b": "file:///home/a%20b". It refuses a relative path, and
// names "." and "..", which a URL removes, and a NUL.
func FromPOSIXPath(path string) (URL, error) {
	if tooLong(len(path), 0) {
		return URL{}, fileError(ruleTooLong, path, maxLength)
	}
	if path == "" || path[0] != '/' {
		return URL{}, fileError(ruleFilePath, path, 0)
	}
	for i := 0; i < len(path); {
		end, all := i+1, class(0)
		for ; end < len(path) && path[end] != '/'; end++ {
			all |= table[path[end]]
		}
		if name := path[i+1 : end]; name == "." || name == ".." || all&noPOSIXName != 0 {
			return URL{}, fileError(ruleFileSegment, path, i+1)
		}
		i = end
	}
	b := append(make([]byte, 0, len("file://")+len(path)+16), "file://"...)
	return fileURL(percent.AppendEncode(b, path, &fileEscapes), path)
}

// POSIXPath returns the path that a file URL with an empty host stands for:
// the inverse of [FromPOSIXPath]. It refuses an escaped "/" or NUL in a name,
// which no file can have.
func (u URL) POSIXPath() (string, error) {
	if u.kind != file {
		return "", fileError(ruleFileURL, u.href, 0)
	}
	if u.host != HostEmpty {
		return "", fileError(ruleFileHost, u.href, int(u.hostAt))
	}
	return u.decodeNames('/', noPOSIXName, nil)
}

// FromWindowsPath returns the file URL of an absolute path as Windows has
// them: with a drive, such as `C:\a b` ("file:///C:/a%20b"), or with a server,
// such as `\\server\share\a` ("file://server/share/a"). A "/" is as good as a
// "\". It refuses paths that depend on a current directory or drive, such as
// `C:a` and `\a`; those of devices, such as `\\.\` and `\\?\`; names with a
// character that Windows allows in none; names "." and ".."; those that end with
// a dot or a space, which Windows takes away; and on a drive the names of
// devices, such as "NUL" and "com1.txt", in whatever folder they seem to be.
func FromWindowsPath(path string) (URL, error) {
	if tooLong(len(path), 0) {
		return URL{}, fileError(ruleTooLong, path, maxLength)
	}
	slashed := slashed(path)
	names := slashed
	switch {
	case len(path) >= 3 && ascii.Is(path[0], ascii.Alpha) && path[1] == ':' && slashed[2] == '/':
		names = slashed[2:]
	case strings.HasPrefix(slashed, "//"):
		return fromServerPath(path, slashed)
	default:
		return URL{}, fileError(ruleFilePath, path, 0)
	}
	if err := checkWindowsNames(path, names, true); err != nil {
		return URL{}, err
	}
	b := append(make([]byte, 0, len("file:///")+len(path)+16), "file:///"...)
	return fileURL(percent.AppendEncode(b, slashed, &fileEscapes), path)
}

// slashed returns path with a "/" for each "\".
func slashed(path string) string {
	b := []byte(path)
	for i, c := range b {
		if c == '\\' {
			b[i] = '/'
		}
	}
	return string(b)
}

// fromServerPath is FromWindowsPath for a path that begins with two slashes.
func fromServerPath(path, slashed string) (URL, error) {
	end := 2 + indexByte(slashed[2:], '/')
	server := slashed[2:end]
	if server == "" || server == "." || server == "?" || end+1 >= len(path) || isDriveLetter(server) {
		return URL{}, fileError(ruleFilePath, path, 0)
	}
	if err := checkWindowsNames(path, slashed[end:], false); err != nil {
		return URL{}, err
	}
	host, kind, ok := parseHost(server, file)
	if !ok || kind == HostIPv6 || strings.IndexByte(server, '%') >= 0 || host == "localhost" || host == "." || strings.IndexByte(server, ':') >= 0 {
		return URL{}, fileError(ruleFileHost, path, 2)
	}
	b := append(make([]byte, 0, len("file://")+len(path)+len(host)), "file://"...)
	b = append(b, host...)
	return fileURL(percent.AppendEncode(b, slashed[end:], &fileEscapes), path)
}

// checkWindowsNames looks at the names in slashed, which is the end of path.
func checkWindowsNames(path, slashed string, drive bool) error {
	at := len(path) - len(slashed)
	for i := 0; i < len(slashed); {
		start, all := i+1, class(0)
		for i = start; i < len(slashed) && slashed[i] != '/'; i++ {
			all |= table[slashed[i]]
		}
		if all&noWindowsName != 0 || badWindowsName(slashed[start:i], drive) {
			return fileError(ruleFileSegment, path, at+start)
		}
	}
	return nil
}

// badWindowsName reports whether Windows takes name for another, or on a drive
// for a device.
func badWindowsName(name string, drive bool) bool {
	if name == "" {
		return false
	}
	if c := name[len(name)-1]; c == '.' || c == ' ' {
		return true
	}
	return drive && isWindowsDevice(name)
}

// isWindowsDevice reports whether name is that of a device, with an extension or
// a stream or without: "NUL.txt" is a device up to Windows 10.
func isWindowsDevice(name string) bool {
	if len(name) < len("nul") {
		return false
	}
	switch string([]byte{name[0] | 0x20, name[1] | 0x20}) {
	case "co", "pr", "au", "nu", "lp":
	default:
		return false
	}
	if i := strings.IndexAny(name, ".:"); i >= 0 {
		name = name[:i]
	}
	name = strings.TrimRight(name, " ")
	if len(name) > len("CONOUT$") {
		return false
	}
	switch name = ascii.ToLower(name); name {
	case "con", "prn", "aux", "nul", "conin$", "conout$":
		return true
	}
	if len(name) > 3 && (name[:3] == "com" || name[:3] == "lpt") {
		switch digit := name[3:]; digit {
		case "\u00b9", "\u00b2", "\u00b3":
			return true
		default:
			return len(digit) == 1 && ascii.Is(digit[0], ascii.Digit)
		}
	}
	return false
}

// WindowsPath returns the path that a file URL stands for: the inverse of
// [FromWindowsPath]. It refuses a URL with neither drive nor server, an IPv6
// address or "." as server, and names that no file can have: those that
// [FromWindowsPath] refuses.
func (u URL) WindowsPath() (string, error) {
	if u.kind != file {
		return "", fileError(ruleFileURL, u.href, 0)
	}
	if u.host == HostIPv6 || u.Hostname() == "." { // \\.\ leads to devices
		return "", fileError(ruleFileHost, u.href, int(u.hostAt))
	}
	path := u.Pathname()
	if u.host == HostEmpty && !startsWithNormalDrive(path) || path == "/" {
		return "", fileError(ruleFilePath, u.href, int(u.path))
	}
	names, err := u.decodeNames('\\', noWindowsName, func(name []byte) bool {
		return badWindowsName(string(name), u.host == HostEmpty)
	})
	if err != nil {
		return "", err
	}
	switch {
	case u.host != HostEmpty:
		return `\\` + u.Hostname() + names, nil
	case len(path) == 3:
		return names[1:] + `\`, nil
	}
	return names[1:], nil
}

// decodeNames returns the path with its segments percent-decoded and slash before
// each. None may have a byte of forbidden, or, if it is not nil, be bad. None is
// "." or "..", not even escaped: such segments no URL of a file has.
func (u URL) decodeNames(slash byte, forbidden class, bad func(name []byte) bool) (string, error) {
	path := u.Pathname()
	decoded := make([]byte, 0, len(path))
	segment, start := 0, 0 // in path, in decoded
	refused := func() error { return fileError(ruleFileSegment, u.href, int(u.path)+segment) }
	for i := 0; i < len(path); i++ {
		c := path[i]
		if c == '/' {
			if start < len(decoded) && bad != nil && bad(decoded[start:]) {
				return "", refused()
			}
			decoded = append(decoded, slash)
			segment, start = i+1, len(decoded)
			continue
		}
		if c == '%' && percent.IsEscape(path, i) {
			c = ascii.Unhex[path[i+1]]<<4 | ascii.Unhex[path[i+2]]
			i += len("00")
		}
		if table[c]&forbidden != 0 {
			return "", refused()
		}
		decoded = append(decoded, c)
	}
	if start < len(decoded) && bad != nil && bad(decoded[start:]) {
		return "", refused()
	}
	return string(decoded), nil
}

// indexByte returns the offset of c in s, or len(s).
func indexByte(s string, c byte) int {
	if i := strings.IndexByte(s, c); i >= 0 {
		return i
	}
	return len(s)
}

// fileEscapes escape each byte that a URL would take for something else, or that
// is not ASCII.
var fileEscapes = escaped(fileOdd)

// fileURL parses a URL that was made of path.
func fileURL(href []byte, path string) (URL, error) {
	u, err := Parse(unsafe.String(unsafe.SliceData(href), len(href))) // nobody else has it
	if err != nil {
		return URL{}, fileError(ruleFilePath, path, 0)
	}
	return u, nil
}

func fileError(rule ruleID, input string, offset int) error {
	return newError(rule, input, offset, urlerr.Path, nil)
}
