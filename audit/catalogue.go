package audit

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"
)

// An entry is a kind of findings and its finder.
type entry struct {
	Kind
	finder
	messages map[string]string // by name; the only message has the name ""
}

// A finder finds the findings of a kind. It is called if the URL has one of the traits in needs, or if needs is zero.
type finder struct {
	needs trait
	find  func(v *view)
}

//go:embed kinds.txt
var kindsText string

// catalogue returns all kinds of findings in kinds.txt, the most severe first. The method copied adds the addresses of
// CVEs and RFCs.
var catalogue = sync.OnceValue(func() (all []entry) {
	var k *entry
	for line := range strings.Lines(kindsText) {
		name, text, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
		if unquoted, err := strconv.Unquote(text); err == nil {
			text = unquoted
		}
		switch name {
		case "id":
			all = append(all, entry{Kind{ID: text}, finders[text], map[string]string{}})
			k = &all[len(all)-1]
		case "severity":
			_ = k.Severity.UnmarshalText([]byte(text)) // a test checks each row
		case "detects":
			k.Detects = text
		case "advice":
			k.Advice = text
		case "reference":
			k.Reference = text
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
var finders = map[string]finder{
	"host-disagreement":    {0, (*view).findHostDisagreement},
	"host-split-backslash": {hasBackslash, (*view).findHostSplitBackslash},
	"backslash-authority":  {hasBackslash, (*view).findBackslashAuthority},
	"slash-count":          {0, (*view).findSlashCount},
	"special-no-slashes":   {0, (*view).findSpecialNoSlashes},
	"multi-at":             {hasAt, (*view).findMultiAt},
	"bracket-host-junk":    {hasBracket, (*view).findBracketHostJunk},
	"colon-host":           {hasColon, (*view).findColonHost},
	"ipv4-nonstandard":     {0, (*view).findIPv4Nonstandard},
	"control-stripped":     {hasControl, (*view).findControlStripped},
	"crlf-injection":       {hasPercent | hasControl, (*view).findCRLFInjection},
	"host-unicode-mapping": {canBeNonASCII, (*view).findHostUnicodeMapping},
	"host-nfkc-delimiter":  {canBeNonASCII, (*view).findHostNFKCDelimiter},
	"host-pct-encoded":     {hasPercent, (*view).findHostPercentEncoded},
	"scheme-active":        {0, (*view).findSchemeActive},
	"dest-internal":        {0, (*view).findDestInternal},
	"userinfo-deceptive":   {hasAt, (*view).findUserinfoDeceptive},
	"scheme-guess":         {0, (*view).findSchemeGuess},
	"scheme-pct-encoded":   {hasPercent, (*view).findSchemePercentEncoded},
	"scheme-local":         {0, (*view).findSchemeLocal},
	"option-injection":     {0, (*view).findOptionInjection},
	"at-after-authority":   {hasAt, (*view).findAtAfterAuthority},
	"network-path-ref":     {0, (*view).findNetworkPathRef},
	"userinfo-bracket":     {hasBracket, (*view).findUserinfoBracket},
	"ipv4-bad-number":      {0, (*view).findIPv4BadNumber},
	"ipv6-embeds-ipv4":     {hasBracket, (*view).findIPv6EmbedsIPv4},
	"ipv6-zone":            {hasBracket, (*view).findIPv6Zone},
	"port-suspicious":      {hasColon, (*view).findPortSuspicious},
	"space-or-delim-host":  {hasPercent | hasControl | hasDelim, (*view).findSpaceOrDelimHost},
	"host-ignorable":       {canBeNonASCII, (*view).findHostIgnorable},
	"idna-deviation":       {canBeNonASCII, (*view).findIDNADeviation},
	"fake-a-label":         {0, (*view).findFakeALabel},
	"host-root-dot":        {0, (*view).findHostRootDot},
	"path-encoded-dots":    {hasPercent, (*view).findPathEncodedDots},
	"path-encoded-slash":   {0, (*view).findPathEncodedSlash},
	"path-parameter":       {0, (*view).findPathParameter},
	"path-network":         {0, (*view).findPathNetwork},
	"pct-malformed":        {hasPercent, (*view).findPctMalformed},
	"pct-double":           {hasPercent, (*view).findPctDouble},
	"pct-null-or-bad-utf8": {hasPercent | hasControl | hasNonASCII, (*view).findPctNullOrBadUTF8},
	"file-remote-host":     {0, (*view).findFileRemoteHost},
	"nested-url":           {0, (*view).findNestedURL},
	"port-scheme-mismatch": {hasColon, (*view).findPortSchemeMismatch},
	"userinfo-secret":      {hasAt, (*view).findUserinfoSecret},
	"display-spoof":        {0, (*view).findDisplaySpoof},
	"acceptance-split":     {0, (*view).findAcceptanceSplit},
	"part-disagreement":    {0, (*view).findPartDisagreement},
	"ipvfuture":            {hasBracket, (*view).findIPvFuture},
	"host-case":            {0, (*view).findHostCase},
	"host-not-ldh":         {0, (*view).findHostNotLDH},
	"host-sign":            {0, (*view).findHostSign},
	"scheme-restriction":   {0, (*view).findSchemeRestriction},
	"userinfo-pct-encoded": {hasPercent, (*view).findUserinfoPercentEncoded},
	"fs-special-name":      {0, (*view).findFSSpecialName},
	"path-empty-segment":   {0, (*view).findPathEmptySegment},
	"query-separator":      {0, (*view).findQuerySeparator},
	"token-in-query":       {0, (*view).findTokenInQuery},
	"not-normal":           {0, (*view).findNotNormal},
	"local-meaning":        {0, (*view).findLocalMeaning},
	"path-readers":         {0, (*view).findPathReaders},
	"relative-reference":   {0, (*view).findRelativeReference},
	"too-long":             {0, (*view).findTooLong},
}
