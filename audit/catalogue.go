package audit

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"

	"earl.example/internal/text/ascii"
)

// An entry is a kind of findings. Its finder is called if the URL has a byte of one of the classes in needs, or if
// needs is zero.
type entry struct {
	Kind
	needs    ascii.Class
	find     func(v *view)
	messages map[string]string // by name; the only message has the name ""
}

// classes has the classes of bytes that a line "needs" of kinds.txt names.
var classes = map[string]ascii.Class{
	"percent": ascii.PercentSign, "at": ascii.AtSign, "backslash": ascii.Backslash, "bracket": ascii.Bracket,
	"control": ascii.Control, "delimiter": ascii.Delimiter, "non-ASCII": ascii.NonASCII,
}

//go:embed kinds.txt
var kindsText string

// catalogue returns all kinds of findings in kinds.txt, the most severe first.
var catalogue = sync.OnceValue(func() (all []entry) {
	var k *entry
	for line := range strings.Lines(kindsText) {
		name, text, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
		if unquoted, err := strconv.Unquote(text); err == nil {
			text = unquoted
		}
		switch name {
		case "id":
			all = append(all, entry{Kind: Kind{ID: text}, find: finders[text], messages: map[string]string{}})
			k = &all[len(all)-1]
		case "severity":
			_ = k.Severity.UnmarshalText([]byte(text)) // a test checks each row
		case "needs":
			for class := range strings.FieldsSeq(text) {
				k.needs |= classes[class]
			}
		case "detects":
			k.Detects = text
		case "advice":
			k.Advice = text
		case "reference":
			k.Reference, k.Address = text, address(text)
		case "address":
			k.Address = text
		case "section":
			k.Section = text
		case "example":
			k.Examples = append(k.Examples, strings.ReplaceAll(text, "…", strings.Repeat("a", longURL)))
		case "near miss":
			k.NearMiss = text
		default:
			if key, ok := strings.CutPrefix(name, "message"); ok {
				k.messages[strings.TrimSpace(key)] = text
			}
		}
	}
	return all
})

// finders maps the IDs of kinds to their finders.
var finders = map[string]func(v *view){
	"host-disagreement":    (*view).findHostDisagreement,
	"host-split-backslash": (*view).findHostSplitBackslash,
	"backslash-authority":  (*view).findBackslashAuthority,
	"slash-count":          (*view).findSlashCount,
	"special-no-slashes":   (*view).findSpecialNoSlashes,
	"multi-at":             (*view).findMultiAt,
	"bracket-host-junk":    (*view).findBracketHostJunk,
	"colon-host":           (*view).findColonHost,
	"ipv4-nonstandard":     (*view).findIPv4Nonstandard,
	"control-stripped":     (*view).findControlStripped,
	"crlf-injection":       (*view).findCRLFInjection,
	"host-unicode-mapping": (*view).findHostUnicodeMapping,
	"host-nfkc-delimiter":  (*view).findHostNFKCDelimiter,
	"host-pct-encoded":     (*view).findHostPercentEncoded,
	"scheme-active":        schemeIn("active"),
	"dest-internal":        (*view).findDestInternal,
	"userinfo-deceptive":   (*view).findUserinfoDeceptive,
	"scheme-guess":         (*view).findSchemeGuess,
	"scheme-pct-encoded":   (*view).findSchemePercentEncoded,
	"scheme-local":         schemeIn("local"),
	"option-injection":     (*view).findOptionInjection,
	"at-after-authority":   (*view).findAtAfterAuthority,
	"network-path-ref":     (*view).findNetworkPathRef,
	"userinfo-bracket":     (*view).findUserinfoBracket,
	"ipv4-bad-number":      (*view).findIPv4BadNumber,
	"ipv6-embeds-ipv4":     (*view).findIPv6EmbedsIPv4,
	"ipv6-zone":            (*view).findIPv6Zone,
	"port-suspicious":      (*view).findPortSuspicious,
	"space-or-delim-host":  (*view).findSpaceOrDelimHost,
	"host-ignorable":       (*view).findHostIgnorable,
	"idna-deviation":       (*view).findIDNADeviation,
	"fake-a-label":         (*view).findFakeALabel,
	"host-root-dot":        (*view).findHostRootDot,
	"path-encoded-dots":    (*view).findPathEncodedDots,
	"path-encoded-slash":   (*view).findPathEncodedSlash,
	"path-parameter":       (*view).findPathParameter,
	"path-network":         (*view).findPathNetwork,
	"pct-malformed":        (*view).findPctMalformed,
	"pct-double":           (*view).findPctDouble,
	"pct-null-or-bad-utf8": (*view).findPctNullOrBadUTF8,
	"file-remote-host":     (*view).findFileRemoteHost,
	"nested-url":           (*view).findNestedURL,
	"port-scheme-mismatch": (*view).findPortSchemeMismatch,
	"userinfo-secret":      (*view).findUserinfoSecret,
	"display-spoof":        (*view).findDisplaySpoof,
	"acceptance-split":     (*view).findAcceptanceSplit,
	"part-disagreement":    (*view).findPartDisagreement,
	"ipvfuture":            (*view).findIPvFuture,
	"host-case":            (*view).findHostCase,
	"host-not-ldh":         (*view).findHostNotLDH,
	"host-sign":            (*view).findHostSign,
	"scheme-restriction":   (*view).findSchemeRestriction,
	"userinfo-pct-encoded": (*view).findUserinfoPercentEncoded,
	"fs-special-name":      (*view).findFSSpecialName,
	"path-empty-segment":   (*view).findPathEmptySegment,
	"query-separator":      (*view).findQuerySeparator,
	"token-in-query":       (*view).findTokenInQuery,
	"not-normal":           (*view).findNotNormal,
	"local-meaning":        (*view).findLocalMeaning,
	"path-readers":         (*view).findPathReaders,
	"relative-reference":   (*view).findRelativeReference,
	"too-long":             (*view).findTooLong,
}
