package linear

import (
	"bytes"
	"strings"

	"earl.example/audit"
	"earl.example/baseurl"
)

func auditRows() []Row {
	heads := []string{"", "http://u:p@", "http://h/", "http://h/?a="} // the rows of the dialects test more heads
	return []Row{
		{"audit.Audit", heads, func(s string) {
			r := audit.Audit(s)
			r.Worst()
			r.Odd()
			for i := range r.Findings {
				r.Findings[i].Kind()
				r.Findings[i].LogValue()
			}
			for i := range r.Verdicts {
				r.Verdicts[i].LogValue().Group()[1].Value.Resolve()
			}
			r.LogValue()
			audit.Options{Base: new("http://h/a/b")}.AuditInto(&r, s)
		}},
		{"audit.Policy.Check", heads, func(s string) {
			for _, policy := range []audit.Policy{
				{Hosts: []string{".example.com", "h"}},
				{FailOn: audit.High + 1, MayDiffer: ^audit.Aspects(0), AllowUserinfo: true},
			} {
				if err := policy.Check(s); err != nil {
					_ = err.Error()
					err.(*audit.PolicyError).LogValue()
				}
			}
		}},
		{"audit.SameOrigin and others", heads, func(s string) {
			for _, text := range []string{s, strings.ReplaceAll(s, "http:", "")} {
				_, _ = audit.SameOrigin("http://h/a/b", text)
				_, _ = audit.SameOrigin(text, "/a")
				_ = audit.CheckRedirectURI(text, []string{"http://127.0.0.1/a", text + "a"})
				_ = audit.CheckOrigin(text, []string{"https://*.h", text + "a"})
				_ = audit.CheckCookieDomain("h.example.com", text, suffixes{})
				_ = audit.CheckCookieDomain(text, "example.com", suffixes{})
			}
		}},
		{"audit.Display", heads, func(s string) {
			audit.Escape(s)
			audit.Display(s, audit.DisplayOptions{Width: 80, ShowUsername: true, Registrable: func(host string) string {
				return suffixes{}.PublicSuffix(host)
			}})
		}},
		{"audit.ParseHost", ofText, func(s string) {
			h := audit.ParseHost(s)
			h.Internal()
			_ = h.String()
			_ = audit.Policy{}.Control("tcp4", s, nil)
		}},
		{"audit.Severity.UnmarshalText", ofText, func(s string) {
			var severity audit.Severity
			_ = severity.UnmarshalText([]byte(s))
		}},
	}
}

// documents lists the heads of hostile documents.
var documents = map[baseurl.Type][]string{
	baseurl.HTML: {"", "<", "<a href=", "<a href='", "<base href=/", "<a srcset='", "<!--", "<script>", "<style>",
		"<meta http-equiv=refresh content='", "<a b='", "<iframe srcdoc='"},
	baseurl.XML: {"", "<a ", "<a xml:base='", "<a><!--", "<a><![CDATA[", "<!DOCTYPE a [", "<?xml-stylesheet href='"},
	baseurl.CSS: {"", "url(", "@import '", "a{b:url('", "/*", "\\"},
	baseurl.Message: {"", "Base: <URL:", "Content-Type: multipart/mixed; boundary=",
		"Content-Type: multipart/mixed; boundary=x\n\n--x\n", "Location: ", "Link: <", "Content-Location: =?utf-8?q?",
		"A: b\n\n", "HTTP/1.1 301 a\nLocation: ", "Content-Transfer-Encoding: quoted-printable\n\n",
		"HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n", "HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n1\r\n<\r\n"},
	baseurl.Text: {"", "<", "\""},
	baseurl.JSON: {"", "\"", "[\"http://h/", "\"\\"},
}

func baseurlRows() []Row {
	var all []Row
	for _, t := range []baseurl.Type{baseurl.HTML, baseurl.XML, baseurl.CSS, baseurl.Message, baseurl.Text,
		baseurl.JSON} {
		all = append(all, Row{"baseurl.Options.References", documents[t], func(s string) {
			o := baseurl.Options{Context: baseurl.Context{Retrieval: []string{"http://h/a/b"}}}
			for ref, err := range o.References(t, strings.NewReader(s)) {
				if err == nil {
					ref.LogValue()
				}
			}
			_, _ = o.Base(t, strings.NewReader(s))
			for range o.References(t, bytes.NewBufferString(s)) { // a new reader for each call, since o reads it to its end
			}
		}})
	}
	return append(all,
		Row{"baseurl.Options.References of headers", documents[baseurl.Message], func(s string) {
			head := "HTTP/1.1 200 OK\nContent-Type: " + s + "\nLink: " + s + "\nContent-Location: " + s + "\nRefresh: 0;" + s
			for range (baseurl.Options{ContentLocation: true}).References(baseurl.Message, strings.NewReader(head+"\n\n")) {
			}
		}},
		Row{"baseurl.Options.Establish", ofURL, func(s string) {
			for _, limit := range []int{0, 1 << 30} {
				b, _ := baseurl.Options{MaxBase: limit, Context: baseurl.Context{Retrieval: []string{"http://h/", s},
					Default: s}}.Establish(baseurl.Candidate{Raw: s})
				b.Explain()
				b.LogValue()
				for _, p := range b.Passed() {
					_ = p.String()
					p.LogValue()
				}
			}
		}},
		Row{"baseurl.Sniff", []string{"", "text/", "<", "a."}, func(s string) {
			baseurl.Sniff([]byte(s))
			baseurl.TypeOf(s)
			baseurl.TypeOfName(s)
		}})
}
