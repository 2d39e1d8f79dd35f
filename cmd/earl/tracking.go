package main

import (
	"fmt"
	"strings"

	"earl.example/internal/text/ascii"
)

// trackingVersion is raised when trackingParams changes.
const trackingVersion = 1

// trackingParams are names of parameters that track visitors and do not change the page. A name that many sites use
// otherwise, such as si or cid, is not in the list. "*" stands for any text.
var trackingParams = []struct {
	names  string // with spaces between them
	whose  string
	source string
}{
	{"utm_*", "Google Analytics, campaigns", "https://support.google.com/analytics/answer/10917952"},
	{"gclid gclsrc gbraid wbraid dclid srsltid _gl", "Google Ads, Campaign Manager, Merchant Center and linker",
		"https://support.google.com/analytics/answer/11367152"},
	{"fbclid fb_action_ids fb_comment_id", "Meta",
		"https://developers.facebook.com/docs/marketing-api/conversions-api/parameters/fbp-and-fbc"},
	{"msclkid", "Microsoft Advertising", "https://github.com/brave/brave-browser/issues/4239"},
	{"twclid", "X", "https://github.com/brave/brave-browser/issues/18020"},
	{"igsh igshid", "Instagram", "https://github.com/brave/brave-browser/issues/11580"},
	{"yclid ysclid ymclid _openstat", "Yandex", "https://github.com/brave/brave-browser/issues/11578"},
	{"mc_eid", "Mailchimp",
		"https://firefox-source-docs.mozilla.org/toolkit/components/antitracking/anti-tracking/query-stripping/"},
	{"mkt_tok", "Marketo",
		"https://firefox-source-docs.mozilla.org/toolkit/components/antitracking/anti-tracking/query-stripping/"},
	{"_hsenc _hsmi __hsfp __hssc __hstc hsCtaTracking", "HubSpot", "https://github.com/brave/brave-browser/issues/9019"},
	{"oly_anon_id oly_enc_id", "Omeda", "https://github.com/brave/brave-browser/issues/13644"},
	{"vero_id vero_conv", "Vero", "https://github.com/brave/brave-browser/issues/11817"},
	{"__s", "Drip", "https://github.com/brave/brave-browser/issues/8975"},
	{"_kx", "Klaviyo", "https://github.com/brave/brave-browser/issues/34578"},
	{"mtm_cid pk_cid", "Matomo", "https://github.com/brave/brave-browser/issues/31084"},
	{"ml_subscriber ml_subscriber_hash", "MailerLite", "https://github.com/brave/brave-browser/issues/17507"},
	{"_branch_match_id _branch_referrer", "Branch", "https://github.com/brave/brave-browser/issues/39575"},
	{"irclickid", "Impact", "https://github.com/brave/brave-browser/issues/33952"},
	{"rb_clickid", "Rakuten", "https://github.com/brave/brave-browser/issues/17451"},
	{"wickedid", "Wicked Reports", "https://github.com/brave/brave-browser/issues/13647"},
	{"guce_referrer guce_referrer_sig", "Yahoo", "https://github.com/brave/brave-browser/issues/25691"},
}

// trackingHelp formats trackingParams for the help.
func trackingHelp() string {
	var b strings.Builder
	for _, row := range trackingParams {
		fmt.Fprintf(&b, "  %s: %s\n", row.whose, strings.ReplaceAll(row.names, " ", ", "))
	}
	return b.String()
}

// tracking returns a matcher of trackingParams.
func tracking() globs {
	var all globs
	for _, row := range trackingParams {
		for name := range strings.FieldsSeq(row.names) {
			all.add(ascii.ToLower(name))
		}
	}
	return all
}

// globs are names, and patterns of names.
type globs struct {
	names    map[string]bool
	patterns [][]string // what stands between the stars
}

// add adds a pattern. "*" stands for any text, and `\*` for a star.
func (g *globs) add(pattern string) {
	pieces := []string{""}
	for i := 0; i < len(pattern); i++ {
		c := pattern[i]
		if c == '*' {
			pieces = append(pieces, "")
			continue
		}
		if c == '\\' && i+1 < len(pattern) && (pattern[i+1] == '*' || pattern[i+1] == '\\') {
			i++
			c = pattern[i]
		}
		pieces[len(pieces)-1] += string([]byte{c})
	}
	if len(pieces) > 1 {
		g.patterns = append(g.patterns, pieces)
		return
	}
	if g.names == nil {
		g.names = map[string]bool{}
	}
	g.names[pieces[0]] = true
}

// empty reports whether there are no patterns.
func (g *globs) empty() bool { return len(g.names)+len(g.patterns) == 0 }

// match reports whether a pattern matches name.
func (g *globs) match(name string) bool {
	if g.names[name] {
		return true
	}
	for _, pieces := range g.patterns {
		if matchGlob(pieces, name) {
			return true
		}
	}
	return false
}

// matchGlob reports whether name is the pieces with any text between them. The first match of each piece is enough.
func matchGlob(pieces []string, name string) bool {
	last := len(pieces) - 1
	if len(name) < len(pieces[0])+len(pieces[last]) || !strings.HasPrefix(name, pieces[0]) ||
		!strings.HasSuffix(name, pieces[last]) {
		return false
	}
	name = name[len(pieces[0]) : len(name)-len(pieces[last])]
	for _, piece := range pieces[1:last] {
		i := strings.Index(name, piece)
		if i < 0 {
			return false
		}
		name = name[i+len(piece):]
	}
	return true
}
