package baseurl_test

import (
	"strings"
	"testing"

	"earl.example/baseurl"
)

// withBases reports xml:base attributes, too.
var withBases = baseurl.Options{XMLBase: true, Context: baseurl.Context{Retrieval: []string{"http://h/"}}}

// TestXMLBases: an xml:base is a base and no link, unless it is asked for or does not resolve.
func TestXMLBases(t *testing.T) {
	t.Parallel()
	const feed = `<feed xmlns="http://www.w3.org/2005/Atom" xml:base="x/"><link xml:base="http://h:y/" href="1"/></feed>`
	check(t, at("http://h/"), baseurl.XML, feed, " link[xml:base] http://h:y/ ! port-invalid @72", " link[href] 1 = http://h/x/1")
	check(t, withBases, baseurl.XML, feed, " feed[xml:base] x/ = http://h/x/", " link[xml:base] http://h:y/ ! port-invalid @72",
		" link[href] 1 = http://h/x/1")
}

// TestXML has scopes of xml:base, and what refers to something in the languages
// that are known.
func TestXML(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, doc string
		want      []string
	}{
		{"xml:base", `<a xml:base="x/"><b xml:base="y/" href="1"/><c href="2"/></a>`, []string{
			" a[xml:base] x/ = http://h/x/", " b[xml:base] y/ = http://h/x/y/", " b[href] 1 = http://h/x/y/1",
			" c[href] 2 = http://h/x/2"}},
		{"xml:base on a base element",
			`<html xmlns="http://www.w3.org/1999/xhtml"><base xml:base="x/" href="b/"/><a href="1"/></html>`, []string{
				" base[xml:base] x/ = http://h/b/x/", " base[href] b/ = http://h/b/", " a[href] 1 = http://h/b/1"}},
		{"xml:base on a sibling", `<a><b xml:base="x/"><c/></b><d href="1"/></a>`, []string{" b[xml:base] x/ = http://h/x/",
			" d[href] 1 = http://h/1"}},
		{"xml:base behind what it holds for", `<a href="1" xml:base="x/"/>`,
			[]string{" a[href] 1 = http://h/x/1", " a[xml:base] x/ = http://h/x/"}},
		{"bad xml:base", `<a xml:base="x/"><b xml:base="http://h:x/" href="1"/></a>`, []string{
			" a[xml:base] x/ = http://h/x/", " b[xml:base] http://h:x/ ! port-invalid @30", " b[href] 1 = http://h/x/1"}},
		{"another base", `<a x:base="x/" base="y/" href="1"/>`, []string{" a[href] 1 = http://h/1"}},
		{"XLink",
			`<a xmlns:l="http://www.w3.org/1999/xlink" l:href="1" m:href="2"><b xmlns:l="other" l:href="3"/><c l:href="4"/></a>`,
			[]string{
				" a[l:href] 1 = http://h/1", " c[l:href] 4 = http://h/4"}},
		{"XLink of an element that ended", `<a xmlns:l="http://www.w3.org/1999/xlink"/><b l:href="no"/>`, nil},
		{"style sheet", "<?xml version='1.0'?>\n<?xml-stylesheet type='text/css' href='s.css?a&amp;b'?><a/>",
			[]string{" ?xml-stylesheet[href] s.css?a&b = http://h/s.css?a&b"}},
		{"SVG",
			`<s:svg xmlns:s="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><s:use xlink:href="#a"/><s:a href="b"/><s:path fill="url(#c)" style="d:url(e)"/><s:style>@import "f";</s:style></s:svg>`, []string{
				" s:use[xlink:href] #a = http://h/#a", " s:a[href] b = http://h/b", " s:path[fill] #c = http://h/#c",
				" s:path[style] e = http://h/e", " s:style[@import] f = http://h/f"}},
		{"XHTML",
			`<html xmlns="http://www.w3.org/1999/xhtml"><a href="1"/><head><base href="/x/"/><base href="/y/"/></head><img srcset="2, 3 2x"/><meta http-equiv="refresh" content="0;url=4"/><iframe srcdoc="&lt;a href=5>"/><style><![CDATA[a{b:url(6)}]]></style></html>`, []string{
				" a[href] 1 = http://h/x/1", " base[href] /x/ = http://h/x/", " base[href] /y/ = http://h/y/",
				" img[srcset] 2 = http://h/x/2", " img[srcset] 3 = http://h/x/3",
				" meta[content] 4 = http://h/x/4", "@190 a[href] 5 = http://h/x/5", " style[url] 6 = http://h/x/6"}},
		{"XHTML in xml:base",
			`<html xmlns="http://www.w3.org/1999/xhtml" xml:base="y/"><a href="1"/><base href="/x/"/></html>`, []string{
				" html[xml:base] y/ = http://h/x/y/", " a[href] 1 = http://h/x/y/1", " base[href] /x/ = http://h/x/"}},
		{"base in other XML", `<a xmlns:h="http://www.w3.org/1999/xhtml"><h:base href="/x/"/><h:a href="1"/></a>`,
			[]string{" h:base[href] /x/ = http://h/x/", " h:a[href] 1 = http://h/1"}},
		{"Atom",
			`<feed xmlns="http://www.w3.org/2005/Atom" xml:base="http://a/b/"><id>urn:x</id><icon> i </icon><logo></logo><link href="1"/><generator uri="2">g</generator><category scheme="3" term="t"/><author><uri>4</uri></author><content src="5"/></feed>`, []string{
				" feed[xml:base] http://a/b/ = http://a/b/", " id[] urn:x = urn:x", " icon[] i = http://a/b/i",
				" link[href] 1 = http://a/b/1", " generator[uri] 2 = http://a/b/2",
				" category[scheme] 3 = http://a/b/3", " uri[] 4 = http://a/b/4", " content[src] 5 = http://a/b/5"}},
		{"RSS",
			`<rss><channel><link>1</link><item><link><![CDATA[ 2?a&b ]]></link><guid isPermaLink="false">no</guid><guid>3</guid><enclosure url="4"/><comments>5&amp;6</comments></item></channel></rss>`, []string{
				" link[] 1 = http://h/1", " link[] 2?a&b = http://h/2?a&b", " guid[] 3 = http://h/3",
				" enclosure[url] 4 = http://h/4", " comments[] 5&6 = http://h/5&6"}},
		{"RSS 1.0",
			`<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel rdf:about="1"><link>2</link><image rdf:resource="3"/><items><rdf:Seq><rdf:li resource="4"/></rdf:Seq></items></channel><image rdf:about="5"><url>6</url></image><item rdf:about="7"><title>no</title><link> 8 </link><description>no</description><content:encoded>&lt;a href=9></content:encoded></item></rdf:RDF>`, []string{
				" channel[rdf:about] 1 = http://h/1", " link[] 2 = http://h/2", " image[rdf:resource] 3 = http://h/3",
				" rdf:li[resource] 4 = http://h/4", " image[rdf:about] 5 = http://h/5", " url[] 6 = http://h/6",
				" item[rdf:about] 7 = http://h/7", " link[] 8 = http://h/8", "@423 a[href] 9 = http://h/9"}},
		{"RSS 0.90",
			`<r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://my.netscape.com/rdf/simple/0.9/"><channel><link>1</link></channel><image><url>2</url></image></r:RDF>`,
			[]string{" link[] 1 = http://h/1", " url[] 2 = http://h/2"}},
		{"RDF/XML",
			`<r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:d="http://purl.org/dc/" xml:base="http://a/b/"><r:Description r:about=""><d:x r:resource="1"/><d:x resource="2" about="3" r:ID="no" r:nodeID="no"/><d:y xml:base="c/" r:resource="4" r:datatype="no" r:type="no"/></r:Description></r:RDF>`, []string{
				" r:RDF[xml:base] http://a/b/ = http://a/b/", " r:Description[r:about]  = http://a/b/",
				" d:x[r:resource] 1 = http://a/b/1", " d:x[resource] 2 = http://a/b/2", " d:x[about] 3 = http://a/b/3",
				" d:y[xml:base] c/ = http://a/b/c/", " d:y[r:resource] 4 = http://a/b/c/4"}},
		{"RDF/XML in another document",
			`<a xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:o="other" about="no" o:about="no" o:resource="no"><rdf:RDF><rdf:Description rdf:about="1"/></rdf:RDF></a>`,
			[]string{" rdf:Description[rdf:about] 1 = http://h/1"}},
		{"OPML",
			`<opml version="2.0"><head><docs>1</docs><ownerId>2</ownerId></head><body><outline text="no" type="rss" xmlUrl="3" htmlUrl="4?a&amp;b"/><outline type="link" url="5"><outline xmlUrl="6"/></outline><x xmlUrl="no" url="no"/></body></opml>`, []string{
				" docs[] 1 = http://h/1", " ownerId[] 2 = http://h/2", " outline[xmlUrl] 3 = http://h/3",
				" outline[htmlUrl] 4?a&b = http://h/4?a&b", " outline[url] 5 = http://h/5", " outline[xmlUrl] 6 = http://h/6"}},
		{"extensions of sitemaps",
			`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1" xmlns:video="http://www.google.com/schemas/sitemap-video/1.1" xmlns:xhtml="http://www.w3.org/1999/xhtml" xmlns:o="other"><url><loc>1</loc><xhtml:link rel="alternate" hreflang="de" href="2"/><image:image><image:loc>3</image:loc><image:license>4</image:license></image:image><video:video><video:thumbnail_loc>5</video:thumbnail_loc><video:content_loc>6</video:content_loc><video:player_loc allow_embed="yes">7</video:player_loc><video:gallery_loc>8</video:gallery_loc><video:uploader info="9">no</video:uploader></video:video><o:loc>no</o:loc></url></urlset>`, []string{
				" loc[] 1 = http://h/1", " xhtml:link[href] 2 = http://h/2", " image:loc[] 3 = http://h/3",
				" image:license[] 4 = http://h/4", " video:thumbnail_loc[] 5 = http://h/5", " video:content_loc[] 6 = http://h/6",
				" video:player_loc[] 7 = http://h/7", " video:gallery_loc[] 8 = http://h/8", " video:uploader[info] 9 = http://h/9"}},
		{"HTML in Atom",
			`<feed xmlns="http://www.w3.org/2005/Atom"><entry xml:base="x/"><content type="html"> &lt;a href="1?b&amp;amp;c"> </content><summary type="text">&lt;a href="no"></summary><title type="html">plain</title></entry></feed>`, []string{
				" entry[xml:base] x/ = http://h/x/", "@85 a[href] 1?b&c = http://h/x/1?b&c"}},
		{"HTML in RSS",
			`<rss xmlns:c="http://purl.org/rss/1.0/modules/content/"><description><![CDATA[<a href="1">]]></description><c:encoded>&lt;img src=2>&lt;img src=3></c:encoded></rss>`, []string{
				"@78 a[href] 1 = http://h/1", "@118 img[src] 2 = http://h/2", "@118 img[src] 3 = http://h/3"}},
		{"schemas",
			`<a xmlns:i="http://www.w3.org/2001/XMLSchema-instance" xml:base="b/" i:schemaLocation=" urn:n  n.xsd&#10;urn:m m.xsd urn:o" i:noNamespaceSchemaLocation="x.xsd" schemaLocation="no no" i:type="no"/>`, []string{
				" a[xml:base] b/ = http://h/b/", " a[i:schemaLocation] n.xsd = http://h/b/n.xsd",
				" a[i:schemaLocation] m.xsd = http://h/b/m.xsd", " a[i:noNamespaceSchemaLocation] x.xsd = http://h/b/x.xsd"}},
		{"MathML",
			`<m:math xmlns:m="http://www.w3.org/1998/Math/MathML"><m:mi href="1" style="d:url(2)"/><m:mglyph src="3"/><m:mi fill="url(4)"/></m:math>`, []string{
				" m:mi[href] 1 = http://h/1", " m:mi[style] 2 = http://h/2", " m:mglyph[src] 3 = http://h/3"}},
		{"style of a base element", `<html xmlns="http://www.w3.org/1999/xhtml"><base style="a:url(1)" href="/x/"/></html>`,
			[]string{
				" base[style] 1 = http://h/x/1", " base[href] /x/ = http://h/x/"}},
		{"declaration that does not end", "<?xml version='1.0' encoding='windows-1251'", []string{" []  ! document @43"}},
		{"UTF-16 that is none", "<?xml version='1.0' encoding='UTF-16'?><a href='\u00e9'/>",
			[]string{" a[href] \u00e9 = http://h/%C3%A9"}},
		{"unknown encoding of XHTML with a base", `<?xml version='1.0' encoding='x-unknown'?><html xmlns=` +
			`"http://www.w3.org/1999/xhtml"><base href="/x/"/><a href="1"/></html>`,
			[]string{" []  ! charset @0", " base[href] /x/ = http://h/x/", " a[href] 1 = http://h/x/1"}},
		{"XHTML without a base", `<html xmlns="http://www.w3.org/1999/xhtml"><a href="1"/></html>`,
			[]string{" a[href] 1 = http://h/1"}},
		{"long name of an entity", `<a href="&` + strings.Repeat("a", 40) + `; b"/>`,
			[]string{" a[href] &" + strings.Repeat("a", 40) + "; b = http://h/&" + strings.Repeat("a", 40) + ";%20b"}},
		{"DOCTYPE", `<!DOCTYPE a PUBLIC "-//x" "http://h/a.dtd"><a/>`, nil},
		{"HTML in pieces", "<rss><description> &lt;a<!-- --> <!-- -->href=x> </description></rss>",
			[]string{"@19 a[href] x = http://h/x"}},
		{"prefix xml, declared", `<a xmlns:xml="http://www.w3.org/XML/1998/namespace" xml:base="b/" href="c"/>`,
			[]string{" a[xml:base] b/ = http://h/b/", " a[href] c = http://h/b/c"}},
		{"HTML of Atom by its media type",
			`<feed xmlns="http://www.w3.org/2005/Atom"><content type="text/html">&lt;a href=x></content></feed>`,
			[]string{"@68 a[href] x = http://h/x"}},
		{"guid that is a link", `<rss><guid isPermaLink="true">g</guid><guid isPermaLink="false">no</guid></rss>`,
			[]string{" guid[] g = http://h/g"}},
		{"sitemap", `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>http://h/1</loc></url></urlset>`,
			[]string{" loc[] http://h/1 = http://h/1"}},
		{"other content", `<a><b>x</b><link>1<c>2</c>3</link></a>`, nil},
		{"entities", `<a href="x?a&amp;b&#61;&#x63;&eacute;&unknown;"/>`,
			[]string{" a[href] x?a&b=cé&unknown; = http://h/x?a&b=c%C3%A9&unknown;"}},
		{"cut", `<a><b href="1"/><c href=`, []string{" b[href] 1 = http://h/1", " []  ! document @24"}},
		{"not closed", `<a><b href="1"/>`, []string{" b[href] 1 = http://h/1", " []  ! document @16"}},
		{"broken", `<a><b href="1"/><c <d/></a>`, []string{" b[href] 1 = http://h/1", " []  ! document @19"}},
		{"entity bomb", `<!DOCTYPE a [<!ENTITY b "&c;&c;"><!ENTITY c "http://x/">]><a href="&b;"/>`,
			[]string{" a[href] &b; = http://h/&b;"}},
		{"windows-1251", "<?xml version='1.0' encoding='windows-1251'?><a href='\xe0'/>",
			[]string{" a[href] а = http://h/%D0%B0"}},
		{"unknown encoding", "<?xml version='1.0' encoding='x-unknown'?><a href='x'/>",
			[]string{" []  ! charset @0", " a[href] x = http://h/x"}},
		{"UTF-16", "\xfe\xff\x00<\x00a\x00 \x00h\x00r\x00e\x00f\x00=\x00'\x00x\x00'\x00/\x00>",
			[]string{" a[href] x = http://h/x"}},
		{"version 1.1", "<?xml version='1.1'?><a href='x'><b href=",
			[]string{" a[href] x = http://h/x", " []  ! document @41"}},
		{"another version in the middle", "<a href='x'/><?xml version='1.1'?>",
			[]string{" a[href] x = http://h/x", " []  ! document @34"}},
		{"UTF-16 without a mark", inUTF16("<?xml version='1.0' encoding='UTF-16'?><a href='x'/>", false),
			[]string{" a[href] x = http://h/x"}},
		{"UTF-16BE without a mark", inUTF16("<?xml version='1.0'?><a href='x'/>", true), []string{" a[href] x = http://h/x"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			check(t, withBases, baseurl.XML, test.doc, test.want...)
			var got []string
			for ref, err := range withBases.References(baseurl.XML, stream(test.doc)) {
				got = append(got, found(ref, err))
			}
			if strings.Join(got, "\n") != strings.Join(test.want, "\n") {
				t.Errorf("as a stream: %q", got)
			}
		})
	}
}

