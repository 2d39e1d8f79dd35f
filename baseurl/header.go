package baseurl

import (
	"bytes"
	"cmp"
	"io"
	"mime"
	"strings"

	"golang.org/x/net/html/charset"

	"earl.example/internal/text/ascii"
)

// fieldReaders maps the names of fields that hold references, in lower case, to functions that return the references.
var fieldReaders = byWord("fields", map[string]func(*field) []fieldRef{
	"base": (*field).base, "whole": (*field).whole, "external": (*field).external, "angled": (*field).angled,
	"refresh": (*field).refresh, "structured": (*field).structured, "reportURIs": (*field).reportURIs,
})

type fieldRef struct {
	raw      string
	from, to int // offsets in the value
	relation relation
	err      error
}

func (f *field) references() []fieldRef {
	if read := fieldReaders[ascii.ToLower(f.name)]; read != nil {
		return read(f)
	}
	return nil
}

func (f *field) refresh() []fieldRef {
	if from, to, ok := refreshURL(f.value); ok {
		return []fieldRef{{raw: f.value[from:to], from: from, to: to}}
	}
	return nil
}

// structured returns the strings that are members of a structured field (RFC 9651): of a list such as "a", "b", or of a
// dictionary such as x="a", y="b". Strings in parameters and in inner lists are not members.
func (f *field) structured() []fieldRef {
	s := f.value
	var refs []fieldRef
	isMember, depth := true, 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case ',':
			isMember = depth == 0
		case ';':
			isMember = false
		case '(':
			depth++
			isMember = false
		case ')':
			depth--
		case '"':
			from := i + 1
			i = afterString(s, from) - 1
			if i == len(s) {
				return refs
			}
			if isMember {
				refs = append(refs, fieldRef{raw: unquoter.Replace(s[from:i]), from: from, to: i})
			}
			isMember = false
		}
	}
	return refs
}

