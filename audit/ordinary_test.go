package audit

import (
	"slices"
	"strings"
	"testing"
)

// TestNoNoise: URLs that people use have no finding from Medium on, and a strict
// policy accepts the ones of the public Web.
func TestNoNoise(t *testing.T) {
	t.Parallel()
	for url := range strings.FieldsSeq(ordinaryURLs) {
		r := Audit(url)
		if worst, _ := r.Worst(); worst > Low {
			t.Errorf("%s: %s, want nothing above low", url, ids(&r))
		}
		if err := (Policy{}).Check(url); err != nil && strings.HasPrefix(url, "http") && r.Differ == 0 {
			t.Error(err)
		}
	}
}

// TestNoise: ordinary URLs that have a finding, with the reason.
func TestNoise(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ id, why, urls string }{
		{"path-encoded-slash", "proxies and servers do not agree on it",
			"https://gitlab.com/api/v4/projects/a%2Fb https://registry.npmjs.org/@babel%2fcore " +
				"https://storage.googleapis.com/b/o/a%2Fb?alt=media ftp://ftp.example.com/%2Fetc/motd;type=a " +
				"amqps://mq.example.com:5671/%2f"},
		{"scheme-guess", "curl connects to the host", "mailto:user@example.com sip:user@example.com xmpp:user@example.com"},
		{"scheme-active", "a page or a program's own content", "data:text/plain,hello javascript:void(0)"},
		{"userinfo-secret", "a password", "https://git:token@github.com/a/b.git postgres://user:pass@db.example.com:5432/x"},
		{"nested-url", "another URL",
			"blob:https://example.com/550e8400 view-source:https://example.com/ jdbc:postgresql://db.example.com/x"},
		{"idna-deviation", "Python reaches another host", "https://faß.de/"},
		{"port-scheme-mismatch", "the port of another protocol", "https://webmail.example.com:993/"},
		{"file-remote-host", "a drive", "file:///C:/Texts/a.txt"},
		{"scheme-local", "a file", "file:///etc/hosts file:///srv/report.pdf file://localhost/etc/fstab file:///C:/a.txt"},
		{"host-root-dot", "another name in a list of hosts", "https://example.com."},
		{"colon-host", "of several hosts dialects read other ones", "mongodb://db1.example.com:27017,db2.example.com:27017/"},
	} {
		for url := range strings.FieldsSeq(tt.urls) {
			r := Audit(url)
			if !slices.Contains(ids(&r), tt.id) {
				t.Errorf("%s: %s is not found (%s)", url, tt.id, tt.why)
			}
			for _, f := range r.Findings {
				if f.Severity > Low && f.ID != tt.id && f.ID != "host-disagreement" &&
					!(strings.HasPrefix(url, "file:///C:") && (f.ID == "scheme-local" || f.ID == "file-remote-host")) {
					t.Errorf("%s: %s, want only %q", url, f.ID, tt.id)
				}
			}
		}
	}
}