// TestXMLScopeSource: a base from xml:base has its place, and the one that holds
// around it.
func TestXMLScopeSource(t *testing.T) {
	t.Parallel()
	for ref := range at("http://h/").References(baseurl.XML,
		strings.NewReader(`<a xml:base="x/"><b xml:base="//[" href="1"/></a>`)) {
		if ref.Attribute != "href" {
			continue
		}
		b := ref.Base
		if b.Source() != baseurl.Content || b.Where() != "xml:base" || b.Offset() != 13 || b.Outer().URL() != "http://h/" {
			t.Errorf("%s at %d, around it %q", b.Explain(), b.Offset(), b.Outer())
		}
		if p := b.Passed(); len(p) != 1 || p[0].Raw != "//[" || p[0].Offset != 30 || p[0].Err == nil {
			t.Errorf("passed over %v", p)
		}
	}
}

// TestXMLPlaces checks the text of a document at the offsets of a reference.
func TestXMLPlaces(t *testing.T) {
	t.Parallel()
	for _, doc := range []string{
		`<a href="X"/>`, `<a xml:base="X"/>`, `<a xml:base=" X "/>`, `<a href='X'/>`, `<?xml-stylesheet href="X"?><a/>`,
		`<rss><link>X</link></rss>`, "<rss><link> \nX\n </link></rss>", `<rss><link><![CDATA[X]]></link></rss>`,
		`<rss><link><![CDATA[ X ]]></link></rss>`, `<rss><link> <!-- -->X<!-- --> </link></rss>`,
		`<?xml version="1.0"?><rss><guid>X</guid></rss>`,
		`<svg xmlns="http://www.w3.org/2000/svg"><style>a{b:url( X )}</style></svg>`,
		`<svg xmlns="http://www.w3.org/2000/svg"><style><![CDATA[@import "X"]]></style></svg>`,
		`<svg xmlns="http://www.w3.org/2000/svg"><a fill="url(X)"/></svg>`,
	} {
		const url = "http://h/b"
		doc = strings.Replace(doc, "X", url, 1)
		n := 0
		for ref, err := range withBases.References(baseurl.XML, strings.NewReader(doc)) {
			if got := strings.Trim(doc[ref.Offset:ref.End], " "); got != url || ref.Raw != url || err != nil {
				t.Errorf("%q: the text at the reference %q = %q, %v, want %q", doc, ref.Raw, got, err, url)
			}
			n++
		}
		if n != 1 {
			t.Errorf("%q: %d references, want 1", doc, n)
		}
	}
}