var unquoter = strings.NewReplacer(`\"`, `"`, `\\`, `\`)

// reportURIs returns the references of the directives report-uri in a list of policies. In each policy, only the first
// directive of a name counts.
func (f *field) reportURIs() []fieldRef {
	var refs []fieldRef
	from, seen := 0, false
	for from < len(f.value) {
		end := from + skip(f.value[from:], 0, func(c byte) bool { return c != ';' && c != ',' })
		at := skip(f.value[:end], from, isSpace)
		nameEnd := skip(f.value[:end], at, func(c byte) bool { return !isSpace(c) })
		if !seen && ascii.EqualFold(f.value[at:nameEnd], "report-uri") {
			seen = true
			fields(f.value[nameEnd:end], isSpace, func(from, to int) bool {
				from, to = nameEnd+from, nameEnd+to
				refs = append(refs, fieldRef{raw: f.value[from:to], from: from, to: to})
				return true
			})
		}
		if end < len(f.value) && f.value[end] == ',' {
			seen = false // another policy
		}
		from = end + 1
	}
	return refs
}

// content returns the reference in text, which is the value of a field or the content of angle brackets. In mail, text
// may be folded anywhere (RFC 2557 §4.4.2), so content removes white space. In HTTP, it keeps white space.
func (f *field) content(text string) string {
	if f.http {
		return text
	}
	return unfold(text)
}

// unfold returns s without ASCII white space.
func unfold(s string) string { return unfolder.Replace(s) }

var unfolder = strings.NewReplacer(" ", "", "\t", "", "\n", "", "\f", "", "\r", "")

// whole reads a field that is one reference. In mail, comments may surround the reference (RFC 2557 §4.1), and it may
// be folded or contain encoded words (§4.4). As in mail readers, quotation marks around it are ignored.
func (f *field) whole() []fieldRef {
	text, from := trimSpace(f.value)
	if !f.http {
		var skipped int
		text, skipped = betweenComments(text)
		from += skipped
		if len(text) > 1 && text[0] == '"' && text[len(text)-1] == '"' {
			text, skipped = trimSpace(text[1 : len(text)-1])
			from += 1 + skipped
		}
	}
	ref := fieldRef{raw: f.content(text), from: from, to: from + len(text)}
	if !f.http && strings.Contains(text, "=?") {
		decoder := mime.WordDecoder{CharsetReader: readWord}
		decoded, err := decoder.DecodeHeader(oneLine(text))
		if err != nil || strings.Contains(decoded, "=?") {
			ref.err = fault(ruleEncodedWord, f.offset+int64(from), err)
		} else {
			ref.raw = unfold(decoded)
		}
	}
	return []fieldRef{ref}
}

// betweenComments returns the rest of s without the comments before and after a reference, and the offset in s at which
// the rest begins. Comments after a reference follow white space or a quotation mark, since a reference can end in a
// parenthesis.
func betweenComments(s string) (rest string, from int) {
	from = commentsLen(s)
	rest = s[from:]
	for i := range len(rest) {
		if rest[i] == '(' && i > 0 && (isSpace(rest[i-1]) || rest[i-1] == '"') {
			if i+commentsLen(rest[i:]) == len(rest) {
				rest, _ = trimSpace(rest[:i])
			}
			break
		}
	}
	return rest, from
}

// commentsLen returns the length of the comments at the start of s, with the white space after them.
func commentsLen(s string) (n int) {
	for n < len(s) && s[n] == '(' {
		size := commentLen(s[n:])
		if size == 0 {
			break
		}
		n = skip(s, n+size, isSpace)
	}
	return n
}

// commentLen returns the length of the comment at the start of s (RFC 5322 §3.2.2), or 0 if it does not end.
func commentLen(s string) int {
	depth := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return 0
}

// readWord decodes the text of an encoded word in memory. A reader for each word would be much slower.
func readWord(label string, in io.Reader) (io.Reader, error) {
	e, _ := charset.Lookup(label)
	if e == nil {
		return nil, textFault(ruleCharset, label, -1)
	}
	word, err := io.ReadAll(in)
	if err != nil {
		return nil, err
	}
	text, err := e.NewDecoder().Bytes(word)
	return bytes.NewReader(text), err
}

// oneLine returns the value of a field without line endings.
func oneLine(s string) string { return lineEndings.Replace(s) }

var lineEndings = strings.NewReplacer("\r", "", "\n", "")

// withoutComments returns a structured mail field without its comments, which may be between any tokens (RFC 822
// §3.4.3).
func withoutComments(s string) string {
	var b strings.Builder
	quoted := false
	for i := 0; i < len(s); i++ {
		from := i
		switch c := s[i]; {
		case c == '\\' && quoted && i+1 < len(s):
			i++
		case c == '"':
			quoted = !quoted
		case c == '(' && !quoted:
			n := commentLen(s[i:])
			if n == 0 {
				return b.String()
			}
			i += n - 1
			continue
		}
		b.WriteString(s[from : i+1])
	}
	return b.String()
}

// base parses the field Base (RFC 1808 §3.1): "<URL:", an absolute URL and ">". White space inside the brackets is
// ignored.
func (f *field) base() []fieldRef {
	text, from := trimSpace(f.value)
	ref := fieldRef{from: from, to: from + len(text), raw: unfold(text)}
	bad := func(at int) []fieldRef {
		ref.err = fault(ruleBaseHeader, f.offset+int64(at), nil)
		return []fieldRef{ref}
	}
	if !strings.HasPrefix(text, "<") {
		return bad(from)
	}
	prefix := 1
	for _, c := range []byte("url:") {
		prefix = skip(text, prefix, isSpace)
		if prefix == len(text) || text[prefix]|0x20 != c|0x20 {
			return bad(from + prefix)
		}
		prefix++
	}
	prefix = skip(text, prefix, isSpace)
	closing := strings.IndexByte(text, '>')
	if closing < 0 {
		return bad(from + len(text))
	}
	inner, _ := trimSpace(text[prefix:closing])
	ref.raw, ref.from, ref.to = unfold(inner), from+prefix, from+prefix+len(inner)
	switch {
	case closing != len(text)-1:
		return bad(from + closing + 1)
	case inner == "":
		return bad(from + prefix)
	}
	return []fieldRef{ref}
}

// angled returns the references in angle brackets, except in quoted strings and comments. In Link, only the brackets at
// the beginning of each link count, not brackets in its parameters (RFC 8288 appendix B.2).
func (f *field) angled() []fieldRef {
	s := f.value
	var refs []fieldRef
	isLink, inside := ascii.EqualFold(f.name, "link"), false
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '(' && !f.http: // in HTTP, these fields have no comments
			n := commentLen(s[i:])
			if n == 0 {
				return refs
			}
			i += n - 1
		case c == ')', isSpace(c):
		case c == ',':
			inside = false
		case isLink && inside && c != '"':
		case c == '"':
			inside = true
			i = afterString(s, i+1) - 1
		case c == '<':
			end := strings.IndexByte(s[i:], '>')
			if end < 0 {
				return refs
			}
			text, skipped := trimSpace(s[i+1 : i+end])
			ref := fieldRef{raw: f.content(text), from: i + 1 + skipped, to: i + 1 + skipped + len(text)}
			inside = true
			if i += end; isLink {
				ref.relation = relationOfLink(s[i+1:])
			}
			refs = append(refs, ref)
		default:
			inside = true
		}
	}
	return refs
}

// relationOfLink returns the relation that the parameters of a link declare, up to the comma before the next link. Only
// the first parameter of a name counts (RFC 8288 §3.3, §3.4.1).
func relationOfLink(s string) (r relation) {
	for i := skip(s, 0, isSpace); i < len(s) && s[i] == ';'; i = skip(s, i, isSpace) {
		from := skip(s, i+1, isSpace)
		i = skip(s, from, func(c byte) bool { return !isSpace(c) && strings.IndexByte("=;,", c) < 0 })
		name, value := ascii.ToLower(s[from:i]), ""
		if i = skip(s, i, isSpace); i < len(s) && s[i] == '=' {
			if from = skip(s, i+1, isSpace); from < len(s) && s[from] == '"' {
				i = min(afterString(s, from+1), len(s))
				value = unquoter.Replace(strings.TrimSuffix(s[from+1:i], `"`))
			} else {
				i = skip(s, from, func(c byte) bool { return !isSpace(c) && c != ';' && c != ',' })
				value = s[from:i]
			}
		}
		switch name {
		case "rel":
			r.rel = cmp.Or(r.rel, value)
		case "hreflang":
			r.hrefLang = cmp.Or(r.hrefLang, value)
		case "type":
			r.mediaType = cmp.Or(r.mediaType, value)
		}
	}
	return r
}

