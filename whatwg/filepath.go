package whatwg

import (
	"strings"
	"unsafe"

	"earl.example/internal/text/ascii"
	"earl.example/internal/text/percent"
	"earl.example/urlerr"
)

// A file path and its URL are exact equivalents, or the conversion fails. Clean paths first with package path/filepath.
// Bytes that are not UTF-8 are percent-encoded.

// FromPOSIXPath returns the file URL of an absolute POSIX path: "file:///home/a%20b" for "/home/a b". It rejects
// relative paths, the names "." and "..", and NUL.
func FromPOSIXPath(path string) (URL, error) {
	if tooLong(len(path), 0) {
		return URL{}, fileError(ruleTooLong, path, maxLength)
	}
	if path == "" || path[0] != '/' {
		return URL{}, fileError(ruleFilePath, path, 0)
	}
	for i := 0; i < len(path); {
		end, all := i+1, ascii.Class(0)
		for ; end < len(path) && path[end] != '/'; end++ {
			all |= ascii.Table[path[end]]
		}
		if name := path[i+1 : end]; name == "." || name == ".." || all&ascii.NoPOSIXName != 0 {
			return URL{}, fileError(ruleFileSegment, path, i+1)
		}
		i = end
	}
	b := append(make([]byte, 0, len("file://")+len(path)+16), "file://"...)
	return fileURL(percent.AppendEncode(b, path, &fileEscapes), path)
}

// POSIXPath returns the POSIX path of a file URL with an empty host, as the inverse of [FromPOSIXPath]. It rejects
// names with a percent-encoded "/" or NUL.
func (u URL) POSIXPath() (string, error) {
	if u.kind != file {
		return "", fileError(ruleFileURL, u.href, 0)
	}
	if u.host != HostEmpty {
		return "", fileError(ruleFileHost, u.href, int(u.hostAt))
	}
	return u.decodeNames(0, '/', ascii.NoPOSIXName, nil)
}

// FromWindowsPath returns the file URL of an absolute Windows path. The path begins with a drive, such as `C:\a b`
// ("file:///C:/a%20b"), or with a server, such as `\\server\share\a` ("file://server/share/a"). "/" means the same as
// "\".
//
// FromWindowsPath rejects:
//
//   - paths that depend on a current directory or drive, such as `C:a` and `\a`
//   - device paths, which begin with `\\.\` or `\\?\`
//   - names with a character that Windows does not allow
//   - streams, such as `C:\a::$DATA`: opening one can bypass a check of the name
//   - servers that the host parser changes, such as `\\1.2\a` (the server 1.0.0.2)
//   - the names "." and ".."
//   - names that end with "." or a space, which Windows removes
//   - names of devices on a drive, such as "NUL" and "com1.txt", in any folder
func FromWindowsPath(path string) (URL, error) {
	if tooLong(len(path), 0) {
		return URL{}, fileError(ruleTooLong, path, maxLength)
	}
	slashed := slashed(path)
	if strings.HasPrefix(slashed, "//") {
		return fromServerPath(path, slashed)
	}
	if len(path) < 3 || !ascii.Is(path[0], ascii.Alpha) || path[1] != ':' || slashed[2] != '/' {
		return URL{}, fileError(ruleFilePath, path, 0)
	}
	if err := checkWindowsNames(path, slashed[2:], true); err != nil {
		return URL{}, err
	}
	b := append(make([]byte, 0, len("file:///")+len(path)+16), "file:///"...)
	return fileURL(percent.AppendEncode(b, slashed, &fileEscapes), path)
}

func slashed(path string) string {
	b := []byte(path)
	for i, c := range b {
		if c == '\\' {
			b[i] = '/'
		}
	}
	return string(b)
}

// fromServerPath returns the file URL of a Windows path that begins with two slashes.
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
	if !ok || kind == HostIPv6 || kind == HostEmpty || host == "." || !sameHost(server, host, kind, file) {
		return URL{}, fileError(ruleFileHost, path, 2)
	}
	b := append(make([]byte, 0, len("file://")+len(path)+len(host)), "file://"...)
	b = append(b, host...)
	return fileURL(percent.AppendEncode(b, slashed[end:], &fileEscapes), path)
}

