package canon

import (
	"strings"
	"sync"

	"earl.example/internal/text/ascii"
)

// A Tracker is a service that adds parameters to URLs to track visitors.
type Tracker struct {
	Names  []string // names of the parameters; a trailing "*" matches any text
	Whose  string
	Source string // the address of a page that documents them
}

// Trackers returns the trackers that [IsTracking] and [DropTracking] know. Their parameters do not change the page. A
// name that many sites use for another purpose, such as si or cid, is not in the list.
func Trackers() []Tracker {
	all := make([]Tracker, len(trackers))
	for i, t := range trackers {
		all[i] = Tracker{strings.Fields(t.names), t.whose, t.source}
	}
	return all
}

// IsTracking reports whether name, a decoded parameter name in any case, belongs to a tracker.
func IsTracking(name string) bool {
	name = ascii.ToLower(name)
	return trackingNames()[name] || strings.HasPrefix(name, "utm_")
}

// trackingNames has the names in lower case, without the pattern "utm_*".
var trackingNames = sync.OnceValue(func() map[string]bool {
	all := map[string]bool{}
	for _, t := range trackers {
		for name := range strings.FieldsSeq(t.names) {
			all[ascii.ToLower(name)] = true
		}
	}
	return all
})

var trackers = []struct{ names, whose, source string }{
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