// external returns the URL of message/external-body with access-type=URL.
func (f *field) external() []fieldRef {
	name, params, _ := f.mediaType()
	if name != "message/external-body" || !ascii.EqualFold(params["access-type"], "url") {
		return nil
	}
	from, to := urlParameter(f.value)
	return []fieldRef{{raw: unfold(strings.Trim(params["url"], `"`)), from: from, to: to}}
}

// urlParameter returns the bounds of the value of the parameter url in a Content-Type. If the parameter is missing or
// in pieces (RFC 2231), they are the bounds of the Content-Type.
func urlParameter(s string) (from, to int) {
	lower := ascii.ToLower(s)
	for at := 0; ; {
		i := strings.Index(lower[at:], "url")
		if i < 0 {
			return 0, len(s)
		}
		isName := at+i > 0 && (s[at+i-1] == ';' || isSpace(s[at+i-1]))
		at = skip(s, at+i+len("url"), isSpace)
		if !isName || at == len(s) || s[at] != '=' {
			continue
		}
		from = skip(s, at+1, isSpace)
		to = skip(s, from, func(c byte) bool { return c != ';' })
		if from < len(s) && s[from] == '"' {
			from++
			to = afterString(s, from) - 1
		}
		text, space := trimSpace(s[from:to])
		return from + space, from + space + len(text)
	}
}

// mediaType parses Content-Type. If err is not nil, name and params contain the valid part.
func (f *field) mediaType() (name string, params map[string]string, err error) {
	value := oneLine(f.value)
	if !f.http {
		value = withoutComments(value)
	}
	name, params, err = mime.ParseMediaType(value)
	if err == nil {
		return name, params, nil
	}
	name, rest, _ := strings.Cut(value, ";")
	params = map[string]string{}
	for part := range strings.SplitSeq(rest, ";") {
		key, val, ok := strings.Cut(part, "=")
		key = ascii.ToLower(strings.Trim(key, " \t"))
		if _, known := params[key]; ok && !known {
			params[key] = strings.Trim(val, " \t\"")
		}
	}
	return ascii.ToLower(strings.Trim(name, " \t")), params, err
}
