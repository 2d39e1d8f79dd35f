package show

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"earl.example"
	"earl.example/internal/testing/urltest"
	"earl.example/reading"
)

// mark cuts a text like "[scheme:http]://[host:h]" into a text and its parts.
func mark(marked string) (text string, parts []Part) {
	for {
		before, rest, ok := strings.Cut(marked, "«")
		text += before
		if !ok {
			return text, parts
		}
		var name, part string
		name, rest, _ = strings.Cut(rest, ":")
		part, marked, _ = strings.Cut(rest, "»")
		parts = append(parts, Part{Name: name, Start: len(text), End: len(text) + len(part), Color: "1"})
		text += part
	}
}

func TestDrawing(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, marked string
		style        Style
		want         string
	}{
		{"wide", "«scheme:https»://«username:me»@«host:example.com»:«port:8042»«path:/a»?«query:b»#«fragment:c»",
			Style{Columns: 80}, `
https://me@example.com:8042/a?b#c
└─┬─┘   ├┘ └────┬────┘ └┬─┘├┘ │ │
scheme  │      host     │  │  │ fragment
        username        │  │  query
                        │  path
                       port
`},
		{"ASCII", "«scheme:https»://«host:h»«path:/a»", Style{Columns: 80, ASCII: true}, `
https://h/a
\_|_/   ||/
scheme  |path
        host
`},
		{"colours", "«scheme:ab»:«path:c»", Style{Columns: 80, Color: true}, "\n" +
			"\x1b[1mab\x1b[0m:\x1b[1mc\x1b[0m\n\x1b[1m├┘\x1b[0m \x1b[1m│\x1b[0m\n\x1b[1m│\x1b[0m  " +
			"\x1b[1mpath\x1b[0m\n\x1b[1mscheme\x1b[0m\n"},
		{"no parts", "abc", Style{Columns: 80}, "\nabc\n"},
		{"nothing", "", Style{Columns: 80}, "\n\n"},
		{"narrow", "«scheme:http»://«host:www.example.com»«path:/a/long/path/of/many/segments»?«query:q»",
			Style{Columns: 30}, `
http://www.example.com/a
└┬─┘   └──────┬──────┘├─
scheme       host     path

/long/path/of/many/segme
───────────┬────────────
          path

nts?q
─┬┘ │
 │  query
path
`},
		{"folded before a part", "«scheme:http»://«host:www.example.com»«path:/a/long/path/»", Style{Columns: 30}, `
http://www.example.com
└┬─┘   └──────┬──────┘
scheme       host

/a/long/path/
└─────┬─────┘
     path
`},
		{"wide characters, accents", "«scheme:http»://«host:例え.テスト»/«path:e\u0301»", Style{Columns: 80}, `
http://例え.テスト/é
└┬─┘   └────┬────┘ │
scheme     host    path
`},
		{"an accent at the start of a part", "«host:a»«path:\u0301b»«query:\u0301»", Style{Columns: 80}, `
a\u0301b\u0301
│└──┬──┘└─┬──┘
│  path query
host
`},
		{"what is escaped", "«host:\u202ea\x00\xff»«path:\u0301אب»", Style{Columns: 80}, `
\u202ea\x00\xff\u0301\u05d0\u0628
└──────┬──────┘└───────┬────────┘
      host            path
`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			text, parts := mark(tt.marked)
			if got := "\n" + Drawing(text, parts, tt.style); got != tt.want {
				t.Errorf("%s\nwant%s", got, tt.want)
			}
		})
	}
}

var sgr = regexp.MustCompile("\x1b\\[[0-9;]*m")

