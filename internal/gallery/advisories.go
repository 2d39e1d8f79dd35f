package gallery

// An Advisory is a published weakness that exists because two programs read a URL differently.
type Advisory struct {
	ID    string // a CVE, a GHSA, or the repository and number of a report
	Title string
	URL   string
	Base  string // resolves URL, or "" if the programs read the URL alone

	Checked Reader // the program that checked, in a vulnerable release
	Fetched Reader // the program that connected, or that rejects what the check accepted
	Fixed   Reader // the first repaired release that a model has, or the zero Reader

	Address string // of the publication
}

// A Reader is a program that reads a URL.
type Reader struct {
	Dialect string // with its release, if the dialect has releases
	Reads   string // a host, "no host" or "rejects"
}

// Advisories lists advisories. Tests check each reading.
var Advisories = [...]Advisory{
	// Python: a check and another client.
	{
		ID: "CVE-2026-24779", Title: "vLLM checks with urlparse and connects with requests.",
		URL:     `http://127.0.0.1\@1.1.1.1/`,
		Checked: Reader{"urllib@3.13.3", "1.1.1.1"}, Fetched: Reader{"requests@2.32.5", "127.0.0.1"},
		Address: "https://nvd.nist.gov/vuln/detail/CVE-2026-24779",
	},
	{
		ID: "GHSA-v359-jj2v-j536", Title: "vLLM checks with urllib3 and connects with aiohttp.",
		URL:     `http://1.1.1.1\@127.0.0.1/`,
		Checked: Reader{"urllib3@2.5.0", "1.1.1.1"}, Fetched: Reader{"yarl@1.22.0", "127.0.0.1"},
		Address: "https://github.com/vllm-project/vllm/pull/34743",
	},
	{
		ID: "GHSA-g23j-2vwm-5c25", Title: "local-deep-research checks with urlparse and connects with requests.",
		URL:     `http://127.0.0.1:6666\@1.1.1.1`,
		Checked: Reader{"urllib@3.13.3", "1.1.1.1"}, Fetched: Reader{"requests@2.32.5", "127.0.0.1"},
		Address: "https://github.com/LearningCircuit/local-deep-research/pull/3873",
	},
	{
		ID: "open-webui/open-webui#24534", Title: "Open WebUI checks with urlparse and connects with requests.",
		URL:     `http://10.0.0.1\@example.com/`,
		Checked: Reader{"urllib@3.13.3", "example.com"}, Fetched: Reader{"requests@2.32.5", "10.0.0.1"},
		Address: "https://github.com/open-webui/open-webui/pull/24534",
	},
	{
		ID: "zai-org/GLM-V#264", Title: "GLM-V checks with urlparse and connects with requests.",
		URL:     `http://127.0.0.1\@1.1.1.1`,
		Checked: Reader{"urllib@3.13.3", "1.1.1.1"}, Fetched: Reader{"requests@2.32.5", "127.0.0.1"},
		Address: "https://github.com/zai-org/GLM-V/issues/264",
	},
	{
		ID: "jimmc414/onefilellm#79", Title: "onefilellm checks with urlparse and connects with requests.",
		URL:     `http://127.0.0.1:6666\@arxiv.org`,
		Checked: Reader{"urllib@3.13.3", "arxiv.org"}, Fetched: Reader{"requests@2.32.5", "127.0.0.1"},
		Address: "https://github.com/jimmc414/onefilellm/issues/79",
	},
	{
		ID: "AgriciDaniel/claude-ads#40", Title: "claude-ads checks with urlparse and connects with requests.",
		URL:     `https://127.0.0.1:6666\@1.1.1.1`,
		Checked: Reader{"urllib@3.13.3", "1.1.1.1"}, Fetched: Reader{"requests@2.32.5", "127.0.0.1"},
		Address: "https://github.com/AgriciDaniel/claude-ads/pull/44",
	},
	{
		ID: "jimmc414/onefilellm#79 (escape)", Title: "requests decodes an escaped digit of the host.",
		URL:     "http://127.0.0.%31/",
		Checked: Reader{"urllib@3.13.3", "127.0.0.%31"}, Fetched: Reader{"requests@2.34.2", "127.0.0.1"},
		Address: "https://github.com/jimmc414/onefilellm/issues/79",
	},
	{
		ID: "python/cpython#82001", Title: "urlopen removes angle brackets, which urlparse does not.",
		URL:     "<http://169.254.169.254/>",
		Checked: Reader{"urllib@3.13.3", "no host"}, Fetched: Reader{"urllib.request@3.13.3", "169.254.169.254"},
		Address: "https://github.com/python/cpython/issues/82001",
	},
	{
		ID: "OWASP/CheatSheetSeries#2401", Title: "JavaScript checks a URL, and Python connects.",
		URL:     `http://example.com\@evil.com`,
		Checked: Reader{"whatwg", "example.com"}, Fetched: Reader{"urllib@3.11.15", "evil.com"},
		Address: "https://github.com/OWASP/CheatSheetSeries/issues/2401",
	},
	{
		ID: "lirantal/awesome-nodejs-security#165", Title: "Python sees a name, and JavaScript an IPv4 address.",
		URL:     "http://0x7f.1/",
		Checked: Reader{"urllib@3.11.15", "0x7f.1"}, Fetched: Reader{"whatwg", "127.0.0.1"},
		Address: "https://github.com/lirantal/awesome-nodejs-security/pull/165",
	},

	// A check on a server, and a browser that follows the redirect.
	{
		ID: "pallets-eco/flask-security#1222", Title: "Flask-Security allows a subdomain that browsers do not see.",
		URL:     `https://amazon.com\.test.com/`,
		Checked: Reader{"urllib@3.13.3", `amazon.com\.test.com`}, Fetched: Reader{"whatwg", "amazon.com"},
		Address: "https://github.com/pallets-eco/flask-security/issues/1222",
	},
	{
		ID: "indico/flask-multipass#94", Title: "Flask-Multipass takes two backslashes for a path.",
		URL:     `https:\\evil.com`,
		Checked: Reader{"urllib@3.13.0", "no host"}, Fetched: Reader{"whatwg", "evil.com"},
		Address: "https://github.com/indico/flask-multipass/pull/94",
	},
	{
		ID: "CVE-2021-32618", Title: "Flask-Security takes three backslashes for a path.",
		URL: `\\\github.com`, Base: "https://app.example/login",
		Checked: Reader{"urllib@3.9.5", "app.example"}, Fetched: Reader{"whatwg", "github.com"},
		Address: "https://github.com/pallets-eco/flask-security/issues/486",
	},
	{
		ID: "pallets-eco/flask-security#893", Title: "Flask-Security takes a slash and a backslash for a path.",
		URL: `/\github.com`, Base: "https://app.example/login",
		Checked: Reader{"urllib@3.11.4", "app.example"}, Fetched: Reader{"whatwg", "github.com"},
		Address: "https://github.com/pallets-eco/flask-security/issues/893",
	},
	{
		ID: "GHSA-vwgg-rgg9-xx9q", Title: "Gradio takes four slashes for a path.",
		URL: "////evil.com/foo", Base: "https://app.example/logout",
		Checked: Reader{"urllib@3.13.3", "app.example"}, Fetched: Reader{"whatwg", "evil.com"},
		Address: "https://github.com/gradio-app/gradio/pull/13438",
	},
	{
		ID: "miniflux/v2#4362", Title: "Miniflux takes a slash and a backslash for a path.",
		URL: `/\evil.com/feed`, Base: "https://app.example/login",
		Checked: Reader{"net/url@1.26.11", "app.example"}, Fetched: Reader{"whatwg", "evil.com"},
		Address: "https://github.com/miniflux/v2/pull/4362",
	},
	{
		ID: "CVE-2026-7504", Title: "Keycloak finds no userinfo in a redirect URI with two at signs.",
		URL:     "https://app.example@x@evil.example/",
		Checked: Reader{"java.net.URI@25", "no host"}, Fetched: Reader{"whatwg", "evil.example"},
		Address: "https://github.com/keycloak/keycloak/issues/49109",
	},
	{
		ID: "cdhigh/KindleEar#734", Title: "KindleEar takes four slashes for a path.",
		URL: "////evil.com", Base: "https://app.example/login",
		Checked: Reader{"urllib@3.13.3", "app.example"}, Fetched: Reader{"whatwg", "evil.com"},
		Address: "https://github.com/cdhigh/KindleEar/issues/734",
	},
	{
		ID: "OWASP/railsgoat#228", Title: "RailsGoat checks a redirect with URI.parse.",
		URL: "////example.io/open-redirect", Base: "https://app.example/login",
		Checked: Reader{"ruby@0.12.4", "app.example"}, Fetched: Reader{"whatwg", "example.io"},
		Address: "https://github.com/OWASP/railsgoat/issues/228",
	},
	{
		ID: "CVE-2021-23435", Title: "Clearance redirects to the path that URI.parse finds.",
		URL: "/////example.com", Base: "https://app.example/login",
		Checked: Reader{"ruby@0.12.4", "app.example"}, Fetched: Reader{"whatwg", "example.com"},
		Address: "https://github.com/thoughtbot/clearance/pull/945",
	},
	{
		ID: "rails/rails#45485", Title: "Rails allows a redirect without a host, and browsers find one.",
		URL:     "http:///www.rubyonrails.org/",
		Checked: Reader{"ruby@0.12.4", "no host"}, Fetched: Reader{"whatwg", "www.rubyonrails.org"},
		Address: "https://github.com/rails/rails/pull/45485",
	},
	{
		ID: "golang/go#38642", Title: "Go reads a path after three slashes, and browsers a host.",
		URL:     "https:///www.google.com",
		Checked: Reader{"net/url@1.19.13", "no host"}, Fetched: Reader{"whatwg", "www.google.com"},
		Address: "https://github.com/golang/go/issues/38642",
	},

	// Node.js.
	{
		ID: "axios/axios#4022", Title: "axios connects to a host in a URL that new URL rejects.",
		URL:     "http://evil.com%2F.example.com/get",
		Checked: Reader{"whatwg", "rejects"}, Fetched: Reader{"nodejs-legacy@20.20.2", "evil.com"},
		Address: "https://github.com/axios/axios/issues/4022",
	},
	{
		ID: "CVE-2023-26159", Title: "follow-redirects falls back to url.parse if new URL rejects the URL.",
		URL:     "http://[localhost]/",
		Checked: Reader{"whatwg", "rejects"}, Fetched: Reader{"nodejs-legacy@20.20.2", "localhost"},
		Address: "https://github.com/follow-redirects/follow-redirects/issues/235",
	},
	{
		ID: "CVE-2026-16221", Title: "fast-uri does not end a host at a backslash.",
		URL:     `http://127.0.0.1\@good.example/`,
		Checked: Reader{"fast-uri@3.1.2", "good.example"}, Fetched: Reader{"whatwg", "127.0.0.1"},
		Fixed:   Reader{"fast-uri@4.2.3", "rejects"},
		Address: "https://nvd.nist.gov/vuln/detail/CVE-2026-16221",
	},
	{
		ID: "CVE-2026-18446", Title: "fast-uri takes a slash and a backslash for a path.",
		URL: `/\evil.com`, Base: "https://app.example/login",
		Checked: Reader{"fast-uri@3.1.2", "app.example"}, Fetched: Reader{"whatwg", "evil.com"},
		Fixed:   Reader{"fast-uri@4.2.3", "rejects"},
		Address: "https://nvd.nist.gov/vuln/detail/CVE-2026-18446",
	},
	{
		ID: "CVE-2026-13676", Title: "fast-uri leaves a Unicode host unchanged.",
		URL:     "http://①②⑦.0.0.1/",
		Checked: Reader{"fast-uri@3.1.2", "①②⑦.0.0.1"}, Fetched: Reader{"whatwg", "127.0.0.1"},
		Fixed:   Reader{"fast-uri@4.2.3", "127.0.0.1"},
		Address: "https://nvd.nist.gov/vuln/detail/CVE-2026-13676",
	},
	{
		ID: "CVE-2026-75931", Title: "fast-uri leaves the Unicode host of a reference without a scheme unchanged.",
		URL: "//evil。com/", Base: "https://app.example/login",
		Checked: Reader{"fast-uri@3.1.2", "evil。com"}, Fetched: Reader{"whatwg", "evil.com"},
		Fixed:   Reader{"fast-uri@4.2.3", "evil.com"},
		Address: "https://nvd.nist.gov/vuln/detail/CVE-2026-75931",
	},
	{
		ID: "CVE-2026-76172", Title: "fast-uri decodes the scheme.",
		URL:     "ht%74p://evil.com/",
		Checked: Reader{"fast-uri@3.1.2", "evil.com"}, Fetched: Reader{"whatwg", "rejects"},
		Fixed:   Reader{"fast-uri@4.2.3", "rejects"},
		Address: "https://nvd.nist.gov/vuln/detail/CVE-2026-76172",
	},

	// Java.
	{
		ID: "CVE-2024-22243", Title: "Spring ends the host at a bracket in the userinfo.",
		URL:     "https://127.0.0.1[@evil.com",
		Checked: Reader{"spring@5.3.30", "127.0.0.1"}, Fetched: Reader{"whatwg", "evil.com"},
		Fixed:   Reader{"spring@5.3.39", "evil.com"},
		Address: "https://spring.io/security/cve-2024-22243",
	},
	{
		ID: "CVE-2024-22259", Title: "Spring ends the userinfo at the first of two at signs.",
		URL:     "https://a@good.example@evil.com",
		Checked: Reader{"spring@5.3.30", "good.example@evil.com"}, Fetched: Reader{"whatwg", "evil.com"},
		Fixed:   Reader{"spring@5.3.39", "evil.com"},
		Address: "https://spring.io/security/cve-2024-22259",
	},
	{
		ID: "snowplow/snowplow#3937", Title: "Snowplow loses hosts with an underscore.",
		URL:     "http://a_b.example/",
		Checked: Reader{"java.net.URI@11", "no host"}, Fetched: Reader{"java.net.URL@11", "a_b.example"},
		Address: "https://github.com/snowplow/snowplow/issues/3937",
	},

	// The libraries of Python.
	{
		ID: "CVE-2023-24329", Title: "CPython finds no host after a blank, so a block list does not match.",
		URL:     " https://evil.example/",
		Checked: Reader{"urllib@3.11.3", "no host"}, Fetched: Reader{"whatwg", "evil.example"},
		Fixed:   Reader{"urllib@3.11.4", "evil.example"},
		Address: "https://github.com/python/cpython/issues/102153",
	},
	{
		ID: "CVE-2022-0391", Title: "CPython keeps a tab that browsers remove.",
		URL:     "http://evil.\texample/",
		Checked: Reader{"urllib@3.9.4", "evil.\texample"}, Fetched: Reader{"whatwg", "evil.example"},
		Fixed:   Reader{"urllib@3.9.5", "evil.example"},
		Address: "https://github.com/python/cpython/issues/88048",
	},
	{
		ID: "CVE-2024-11168", Title: "CPython accepts an IPv4 address in brackets.",
		URL:     "http://[127.0.0.1]/",
		Checked: Reader{"urllib@3.11.3", "127.0.0.1"}, Fetched: Reader{"whatwg", "rejects"},
		Fixed:   Reader{"urllib@3.11.4", "rejects"},
		Address: "https://github.com/python/cpython/issues/103848",
	},
	{
		ID: "CVE-2025-0938", Title: "CPython drops the text before a bracket.",
		URL:     "http://prefix.[v1.example]/",
		Checked: Reader{"urllib@3.11.11", "v1.example"}, Fetched: Reader{"whatwg", "rejects"},
		Fixed:   Reader{"urllib@3.11.12", "rejects"},
		Address: "https://github.com/python/cpython/issues/105704",
	},
	{
		ID: "aio-libs/yarl#1654", Title: "yarl drops the text before a bracket.",
		URL:     "http://127.0.0.1[aa::ff]",
		Checked: Reader{"urllib@3.13.3", "rejects"}, Fetched: Reader{"yarl@1.22.0", "aa::ff"},
		Fixed:   Reader{"yarl@1.25.1", "rejects"},
		Address: "https://github.com/aio-libs/yarl/pull/1654",
	},
	{
		ID: "aio-libs/yarl#1672", Title: "yarl drops the text after a bracket.",
		URL:     "http://[::1]allowed.example:1/",
		Checked: Reader{"urllib@3.13.3", "rejects"}, Fetched: Reader{"yarl@1.22.0", "::1"},
		Fixed:   Reader{"yarl@1.25.1", "rejects"},
		Address: "https://github.com/aio-libs/yarl/pull/1672",
	},

	// Go.
	{
		ID: "CVE-2025-47912", Title: "Go accepts a name in brackets.",
		URL:     "http://[evil.com]/",
		Checked: Reader{"net/url@1.25.1", "evil.com"}, Fetched: Reader{"whatwg", "rejects"},
		Fixed:   Reader{"net/url@1.25.2", "rejects"},
		Address: "https://nvd.nist.gov/vuln/detail/CVE-2025-47912",
	},
	{
		ID: "CVE-2026-25679", Title: "Go drops the text before a bracket.",
		URL:     "http://127.0.0.1[::1]/",
		Checked: Reader{"net/url@1.26.0", "::1"}, Fetched: Reader{"whatwg", "rejects"},
		Fixed:   Reader{"net/url@1.26.1", "rejects"},
		Address: "https://nvd.nist.gov/vuln/detail/CVE-2026-25679",
	},
	{
		ID: "golang/go#75223", Title: "Go accepts a colon in a host.",
		URL:     "http://localhost:1:2",
		Checked: Reader{"net/url@1.25.1", "localhost:1"}, Fetched: Reader{"whatwg", "rejects"},
		Fixed:   Reader{"net/url@1.26.0", "rejects"},
		Address: "https://github.com/golang/go/issues/75223",
	},
}