// TestXMLHostile has documents that are deep, large or both.
func TestXMLHostile(t *testing.T) {
	t.Parallel()
	depth := fewer(200_000)
	deep := strings.Repeat("<a>", depth) + `<b href="x"/>` + strings.Repeat("</a>", depth)
	check(t, at("http://h/"), baseurl.XML, deep, " b[href] x = http://h/x")
	mega := strings.Repeat("x", fewer(1<<20))
	check(t, at("http://h/"), baseurl.XML, `<a title="`+mega+`" href="x"/>`, " a[href] x = http://h/x")

	opt := at("http://h/")
	opt.MaxToken = 1 << 10
	check(t, opt, baseurl.XML, `<a href="x"><b title="`+mega+`"/></a>`, " a[href] x = http://h/x",
		" []  ! a token within the limit @12")
	check(t, opt, baseurl.XML, `<a href="x"><b xmlns:c="`+mega[:900]+`"/></a>`, " a[href] x = http://h/x",
		" []  ! nesting within the limit @12")

	check(t, opt, baseurl.XML, "<a><link>"+mega[:600]+"<!-- -->"+mega[:600]+"</link><link>x</link></a>",
		" []  ! a token within the limit @9", " link[] x = http://h/x")
	check(t, opt, baseurl.XML, "<a>"+strings.Repeat(`<b xmlns:c="d"/>`, 100)+`<b href="x"/></a>`,
		" b[href] x = http://h/x")

	for pad, want := range map[int]string{1 << 10: " b[href] x = http://h/x", 1<<10 + 1: " []  ! a token within the limit @3"} {
		tag := `<b href="x" title="` + mega[:pad-len(`<b href="x" title=""/>`)] + `"/>`
		check(t, opt, baseurl.XML, "<a>"+tag+"</a>", want)
	}

	opt = withBases
	opt.MaxDepth = 2
	check(t, opt, baseurl.XML, `<a xml:base="1/"><a xml:base="2/"><a xml:base="3/" href="x"/></a></a>`,
		" a[xml:base] 1/ = http://h/1/", " a[xml:base] 2/ = http://h/1/2/", " []  ! nesting within the limit @47",
		" a[xml:base] 3/ = http://h/1/2/3/", " a[href] x = http://h/1/2/x")
}

