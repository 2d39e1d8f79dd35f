package audit

import (
	"strings"
	"unicode/utf8"

	"earl.example/internal/names/confusable"
	"earl.example/internal/names/idna"
	"earl.example/internal/text/ascii"
)

// This file has the finders for hosts that mislead people.

// maxShownHost is the length up to which programs show a host completely.
const maxShownHost = 100

func (v *view) findDisplaySpoof() {
	isInvisible := func(r rune) bool { return r >= 0x80 && r != utf8.RuneError && isHidden(r) }
	if i := strings.IndexFunc(v.input, isInvisible); i >= 0 {
		_, size := utf8.DecodeRuneInString(v.input[i:])
		v.addInput(span(i, i+size), `This character is invisible or changes the direction of the text: the URL is `+
			`not what people see.`, "")
		return
	}
	if len(v.decodedHost()) > maxShownHost {
		v.add(v.hostSpan(), `The host is so long that people may not see its end, which shows its owner.`)
	} else if why := spoof(v.hostUnicode()); why != "" {
		v.add(v.hostSpan(), why)
	}
}

// hostUnicode returns the host in Unicode (UTS #46), or "" if the host is ASCII and has no A-label.
func (v *view) hostUnicode() string {
	host := v.decodedHost()
	if ascii.Index(host, ascii.NonASCII) < 0 && !strings.Contains(ascii.ToLower(host), "xn--") {
		return ""
	}
	text, _ := idna.AppendToUnicode(nil, host, idna.Options{})
	return string(text)
}

func (v *view) findHostSign() {
	for label := range strings.SplitSeq(v.hostUnicode(), ".") {
		if sign, ok := confusable.Sign(label); ok {
			v.add(v.hostSpan(), `IDNA 2008 does not allow `+Escape(string(sign))+` in a name: ICANN asks registries `+
				`to refuse it, some programs reject the name, and others show it in Punycode.`)
			return
		}
	}
}

// spoof returns the reason why people can mistake name for another name, or "" if there is no such reason. Below a
// non-ASCII top-level domain, a label in a single script may look like ASCII text.
func spoof(name string) string {
	name = strings.TrimSuffix(name, ".")
	top := name[strings.LastIndexByte(name, '.')+1:]
	for label := range strings.SplitSeq(name, ".") {
		if look, ok := confusable.Delimiter(label); ok {
			return `A character looks like "` + look + `" but is another one: the host seems to end there, or ` +
				`another host to begin.`
		}
		if a, b, mixed := confusable.Mixed(label); mixed {
			return `A label mixes ` + a + ` and ` + b + `: similar characters make it look like another name.`
		}
		looks, ok := confusable.LooksLike(label)
		if ok && ascii.Index(top, ascii.NonASCII) < 0 {
			return `A label looks like "` + looks + `" but is another name.`
		}
	}
	return ""
}