func checkWindowsNames(path, slashed string, drive bool) error {
	at := len(path) - len(slashed)
	for i := 0; i < len(slashed); {
		start, all := i+1, ascii.Class(0)
		for i = start; i < len(slashed) && slashed[i] != '/'; i++ {
			all |= ascii.Table[slashed[i]]
		}
		if all&ascii.NoWindowsName != 0 || badWindowsName(slashed[start:i], drive) {
			return fileError(ruleFileSegment, path, at+start)
		}
	}
	return nil
}

// badWindowsName reports whether Windows would open another file than name, or a device.
func badWindowsName(name string, drive bool) bool {
	if name == "" {
		return false
	}
	if c := name[len(name)-1]; c == '.' || c == ' ' {
		return true
	}
	return drive && isWindowsDevice(name)
}

// isWindowsDevice reports whether name is the name of a device. An extension does not matter: "NUL.txt" is a device up
// to Windows 10.
func isWindowsDevice(name string) bool {
	name, _, _ = strings.Cut(name, ".")
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

// WindowsPath returns the Windows path of a file URL, as the inverse of [FromWindowsPath]. It rejects URLs with neither
// a drive nor a server, URLs with an IPv6 address or "." as the server, and the names that [FromWindowsPath] rejects.
func (u URL) WindowsPath() (string, error) {
	if u.kind != file {
		return "", fileError(ruleFileURL, u.href, 0)
	}
	if u.host == HostIPv6 || u.Hostname() == "." { // \\.\ is a device path
		return "", fileError(ruleFileHost, u.href, int(u.hostAt))
	}
	path := u.Pathname()
	if u.host == HostEmpty && !startsWithNormalDrive(path) || path == "/" {
		return "", fileError(ruleFilePath, u.href, int(u.path))
	}
	from := 0
	if u.host == HostEmpty {
		from = len("/C:")
	}
	names, err := u.decodeNames(from, '\\', ascii.NoWindowsName, func(name []byte) bool {
		return badWindowsName(string(name), u.host == HostEmpty)
	})
	if err != nil {
		return "", err
	}
	switch {
	case u.host != HostEmpty:
		return `\\` + u.Hostname() + names, nil
	case len(path) == from:
		names = `\`
	}
	return path[1:from] + names, nil
}

// decodeNames returns the part of the path that starts at offset from, with each segment decoded and preceded by the
// given slash. It rejects segments that contain a byte of the class forbidden. If bad is not nil, it also rejects
// segments for which bad returns true. A URL has no segments "." and "..", not even percent-encoded ones.
func (u URL) decodeNames(from int, slash byte, forbidden ascii.Class, bad func(name []byte) bool) (string, error) {
	path := u.Pathname()[from:]
	decoded := make([]byte, 0, len(path))
	segment, start := 0, 0 // offsets of the segment in path and in decoded
	rejected := func() error { return fileError(ruleFileSegment, u.href, int(u.path)+from+segment) }
	for i := 0; i < len(path); i++ {
		c := path[i]
		if c == '/' {
			if start < len(decoded) && bad != nil && bad(decoded[start:]) {
				return "", rejected()
			}
			decoded = append(decoded, slash)
			segment, start = i+1, len(decoded)
			continue
		}
		if c == '%' && percent.HexFollows(path, i) {
			c = ascii.Unhex[path[i+1]]<<4 | ascii.Unhex[path[i+2]]
			i += len("00")
		}
		if ascii.Is(c, forbidden) {
			return "", rejected()
		}
		decoded = append(decoded, c)
	}
	if start < len(decoded) && bad != nil && bad(decoded[start:]) {
		return "", rejected()
	}
	return string(decoded), nil
}

func indexByte(s string, c byte) int {
	if i := strings.IndexByte(s, c); i >= 0 {
		return i
	}
	return len(s)
}

// fileEscapes percent-encodes non-ASCII bytes and the bytes that have a meaning in a URL.
var fileEscapes = escaped(ascii.FileEncoded)

func fileURL(href []byte, path string) (URL, error) {
	u, err := Parse(unsafe.String(unsafe.SliceData(href), len(href))) // nothing else refers to href
	if err != nil {
		return URL{}, fileError(ruleFilePath, path, 0)
	}
	return u, nil
}

func fileError(rule ruleID, input string, offset int) error {
	return newError(rule, input, offset, urlerr.Path, nil)
}
