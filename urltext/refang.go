package urltext

import (
	"strings"

	"earl.example/internal/text/ascii"
)

// Refang returns a URL that was made harmless as people do it, such as hxxp://example[.]com or meow://example.com, in
// its usual form. It replaces delimiters in brackets everywhere, and writes the schemes http and ftp in lower case.
func Refang(text string) string {
	text = brackets.Replace(text)
	begin := 0
	if slashes := strings.Index(text, "//"); slashes >= 0 {
		begin = slashes + len("//")
	}
	end := until(text, begin, `/\?#`)
	text = parentheses.Replace(text[:end]) + text[end:]
	name, rest, _ := strings.Cut(text, "://")
	name = ascii.ToLower(name)
	if plain := strings.TrimSuffix(name, "s"); schemes[plain] != "" {
		return schemes[plain] + name[len(plain):] + "://" + rest
	}
	return text
}

var (
	brackets = strings.NewReplacer("[.]", ".", "{.}", ".", "[dot]", ".", "[DOT]", ".", "[Dot]", ".", "[:]", ":",
		"[://]", "://", "[/]", "/", "[@]", "@", "[at]", "@")
	parentheses = strings.NewReplacer("(.)", ".", "(dot)", ".", "(DOT)", ".", "(Dot)", ".", "(:)", ":")
	schemes     = map[string]string{"http": "http", "hxxp": "http", "htxp": "http", "hxtp": "http", "h**p": "http",
		"meow": "http", "ftp": "ftp", "fxp": "ftp"}
)

// isHarmless reports whether s, the text after a host, begins with a dot or another delimiter that was made harmless,
// also in a way that [Refang] does not know.
func isHarmless(s string) bool {
	if s == "" || strings.IndexByte("[({", s[0]) < 0 {
		return false
	}
	mark := strings.TrimLeft(s[1:min(len(s), len("[  dot  ]"))], " ")
	for _, delimiter := range []string{"dot", ".", ":", "/", "@"} {
		if ascii.HasPrefixFold(mark, delimiter) {
			rest := strings.TrimLeft(mark[len(delimiter):], " ")
			return rest != "" && strings.IndexByte("])}", rest[0]) >= 0
		}
	}
	return false
}

// harmless finds the URL with the scheme before colon that was made harmless. It ends where a link ends whose text is
// the usual form of the URL.
func (f *linker) harmless(colon int) (m Match, ok bool) {
	slashes := strings.Index(f.text[colon:min(len(f.text), colon+len(":]//"))], "//")
	name := strings.TrimRight(f.text[f.after:colon], "[(")
	start := startOfScheme(f.text, f.after, f.after+len(name))
	if slashes < 0 || start == f.after+len(name) {
		return m, false
	}
	for _, stars := range []string{"h**p", "h**ps"} {
		if ascii.EqualFold(name[max(0, len(name)-len(stars)):], stars) {
			start = f.after + len(name) - len(stars)
		}
	}
	host := colon + slashes + len("//")
	end := until(f.text, host, "/?#"+afterURL)
	if strings.HasSuffix(f.text[:end], "[") && strings.HasPrefix(f.text[end:], "/]") {
		end += len("/]")
	}
	if begin := f.text[start:end]; ascii.EqualFold(Refang(begin), begin) {
		return m, false
	}
	most := min(len(f.text), end+mostHarmless)
	raw := f.text[start:until(f.text[:most], end, afterURL)]
	before := f.text[max(f.after, start-len("**")):start] // a mark there ends the link
	text := before + Refang(raw)
	inner := newLinker(text, FindOptions{Markup: f.opt.Markup})
	isShort := start+len(raw) < most || most == len(f.text)
	if m, ok = inner.next(); !ok || m.Start != len(before) || m.End == len(text) && !isShort {
		return Match{}, false
	}
	m.usual = m.raw
	rest := text[m.End:]
	if raw, ok = strings.CutSuffix(raw, rest); !ok { // another such URL follows
		parts := strings.SplitN(raw, rest[:1], strings.Count(m.usual, rest[:1])+2)
		raw = strings.Join(parts[:len(parts)-1], rest[:1])
	}
	m.Start, m.End, m.raw = start, start+len(raw), raw
	return m, Refang(raw) == m.usual
}

// mostHarmless is the number of bytes that such a URL can have after its host.
const mostHarmless = 2048

// afterURL has the ASCII characters that end any URL in a text.
const afterURL = " \t\r\n\v\f\"'<>`|"

// until returns the offset of the first of some characters at offset i or after it, or len(text).
func until(text string, i int, chars string) int {
	if n := strings.IndexAny(text[i:], chars); n >= 0 {
		return i + n
	}
	return len(text)
}
