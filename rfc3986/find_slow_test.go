package rfc3986_test

import (
	"regexp"
	"slices"
	"strings"

	"earl.example/internal/names/scheme"
	"earl.example/rfc3986"
)

var (
	anglePattern  = regexp.MustCompile(`^<([\t-\r ]*)((?i:url:[\t-\r ]*)?)([^<>"]*)>`)
	quotePattern  = regexp.MustCompile(`^"()((?i:url:[\t-\r ]*)?)([^<>"]*)"`)
	markPattern   = regexp.MustCompile(`[\n\r][\t-\r >]*`)
	spacePattern  = regexp.MustCompile(`[\t-\r ]+`)
	schemePattern = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]*:`)
	lettersBefore = regexp.MustCompile(`[A-Za-z][A-Za-z0-9+.-]*$`)
	runPattern    = regexp.MustCompile(`^([A-Za-z][A-Za-z0-9+.-]*://([A-Za-z0-9._~:@!$&'()*+,;=%-]*@)?\[[\w.~!$&'()*+,;=:-]*\])?[A-Za-z0-9._~:/?#@!$&'()*+,;=%-]*`)
	tailPattern   = regexp.MustCompile(`[.,;:!?(]$`)
	hyphenPattern = regexp.MustCompile(`-[\t-\r ]*[\n\r][\t-\r ]*`)
	noPathPattern = regexp.MustCompile(`^[^:]*:(//[^/?#]*)?$`)
)

// A found is what the slow twin of Find says of a match.
type found struct {
	start, end int
	ref        string
	by         rfc3986.Delimiter
	hyphens    rfc3986.Hyphens
}

// slowFind is Find as its documentation tells it, tried at every offset with
// nothing saved.
func slowFind(text string, opt rfc3986.FindOptions) (all []found) {
	after := 0
	for i := 0; i < len(text); i++ {
		if i < after {
			continue
		}
		m, end, ok := slowAt(text, i, after, opt)
		if ok {
			all = append(all, m)
			after = end
		}
	}
	return all
}

// slowAt tries to find a match that begins at offset i, where after is the end
// of the last one.
func slowAt(text string, i, after int, opt rfc3986.FindOptions) (m found, end int, ok bool) {
	switch text[i] {
	case '<':
		return slowEnclosed(text, i, anglePattern, rfc3986.AngleBrackets, opt)
	case '"':
		return slowEnclosed(text, i, quotePattern, rfc3986.DoubleQuotes, opt)
	}
	rest := text[i:]
	name := schemePattern.FindString(rest)
	if name == "" || lettersBefore.MatchString(text[after:i]) {
		return m, 0, false
	}
	t := slowClosed(runPattern.FindString(rest), text[:i])
	if next := rest[len(t):]; noPathPattern.MatchString(t) && (strings.HasPrefix(next, "%") || strings.HasPrefix(next, "[") && strings.HasSuffix(t, "@")) {
		return m, 0, false // in the authority
	}
	if p := splitByB(t); p.authority.defined && !rfc3986.Valid(name+"//"+p.authority.text) && len(name+"//"+p.authority.text) < len(t) {
		return m, 0, false // the authority is not the end of it, and so not to be cut
	}
	ref, err := rfc3986.Parse(slowTrim(t, len(name)))
	if err != nil || !slowWanted(ref, rfc3986.WhiteSpace, false, opt) {
		return m, 0, false
	}
	end = i + len(ref.String())
	return found{i, end, ref.String(), rfc3986.WhiteSpace, rfc3986.NoHyphens}, end, true
}

// slowEnclosed is what pattern finds at offset i.
func slowEnclosed(text string, i int, pattern *regexp.Regexp, by rfc3986.Delimiter, opt rfc3986.FindOptions) (m found, end int, ok bool) {
	masked := text[i:]
	if opt.QuoteMarks {
		masked = markPattern.ReplaceAllStringFunc(masked, func(s string) string { return strings.ReplaceAll(s, ">", " ") })
	}
	at := pattern.FindStringSubmatchIndex(masked)
	if at == nil {
		return m, 0, false
	}
	raw := strings.TrimRight(masked[at[6]:at[7]], "\t\n\v\f\r ")
	for _, gap := range spacePattern.FindAllString(masked[at[6]:at[7]], -1) {
		if by == rfc3986.DoubleQuotes && !strings.ContainsAny(gap, "\n\r") {
			return m, 0, false
		}
	}
	if raw == "" || isSpace(raw[0]) {
		return m, 0, false
	}
	clean := spacePattern.ReplaceAllString(raw, "")
	if hyphenPattern.MatchString(raw) {
		m.hyphens = rfc3986.HyphensKept
	}
	ref, err := rfc3986.Parse(clean)
	if err != nil && m.hyphens == rfc3986.HyphensKept {
		m.hyphens = rfc3986.HyphensDropped
		ref, err = rfc3986.Parse(withoutHyphens(raw))
	}
	if err != nil || !slowWanted(ref, by, at[5] > at[4], opt) {
		return m, 0, false
	}
	m.start, m.end, m.ref, m.by = i+at[6], i+at[6]+len(raw), ref.String(), by
	return m, i + at[1], true
}

func isSpace(c byte) bool { return strings.IndexByte("\t\n\v\f\r ", c) >= 0 }

func withoutHyphens(raw string) string {
	return spacePattern.ReplaceAllString(hyphenPattern.ReplaceAllString(raw, ""), "")
}

// slowClosed cuts t where what opens at the end of before is closed, or at
// a second number sign, or at a percent sign that is not of a triplet and not
// of the authority.
func slowClosed(t, before string) string {
	depth := 1
	for i, c := range t {
		switch c {
		case '\'':
			if strings.HasSuffix(before, "'") {
				return t[:i]
			}
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 && strings.HasSuffix(before, "(") {
				return t[:i]
			}
		case '#':
			if strings.Contains(t[:i], "#") {
				return t[:i]
			}
		case '%':
			if !tripletPattern.MatchString(t[i:min(i+3, len(t))]) {
				return t[:i]
			}
		}
	}
	return t
}

// slowTrim takes punctuation off the end of t but not from its first bytes.
func slowTrim(t string, least int) string {
	for len(t) > least {
		switch {
		case tailPattern.MatchString(t):
		case strings.HasSuffix(t, ")") && strings.Count(t, ")") > strings.Count(t, "("):
		case strings.HasSuffix(t, "'") && strings.Count(t, "'")%2 == 1:
		default:
			return t
		}
		t = t[:len(t)-1]
	}
	return t
}

// slowWanted is the last paragraph but one of Find's documentation.
func slowWanted(r rfc3986.Ref, by rfc3986.Delimiter, prefixed bool, opt rfc3986.FindOptions) bool {
	enclosed := by != rfc3986.WhiteSpace
	switch {
	case r.IsRelative():
		return opt.Relative && by == rfc3986.AngleBrackets
	case enclosed && (prefixed || opt.AnyScheme):
		return true
	}
	name := strings.ToLower(r.Scheme())
	info := scheme.Lookup(name)
	authority, slashes := r.Authority()
	if host, _ := r.Host(); host == "" && info.Has(scheme.HostRequired) {
		return false
	}
	if slashes {
		return authority+r.Path() != "" && len(name) > 1 && name != "url"
	}
	words := strings.Fields("doi geo magnet mailto mid news sip sips sms tel urn xmpp " + strings.ToLower(strings.Join(opt.Schemes, " ")))
	return len(name)+1 < len(r.String()) && (slices.Contains(words, name) || by == rfc3986.AngleBrackets && info.Status != scheme.Unregistered)
}
