package whatwg_test

import (
	"errors"
	"strings"
	"testing"

	"earl.example/reading"
	"earl.example/urlerr"
	"earl.example/whatwg"
)

func TestFilePaths(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, system, path, href string }{
		{"root", "posix", "/", "file:///"},
		{"spaces and more", "posix", "/a b/%41?#|\\~", "file:///a%20b/%2541%3F%23%7C%5C~"},
		{"two slashes", "posix", "//a//b/", "file:////a//b/"},
		{"like a drive", "posix", "/C|/x", "file:///C%7C/x"},
		{"a drive", "posix", "/C:/x", "file:///C:/x"},
		{"hidden", "posix", "/.a/..b/...", "file:///.a/..b/..."},
		{"escaped dots", "posix", "/%2e/a", "file:///%252e/a"},
		{"not UTF-8", "posix", "/\xff\t\n", "file:///%FF%09%0A"},
		{"at its end", "posix", "/a ", "file:///a%20"},
		{"drive", "windows", `C:\a b\c`, "file:///C:/a%20b/c"},
		{"drive alone", "windows", `c:\`, "file:///c:/"},
		{"server", "windows", `\\server\share\a`, "file://server/share/a"},
		{"server with a drive", "windows", `\\server\c$\a%b`, "file://server/c$/a%25b"},
		{"like a device", "windows", `C:\nulls\com\com10\comx\lpt\console\xcon\a.nul`, "file:///C:/nulls/com/com10/comx/lpt/console/xcon/a.nul"},
		{"like a device of a server", "windows", `\\server\share\aux.c`, "file://server/share/aux.c"},
		{"server with a Unicode name", "windows", `\\xn--bcher-kva\s`, "file://xn--bcher-kva/s"},
		{"server at an address", "windows", `\\10.0.0.1\s`, "file://10.0.0.1/s"},
	} {
		t.Run(test.system+" "+test.name, func(t *testing.T) {
			from, back := whatwg.FromPOSIXPath, whatwg.URL.POSIXPath
			if test.system == "windows" {
				from, back = whatwg.FromWindowsPath, whatwg.URL.WindowsPath
			}
			u, err := from(test.path)
			if err != nil || u.Href() != test.href {
				t.Fatalf("%q gives %q, %v, want %q", test.path, u, err, test.href)
			}
			if path, err := back(u); err != nil || path != test.path {
				t.Errorf("%q gives %q, %v, want %q", u, path, err, test.path)
			}
		})
	}
	if u, err := whatwg.FromWindowsPath("C:/a/b"); err != nil || u.Href() != "file:///C:/a/b" {
		t.Errorf("with slashes: %q, %v", u, err)
	}
	if path, err := must(whatwg.Parse("file:///C:")).WindowsPath(); err != nil || path != `C:\` {
		t.Errorf("a drive without a slash: %q, %v", path, err)
	}
}

func TestFilePathsRefused(t *testing.T) {
	t.Parallel()
	posix := func(s string) error { _, err := whatwg.FromPOSIXPath(s); return err }
	windows := func(s string) error { _, err := whatwg.FromWindowsPath(s); return err }
	toPOSIX := func(s string) error { _, err := must(whatwg.Parse(s)).POSIXPath(); return err }
	toWindows := func(s string) error { _, err := must(whatwg.Parse(s)).WindowsPath(); return err }
	const file, path, segment, host = "a URL of a file has the scheme file", "a path of a file is absolute",
		"a name in a path has nothing that path or URL give another meaning", "a path of a file has a host that its system knows"
	for _, test := range []struct {
		name   string
		do     func(string) error
		in     string
		rule   string
		offset int
	}{
		{"empty", posix, "", path, 0},
		{"relative", posix, "a/b", path, 0},
		{"up", posix, "/a/../b", segment, 3},
		{"here", posix, "/a/.", segment, 3},
		{"NUL", posix, "/a/b\x00", segment, 3},
		{"empty", windows, "", path, 0},
		{"relative", windows, `a\b`, path, 0},
		{"on the drive", windows, `C:a`, path, 0},
		{"drive only", windows, `C:`, path, 0},
		{"on the current drive", windows, `\a`, path, 0},
		{"device", windows, `\\.\COM1`, path, 0},
		{"long", windows, `\\?\C:\a`, path, 0},
		{"server only", windows, `\\server`, path, 0},
		{"no share", windows, `\\server\`, path, 0},
		{"no server", windows, `\\\share\a`, path, 0},
		{"localhost", windows, `\\localhost\share`, host, 2},
		{"bad server", windows, `\\a^b\share`, host, 2},
		{"server mapped to a dot", windows, `\\。\share`, host, 2},
		{"escape in the server", windows, `\\a%41\share`, host, 2},
		{"server that is another IPv4 address", windows, `\\1.2\x`, host, 2},
		{"server of circled digits", windows, `\\①.②.③.④\x`, host, 2},
		{"server with a soft hyphen", windows, "\\\\se\u00adrver\\x", host, 2},
		{"stream", windows, `C:\a::$DATA`, segment, 3},
		{"stream of a folder", windows, `C:\a:$I30:$INDEX_ALLOCATION\b`, segment, 3},
		{"stream of the drive", windows, `C:\:b`, segment, 3},
		{"stream of a server", windows, `\\h\s\a:b`, segment, 6},
		{"star", windows, `C:\a*`, segment, 3},
		{"bar", windows, `C:\a\b|c`, segment, 5},
		{"up", windows, `C:\..\b`, segment, 3},
		{"dot at the end", windows, `C:\a.`, segment, 3},
		{"space at the end", windows, `C:\a \b`, segment, 3},
		{"dots", windows, `C:\...`, segment, 3},
		{"space at the end, at a server", windows, `\\h\a\b `, segment, 6},
		{"device", windows, `C:\con`, segment, 3},
		{"device in a folder", windows, `C:\a\NUL`, segment, 5},
		{"device with an extension", windows, `C:\aux.c`, segment, 3},
		{"device with extensions", windows, `C:\PRN.a.b`, segment, 3},
		{"device with a stream", windows, `C:\nul:x`, segment, 3},
		{"device with a space", windows, `C:\nul .txt`, segment, 3},
		{"numbered device", windows, `C:\Com0`, segment, 3},
		{"superscript device", windows, "C:\\lpt\u00b9", segment, 3},
		{"console", windows, `C:\conIN$`, segment, 3},
		{"star at a server", windows, `\\a\b\c*`, segment, 6},
		{"not a file", toPOSIX, "https://example.org/", file, 0},
		{"host", toPOSIX, "file://example.org/", host, 7},
		{"slash", toPOSIX, "file:///a/b%2fc", segment, 10},
		{"NUL", toPOSIX, "file:///%00", segment, 8},
		{"not a file", toWindows, "https://example.org/", file, 0},
		{"no drive", toWindows, "file:///a", path, 7},
		{"root", toWindows, "file:///", path, 7},
		{"server only", toWindows, "file://server/", path, 13},
		{"devices", toWindows, "file://./COM1", host, 7},
		{"IPv6", toWindows, "file://[::1]/a", host, 7},
		{"slash", toWindows, "file:///C:/a%2Fb", segment, 11},
		{"backslash", toWindows, "file:///C:/a%5Cb", segment, 11},
		{"newline", toWindows, "file:///C:/a%0a", segment, 11},
		{"stream", toWindows, "file:///C:/a::$DATA", segment, 11},
		{"escaped stream", toWindows, "file:///C:/a%3A%3a$DATA", segment, 11},
		{"stream of a server", toWindows, "file://h/s/a:b", segment, 11},
		{"device", toWindows, "file:///C:/a/c%6Fn.txt/b", segment, 13},
		{"last device", toWindows, "file:///C:/a/nul", segment, 13},
		{"escaped space at the end", toWindows, "file:///C:/a%20/", segment, 11},
		{"dot at the end", toWindows, "file://server/a./b", segment, 14},
	} {
		t.Run(test.name+" "+test.in, func(t *testing.T) {
			var e *urlerr.Error
			if err := test.do(test.in); !errors.As(err, &e) || e.Rule.Name != test.rule || e.Offset != test.offset {
				t.Errorf("%q: %v, want %s at byte %d", test.in, err, test.rule, test.offset)
			}
		})
	}
}

// checkPath checks that the path of the URL of a path is the path.
func checkPath(t *testing.T, path string) {
	t.Helper()
	if u, err := whatwg.FromPOSIXPath(path); err == nil {
		checkURL(t, u)
		if back, err := u.POSIXPath(); err != nil || back != path {
			t.Fatalf("%q gives %q, and that %q, %v", path, u, back, err)
		}
	}
	if u, err := whatwg.FromWindowsPath(path); err == nil {
		checkURL(t, u)
		back, err := u.WindowsPath()
		if err != nil {
			t.Fatalf("%q gives %q, and that %v", path, u, err)
		}
		again, err := whatwg.FromWindowsPath(back)
		want := strings.ReplaceAll(path, "/", `\`)
		if err != nil || again != u || u.HostKind() == reading.HostEmpty && back != want {
			t.Fatalf("%q gives %q, that %q, and that %q, %v", path, u, back, again, err)
		}
	}
}

// checkFileURL checks that the URL of the path of a URL is the URL.
func checkFileURL(t *testing.T, href string) {
	t.Helper()
	u, err := whatwg.Parse(href)
	if err != nil {
		return
	}
	if path, err := u.POSIXPath(); err == nil {
		checkPath(t, path)
		if _, err := whatwg.FromPOSIXPath(path); err != nil {
			t.Fatalf("%q gives %q, and that %v", u, path, err)
		}
	}
	if path, err := u.WindowsPath(); err == nil {
		checkPath(t, path)
		if _, err := whatwg.FromWindowsPath(path); err != nil {
			t.Fatalf("%q gives %q, and that %v", u, path, err)
		}
	}
}

func TestFilePathsComeBack(t *testing.T) {
	t.Parallel()
	g := newGenerator(4)
	for range rounds(120000) {
		checkPath(t, []string{"/", `C:\`, `\\h\`, "//h/", ""}[g.r.IntN(5)]+g.text(5))
		checkFileURL(t, []string{"file:///", "file:///C:/", "file://h/", "file:"}[g.r.IntN(4)]+g.text(5))
	}
}

func FuzzFilePathsComeBack(f *testing.F) {
	for _, s := range []string{"/a b", `C:\a`, `\\s\a\b`, "file:///C:/%41", "file://h/a", "/\xff", "file://./a", `\\。\0`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if len(s) > 20_000 {
			return // a fuzzer kills what takes a second
		}
		checkPath(t, s)
		checkFileURL(t, s)
	})
}
