// Refresh reads lists of IANA and the web platform tests from their origins and writes the copies in this repository.
// Without arguments it reads all lists:
//
//	go run ./refresh [-n] [-from PLACE] [tlds] [schemes] [special] [unicast] [wpt]
//
// It prints whether each list has changed. With -n, it writes nothing. PLACE is a folder or a URL with copies of the
// origins: PLACE/data.iana.org/TLD/tlds-alpha-by-domain.txt, and so on.
package main

import (
	"bytes"
	"cmp"
	"crypto/sha1"
	"encoding/csv"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"net/netip"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

const (
	assignments = "https://www.iana.org/assignments/"
	wptOrigin   = "https://raw.githubusercontent.com/web-platform-tests/wpt/master/url/resources/"
	wptFolder   = "whatwg/testdata/wpt/"
)

// A list is a file of this repository that is made from files of other places.
type list struct {
	name    string
	file    string
	origins []string
	convert func(texts [][]byte) ([]string, error) // returns the lines, or nil if the text of the origin is copied
}

var lists = []list{
	{"tlds", "internal/names/tld/tlds.txt", []string{"https://data.iana.org/TLD/tlds-alpha-by-domain.txt"},
		topLevelDomains},
	{"schemes", "internal/names/scheme/schemes.txt", []string{assignments + "uri-schemes/uri-schemes-1.csv"}, schemes},
	{"special", "internal/names/ipaddr/testdata/iana.txt",
		[]string{assignments + "iana-ipv4-special-registry/iana-ipv4-special-registry-1.csv",
			assignments + "iana-ipv6-special-registry/iana-ipv6-special-registry-1.csv"}, specialBlocks},
	{"unicast", "internal/names/ipaddr/unicast.txt",
		[]string{assignments + "ipv6-unicast-address-assignments/ipv6-unicast-address-assignments.csv"}, unicastBlocks},
	wpt("urltestdata"), wpt("setters_tests"), wpt("toascii"), wpt("percent-encoding"), wpt("IdnaTestV2"),
}

// wpt returns a file of the web platform tests.
func wpt(name string) list {
	return list{"wpt", wptFolder + name + ".json", []string{wptOrigin + name + ".json"}, nil}
}

func main() {
	only := flag.Bool("n", false, "write nothing")
	from := flag.String("from", "", "folder or URL with copies of the origins")
	flag.Parse()
	if err := refresh("..", *from, time.Now().UTC().Format(time.DateOnly), !*only, flag.Args()); err != nil {
		fmt.Fprintf(os.Stderr, "refresh: %v\n", err)
		os.Exit(1)
	}
}

// refresh writes the lists with the given names, or all of them, below root. It stops at the first error. The lists
// before it are then written, and no file is written in part.
func refresh(root, from, date string, writes bool, names []string) error {
	for _, name := range names {
		if !slices.ContainsFunc(lists, func(l list) bool { return l.name == name }) {
			return fmt.Errorf("%s must be one of tlds, schemes, special, unicast, wpt", name)
		}
	}
	for _, l := range lists {
		if len(names) > 0 && !slices.Contains(names, l.name) {
			continue
		}
		if err := l.refresh(root, from, date, writes); err != nil {
			return fmt.Errorf("%s: %w", l.file, err)
		}
	}
	return nil
}

func (l list) refresh(root, from, date string, writes bool) error {
	var texts [][]byte
	for _, origin := range l.origins {
		text, err := read(origin, from)
		if err != nil {
			return err
		}
		texts = append(texts, text)
	}
	file := filepath.Join(root, filepath.FromSlash(l.file))
	old, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	text := texts[0]
	if l.convert == nil {
		if !json.Valid(text) {
			return errors.New("the origin is not JSON")
		}
	} else {
		lines, err := l.convert(texts)
		if err != nil {
			return err
		}
		head, _, _ := strings.Cut(string(old), "# From ") // the comment that explains the lines
		text = []byte(head + "# From " + strings.Join(l.origins, "\n# and ") + "\n# As of " + date + ".\n" +
			strings.Join(lines, "\n") + "\n")
	}
	if is, was := len(withoutComments(text)), len(withoutComments(old)); is < was*4/5 {
		return fmt.Errorf("the new list has %d bytes, the old one %d: remove the lines of the file if this is right", is, was)
	}
	if writes {
		if err := os.WriteFile(file, text, 0o666); err != nil {
			return err
		}
	}
	state := "unchanged"
	if !bytes.Equal(withoutComments(old), withoutComments(text)) {
		state = "changed"
	}
	object := sha1.Sum(fmt.Appendf(nil, "blob %d\x00%s", len(text), text))
	fmt.Printf("%-10s %s, git object %x\n", state, l.file, object)
	return nil
}

func withoutComments(text []byte) []byte {
	return regexp.MustCompile(`(?m)^#.*\n`).ReplaceAll(text, nil)
}

// read returns the text at a URL, or the copy of it in from.
func read(origin, from string) ([]byte, error) {
	place := origin
	if from != "" {
		place = strings.TrimSuffix(from, "/") + "/" + strings.TrimPrefix(origin, "https://")
	}
	if !strings.Contains(place, "://") {
		return os.ReadFile(filepath.FromSlash(place))
	}
	client := http.Client{Timeout: time.Minute}
	response, err := client.Get(place)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s: %s", place, response.Status)
	}
	text, err := io.ReadAll(io.LimitReader(response.Body, 16<<20))
	if err == nil && len(text) == 0 {
		err = fmt.Errorf("%s is empty", place)
	}
	return text, err
}

