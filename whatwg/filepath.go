package whatwg

import (
	"strings"

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
	if i := indexBadName(path, badPOSIXName); i >= 0 {
		return URL{}, fileError(ruleFileSegment, path, i)
	}
	return fileURL("", path, path)
}

// indexBadName returns the offset of the first name in path that bad rejects, or -1. path begins with "/".
func indexBadName(path string, bad func(name string) bool) int {
	for i := 0; i < len(path); {
		start := i + 1
		if i = start + indexByte(path[start:], '/'); bad(path[start:i]) {
			return start
		}
	}
	return -1
}

func badPOSIXName(name string) bool {
	return name == "." || name == ".." || indexClass(name, 0, noPOSIXName) < len(name)
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
	return u.decodeNames(0, '/', badPOSIXName)
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
	slashed := strings.ReplaceAll(path, `\`, "/")
	names := slashed
	switch {
	case len(path) >= 3 && ascii.Is(path[0], ascii.Alpha) && path[1] == ':' && slashed[2] == '/':
		names = slashed[2:]
	case strings.HasPrefix(slashed, "//"):
		return fromServerPath(path, slashed)
	default:
		return URL{}, fileError(ruleFilePath, path, 0)
	}
	if i := indexBadName(names, badNameOnDrive); i >= 0 {
		return URL{}, fileError(ruleFileSegment, path, len(path)-len(names)+i)
	}
	return fileURL("", "/"+slashed, path)
}

// fromServerPath returns the file URL of a Windows path that begins with two slashes.
func fromServerPath(path, slashed string) (URL, error) {
	end := 2 + indexByte(slashed[2:], '/')
	server := slashed[2:end]
	if server == "" || server == "." || server == "?" || end+1 >= len(path) || isDriveLetter(server) {
		return URL{}, fileError(ruleFilePath, path, 0)
	}
	if i := indexBadName(slashed[end:], badWindowsName); i >= 0 {
		return URL{}, fileError(ruleFileSegment, path, end+i)
	}
	host, kind, ok := parseHost(server, file)
	if !ok || kind == HostIPv6 || kind == HostEmpty || host == "." || !sameHost(server, host, kind, file) {
		return URL{}, fileError(ruleFileHost, path, 2)
	}
	return fileURL(host, slashed[end:], path)
}

// badWindowsName reports whether Windows does not allow name, or would open another file than name.
func badWindowsName(name string) bool {
	return indexClass(name, 0, noWindowsName) < len(name) || strings.HasSuffix(name, ".") || strings.HasSuffix(name, " ")
}

// badNameOnDrive is badWindowsName for a name on a drive, where it may also be the name of a device.
func badNameOnDrive(name string) bool { return badWindowsName(name) || isWindowsDevice(name) }

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
	from, bad := 0, badWindowsName
	if u.host == HostEmpty {
		from, bad = len("/C:"), badNameOnDrive
	}
	names, err := u.decodeNames(from, '\\', bad)
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
// given slash. It fails if bad rejects a decoded segment.
func (u URL) decodeNames(from int, slash byte, bad func(name string) bool) (string, error) {
	path := u.Pathname()[from:]
	decoded := make([]byte, 0, len(path))
	for i := 0; i < len(path); {
		start := i + 1
		i = start + indexByte(path[start:], '/')
		name, _ := percent.DecodeString(path[start:i], false)
		if bad(name) {
			return "", fileError(ruleFileSegment, u.href, int(u.path)+from+start)
		}
		decoded = append(append(decoded, slash), name...)
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
var fileEscapes = escaped(fileEncoded)

// fileURL returns the URL of a file. path is the input, for errors.
func fileURL(host, names, path string) (URL, error) {
	escaped, _ := percent.EncodeString(names, &fileEscapes)
	u, err := Parse("file://" + host + escaped)
	if err != nil {
		return URL{}, fileError(ruleFilePath, path, 0)
	}
	return u, nil
}

func fileError(rule ruleID, input string, offset int) error {
	return newError(rule, input, offset, urlerr.Path, nil)
}
