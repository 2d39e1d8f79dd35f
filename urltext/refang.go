package urltext

import (
	"strings"

	"earl.example/internal/model"
	"earl.example/internal/text/ascii"
	"earl.example/rfc3986"
)

// Refang returns a URL that was made harmless as people do it, such as hxxp://example[.]com, in its usual form. It
// returns any other text unchanged, except that http and ftp are in lower case.
func Refang(text string) string {
	text = brackets.Replace(text)
	begin := 0
	if slashes := strings.Index(text, "//"); slashes >= 0 {
		begin = slashes + len("//")
	}
	end := model.Index(text, begin, len(text), `/\?#`)
	text = parentheses.Replace(text[:end]) + text[end:]
	name, rest, _ := strings.Cut(text, "://")
	name = ascii.ToLower(name)
	if plain := strings.TrimSuffix(name, "s"); schemes[plain] != "" {
		return schemes[plain] + name[len(plain):] + "://" + rest
	}
	return text
}

var (
	brackets = strings.NewReplacer("[.]", ".", "[dot]", ".", "[DOT]", ".", "[:]", ":", "[://]", "://", "[/]", "/",
		"[@]", "@", "[at]", "@", "{.}", ".")
	parentheses = strings.NewReplacer("(.)", ".", "(dot)", ".", "(:)", ":")
	schemes     = map[string]string{"http": "http", "hxxp": "http", "htxp": "http", "hxtp": "http", "h**p": "http",
		"meow": "http", "ftp": "ftp", "fxp": "ftp"}
)

// isHarmless reports whether s, the text after a host, begins with a dot or a colon that was made harmless.
func isHarmless(s string) bool {
	if s == "" || strings.IndexByte("[({", s[0]) < 0 {
		return false
	}
	mark := s[:min(len(s), len("[dot]"))]
	return parentheses.Replace(brackets.Replace(mark))[0] != s[0]
}

// harmless finds the URL with the scheme before colon that was made harmless. It ends where a link ends whose text is
// the usual form of the URL.
func (f *linker) harmless(colon int) (m Match, ok bool) {
	slashes := strings.Index(f.text[colon:min(len(f.text), colon+len(":]//"))], "//")
	if slashes < 0 {
		return m, false
	}
	name := strings.TrimRight(f.text[f.after:colon], "[(")
	start := startOfScheme(f.text, f.after, f.after+len(name))
	for _, stars := range []string{"h**p", "h**ps"} {
		if ascii.EqualFold(name[max(0, len(name)-len(stars)):], stars) {
			start = f.after + len(name) - len(stars)
		}
	}
	host := colon + slashes + len("//")
	end := model.Index(f.text, host, len(f.text), "/?#"+afterURL)
	if begin := f.text[start:end]; ascii.EqualFold(Refang(begin), begin) {
		return m, false
	}
	most := min(len(f.text), end+mostHarmless)
	raw := f.text[start:model.Index(f.text, end, most, afterURL)]
	f.at = start + len(raw)
	before := f.text[max(f.after, start-len("**")):start] // a mark there ends the link
	text := before + Refang(raw)
	inner := newLinker(text, FindOptions{Markup: f.opt.Markup})
	if m, ok = inner.next(); !ok || m.Start != len(before) || m.End == len(text) && f.at == most && most < len(f.text) {
		return Match{}, false
	}
	rest := text[m.End:]
	raw, ok = strings.CutSuffix(raw, rest)
	if !ok { // another such URL follows
		raw, _, _ = strings.Cut(raw, rest[:1])
	}
	if m.ref = m.Ref(); m.ref == (rfc3986.Ref{}) { // it has letters of other scripts
		m.ref, _ = rfc3986.Parse(m.URL().Href())
	}
	usual := m.raw
	m.Start, m.End, m.raw = start, start+len(raw), raw
	return m, Refang(raw) == usual
}

// mostHarmless is the number of bytes that such a URL can have after its host.
const mostHarmless = 2048

// afterURL has the ASCII characters that end any URL in a text.
const afterURL = " \t\r\n\v\f\"'<>`|"
