package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// origins returns texts in the format of the origins with the data of this repository, by address.
func origins(t *testing.T) map[string]string {
	t.Helper()
	texts := map[string]string{}
	lines := func(l list) []string {
		text, err := os.ReadFile(filepath.Join("..", "..", l.file))
		if err != nil {
			t.Fatal(err)
		}
		if l.convert == nil {
			texts[l.origins[0]] = string(text)
		}
		return strings.Split(strings.TrimSuffix(string(withoutComments(text)), "\n"), "\n")
	}
	for _, l := range lists {
		var tables [2]strings.Builder
		switch l.name {
		case "tlds":
			tables[0].WriteString("# Version 2026110100, Last Updated Sun Nov  1 07:07:01 2026 UTC\n")
		case "schemes":
			tables[0].WriteString("URI Scheme,Template,Description,Status,Well-Known URI Support,Reference,Notes\r\n")
		case "special":
			for i := range tables {
				tables[i].WriteString("Address Block,Name,RFC,Globally Reachable,Reserved-by-Protocol\n")
			}
		case "unicast":
			tables[0].WriteString("Prefix,Designation,Date,WHOIS,RDAP,Status,Note\n2d00::/8,IANA,1999-07-01,,,RESERVED,\"two\nlines\"\n")
		}
		for _, line := range lines(l) {
			fields := strings.SplitN(line, " ", 3)
			switch l.name {
			case "tlds":
				fmt.Fprintln(&tables[0], strings.ToUpper(line))
			case "schemes":
				name := strings.Replace(fields[0], "shttp", "shttp (OBSOLETE)", 1)
				fmt.Fprintf(&tables[0], "%s,prov/x,\"a, b\",%s,-,[%s][A_B],\r\n", name, strings.ToUpper(fields[1][:1])+fields[1][1:],
					strings.ReplaceAll(fields[2], ",", "]["))
			case "special":
				at := strings.Count(fields[0], ":")
				reachable := map[string]string{"yes": "True", "no": "False [1]", "-": "N/A [2]"}[fields[1]]
				fmt.Fprintf(&tables[min(at, 1)], "%s [3],\"%s\",[RFC1],%s,False\n", fields[0],
					strings.ReplaceAll(fields[2], `"`, `""`), reachable)
			case "unicast":
				prefix, owner, _ := strings.Cut(line, " ")
				fmt.Fprintf(&tables[0], "%s,%s,1999-07-01,whois.example,,ALLOCATED,\n", prefix, owner)
			}
		}
		for i, origin := range l.origins {
			if l.convert != nil {
				texts[origin] = tables[i].String()
			}
		}
	}
	return texts
}

// newRoot returns a folder with copies of the lists.
func newRoot(t *testing.T) string {
	t.Helper()
	root := t.TempDir()
	for _, l := range lists {
		text, err := os.ReadFile(filepath.Join("..", "..", l.file))
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(root, l.file), string(text))
	}
	return root
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// TestSame refreshes the lists from a server and from a folder that have the data of this repository.
func TestSame(t *testing.T) {
	texts := origins(t)
	folder := t.TempDir()
	for origin, text := range texts {
		write(t, filepath.Join(folder, strings.TrimPrefix(origin, "https://")), text)
	}
	server := httptest.NewServer(http.FileServer(http.Dir(folder)))
	defer server.Close()
	for _, from := range []string{folder, server.URL, server.URL + "/"} {
		root := newRoot(t)
		if err := refresh(root, from, "2026-11-28", true, nil); err != nil {
			t.Fatal(err)
		}
		for _, l := range lists {
			was, err := os.ReadFile(filepath.Join("..", "..", l.file))
			if err != nil {
				t.Fatal(err)
			}
			is, err := os.ReadFile(filepath.Join(root, l.file))
			if err != nil {
				t.Fatal(err)
			}
			if l.convert == nil && string(is) != string(was) || string(withoutComments(is)) != string(withoutComments(was)) {
				t.Errorf("%s from %s differs", l.file, from)
			}
			if l.convert != nil && !strings.Contains(string(is), "# As of 2026-11-28.\n") {
				t.Errorf("%s has no date: %.300s", l.file, is)
			}
		}
	}
}

// TestRejected checks that unusable origins change no file.
func TestRejected(t *testing.T) {
	for _, test := range []struct{ name, list, from, to, want string }{
		{"page of an error", "tlds", "COM\n", "<html>\n", `"<html>" is not a top-level domain`},
		{"other columns", "schemes", "URI Scheme", "Scheme", `no column "URI Scheme"`},
		{"not a scheme", "schemes", "\r\nhttp,", "\r\nh_t,", `"h_t" is not a scheme`},
		{"not a block", "special", "10.0.0.0/8", "10.0.0.0", "cannot read"},
		{"unknown answer", "special", ",True,", ",Maybe,", "cannot read"},
		{"not a prefix", "unicast", "2400::/12", "2400::", "no '/'"},
		{"not CSV", "unicast", "two\nlines\"", "two\nlines", "extraneous or missing"},
		{"cut list", "wpt", "", "[]", "the new list has 2 bytes"},
		{"not JSON", "wpt", "[", "<", "not JSON"},
	} {
		t.Run(test.name, func(t *testing.T) {
			texts := origins(t)
			folder := t.TempDir()
			for origin, text := range texts {
				if test.from == "" {
					text = test.to
				} else {
					text = strings.ReplaceAll(text, test.from, test.to)
				}
				write(t, filepath.Join(folder, strings.TrimPrefix(origin, "https://")), text)
			}
			root := newRoot(t)
			err := refresh(root, folder, "2026-11-28", true, []string{test.list})
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want %q", err, test.want)
			}
			for _, l := range lists {
				was, _ := os.ReadFile(filepath.Join("..", "..", l.file))
				is, _ := os.ReadFile(filepath.Join(root, l.file))
				if string(was) != string(is) {
					t.Errorf("%s has changed", l.file)
				}
			}
		})
	}
	root := newRoot(t)
	for _, err := range []error{
		refresh(root, t.TempDir(), "2026-11-28", true, nil),
		refresh(root, "http://127.0.0.1:1", "2026-11-28", true, nil),
		refresh(root, "", "2026-11-28", true, []string{"tld"}),
	} {
		if err == nil {
			t.Error("no error")
		}
	}
}