var label = regexp.MustCompile(`^[a-z0-9-]{2,63}$`)

func topLevelDomains(texts [][]byte) (names []string, err error) {
	for line := range strings.Lines(string(texts[0])) {
		name := strings.ToLower(strings.TrimSpace(line))
		if name == "" || name[0] == '#' {
			continue
		}
		if !label.MatchString(name) {
			return nil, fmt.Errorf("%q is not a top-level domain", name)
		}
		names = append(names, name)
	}
	slices.Sort(names)
	return slices.Compact(names), nil
}

// rows returns the named columns of a table in CSV with a line of names.
func rows(text []byte, columns ...string) ([][]string, error) {
	all, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil || len(all) == 0 {
		return nil, cmp.Or(err, errors.New("the table is empty"))
	}
	var picked [][]string
	for _, record := range all[1:] {
		var row []string
		for _, column := range columns {
			at := slices.Index(all[0], column)
			if at < 0 {
				return nil, fmt.Errorf("no column %q in %q", column, all[0])
			}
			row = append(row, strings.Join(strings.Fields(record[at]), " "))
		}
		picked = append(picked, row)
	}
	return picked, nil
}

var (
	rfc        = regexp.MustCompile(`RFC\d+`)
	footnote   = regexp.MustCompile(` ?\[[^\]]*\]`)
	schemeName = regexp.MustCompile(`^[a-z][a-z0-9+.-]*$`)
)

func schemes(texts [][]byte) (lines []string, err error) {
	table, err := rows(texts[0], "URI Scheme", "Status", "Reference")
	for _, row := range table {
		name, _, _ := strings.Cut(strings.ToLower(row[0]), " ") // "shttp (OBSOLETE)"
		if !schemeName.MatchString(name) {
			return nil, fmt.Errorf("%q is not a scheme", row[0])
		}
		rfcs := cmp.Or(strings.Join(rfc.FindAllString(row[2], -1), ","), "-")
		lines = append(lines, name+" "+cmp.Or(strings.ToLower(row[1]), "-")+" "+rfcs)
	}
	slices.Sort(lines)
	return lines, err
}

var reachability = map[string]string{"True": "yes", "False": "no", "N/A": "-", "": "-"}

func specialBlocks(texts [][]byte) (lines []string, err error) {
	for _, text := range texts {
		table, err := rows(text, "Address Block", "Name", "Globally Reachable")
		if err != nil {
			return nil, err
		}
		for _, row := range table {
			reachable := reachability[footnote.ReplaceAllString(row[2], "")]
			for block := range strings.SplitSeq(footnote.ReplaceAllString(row[0], ""), ",") {
				block = strings.TrimSpace(block)
				if _, err := netip.ParsePrefix(block); err != nil || reachable == "" {
					return nil, fmt.Errorf("cannot read %q: %v", row, err)
				}
				lines = append(lines, fmt.Sprintf("%s %s %s", block, reachable, footnote.ReplaceAllString(row[1], "")))
			}
		}
	}
	return lines, nil
}

func unicastBlocks(texts [][]byte) (lines []string, err error) {
	table, err := rows(texts[0], "Prefix", "Designation", "Status")
	for _, row := range table {
		prefix, err := netip.ParsePrefix(row[0])
		if err != nil {
			return nil, err
		}
		if row[2] == "ALLOCATED" {
			lines = append(lines, fmt.Sprintf("%v %s", prefix, footnote.ReplaceAllString(row[1], "")))
		}
	}
	return lines, err
}
