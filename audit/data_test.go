package audit

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
)

// dataRows calls do with the text and the source of each row of a data file.
func dataRows(t *testing.T, file string, do func(text, source string)) {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		text, source, _ := strings.Cut(lines.Text(), "#")
		if text = strings.TrimSpace(text); text != "" {
			do(text, strings.TrimSpace(source))
		}
	}
}

// TestPortsFile checks that each row of ports.txt has a source and its effect.
func TestPortsFile(t *testing.T) {
	t.Parallel()
	section := ""
	n, seen := map[string]int{}, map[string]bool{}
	mismatch := func(policy Policy, url string) bool {
		e, ok := errors.AsType[*PolicyError](policy.Check(url))
		return ok && e.Finding.ID == "port-scheme-mismatch"
	}
	dataRows(t, "ports.txt", func(text, source string) {
		if text[0] == '[' {
			section = text
			return
		}
		n[section]++
		if source == "" {
			t.Errorf("%q has no source", text)
		}
		f := strings.Fields(text)
		if row := section + f[0]; seen[row] {
			t.Errorf("%s has %s twice, want it once", section, f[0])
		} else {
			seen[row] = true
		}
		switch section {
		case "[services]", "[blocked]", "[web]":
			want := section != "[web]"
			if port := number(f[0]); (port > 1023) != want {
				t.Errorf("%s has the port %d, want ports above 1023: %v", section, port, want)
			}
			for name, policy := range map[string]Policy{"Strict": Strict(), "Web": Web(), "Webhook": Webhook()} {
				if url := "https://example.com:" + f[0] + "/"; mismatch(policy, url) != want {
					t.Errorf("%s().Check(%q) = %v, want port-scheme-mismatch: %v", name, url, policy.Check(url), want)
				}
			}
		case "[schemes]":
			if got := strings.Trim(fmt.Sprint(ports()[f[0]]), "[]"); got != strings.Join(f[1:], " ") {
				t.Errorf("the ports of %s are %s, want %s", f[0], got, f[1:])
			}
			policy := Policy{Schemes: []string{f[0]}}
			for _, port := range f[1:] {
				if url := f[0] + "://example.com:" + port + "/"; mismatch(policy, url) {
					t.Errorf("Check(%q) = %v, want another result", url, policy.Check(url))
				}
			}
			if url := f[0] + "://example.com:7/"; !mismatch(policy, url) {
				t.Errorf("Check(%q) = %v, want port-scheme-mismatch", url, policy.Check(url))
			}
		default:
			t.Errorf("%q is in the section %q", text, section)
		}
	})
	for section, rows := range n {
		want := len(ports()[section])
		if section == "[schemes]" {
			want = len(ports()) - (len(n) - 1)
		}
		if rows != want {
			t.Errorf("%s has %d rows and its table %d, want as many", section, rows, want)
		}
	}
	for _, port := range []int{1100, 8000, 8080, 8443, 9443, 65535} {
		if err := Strict().Check("https://example.com:" + strconv.Itoa(port) + "/"); err != nil {
			t.Errorf("Strict().Check of port %d = %v, want nil", port, err)
		}
	}
}

// TestNamesFile checks that each row of names.txt has a source, and that the names of its section are not public.
func TestNamesFile(t *testing.T) {
	t.Parallel()
	n, section := 0, ""
	dataRows(t, "names.txt", func(text, source string) {
		if strings.HasPrefix(text, "[") {
			section = strings.ReplaceAll(text[:strings.IndexByte(text, ']')+1], ", machine]", "]")
			return
		}
		n++
		if source == "" {
			t.Errorf("%q has no source", text)
		}
		for host, want := range map[string]bool{
			text: section != "[below]", text + ".": section != "[below]",
			"a." + text: section != "[itself]", "a.b." + text: section != "[itself]",
		} {
			// a name below one name can be another name of the file, such as traefik.me
			if got := ParseHost(host).Internal() != ""; got != want && (want || text != "traefik.me") {
				t.Errorf("ParseHost(%q).Internal() = %q, want a reason: %v", host, ParseHost(host).Internal(), want)
			}
		}
		for _, host := range []string{"x" + text, text + ".example"} {
			// all names below internal are private
			if why := ParseHost(host).Internal(); (why != "") != strings.HasSuffix(host, ".internal") {
				t.Errorf("ParseHost(%q).Internal() = %q, want none", host, why)
			}
		}
	})
	rows := 0
	for _, all := range internalByLabel() {
		rows += len(all)
	}
	if n != rows {
		t.Errorf("names.txt has %d rows and internalByLabel %d, want as many", n, rows)
	}
	if why := ParseHost("a.nip.io").Internal(); !strings.Contains(why, "nip.io") {
		t.Errorf("the reason of nip.io is %q, want its name in it", why)
	}
}

// TestLists checks that each list of lists.txt that the code names has items, and no other list.
func TestLists(t *testing.T) {
	t.Parallel()
	names := strings.Fields("active archive devices hostless lines local machine metadata paths programs readers sockets stacks top wrapper")
	for _, name := range names {
		if len(list(name)) < 3 {
			t.Errorf("the list %s is %q, want items", name, list(name))
		}
	}
	if len(lists()) != len(names) {
		t.Errorf("there are %d lists, want %d", len(lists()), len(names))
	}
}
