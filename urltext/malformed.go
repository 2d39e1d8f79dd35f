package urltext

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"earl.example/internal/names/linkprop"
	"earl.example/internal/text/ascii"
	"earl.example/internal/text/percent"
)

// malformed finds the URL that begins at start, with an authority at begin, whether or not the authority is valid: see
// [FindOptions.Malformed].
func (f *linker) malformed(start, begin int) (Match, bool) {
	if begin >= f.authEnd {
		f.scanAuthority(begin)
	}
	host, end := max(f.authAt+1, begin), f.authEnd
	name := f.text[host:end]
	if i := strings.IndexAny(name, `\!(&=+`); i >= 0 {
		name = name[:i]
	}
	if before, _, ok := strings.Cut(name, "]"); ok && !strings.Contains(before, "[") {
		name = before
	}
	f.before = markupBefore(f.text, start)
	if f.opt.Markup {
		name = f.before.cut(name)
	}
	stop := host + len(name)
	if stop < end || !f.isPart(end) {
		if !strings.Contains(name, ":") {
			name = f.text[host:f.withoutProse(host, stop)]
		}
		name = strings.TrimRight(name, ".:-_。")
		end = host + len(name)
	}
	f.at = max(f.at, end)
	goesOn := stop < len(f.text) && strings.IndexByte("&=+", f.text[stop]) >= 0 && f.continues(stop+1) &&
		!(f.opt.Markup && isEntity(f.text[stop:]))
	if name == "" || goesOn || f.isPlaceholder(host, stop) || f.hasPlaceholder(begin, end) ||
		strings.Contains(name, "[") && !strings.Contains(name, "]") {
		return Match{}, false
	}
	last, _ := f.parts(start, end)
	if before, _, ok := strings.Cut(f.text[end:last], `\`); ok {
		last, _ = linkEnd(f.text[:end+len(before)], end, nil)
	}
	return Match{Start: start, End: last, raw: f.text[start:last]}, true
}

// scanAuthority sets f.authEnd and f.authAt for the authority that begins at offset i.
func (f *linker) scanAuthority(i int) {
	for ; i < len(f.text); i++ {
		f.authEnd = i
		switch c := f.text[i]; {
		case c == '@':
			f.authAt = i
		case c >= utf8.RuneSelf:
			r, size := utf8.DecodeRuneInString(f.text[i:])
			if r == utf8.RuneError && size == 1 || linkprop.TermOf(r) != linkprop.Include && !isWideDot(r) {
				return
			}
			i += size - 1
		case c == ',' || c == ';':
			if !strings.HasPrefix(f.text[i+1:], "@") {
				return
			}
		case c <= ' ' || strings.IndexByte("/?#\"'`<>^|)}\x7f", c) >= 0:
			return
		}
	}
	f.authEnd = i
}

// afterSlashes returns the offset after the slashes and backslashes at offset i. It returns 0 if there are fewer than
// two. In source code, "\/" is an escaped slash and "/\" can begin an escape of a regular expression, so only two forms
// count: slashes, and backslashes that no slash follows.
func (f *linker) afterSlashes(i int) int {
	for _, slash := range [...]string{`/`, `\`} {
		end := len(f.text) - len(strings.TrimLeft(f.text[i:], slash))
		if end >= i+2 && !strings.HasPrefix(f.text[end:], `/`) {
			return end
		}
	}
	return 0
}

// hasPlaceholder reports whether the authority from offset i to end has a placeholder, a wildcard or the escape of a
// letter in source code, or goes on with such an escape or an operator of a regular expression. An escape before "@"
// does not count after a text with a dot, which can be a host to some programs.
func (f *linker) hasPlaceholder(i, end int) bool {
	for begin := i; i < end; i++ {
		switch c := f.text[i]; {
		case c == '\\' && isLetter(f.text[i+1:]) && (i > f.authAt || !strings.Contains(f.text[begin:i], ".")),
			c == '{', c == '*', c == '%' && !percent.IsEscape(f.text, i):
			return true
		case c == '$' && i+1 < len(f.text) &&
			(ascii.Is(f.text[i+1], ascii.Alpha) || strings.IndexByte("_{(", f.text[i+1]) >= 0):
			return true
		}
	}
	return end < len(f.text) && (strings.IndexByte("(=+{*$%", f.text[end]) >= 0 ||
		f.text[end] == '\\' && isLetter(f.text[end+1:])) &&
		!(f.opt.Markup && f.text[end] == f.before.mark)
}

// isLetter reports whether s, after a backslash, begins with the rest of an escape of source code for a letter that is
// not ASCII, as in b\u00fccher or b\xfccher.
func isLetter(s string) bool {
	digits := map[byte]int{'u': 4, 'x': 2, 'U': 8}
	if s == "" || digits[s[0]] == 0 {
		return false
	}
	code, _, braced := strings.Cut(strings.TrimPrefix(s[1:min(len(s), 12)], "{"), "}")
	if !braced || s[1] != '{' {
		code = s[1:min(len(s), 1+digits[s[0]])]
	}
	r, err := strconv.ParseUint(code, 16, 32)
	return err == nil && r >= utf8.RuneSelf && unicode.IsLetter(rune(r))
}

// special reports whether name is a scheme for which browsers require a host, and accept backslashes as slashes.
func special(name string) bool {
	return isWeb(name) || ascii.EqualFold(name, "ftp") || ascii.EqualFold(name, "ws") || ascii.EqualFold(name, "wss")
}
