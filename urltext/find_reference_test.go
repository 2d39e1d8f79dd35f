package urltext_test

import (
	"regexp"
	"slices"
	"strings"

	"earl.example/internal/names/scheme"
	"earl.example/rfc3986"
	"earl.example/urltext"
)

var (
	anglePattern  = regexp.MustCompile(`^<([\t-\r ]*)((?i:url:[\t-\r ]*)?)([^<>"]*)>`)
	quotePattern  = regexp.MustCompile(`^"()((?i:url:[\t-\r ]*)?)([^<>"]*)"`)
	spacePattern  = regexp.MustCompile(`[\t-\r ]+`)
	schemePattern = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]*:`)
	lettersBefore = regexp.MustCompile(`[A-Za-z][A-Za-z0-9+.-]*$`)
	runPattern    = regexp.MustCompile(`^([A-Za-z][A-Za-z0-9+.-]*://([A-Za-z0-9._~:@!$&'()*+,;=%-]*@)?\[[\w.~!$&'()*+,;=:-]*\])?[A-Za-z0-9._~:/?#@!$&'()*+,;=%-]*`)
	tailPattern   = regexp.MustCompile(`[.,;:!?(]$`)
	hyphenPattern = regexp.MustCompile(`-[\t-\r ]*[\n\r][\t-\r ]*`)
	noPathPattern = regexp.MustCompile(`^[^:]*:(//[^/?#]*)?$`)
)

// A found is a match of the reference implementation.
type found struct {
	start, end int
	ref        string
	by         urltext.Delimiter
	without    string // the reference without hyphens at the ends of lines; "" if there is none
}

// referenceFind is Find as its documentation describes it, tried at every offset.
func referenceFind(text string) (all []found) {
	after := 0
	for i := 0; i < len(text); i++ {
		if i < after {
			continue
		}
		m, end, ok := referenceAt(text, i, after)
		if ok {
			all = append(all, m)
			after = end
		}
	}
	return all
}

// referenceAt tries to find a match that begins at offset i, where after is the end
// of the last one.
func referenceAt(text string, i, after int) (m found, end int, ok bool) {
	switch text[i] {
	case '<':
		return referenceEnclosed(text, i, anglePattern, urltext.AngleBrackets)
	case '"':
		return referenceEnclosed(text, i, quotePattern, urltext.DoubleQuotes)
	}
	rest := text[i:]
	name := schemePattern.FindString(rest)
	if name == "" || lettersBefore.MatchString(text[after:i]) {
		return m, 0, false
	}
	t := referenceClosed(runPattern.FindString(rest), text[:i])
	if next := rest[len(t):]; noPathPattern.MatchString(t) && (strings.HasPrefix(next, "%") ||
		strings.HasPrefix(next, "[") && strings.HasSuffix(t, "@")) {
		return m, 0, false // in the authority
	}
	if whole := authorityPattern.FindString(t); whole != "" && len(whole) < len(t) && !rfc3986.Valid(whole) {
		return m, 0, false // the authority is not the end of it, and so not to be cut
	}
	ref, err := rfc3986.Parse(referenceTrim(t, len(name)))
	if err != nil || !referenceWanted(ref, urltext.WhiteSpace, false) {
		return m, 0, false
	}
	end = i + len(ref.String())
	return found{i, end, ref.String(), urltext.WhiteSpace, ""}, end, true
}

// referenceEnclosed is what pattern finds at offset i.
func referenceEnclosed(text string, i int, pattern *regexp.Regexp, by urltext.Delimiter) (m found, end int, ok bool) {
	masked := text[i:]
	at := pattern.FindStringSubmatchIndex(masked)
	if at == nil {
		return m, 0, false
	}
	raw := strings.TrimRight(masked[at[6]:at[7]], "\t\n\v\f\r ")
	for _, gap := range spacePattern.FindAllString(masked[at[6]:at[7]], -1) {
		if by == urltext.DoubleQuotes && !strings.ContainsAny(gap, "\n\r") {
			return m, 0, false
		}
	}
	if raw == "" || isSpace(raw[0]) {
		return m, 0, false
	}
	clean := spacePattern.ReplaceAllString(raw, "")
	ref, err := rfc3986.Parse(clean)
	if hyphenPattern.MatchString(raw) {
		without, failed := rfc3986.Parse(withoutHyphens(raw))
		if failed == nil {
			m.without = without.String()
		}
		if err != nil {
			ref, err = without, failed
		}
	}
	if err != nil || !referenceWanted(ref, by, at[5] > at[4]) {
		return m, 0, false
	}
	m.start, m.end, m.ref, m.by = i+at[6], i+at[6]+len(raw), ref.String(), by
	return m, i + at[1], true
}

func isSpace(c byte) bool { return strings.IndexByte("\t\n\v\f\r ", c) >= 0 }

func withoutHyphens(raw string) string {
	return spacePattern.ReplaceAllString(hyphenPattern.ReplaceAllString(raw, ""), "")
}

// referenceClosed cuts t where what opens at the end of before is closed, or at
// a second number sign, or at a percent sign that is not of a triplet and not
// of the authority.
func referenceClosed(t, before string) string {
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

// referenceTrim takes punctuation off the end of t but not from its first bytes.
func referenceTrim(t string, least int) string {
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

// referenceWanted is the last paragraph but one of Find's documentation.
func referenceWanted(r rfc3986.Ref, by urltext.Delimiter, prefixed bool) bool {
	enclosed := by != urltext.WhiteSpace
	switch {
	case !r.IsURI():
		return false
	case enclosed && prefixed:
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
	words := strings.Fields("doi geo magnet mailto mid news sip sips sms tel urn xmpp")
	return len(name)+1 < len(r.String()) && (slices.Contains(words, name) || by == urltext.AngleBrackets &&
		info.IsRegistered())
}
