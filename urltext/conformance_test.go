package urltext_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"earl.example/urltext"
	"earl.example/whatwg"
)

var (
	hexPattern  = regexp.MustCompile(`%([0-9A-Fa-f]{2})`)
	nextPattern = regexp.MustCompile(` [𝑯𝑷𝑸𝑽𝑭𝑫]=`)
)

// folders are the folders with the official tests of UTS #58: the pinned copy, and the one that EARL_CONFORMANCE names.
func folders(t *testing.T) []string {
	all := []string{"testdata"}
	if folder := os.Getenv("EARL_CONFORMANCE"); folder != "" {
		all = append(all, filepath.Join(folder, "uts58"))
	}
	return all
}

func readLines(t *testing.T, folder, file string) []string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(folder, file))
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(strings.ReplaceAll(string(b), "\r\n", "\n"), "\n"), "\n")
}

// TestConformanceLinkDetection marks the links in each line of the official tests and compares the lines.
func TestConformanceLinkDetection(t *testing.T) {
	t.Parallel()
	for _, markup := range []bool{false, true} {
		checkDetection(t, urltext.FindOptions{BareDomains: true, Email: true, Markup: markup})
	}
}

func checkDetection(t *testing.T, opt urltext.FindOptions) {
	for _, folder := range folders(t) {
		cases, passed := 0, 0
		for _, line := range readLines(t, folder, "LinkDetectionTest.txt") {
			if strings.TrimSpace(line) == "" || strings.HasPrefix(line, "#") {
				continue
			}
			cases++
			text := strings.NewReplacer("⸠", "", "⸡", "").Replace(line)
			var b strings.Builder
			at := 0
			for m := range opt.Find(text) {
				b.WriteString(text[at:m.Start] + "⸠" + text[m.Start:m.End] + "⸡")
				at = m.End
			}
			if got := b.String() + text[at:]; got != line {
				t.Errorf("%s: links of\n%s, want\n%s", folder, got, line)
				continue
			}
			passed++
		}
		t.Logf("%s, Markup %v: %d of %d cases passed", folder, opt.Markup, passed, cases)
		if cases < 344 {
			t.Errorf("%s: %d cases, want 344 or more", folder, cases)
		}
	}
}

// A structure is the structure of a URL in a comment of LinkFormattingTest.txt.
type structure struct{ b strings.Builder }

// add writes a piece of the URL as programs write it: with the percent-encodings of the URL Standard, and the ones of the
// delimiters of the piece. part is a letter of the comment.
func (u *structure) add(part rune, piece string) {
	piece = hexPattern.ReplaceAllString(piece, "%25$1")
	s := u.b.String()
	switch part {
	case '𝑺', '𝑯':
		u.b.WriteString(piece)
	case '𝑷':
		u.b.WriteString("/" + strings.ReplaceAll(whatwg.PathSet.Encode(piece), "/", "%2F"))
	case '𝑸', '𝑽':
		delimiter := "="
		if part == '𝑸' {
			delimiter = "&"
			if !strings.Contains(s, "?") {
				delimiter = "?"
			}
		}
		piece = strings.NewReplacer("&", "%26", "=", "%3D", "+", "%2B").Replace(whatwg.SpecialQuerySet.Encode(piece))
		u.b.WriteString(delimiter + piece)
	case '𝑭':
		u.b.WriteString("#" + whatwg.FragmentSet.Encode(piece))
	case '𝑫':
		u.b.WriteString(":~:" + whatwg.FragmentSet.Encode(piece))
	default:
		panic(part)
	}
}

// TestConformanceLinkFormatting formats the URLs of the official tests.
func TestConformanceLinkFormatting(t *testing.T) {
	t.Parallel()
	for _, folder := range folders(t) {
		cases, passed := 0, 0
		lines := readLines(t, folder, "LinkFormattingTest.txt")
		for n, line := range lines {
			comment, ok := strings.CutPrefix(line, "# {")
			if !ok {
				continue
			}
			cases++
			var u structure
			rest := strings.TrimSuffix(strings.TrimSpace(comment), "}")
			for rest != "" {
				letter, size := utf8.DecodeRuneInString(rest)
				rest = rest[size+len("="):]
				end := len(rest)
				if at := nextPattern.FindStringIndex(rest); at != nil {
					end = at[0]
				}
				u.add(letter, rest[:end])
				rest = strings.TrimPrefix(rest[end:], " ")
			}
			want := lines[n+2]
			if got := urltext.Readable(u.b.String()); got != want {
				t.Errorf("%s: Readable(%q) = %q, want %q", folder, u.b.String(), got, want)
				continue
			}
			passed++
		}
		t.Logf("%s: %d of %d cases passed", folder, passed, cases)
		if cases < 55 {
			t.Errorf("%s: %d cases, want 55 or more", folder, cases)
		}
	}
}
