package audit

import (
	"fmt"
	"net/netip"
	"strings"
	"testing"
)

const modernURLs = `
https://bücher.example/
https://münchen.example/straße?q=ü#ä
https://例え.テスト例.example/
https://пример.example/путь/страница
https://faß.example/
https://www.example.com/search?filter[color]=red&filter[size]=10
https://api.example.com/v1/items?ids[]=1&ids[]=2&sort[by]=name
https://api.example.com/items?fields={id,name}&q="two words"
https://www.example.com/a|b?x=a|b
https://www.example.com/?q=a^b` + "`" + `c
https://gitlab.com/api/v4/projects/group%2Fproject/repository/files/a%2Fb.go/raw?ref=main
https://registry.npmjs.org/@babel%2fcore
https://storage.googleapis.com/storage/v1/b/bucket/o/folder%2Ffile.txt?alt=media
https://firebasestorage.googleapis.com/v0/b/app.appspot.com/o/images%2Fphoto.jpg?alt=media&token=0a1b2c3d-aaaa-bbbb-cccc-0123456789ab
https://bucket.s3.eu-central-1.amazonaws.com/a%20b.pdf?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIA%2F20240101%2Feu-central-1%2Fs3%2Faws4_request&X-Amz-Date=20240101T000000Z&X-Amz-Expires=3600&X-Amz-SignedHeaders=host&X-Amz-Signature=abcdef
https://res.cloudinary.com/demo/image/upload/w_400,h_400,c_crop,g_face,r_max/w_200/lady.jpg
https://images.example.com/unsafe/300x200/smart/https://www.example.org/a.jpg
https://web.archive.org/web/20240101000000/https://www.example.com/
https://www.google.com/maps/place/Berlin/@52.5069704,13.2846516,11z/data=!3m1!4b1!4m6!3m5
https://www.google.com/url?sa=t&url=https%3A%2F%2Fwww.example.com%2F&usg=AOvVaw
https://translate.google.com/?sl=de&tl=en&text=Guten%20Tag%0A&op=translate
https://docs.google.com/document/d/1AbC_dEf-123/edit#heading=h.abc123
https://colab.research.google.com/github/user/repo/blob/main/a.ipynb#scrollTo=xYz
https://play.golang.org/p/abc123?v=
https://www.amazon.de/gp/product/B000000000/ref=ox_sc_act_title_1?smid=A3JWKAKR8XB7XF&psc=1
https://www.example.com/products;color=red;size=10/list
https://matrix.to/#/#room:matrix.org
https://mastodon.social/@user/112456789012345678#.
https://app.example.com/#/route?x=1&y=[2]
https://app.example.com/#!/bang/path
https://t.co/AbCdEf123
https://x.com/user/status/1?s=20&t=a-b_c
https://teams.microsoft.com/l/meetup-join/19%3ameeting_abc%40thread.v2/0?context=%7b%22Tid%22%3a%22a%22%7d
https://login.microsoftonline.com/common/oauth2/v2.0/authorize?client_id=a&redirect_uri=https%3A%2F%2Fapp.example.com%2Fcb&scope=openid%20profile&state=xyz%3D%3D
https://accounts.google.com/o/oauth2/v2/auth?redirect_uri=http%3A%2F%2Flocalhost%3A8080%2Fcb&response_type=code
https://hooks.slack.com/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX
https://discord.com/api/webhooks/1234567890/AbC-dEf_ghi
https://api.telegram.org/bot123456:ABC-DEF/sendMessage?chat_id=@channel&text=hi
https://zoom.us/j/1234567890?pwd=AbCdEf
https://meet.example.com:8443/room
https://grafana.example.com:3000/d/abc/dash?orgId=1&from=now-6h&to=now&var-host=a&var-host=b
https://kibana.example.com/app/discover#/?_g=(time:(from:now-15m,to:now))&_a=(columns:!(message),query:(match_all:()))
https://en.wikipedia.org/wiki/Schrödinger_equation
https://de.wikipedia.org/wiki/Straße_(Begriffsklärung)
https://zh.wikipedia.org/wiki/维基百科
https://ja.wikipedia.org/wiki/日本語?action=raw
https://ar.wikipedia.org/wiki/ويكيبيديا
https://example.com/emoji/👍
https://example.com/path with spaces/file (1).pdf
https://example.com/a%2Fb%252Fc
https://example.com/100%25
https://example.com/a/b/../c/./d
https://example.com/a//b///c
https://example.com/?a=1;b=2
https://example.com/?redirect=//other.example/
https://example.com/?next=/a/b?c=d#e
https://example.com?x
https://example.com#top
https://EXAMPLE.com/Path
https://www.example.com./
https://example.co.uk:443/
http://example.com:80/
http://example.com:8080/a
https://xn--bcher-kva.example/
https://a-b.c--d.example/
https://my_bucket.s3.amazonaws.com/key
https://1.1.1.1/dns-query?name=example.com
https://[2606:4700:4700::1111]/dns-query
https://example.com/~user/
https://example.com/a=b&c=d
https://example.com/*
https://example.com/a:b@c
https://example.com/$metadata?$filter=Name eq 'a'&$top=10
https://example.com/odata/Items('key')/Name
https://example.com/a'b"c
https://example.com/<script>
https://example.com/sparql?query=SELECT ?s WHERE { ?s ?p ?o }
https://example.com/?q=<b>
https://example.com/?json={"a":[1,2]}
https://example.com/wiki/C++
https://example.com/?q=c%2B%2B&x=a+b
https://example.com/?utm_source=a&utm_medium=b&gclid=Cj0KCQ-_a
https://example.com/.well-known/acme-challenge/token
https://example.com/index.php/a/b?c[d][e]=f
https://example.com/a.b.c/d_e-f~g
https://example.com/a%E2%80%99b
https://example.com/caf%C3%A9
https://example.com/%7Euser
https://example.com/a;v=1.1/b
https://example.com/#:~:text=some%20text,end
https://example.com/#a#b
https://example.com/?a=b?c=d
https://example.com/\path
https://cdn.jsdelivr.net/npm/pkg@1.2.3/dist/a.min.js
https://pkg.go.dev/net/url@go1.24#URL.Parse
https://fonts.googleapis.com/css2?family=Roboto:wght@400;700&display=swap
https://fonts.googleapis.com/css?family=Open+Sans:400,700|Lato
https://example.com/calendar.ics?from=2024-01-01T00:00:00+01:00
https://example.travel/
https://example.xn--p1ai/
https://storage.googleapis.com/my-bucket/a.txt?X-Goog-Algorithm=GOOG4-RSA-SHA256&X-Goog-Credential=svc%40p.iam.gserviceaccount.com%2F20260101%2Fauto%2Fstorage%2Fgoog4_request&X-Goog-Date=20260101T000000Z&X-Goog-Expires=900&X-Goog-SignedHeaders=host&X-Goog-Signature=0a1b2c3d
https://account.blob.core.windows.net/files/a%20b.txt?sv=2026-01-01&st=2026-01-01T00%3A00%3A00Z&sr=b&sp=r&sig=a%2Bb%2Fc%3D
https://www.google.com/maps/dir/Berlin,+Germany/Hamburg/@53.0123,11.0456,8z/data=!4m14!4m13!1m5!1m1!1s0x47a8:0x52
https://www.openstreetmap.org/#map=15/52.5170/13.3889&layers=N
https://магазин.example/каталог/обувь/мужская/зимняя/сапоги-и-ботинки?цвет=чёрный&размер=42#отзывы
https://例子.example/分类/電子製品/智慧型手機/詳細.html?排序=價格
https://en.wikipedia.org/wiki/Talk:C_Sharp_(programming_language)#Is_"C#"_right?
https://en.wikipedia.org/wiki/%22Weird_Al%22_Yankovic
https://ci.example.com:8443/job/deploy%20main/lastBuild/artifact/out/*zip*/out.zip
https://jira.example.com/issues/?jql=project = AB AND status in ("To Do", Done) ORDER BY created DESC
https://example.com/graphql?query={user(id:"1"){name,friends{name}}}
https://example.com/cells;sheet=1;range=A1:B2/values
https://example.com/a=1&b=2;c=3!d,e'f(g)h*i+j$k@l:m
`