// FuzzEachPartHasItsBracket: the text is there as a whole; below each piece of a
// part is a bracket that covers its columns and no others, and from its middle a
// line leads to its name; and nothing is wider than the terminal. Colours change
// nothing.
func FuzzEachPartHasItsBracket(f *testing.F) {
	for _, s := range []string{"", "http://h/", "http://例え/é?q", "\x00\u202e\xff", strings.Repeat("long/", 60),
		"ＡＢ\u0301\ufe0f", "e\u0301\u0302x"} {
		for _, columns := range []uint8{0, 40, 80} {
			f.Add(s, columns, uint64(0b10110), false)
			f.Add(s, columns, uint64(0xa5a5a5a5a5a5), true)
		}
	}
	names := []string{"scheme", "username", "host", "port", "path", "query", "fragment"}
	f.Fuzz(func(t *testing.T, text string, columns uint8, cuts uint64, ascii bool) {
		if len(text) > 2000 {
			t.Skip()
		}
		// Each byte of cuts is the length of a part, or of the text between two.
		var parts []Part
		at := 0
		for i := 0; cuts != 0 && len(parts) < len(names); i++ {
			n := int(cuts & 15)
			cuts >>= 4
			end := min(at+n, len(text))
			for end < len(text) && !utf8.RuneStart(text[end]) {
				end++
			}
			if i%2 == 0 && end > at {
				parts = append(parts, Part{Name: names[len(parts)], Start: at, End: end, Color: "31"})
			}
			at = end
		}
		style := Style{Columns: int(columns), ASCII: ascii}
		got := Drawing(text, parts, style)
		style.Color = true
		if colored := Drawing(text, parts, style); sgr.ReplaceAllString(colored, "") != got {
			t.Fatalf("coloured:\n%s\nplain:\n%s", colored, got)
		}
		checkDrawing(t, got, text, parts, max(fewest, int(columns)))
	})
}

// checkDrawing reads a drawing line by line.
func checkDrawing(t *testing.T, got, text string, parts []Part, columns int) {
	t.Helper()
	var bounds []int
	for _, p := range parts {
		bounds = append(bounds, p.Start, p.End)
	}
	rest := glyphs(text, bounds)
	named := map[string]bool{}
	for _, block := range strings.Split(strings.TrimSuffix(got, "\n"), "\n\n") {
		lines := strings.Split(block, "\n")
		// The text, and which part is in each of its columns.
		var owner []int
		for line := lines[0]; line != ""; rest = rest[1:] {
			if len(rest) == 0 || !strings.HasPrefix(line, rest[0].text) {
				t.Fatalf("%q is not in %q\n%s", line, text, got)
			}
			line = line[len(rest[0].text):]
			part := slices.IndexFunc(parts, func(p Part) bool { return p.Start <= rest[0].at && rest[0].at < p.End })
			owner = append(owner, slices.Repeat([]int{part}, rest[0].columns)...)
		}
		if len(owner) > columns {
			t.Fatalf("%d columns:\n%s", len(owner), got)
		}
		below := make([][]rune, len(lines)-1)
		for i, line := range lines[1:] {
			below[i] = []rune(line)
			if len(below[i]) > columns {
				t.Fatalf("%d columns:\n%s", len(below[i]), got)
			}
		}
		cell := func(line, column int) rune {
			if line >= len(below) || column >= len(below[line]) {
				return ' '
			}
			return below[line][column]
		}
		for column, part := range owner {
			if (cell(0, column) == ' ') != (part < 0) {
				t.Fatalf("column %d of the brackets:\n%s", column, got)
			}
		}
		if len(below) > 0 && len(below[0]) > len(owner) {
			t.Fatalf("brackets below nothing:\n%s", got)
		}
		for column := 0; column < len(owner); {
			part, begin := owner[column], column
			for column < len(owner) && owner[column] == part {
				column++
			}
			if part < 0 {
				continue
			}
			tick, line := begin+(column-begin-1)/2, 1
			for strings.ContainsRune("│|", cell(line, tick)) {
				line++
			}
			name := []rune(parts[part].Name)
			if line >= len(below) || !nameCovers(below[line], name, tick) {
				t.Fatalf("no line leads to %s:\n%s", string(name), got)
			}
			named[string(name)] = true
		}
	}
	if len(rest) > 0 || len(named) < len(parts) {
		t.Fatalf("%d glyphs and %d names are missing:\n%s", len(rest), len(parts)-len(named), got)
	}
}

// nameCovers reports whether a name in a line covers a column.
func nameCovers(line, name []rune, column int) bool {
	for at := max(0, column-len(name)+1); at <= column; at++ {
		if at+len(name) <= len(line) && slices.Equal(line[at:at+len(name)], name) {
			return true
		}
	}
	return false
}

