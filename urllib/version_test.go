package urllib

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"earl.example/internal/python/str"
	"earl.example/urlerr"
)

func TestParseVersion(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ in, want string }{
		{"3.8", "3.8.20"}, {"3.8.8", "3.8.8"}, {"3.9.25", "3.9.25"}, {"3.10.0", "3.10.0"},
		{"3.11.7", "3.11.7"}, {"3.12", "3.12.15"}, {"3.13", "3.13.18"}, {"3.13.0", "3.13.0"}, {"3.14", "3.14.10"},
		{"3.15", "3.15.2"}, {"3.15.0", "3.15.0"},
	} {
		v, err := ParseVersion(test.in)
		if err != nil || v.String() != test.want {
			t.Errorf("ParseVersion(%q) = %v, %v, want %s", test.in, v, err, test.want)
		}
		if again, err := ParseVersion(v.String()); err != nil || again != v {
			t.Errorf("%q does not survive as text: %v, %v", test.in, again, err)
		}
	}
	for _, in := range []string{
		"", "3", "3.", "3.7", "3.16", "3.8.7", "3.8.21", "3.9.1", "3.9.3", "3.13.99", "3.13.", "3.13.0.0",
		"3.15.3", "3.15.0rc3", "3.013", "3.13.00", "+3.13", "3.+13", "2.7.18", "3.264", "3.13 ", "urllib@3.9",
	} {
		if v, err := ParseVersion(in); !errors.Is(err, urlerr.UnknownName) || v != (Version{}) {
			t.Errorf("ParseVersion(%q) = %v, %v, want an unknown name", in, v, err)
		}
	}
	if got := (Version{}).String(); got != "3.15.2" {
		t.Errorf("Version{}.String() = %q, want 3.15.2", got)
	}
	if all := (Dialect{}).Releases(); len(all) != branches || all[0] != "3.8.20" || all[len(all)-1] != "3.15.2" {
		t.Errorf("Releases() = %v", all)
	}
	if MustParseVersion("3.15") != (Version{}) || MustParseVersion("3.15.2") != (Version{}) ||
		MustParseVersion("3.15.1") == (Version{}) {
		t.Error("the zero Version is not the newest 3.15")
	}
}

func TestMustParseVersionPanics(t *testing.T) {
	t.Parallel()
	defer func() {
		if recover() == nil {
			t.Error("an unknown release is taken")
		}
	}()
	MustParseVersion("2.7")
}

// TestChanges checks the table of changes itself: each behaviour has one row, and the releases of a row are in order.
func TestChanges(t *testing.T) {
	t.Parallel()
	var seen quirk
	for _, c := range changes {
		if seen&c.quirk != 0 || c.quirk&(c.quirk-1) != 0 {
			t.Errorf("%b has two rows, or a row has two quirks", c.quirk)
		}
		seen |= c.quirk
		since := str.ParseReleases(c.since)
		if !since.Include(newest) {
			t.Errorf("%v lacks %b, want all quirks", newest, c.quirk)
		}
		for i := 1; i < len(since); i++ {
			if since[i].Minor <= since[i-1].Minor || since[i].Patch == 0 {
				t.Errorf("%b has %v after %v, want a later branch that did not begin with it", c.quirk, since[i], since[i-1])
			}
		}
	}
	if allQuirks >= 1<<patchShift || slices.Max(newestPatch[:]) >= 1<<(minorShift-patchShift) {
		t.Errorf("quirks %b and patches up to %d do not fit into a Version", quirk(allQuirks), slices.Max(newestPatch[:]))
	}
	if seen != allQuirks {
		t.Errorf("rows for %b of %b", seen, quirk(allQuirks))
	}
}

func TestSchemes(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		version                  string
		relative, netloc, params int
	}{
		{"3.8", 19, 25, 15}, {"3.11.4", 19, 25, 15}, {"3.11.5", 20, 26, 16}, {"3.12", 20, 27, 16}, {"3.15", 20, 27, 16},
	} {
		all := Python{Version: MustParseVersion(test.version)}.Schemes()
		relative, netloc, params := all.UsesRelative, all.UsesNetloc, all.UsesParams
		if len(relative) != test.relative || len(netloc) != test.netloc || len(params) != test.params {
			t.Errorf("%s: %d, %d and %d schemes, want %d, %d and %d", test.version,
				len(relative), len(netloc), len(params), test.relative, test.netloc, test.params)
		}
		for _, scheme := range relative {
			if !slices.Contains(netloc, scheme) {
				t.Errorf("%s: %q is relative and has no netloc", test.version, scheme)
			}
		}
	}
}