// TestWebAccepts checks the preset with URLs that people copy from a browser.
func TestWebAccepts(t *testing.T) {
	t.Parallel()
	n := 0
	long := "\nhttps://example.com/long?" + strings.Repeat("key[]=value%20with%20spaces&", 200)
	for url := range strings.Lines(modernURLs + long + "\n" + strings.TrimSpace(ordinaryURLs)) {
		url = strings.TrimSpace(url)
		if !strings.HasPrefix(url, "http") {
			continue
		}
		n++
		if err := Web().Check(url); err != nil {
			t.Error(err)
		}
	}
	if n < 300 {
		t.Errorf("%d URLs, want at least 300", n)
	}
}

// TestWebRejects checks that the presets reject what leads inside.
func TestWebRejects(t *testing.T) {
	t.Parallel()
	for _, tt := range ssrf {
		for name, policy := range map[string]Policy{"Strict": Strict(), "Web": Web(), "Webhook": Webhook()} {
			if policy.Check(tt.url) == nil {
				t.Errorf("%s accepts %q", name, tt.url)
			}
		}
	}
}

func TestValidate(t *testing.T) {
	t.Parallel()
	loopback := []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
	for _, tt := range []struct {
		name   string
		policy Policy
		want   string // "" if the policy is valid
	}{
		{"zero", Policy{}, ""},
		{"web", Web(), ""},
		{"webhook", Webhook(), ""},
		{"all fields", Policy{Schemes: []string{"http", "git+ssh"}, Hosts: []string{"a.example", ".b.example",
			"bücher.example", "10.0.0.1", "::1", "[::1]"}, InternalFor: map[string][]netip.Prefix{"redis": loopback,
			".svc": loopback, "grafana.corp:3000": loopback, ".corp:443": loopback, "10.1.2.3:3000": nil, "[fd00::1]:80": nil},
			Ports: []uint16{80}, RefusedPorts: []uint16{81}, MaxLength: 9}, ""},
		{"capitals", Policy{Schemes: []string{"HTTP"}}, `Policy.Schemes: "HTTP"`},
		{"a colon", Policy{Schemes: []string{"http:"}}, `"http:"`},
		{"no scheme", Policy{Schemes: []string{""}}, `""`},
		{"a wildcard", Policy{Hosts: []string{"*.example.com"}}, `write ".example.com"`},
		{"a URL", Policy{Hosts: []string{"https://example.com"}}, "is a URL"},
		{"a port", Policy{Hosts: []string{"example.com:80"}}, "has a port"},
		{"a dot", Policy{Hosts: []string{"."}}, "is not a host"},
		{"a path", Policy{Hosts: []string{"example.com/"}}, "is not a host"},
		{"an unknown ID", Policy{Ignore: []string{"dest-interal"}}, `"dest-interal" is not the ID`},
		{"the ID of a policy", Policy{Ignore: []string{"policy-host"}}, "is not the ID"},
		{"no ranges", Policy{InternalFor: map[string][]netip.Prefix{"redis": nil}}, "no address ranges"},
		{"an address", Policy{InternalFor: map[string][]netip.Prefix{"127.0.0.1": loopback}}, "list it in Internal"},
		{"a wildcard of InternalFor", Policy{InternalFor: map[string][]netip.Prefix{"*.svc": loopback}}, `write ".svc"`},
		{"an address with a port and ranges", Policy{InternalFor: map[string][]netip.Prefix{"10.0.0.1:80": loopback}},
			"needs no address ranges"},
		{"a port of InternalFor", Policy{InternalFor: map[string][]netip.Prefix{"redis:0": loopback}}, "has an invalid port"},
		{"a range that is refused", Policy{Internal: loopback, Refused: loopback}, `"127.0.0.0/8" is in Refused too`},
		{"intranet", Intranet(), ""},
		{"a range", Policy{Refused: []netip.Prefix{{}}}, "Refused: an address range is invalid"},
		{"a port twice", Policy{Ports: []uint16{80}, RefusedPorts: []uint16{80}}, `"80" is in RefusedPorts`},
		{"no dialects", Policy{Dialects: Dialects()[:0]}, "no URL is accepted"},
		{"a refused URL", Policy{RefusedHosts: []string{"https://example.com"}}, "Policy.RefusedHosts: \"https"},
		{"a host twice", Policy{Hosts: []string{"a.example"}, RefusedHosts: []string{"a.example"}}, "is in RefusedHosts"},
		{"a length", Policy{MaxLength: -1}, "negative"},
	} {
		got := tt.policy.Validate()
		if (got == nil) != (tt.want == "") || !strings.Contains(fmt.Sprint(got), tt.want) {
			t.Errorf("%s: %v, want %q", tt.name, got, tt.want)
		}
	}
}