// TestVisibleAfterPlainText: plain text changes nothing after it.
func TestVisibleAfterPlainText(t *testing.T) {
	t.Parallel()
	for _, s := range []string{"", "e\u0301", "\u0301", "\\\u0301", "日本", "\x1b[2J", "a\xff", "א", "a\ufe0f", "\t"} {
		var want string
		columns := 0
		for _, g := range glyphs("plain"+s, nil) {
			want += g.text
			columns += g.columns
		}
		if got, n := Visible("plain"+s), Columns("plain"+s); got != want || n != columns {
			t.Errorf("%q: %q in %d columns, want %q in %d", s, got, n, want, columns)
		}
	}
}

// TestCut: a text that is too wide is cut so that it fits with an ellipsis, and no shorter.
func TestCut(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		s     string
		width int
		want  string
	}{
		{"", 0, ""}, {"abc", 3, "abc"}, {"abcd", 3, "ab…"}, {"abc", 1, "…"}, {"abc", 0, "…"}, {"abc", -5, "…"},
		{"日本", 4, "日本"}, {"日本", 3, "日…"}, {"日本", 2, "…"}, {"a日本", 4, "a日…"},
		{"e\u0301e\u0301", 2, "e\u0301e\u0301"}, {"e\u0301e\u0301e", 2, "e\u0301…"}, {`\xff\xff`, 5, `\xff…`},
	} {
		if got := Cut(tt.s, tt.width); got != tt.want {
			t.Errorf("%q in %d columns: %q, want %q", tt.s, tt.width, got, tt.want)
		}
	}
}

// FuzzCutIsLongest: the cut text fits, and one character more would not.
func FuzzCutIsLongest(f *testing.F) {
	for _, s := range []string{"abc", "日本", "e\u0301", "a\u0301\u0302日"} {
		f.Add(s, 2)
	}
	f.Fuzz(func(t *testing.T, s string, width int) {
		s = Visible(s)
		if width %= 100; width < 1 || len(s) > 1000 { // the wanted result takes quadratic time
			t.Skip()
		}
		want := s
		if Columns(s) > width {
			for i := range s {
				if Columns(s[:i]) < width {
					want = s[:i] + "…"
				}
			}
		}
		if got := Cut(s, width); got != want {
			t.Fatalf("%q in %d columns: %q, want %q", s, width, got, want)
		}
	})
}

// TestCutInLinearTime: however long the text is.
func TestCutInLinearTime(t *testing.T) {
	urltest.Megabytes(t)
	for _, unit := range []string{"a", "é", "日", "e\u0301", "\u0301"} {
		text := Visible(strings.Repeat(unit, 1<<17))
		urltest.Linear(t, unit, text, func(s string) { Cut(s, 40); Cut(s, len(s)/2) })
	}
}

// TestParts checks the names of the parts, and of the empty ones. An empty path is not among them.
func TestParts(t *testing.T) {
	t.Parallel()
	for url, want := range map[string]string{
		"http://u@h:8/p?q#f": "[scheme username host port path query fragment] []",
		"http://h":           "[scheme host] []",
		"http://@h:/?#":      "[scheme host path] [username port query fragment]",
		"":                   "[] []",
	} {
		var r reading.Reading
		earl.MustParseDialect("rfc3986").Read(&r, url)
		parts, empty := Parts(&r)
		names := []string{}
		for _, p := range parts {
			names = append(names, p.Name)
		}
		if got := fmt.Sprint(names, " ", empty); got != want {
			t.Errorf("Parts of %q: %s, want %s", url, got, want)
		}
	}
}

// TestNarrowDrawing checks that a drawing for a narrower terminal has 24 columns.
func TestNarrowDrawing(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ length, columns, rows int }{{24, 0, 1}, {25, 0, 2}, {25, 24, 2}, {25, 25, 1}, {49, 0, 3}} {
		got := Drawing(strings.Repeat("a", tt.length), nil, Style{Columns: tt.columns})
		if rows := len(strings.Fields(got)); rows != tt.rows {
			t.Errorf("Drawing of %d characters in %d columns has %d rows, want %d", tt.length, tt.columns, rows, tt.rows)
		}
	}
}