// TestManyAttributes: a tag has at most one attribute for each 1,024 bytes of
// MaxToken, and other text is not a tag.
func TestManyAttributes(t *testing.T) {
	t.Parallel()
	opt := at("http://h/")
	opt.MaxToken = 1 << 20
	for _, n := range []int{1024, 1025, 100_000} {
		inXML, inHTML := " b[href] y = http://h/y", " b[style] y = http://h/y"
		if n > 1024 {
			inXML = " []  ! a token within the limit @12"
			inHTML = inXML
		}
		check(t, opt, baseurl.XML, `<a href="x"><b`+strings.Repeat(` c=""`, n-1)+` href="y"/></a>`, " a[href] x = http://h/x",
			inXML)
		check(t, opt, baseurl.HTML, `<a href="x"><b`+strings.Repeat(` c`, n-1)+` style="a:url(y)"></a>`,
			" a[href] x = http://h/x", inHTML)
	}
	check(t, opt, baseurl.HTML, "<a"+strings.Repeat(" /", 100_000)+" href=x>", " a[href] x = http://h/x")
	text := strings.Repeat("b ", 100_000) + "</title><a href=x>"
	check(t, opt, baseurl.HTML, "<title><a "+text, " a[href] x = http://h/x")
	check(t, opt, baseurl.HTML, "<title><_ "+text, " a[href] x = http://h/x")
	check(t, opt, baseurl.HTML, "<_ "+text, " a[href] x = http://h/x")
}
