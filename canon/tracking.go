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

// Trackers returns the trackers that [IsTracking] knows. [DropTracking] knows the trackers with version 1. The
// parameters do not change the page. A name that many sites use for another purpose, such as si or cid, is not in the
// list.
func Trackers() []Tracker {
	all := make([]Tracker, len(trackers))
	for i, t := range trackers {
		all[i] = Tracker{strings.Fields(t.names), t.whose, t.source}
	}
	return all
}

// IsTracking reports whether name, a decoded parameter name in any case, belongs to a tracker.
func IsTracking(name string) bool {
	return trackedSince(name) > 0
}

// trackedSince returns the first version of the step drop-tracking that removes the parameter name, a decoded name in
// any case. It returns 0 if no version removes it.
func trackedSince(name string) int {
	name = ascii.ToLower(name)
	if strings.HasPrefix(name, "utm_") {
		return 1
	}
	return trackingNames()[name]
}

// trackingNames has the names in lower case, without the pattern "utm_*", and the version of each tracker.
var trackingNames = sync.OnceValue(func() map[string]int {
	all := map[string]int{}
	for _, t := range trackers {
		for name := range strings.FieldsSeq(t.names) {
			all[ascii.ToLower(name)] = t.version
		}
	}
	return all
})

// trackers lists the trackers. The version is the first version of the step drop-tracking that removes the parameters.
// Versions that exist are frozen: a new tracker gets the next version, and this version needs a row in steps.
var trackers = []struct {
	version              int
	names, whose, source string
}{
	{1, "utm_*", "Google Analytics, campaigns", "https://support.google.com/analytics/answer/10917952"},
	{1, "gclid gclsrc gbraid wbraid dclid srsltid _gl", "Google Ads, Campaign Manager, Merchant Center and linker",
		"https://support.google.com/analytics/answer/11367152"},
	{1, "fbclid fb_action_ids fb_comment_id", "Meta",
		"https://developers.facebook.com/docs/marketing-api/conversions-api/parameters/fbp-and-fbc"},
	{1, "msclkid", "Microsoft Advertising", "https://github.com/brave/brave-browser/issues/4239"},
	{1, "twclid", "X", "https://github.com/brave/brave-browser/issues/18020"},
	{1, "igsh igshid", "Instagram", "https://github.com/brave/brave-browser/issues/11580"},
	{1, "yclid ysclid ymclid _openstat", "Yandex", "https://github.com/brave/brave-browser/issues/11578"},
	{1, "mc_eid", "Mailchimp",
		"https://firefox-source-docs.mozilla.org/toolkit/components/antitracking/anti-tracking/query-stripping/"},
	{1, "mkt_tok", "Marketo",
		"https://firefox-source-docs.mozilla.org/toolkit/components/antitracking/anti-tracking/query-stripping/"},
	{1, "_hsenc _hsmi __hsfp __hssc __hstc hsCtaTracking", "HubSpot",
		"https://github.com/brave/brave-browser/issues/9019"},
	{1, "oly_anon_id oly_enc_id", "Omeda", "https://github.com/brave/brave-browser/issues/13644"},
	{1, "vero_id vero_conv", "Vero", "https://github.com/brave/brave-browser/issues/11817"},
	{1, "__s", "Drip", "https://github.com/brave/brave-browser/issues/8975"},
	{1, "_kx", "Klaviyo", "https://github.com/brave/brave-browser/issues/34578"},
	{1, "mtm_cid pk_cid", "Matomo", "https://github.com/brave/brave-browser/issues/31084"},
	{1, "ml_subscriber ml_subscriber_hash", "MailerLite", "https://github.com/brave/brave-browser/issues/17507"},
	{1, "_branch_match_id _branch_referrer", "Branch", "https://github.com/brave/brave-browser/issues/39575"},
	{1, "irclickid", "Impact", "https://github.com/brave/brave-browser/issues/33952"},
	{1, "rb_clickid", "Rakuten", "https://github.com/brave/brave-browser/issues/17451"},
	{1, "wickedid", "Wicked Reports", "https://github.com/brave/brave-browser/issues/13647"},
	{1, "guce_referrer guce_referrer_sig", "Yahoo", "https://github.com/brave/brave-browser/issues/25691"},
}