func TestOwnSchemeLists(t *testing.T) {
	t.Parallel()
	none := Python{Lists: &SchemeLists{UsesRelative: []string{}, UsesNetloc: []string{}, UsesParams: []string{}}}
	if got, _ := none.Join("http://h/a", "b", URLOptions{}); got != "b" {
		t.Errorf("with no relative schemes Join gives %q, want b", got)
	}
	// The commonest schemes, which Join knows, are looked up too then.
	noRelative := Python{Lists: &SchemeLists{UsesRelative: []string{"s3"}}}
	noNetloc := Python{Lists: &SchemeLists{UsesNetloc: []string{"s3"}}}
	for _, version := range []string{"3.8", "3.13", "3.14", "3.15"} {
		noRelative.Version, noNetloc.Version = MustParseVersion(version), MustParseVersion(version)
		for _, test := range []struct{ base, ref, want string }{
			{"https://h/a/b", "c", "https:/a/c"},
			{"https://h/a/b", "../c", "https:/c"},
			{"https://h/a/b", "?q", "https:/a/b?q"},
			{"https://h/a/b", "//g/c", "https://g/c"},
			{"http://h/a/b", "c", "http:/a/c"},
		} {
			if got, err := noRelative.Join(test.base, test.ref, URLOptions{}); got != test.ref || err != nil {
				t.Errorf("%s without %s being relative: Join with %q = %q, %v", version, test.base, test.ref, got, err)
			}
			if got, err := noNetloc.Join(test.base, test.ref, URLOptions{}); got != test.want || err != nil {
				t.Errorf("%s without netloc for %s: Join with %q = %q, %v, want %q", version, test.base, test.ref, got, err,
					test.want)
			}
		}
	}
	if got, err := none.Unsplit(SplitResult[string]{Scheme: "file", Path: "/p"}, URLOptions{}); got != "file:/p" || err != nil {
		t.Errorf("with no netloc schemes Unsplit gives %q", got)
	}
	if got, _ := none.Parse("http://h/p;a", URLOptions{}); got.Params != "" || got.Path != "/p;a" {
		t.Errorf("with no params schemes Parse gives %q", got)
	}
	if lists := none.Schemes(); len(lists.UsesRelative) != 0 {
		t.Errorf("Schemes() = %q, want no relative schemes", lists)
	}
	lists := Python{}.Schemes()
	lists.UsesNetloc[1] = "changed"
	if again := (Python{}).Schemes(); again.UsesNetloc[1] == "changed" {
		t.Error("Schemes returns lists that can be changed for others")
	}
}

// TestSchemesOrder compares the lists with CPython's, in order.
func TestSchemesOrder(t *testing.T) {
	t.Parallel()
	old := Python{Version: MustParseVersion("3.11.7")}.Schemes()
	for _, test := range []struct {
		name string
		got  []string
		want string
	}{
		{"uses_relative", old.UsesRelative,
			" ftp http gopher nntp imap wais file https shttp mms prospero rtsp rtsps rtspu sftp svn svn+ssh ws wss"},
		{"uses_netloc", old.UsesNetloc,
			" ftp http gopher nntp telnet imap wais file mms https shttp snews prospero rtsp rtsps rtspu rsync svn " +
				"svn+ssh sftp nfs git git+ssh ws wss"},
		{"uses_params", old.UsesParams, " ftp hdl prospero http imap https shttp rtsp rtsps rtspu sip sips mms sftp tel"},
	} {
		if got := strings.Join(test.got, " "); got != test.want {
			t.Errorf("%s is %q, want %q", test.name, got, test.want)
		}
	}
	netloc := Python{}.Schemes().UsesNetloc
	if last := netloc[len(netloc)-1]; last != "itms-services" {
		t.Errorf("the last scheme of uses_netloc is %q, want itms-services", last)
	}
	oldest := Python{Version: MustParseVersion("3.8")}.Schemes()
	if got := strings.Join(oldest.UsesRelative, " "); strings.Contains(got, "rtsps") {
		t.Errorf("uses_relative of 3.8 is %q", got)
	}
	for i, list := range newestSchemes {
		for _, scheme := range list {
			if standard.builtin(scheme)&(1<<i) == 0 {
				t.Errorf("%q is in a list that builtin does not know", scheme)
			}
		}
	}
}