const ordinaryURLs = `
https://www.nytimes.com/2024/05/17/us/politics/some-long-headline.html?searchResultPosition=1
https://www.bbc.co.uk/news/world-europe-68901234
https://www.theguardian.com/world/live/2024/may/17/title-here?page=with:block-664712ab8f08a1b2c3d4e5f6#block-664712ab8f08a1b2c3d4e5f6
https://www.lemonde.fr/international/article/2024/05/17/titre-de-l-article_6233912_3210.html
https://www.spiegel.de/ausland/ein-artikel-a-1234abcd-1234-5678-9abc-def012345678
https://www.faz.net/aktuell/politik/ausland/titel-19728361.html
https://www.asahi.com/articles/ASS5J3TQ1S5JUTFK00CM.html?iref=comtop_7_01
https://edition.cnn.com/2024/05/17/world/story-intl/index.html
https://www.reuters.com/world/europe/a-story-2024-05-17/
https://apnews.com/article/abc-def-1234567890abcdef
https://news.ycombinator.com/item?id=40389123
https://old.reddit.com/r/golang/comments/1ctxyz/some_title_here/
https://twitter.com/user/status/1791234567890123456?s=20
https://x.com/@user
https://mastodon.social/@user/112456789012345678
https://medium.com/@author/some-title-of-post-3f4a5b6c7d8e
https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=42s
https://youtu.be/dQw4w9WgXcQ?si=AbCdEfGhIjKlMnOp
https://www.youtube.com/@channel/videos
https://en.wikipedia.org/wiki/Uniform_Resource_Identifier
https://en.wikipedia.org/wiki/C%2B%2B
https://en.wikipedia.org/wiki/Go_(programming_language)#History
https://de.wikipedia.org/wiki/M%C3%BCnchen
https://ja.wikipedia.org/wiki/%E6%9D%B1%E4%BA%AC
https://ru.wikipedia.org/wiki/%D0%9C%D0%BE%D1%81%D0%BA%D0%B2%D0%B0
https://en.wikipedia.org/wiki/AC/DC
https://en.wikipedia.org/wiki/Special:Search?search=a+b&go=Go
https://github.com/golang/go/issues/12345#issuecomment-1234567890
https://github.com/golang/go/blob/master/src/net/url/url.go#L100-L120
https://github.com/torvalds/linux/compare/v6.8...v6.9
https://github.com/user/repo/archive/refs/tags/v1.2.3.tar.gz
https://raw.githubusercontent.com/user/repo/main/README.md
https://api.github.com/repos/golang/go/pulls?state=open&per_page=100&page=2
https://github.com/search?q=repo%3Agolang%2Fgo+url&type=code
https://gitlab.com/gitlab-org/gitlab/-/merge_requests/12345/diffs#note_123
https://gitlab.com/gitlab-org/gitlab/-/blob/master/app/models/user.rb
https://bitbucket.org/user/repo/src/master/
https://git.kernel.org/pub/scm/linux/kernel/git/torvalds/linux.git/commit/?id=abc123
https://go.googlesource.com/go/+/refs/heads/master/src/net/url/
https://go-review.googlesource.com/c/go/+/123456
https://pkg.go.dev/golang.org/x/text@v0.15.0/unicode/norm
https://proxy.golang.org/golang.org/x/text/@v/v0.15.0.zip
https://proxy.golang.org/github.com/!burnt!sushi/toml/@v/list
https://www.npmjs.com/package/@babel/core
https://registry.npmjs.org/@babel/core/-/core-7.24.5.tgz
https://unpkg.com/react@18.3.1/umd/react.production.min.js
https://cdn.jsdelivr.net/npm/bootstrap@5.3.3/dist/css/bootstrap.min.css
https://cdn.jsdelivr.net/combine/npm/a@1,npm/b@2
https://esm.sh/react@18.3.1?dev
https://cdnjs.cloudflare.com/ajax/libs/jquery/3.7.1/jquery.min.js
https://fonts.googleapis.com/css2?family=Roboto:ital,wght@0,100;0,300;1,900&display=swap
https://fonts.gstatic.com/s/roboto/v30/KFOmCnqEu92Fr1Mu4mxK.woff2
https://pypi.org/project/requests/2.31.0/#files
https://pypi.org/simple/requests/
https://files.pythonhosted.org/packages/9d/be/10918a2eac4ae9f02f6cfe6414b7a155ccd8f7f9d4380d62fd5b955065c3/requests-2.31.0.tar.gz#sha256=942c5a758f98
https://crates.io/crates/serde/1.0.203
https://docs.rs/serde/latest/serde/trait.Serialize.html#tymethod.serialize
https://static.crates.io/crates/serde/serde-1.0.203.crate
https://repo1.maven.org/maven2/org/apache/commons/commons-lang3/3.14.0/commons-lang3-3.14.0.jar
https://rubygems.org/gems/rails/versions/7.1.3
https://packagist.org/packages/symfony/console
https://hub.docker.com/r/library/nginx/tags?page=1&name=alpine
https://registry-1.docker.io/v2/library/nginx/manifests/sha256:abcdef
https://deb.debian.org/debian/pool/main/c/curl/curl_7.88.1-10+deb12u5_amd64.deb
https://deb.debian.org/debian/pool/main/g/g++-defaults/g++_12.2.0-3_amd64.deb
https://archive.ubuntu.com/ubuntu/pool/main/libs/libsigc++-2.0/libsigc++-2.0-0v5_2.10.8-1_amd64.deb
https://aur.archlinux.org/packages/yay-bin
https://formulae.brew.sh/formula/openssl@3
https://nixos.org/manual/nix/stable/#chap-introduction
https://lists.debian.org/msgid-search/87fsu8x@example.org
https://lore.kernel.org/all/20240517.123456-1-a@b.org/
https://mail.google.com/mail/u/0/#inbox/FMfcgzGxSbXhJkLmNoPq
https://groups.google.com/g/golang-nuts/c/AbCdEfG/m/HiJkLmN
https://www.google.com/search?q=what+is+a+url&hl=en&gl=us&sca_esv=abc
https://www.google.com/maps/@52.5200,13.4050,15z
https://www.google.com/maps/place/Eiffel+Tower/@48.8583701,2.2922926,17z/data=!3m1!4b1!4m6!3m5!1s0x47e66e2964e34e2d:0x8ddca9ee380ef7e0!8m2!3d48.8583701!4d2.2944813!16zL20vMDJqODE?entry=ttu
https://www.google.com/url?q=https://example.org/a%3Fb%3Dc&sa=D&ust=1715
https://docs.google.com/document/d/1AbC_dEfGhIjKlMnOpQrStUvWxYz/edit#heading=h.abc
https://drive.google.com/file/d/1AbC/view?usp=sharing
https://duckduckgo.com/?q=url+parser&t=h_&ia=web
https://www.bing.com/search?q=caf%C3%A9
https://www.amazon.com/dp/B08N5WRWNW/ref=sr_1_3?crid=ABC&keywords=usb+c&qid=1715&sr=8-3
https://www.amazon.de/gp/product/B08N5WRWNW?ie=UTF8&psc=1
https://www.ebay.com/itm/123456789012?hash=item1ca:g:abcAAOSw&amdata=enc%3AAQAJ
https://shop.example.com/product/12345?variant=red,large&utm_source=newsletter&utm_medium=email
https://www.linkedin.com/in/some-name-12345678/
https://www.facebook.com/story.php?story_fbid=pfbid0abc&id=100
https://www.instagram.com/p/CabcdEFGhij/?hl=en
https://t.me/channel/1234
https://discord.com/channels/123456789/987654321
https://web.whatsapp.com/send?phone=15551234567&text=Hello%20World%0ABye
https://stackoverflow.com/questions/1547899/which-characters-make-a-url-invalid
https://stackoverflow.com/a/1547940/12345
https://developer.mozilla.org/en-US/docs/Web/API/URL#examples
https://url.spec.whatwg.org/#concept-url-parser
https://www.rfc-editor.org/rfc/rfc3986#section-3.2.2
https://datatracker.ietf.org/doc/html/rfc3986
https://doi.org/10.1000/182
https://doi.org/10.1002/(SICI)1097-4571(199806)49:8%3C693::AID-ASI4%3E3.0.CO;2-O
https://www.sciencedirect.com/science/article/abs/pii/S0140673620305675
https://arxiv.org/abs/2405.12345v2
https://arxiv.org/pdf/math.GT/0309136
https://dl.acm.org/doi/10.1145/3548606.3560571
https://www.ncbi.nlm.nih.gov/pmc/articles/PMC7166315/?report=classic
https://www.w3.org/TR/2014/REC-html5-20141028/
http://www.w3.org/1999/xhtml
http://www.w3.org/2000/svg
http://xmlns.com/foaf/0.1/
http://schemas.microsoft.com/office/2006/metadata/properties
http://purl.org/dc/elements/1.1/
http://example.org/ns#
https://schema.org/Person
https://[2001:4860:4860::8888]/
https://[2606:4700:4700::1111]/dns-query?dns=AAABAAABAAAAAAAAA3d3dwdleGFtcGxlA2NvbQAAAQAB
https://1.1.1.1/dns-query
https://8.8.8.8/resolve?name=example.com&type=A
https://xn--mnchen-3ya.de/
https://münchen.de/stadt
https://www.österreich.at/
https://пример.рф/страница
https://президент.рф/
https://例え.jp/パス?キー=値
https://中国政府.政务.cn/
https://한국.kr/
https://موقع.وزارة-الاتصالات.مصر/
https://ελλάδα.gr/
https://भारत.भारत/
https://ไทย.ไทย/
https://xn--j6w193g.xn--j6w193g/
https://www.xn--80ak6aa4i.xn--p1ai/
https://www.café-de-paris.fr/menü
https://köln.example/
https://ñandú.cl/
https://smörgås.se/
https://żółw.pl/
https://český-krumlov.cz/
https://тест.бг/
https://հայ.հայ/
https://გე.გე/
https://اختبار.إختبار/
https://טעסט.טעסט/
mailto:a@b.example,c@d.example
mailto:?to=a@b.example&subject=x
tel:+1-201-555-0123
tel:+4930123456;ext=12
sms:+15105550101?body=hello%20there
urn:isbn:0451450523
urn:uuid:6e8bc430-9c3a-11d9-9669-0800200c9a66
urn:ietf:rfc:3986
urn:oasis:names:specification:docbook:dtd:xml:4.1.2
ws://example.com/socket
wss://example.com:8443/socket?token=abc
wss://stream.binance.com:9443/ws/btcusdt@trade
ftp://ftp.gnu.org/gnu/emacs/emacs-29.3.tar.gz
ftp://anonymous@ftp.example.com/pub/
ftp://ftp.is.co.za/rfc/rfc1808.txt
news:comp.infosystems.www.servers.unix
nntp://news.example.com/comp.lang.c/123
ldap://ldap.example.com/dc=example,dc=com??sub?(uid=x)
ssh://git@github.com/user/repo.git
ssh://git@git.example.com:7999/proj/repo.git
git://git.kernel.org/pub/scm/git/git.git
git+https://github.com/user/repo.git@v1.0#egg=pkg
git+ssh://git@github.com/user/repo.git
svn+ssh://svn.example.com/repo
s3://my-bucket/path/to/key.json
gs://my-bucket/path/file
abfss://container@account.dfs.core.windows.net/dir/file
hdfs://namenode:8020/user/x
redis://cache.example.com:6379/0
postgresql://db.example.com/mydb
mysql://user@db.example.com/db
amqp://user@mq.example.com:5672/vhost
kafka://broker.example.com:9092
magnet:?xt=urn:btih:c12fe1c06bba254a9dc9f519b335aa7c1367a88a&dn=name&tr=udp%3A%2F%2Ftracker.example.com%3A80
spotify:track:6rqhFgbbKwnb9MLmUQDhG6
geo:37.786971,-122.399677
sips:user@example.com;transport=tcp
rtsp://media.example.com:554/stream
irc://irc.libera.chat/#go
ircs://irc.libera.chat:6697/go
bitcoin:1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa?amount=0.1
vscode://file/srv/a.go:10
slack://channel?id=C123&team=T123
zoommtg://zoom.us/join?confno=123
about:blank
chrome://settings/
tag:example.com,2024:post-1
did:web:example.com
https://user.github.io/project/
https://bucket.s3.amazonaws.com/key?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIA%2F20240517%2Fus-east-1%2Fs3%2Faws4_request&X-Amz-Signature=abc
https://s3.eu-central-1.amazonaws.com/bucket/path%20with%20space/file+name.txt
https://account.blob.core.windows.net/container/blob?sv=2022-11-02&sig=a%2Bb%3D
https://login.microsoftonline.com/common/oauth2/v2.0/authorize?client_id=abc&redirect_uri=https%3A%2F%2Fapp.example.com%2Fcb&response_type=code&scope=openid%20profile&state=xyz&nonce=1
https://accounts.google.com/o/oauth2/v2/auth?scope=https%3A//www.googleapis.com/auth/drive.metadata.readonly&redirect_uri=https%3A//oauth2.example.com/code
https://example.auth0.com/login/callback?code=abc&state=def
https://app.example.com/#/users/5?tab=settings
https://app.example.com/#!/route
https://example.com/cb#access_token=abc&token_type=bearer
https://i.imgur.com/AbCdEfG.jpg
https://pbs.twimg.com/media/GNabc?format=jpg&name=900x900
https://images.unsplash.com/photo-1500?ixlib=rb-4.0.3&auto=format&fit=crop&w=1000&q=80
https://res.cloudinary.com/demo/image/upload/w_300,h_200,c_fill,g_face/sample.jpg
https://cdn.example.com/a/b/c.min.js?v=1.2.3
https://a248.e.akamai.net/f/1/2/3/x.gif
https://web.archive.org/web/20200101000000/http://example.com/page
https://web.archive.org/web/2020*/example.com
https://translate.google.com/translate?sl=auto&tl=en&u=https://example.de/
https://www-example-com.translate.goog/a?_x_tr_sl=auto&_x_tr_tl=en
https://l.facebook.com/l.php?u=https%3A%2F%2Fexample.com%2F%3Ffbclid%3Dabc&h=AT
https://www.paypal.com/cgi-bin/webscr?cmd=_s-xclick&hosted_button_id=ABC
https://maps.apple.com/?ll=50.894967,4.341626&q=Place
https://www.openstreetmap.org/#map=19/52.51627/13.37770
https://www.openstreetmap.org/?mlat=52.5&mlon=13.4#map=15/52.5/13.4
https://weather.example.com/forecast/berlin;days=7;units=metric
https://jenkins.example.com/job/folder/job/name/lastBuild/console
https://jenkins.example.com:8443/view/All/builds
https://jira.example.com/browse/PROJ-123?focusedCommentId=10000&page=com.atlassian.jira.plugin.system.issuetabpanels:comment-tabpanel#comment-10000
https://example.atlassian.net/wiki/spaces/ENG/pages/123456/Title+Of+Page
https://grafana.example.com/d/abc/dash?orgId=1&from=now-6h&to=now&var-host=All
https://kibana.example.com/app/discover#/?_g=(filters:!(),time:(from:now-15m,to:now))&_a=(columns:!(_source))
https://prometheus.example.com/graph?g0.expr=sum(rate(http_requests_total%5B5m%5D))&g0.tab=0
https://example.com/search?q=a%26b%3Dc&lang=en
https://example.com/a%20b/c%20d.html
https://example.com/100%25/
https://example.com/~user/
https://example.com/a/b;v=2
https://example.com/?a[]=1&a[]=2
https://example.com/?filter[name]=x
https://example.com/?q={json}
https://example.com/?a=b|c
https://example.com/?x=<y>
https://example.com/caf%E9
https://example.com/café
https://example.com/?q=東京
https://example.com/index.php?id=1&amp;page=2
https://example.com/a//double//slash
https://example.com/a/../b
https://example.com/./x
https://example.com:443/
http://example.com:80/
https://EXAMPLE.com/
HTTPS://example.com/
https://example.com
https://example.com?x=1
https://example.com#top
https://sub_domain.example.com/
https://a.b.c.d.e.f.example.com/
https://www.gov.uk/
https://www.parliament.uk/about/
https://example.museum/
https://example.technology/
https://example.xyz/
https://t.co/AbCdEfGhIj
https://bit.ly/3AbCdEf
https://goo.gl/maps/abc
https://tinyurl.com/abc
https://lnkd.in/eAbCdEf
https://aka.ms/vs/17/release/vc_redist.x64.exe
https://get.docker.com/
https://sh.rustup.rs
https://dl.google.com/go/go1.22.3.linux-amd64.tar.gz
https://nodejs.org/dist/v20.13.1/node-v20.13.1-linux-x64.tar.xz
https://www.python.org/ftp/python/3.12.3/Python-3.12.3.tgz
https://ftp.mozilla.org/pub/firefox/releases/126.0/
https://download.example.com/files/setup%20(1).exe
https://example.com/con
https://example.com/docs/aux/page
https://example.com/nul.html
https://example.com/com1
https://example.com/a:b/c
https://example.com/users/1:activate
https://example.com/@scope/pkg
https://example.com/*.txt
https://example.com/a'b
https://example.com/$metadata
https://example.com/odata/Products(1)/Name/$value
https://example.com/odata/Products?$filter=Name%20eq%20%27x%27
https://www.example.co.jp/%E3%83%86%E3%82%B9%E3%83%88?%E3%82%AD%E3%83%BC=%E5%80%A4
https://zh.wikipedia.org/wiki/%E7%BB%9F%E4%B8%80%E8%B5%84%E6%BA%90%E5%AE%9A%E4%BD%8D%E7%AC%A6
https://i❤.ws/
https://xn--i-7iq.ws/
https://home.cern/
https://www.corp.com/
https://localhost.run/
https://nip.io/
https://10.example.com/
https://9292.nl/
https://163.com/
https://www.4399.com/
https://1.example.com/
https://360.cn/
https://example.com:8443/x
https://example.com:8080/x
http://example.com:8000/
http://example.com:81/
https://example.com:10443/
https://cpanel.example.com:2083/
https://vpn.example.com:4443/
https://example.com/?email=a@b.example
https://example.com?email=a@b.example
https://example.com/unsubscribe/a@b.example
https://fonts.googleapis.com/css?family=Open+Sans:400,700|Roboto
http://feeds.feedburner.com/~r/blog/~3/abc/
webcal://calendar.example.com/cal.ics
itms-apps://itunes.apple.com/app/id123
market://details?id=com.example
intent://scan/#Intent;scheme=zxing;package=com.google.zxing.client.android;end
android-app://com.example/http/example.com/
`
