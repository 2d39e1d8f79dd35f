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

// Trackers returns the trackers that [IsTracking] knows. The list is of 2026-11-29. [DropTracking] knows the trackers
// with version 1, and "drop-tracking@2" all. A parameter is in the list if it identifies a visitor, a click, or the
// campaign of a link, if its service documents it or a browser removes it, and if it does not change the page. A name
// that many sites use for another purpose, such as ref, si or cid, is not in the list.
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
	if since := trackingNames()[name]; since > 0 {
		return since
	}
	if family, _, ok := strings.Cut(name, "_"); ok {
		return trackingNames()[family+"_*"]
	}
	return 0
}

// trackingNames has the names and patterns in lower case, and the version of each tracker. A pattern ends after its
// first underscore.
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
	{2, "gad_*", "Google Ads, campaigns", "https://support.google.com/google-ads/answer/16193746"},
	{2, "fb_action_types fb_source fb_ref action_object_map action_type_map action_ref_map", "Meta, campaigns",
		"https://github.com/AdguardTeam/AdguardKnowledgeBase/issues/69"},
	{2, "mtm_* matomo_campaign matomo_kwd pk_campaign pk_kwd pk_keyword pk_source pk_medium pk_content " +
		"piwik_campaign piwik_kwd", "Matomo, campaigns", "https://matomo.org/faq/how-to/faq_120"},
	{2, "hsa_*", "HubSpot, campaigns", "https://github.com/brave/brave-browser/issues/9019"},
	{2, "mc_cid", "Mailchimp, campaigns", "https://github.com/AdguardTeam/AdguardForWindows/issues/3266"},
	{2, "ttclid", "TikTok",
		"https://github.com/UltraCart/rest_api_v2_sdk_php/blob/HEAD/docs/Model/ScreenRecordingAdPlatform.md"},
	{2, "li_fat_id", "LinkedIn",
		"https://learn.microsoft.com/en-us/linkedin/marketing/conversions/enabling-first-party-cookies"},
	{2, "et_rid", "Salesforce Marketing Cloud", "https://github.com/brave/brave-browser/issues/37847"},
	{2, "bbeml", "Blackbaud", "https://github.com/brave/brave-browser/issues/37971"},
	{2, "s_cid", "Adobe Analytics, campaigns", "https://github.com/brave/brave-browser/issues/17452"},
	{2, "wt_mc", "Mapp, campaigns", "https://docs.mapp.com/docs/campaign-1"},
}
