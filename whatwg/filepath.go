package whatwg

import (
	"slices"
	"strings"

	"earl.example/internal/text/ascii"
	"earl.example/internal/text/percent"
	"earl.example/reading"
	"earl.example/urlerr"
)

// A file path and its URL are exact equivalents, or the conversion fails. Clean paths first with package path/filepath.
// Bytes that are not UTF-8 are percent-encoded.

// FromPOSIXPath returns the file URL of an absolute POSIX path: "file:///home/a%20b" for "/home/a b". It rejects
// relative paths, the names "." and "..", and NUL.
func FromPOSIXPath(path string) (URL, error) {
	if path == "" || path[0] != '/' {
		return URL{}, fileError(ruleFilePath, path, 0)
	}
	if err := checkNames(path, path, badPOSIXName); err != nil {
		return URL{}, err
	}
	b := append(make([]byte, 0, len("file://")+len(path)+16), "file://"...)
	return Parse(ascii.Text(percent.AppendEncode(b, path, &fileEscapes)))
}

// POSIXPath returns the POSIX path of a file URL with an empty host, as the inverse of [FromPOSIXPath]. It rejects
// names with a percent-encoded "/" or NUL.
func (u URL) POSIXPath() (string, error) {
	if u.kind != file {
		return "", fileError(ruleFileURL, u.href, 0)
	}
	if u.host != reading.HostEmpty {
		return "", fileError(ruleFileHost, u.href, int(u.hostAt))
	}
	return u.decodeNames(0, '/', badPOSIXName)
}

// badPOSIXName reports whether name cannot be the name of a file in a POSIX path.
func badPOSIXName(name string) bool {
	return name == "." || name == ".." || ascii.ClassesOf(name)&ascii.NoPOSIXName != 0
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
	slashed := strings.ReplaceAll(path, `\`, "/")
	if strings.HasPrefix(slashed, "//") {
		return fromServerPath(path, slashed)
	}
	if len(path) < 3 || !ascii.Is(path[0], ascii.Alpha) || path[1] != ':' || slashed[2] != '/' {
		return URL{}, fileError(ruleFilePath, path, 0)
	}
	if err := checkNames(path, slashed[2:], badDriveName); err != nil {
		return URL{}, err
	}
	b := append(make([]byte, 0, len("file:///")+len(path)+16), "file:///"...)
	return Parse(ascii.Text(percent.AppendEncode(b, slashed, &fileEscapes)))
}

// fromServerPath returns the file URL of a Windows path that begins with two slashes.
func fromServerPath(path, slashed string) (URL, error) {
	end := 2 + indexByte(slashed[2:], '/')
	server := slashed[2:end]
	if server == "" || server == "." || server == "?" || end+1 >= len(path) || ascii.IsDrive(server) {
		return URL{}, fileError(ruleFilePath, path, 0)
	}
	if err := checkNames(path, slashed[end:], badServerName); err != nil {
		return URL{}, err
	}
	host, kind, ok := parseHost(server, file)
	if !ok || kind == reading.HostIPv6 || kind == reading.HostEmpty || host == "." || !sameHost(server, host, kind, file) {
		return URL{}, fileError(ruleFileHost, path, 2)
	}
	b := append(make([]byte, 0, len("file://")+len(path)+len(host)), "file://"...)
	b = append(b, host...)
	return Parse(ascii.Text(percent.AppendEncode(b, slashed[end:], &fileEscapes)))
}

// checkNames returns an error for the first name in names for which bad returns true. names is the end of path, with
// slashes in place of backslashes, and begins with a slash.
func checkNames(path, names string, bad func(name string) bool) error {
	for names != "" {
		end := 1 + indexByte(names[1:], '/')
		if bad(names[1:end]) {
			return fileError(ruleFileSegment, path, len(path)-len(names)+1)
		}
		names = names[end:]
	}
	return nil
}

// badServerName reports whether Windows does not allow name on a server, or would open another file.
func badServerName(name string) bool {
	return ascii.ClassesOf(name)&ascii.NoWindowsName != 0 || strings.HasSuffix(name, ".") || strings.HasSuffix(name, " ")
}

// badDriveName is like badServerName for a name on a drive, which must not be the name of a device either.
func badDriveName(name string) bool { return badServerName(name) || isWindowsDevice(name) }

// windowsDevices lists the names of devices.
var windowsDevices = [...]string{"con", "prn", "aux", "nul", "conin$", "conout$",
	"com0", "com1", "com2", "com3", "com4", "com5", "com6", "com7", "com8", "com9", "com\u00b9", "com\u00b2", "com\u00b3",
	"lpt0", "lpt1", "lpt2", "lpt3", "lpt4", "lpt5", "lpt6", "lpt7", "lpt8", "lpt9", "lpt\u00b9", "lpt\u00b2", "lpt\u00b3"}

// isWindowsDevice reports whether name is the name of a device. An extension does not matter: "NUL.txt" is a device up
// to Windows 10.
func isWindowsDevice(name string) bool {
	name, _, _ = strings.Cut(name, ".")
	name = strings.TrimRight(name, " ")
	return slices.ContainsFunc(windowsDevices[:], func(device string) bool { return ascii.EqualFold(device, name) })
}

// WindowsPath returns the Windows path of a file URL, as the inverse of [FromWindowsPath]. It rejects URLs with neither
// a drive nor a server, URLs with an IPv6 address or "." as the server, and the names that [FromWindowsPath] rejects.
func (u URL) WindowsPath() (string, error) {
	if u.kind != file {
		return "", fileError(ruleFileURL, u.href, 0)
	}
	if u.host == reading.HostIPv6 || u.Hostname() == "." { // \\.\ is a device path
		return "", fileError(ruleFileHost, u.href, int(u.hostAt))
	}
	path := u.Pathname()
	if u.host == reading.HostEmpty && !startsWithNormalDrive(path) || path == "/" {
		return "", fileError(ruleFilePath, u.href, int(u.path))
	}
	from, bad := 0, badServerName
	if u.host == reading.HostEmpty {
		from, bad = len("/C:"), badDriveName
	}
	names, err := u.decodeNames(from, '\\', bad)
	if err != nil {
		return "", err
	}
	switch {
	case u.host != reading.HostEmpty:
		return `\\` + u.Hostname() + names, nil
	case len(path) == from:
		names = `\`
	}
	return path[1:from] + names, nil
}

// decodeNames returns the part of the path that starts at offset from, with each segment decoded and preceded by the
// given slash. It rejects segments for which bad returns true.
func (u URL) decodeNames(from int, slash byte, bad func(name string) bool) (string, error) {
	path := u.Pathname()[from:]
	decoded := make([]byte, 0, len(path))
	for path != "" {
		end := 1 + indexByte(path[1:], '/')
		name, _ := percent.DecodeString(path[1:end], false)
		if bad(name) {
			return "", fileError(ruleFileSegment, u.href, int(u.query)-len(path)+1)
		}
		decoded = append(append(decoded, slash), name...)
		path = path[end:]
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

func fileError(rule *urlerr.Rule, input string, offset int) error {
	return newError(rule, input, offset, urlerr.Path, nil)
}
