package baseurl_test

import (
	"errors"
	"io"
	"math/bits"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"

	"golang.org/x/net/html"

	"earl.example/baseurl"
	"earl.example/internal/testing/urltest"
	"earl.example/urlerr"
	"earl.example/whatwg"
)

// pageURL is where the pages of basePages are from.
const pageURL = "http://h/dir/page#f"

// basePages are pages with base elements, and the bases that they establish.
var basePages = []struct{ name, page, want string }{
	{"none", "<a>", pageURL},
	{"absolute", "<base href=http://a/b>", "http://a/b"},
	{"relative", "<base href=../x/>", "http://h/x/"},
	{"empty", "<base href=''>", "http://h/dir/page"},
	{"white space", "<base href=' \n/x\t'>", "http://h/x"},
	{"character references", "<base href='/x?a&amp;b&#x43;'>", "http://h/x?a&bC"},
	{"R-176 capitals", "<BASE HREF=/x>", "http://h/x"},
	{"self-closing", "<base href='/x'/>", "http://h/x"},
	{"first", "<base href=/1><base href=/2>", "http://h/1"},
	{"without href first", "<base target=t><base href=/2>", "http://h/2"},
	{"href given twice", "<base href=/1 href=/2>", "http://h/1"},
	{"second is not relative to the first", "<base href=1/><base href=2/>", "http://h/dir/1/"},
	{"data", "<base href=data:/,x><base href=http://a/>", pageURL},
	{"javascript", "<base href=javascript:x><base href=http://a/>", pageURL},
	{"capital Data with a tab", "<base href='DA\tTA:x'>", pageURL},
	{"does not parse", "<base href=http://[><base href=http://a/>", pageURL},
	{"mailto", "<base href=mailto:a>", "mailto:a"},
	{"in the body", "<body><p><base href=/x>", "http://h/x"},
	{"behind the body", "<body></body></html><base href=/x>", "http://h/x"},
	{"in a template", "<template><base href=/1></template><base href=/2>", "http://h/2"},
	{"in a template in a template", "<template><template></template><base href=/1></template><base href=/2>",
		"http://h/2"},
	{"form ended outside of it", "<div><form></div></form><x><form><svg></x><base href=/1></svg>", pageURL},
	{"form in a form", "<form><ruby><p><form><svg></ruby><base href=/1></svg>", pageURL},
	{"form with an item that it ends", "<form><li></form><svg></li><base href=/1></svg>", pageURL},
	{"form with an element that it does not end", "<form><x></form><y><svg></x><base href=/1></svg>", "http://h/1"},
	{"form that is gone ends no reach", "<x><form><y></form><svg></x><base href=/1></svg>", "http://h/1"},
	{"form that is open ends a reach", "<x><form><y><svg></x><base href=/1></svg>", pageURL},
	{"group of options", "<option><optgroup><svg></option><base href=/1></svg>", pageURL},
	{"option in no option", "<option><x><option><svg></option><base href=/1></svg>", "http://h/1"},
	{"parts of ruby", "<ruby><rb><rt><svg></rb><base href=/1></svg>", pageURL},
	{"parts of ruby in a container", "<ruby><rtc><rt><svg></rtc><base href=/1></svg>", "http://h/1"},
	{"containers of ruby", "<ruby><rtc><rtc></rtc><svg></rtc><base href=/1></svg>", pageURL},
	{"parts of no ruby", "<rb><rt><svg></rb><base href=/1></svg>", "http://h/1"},
	{"svg in a group of columns", "<table><colgroup><svg></colgroup><base href=/1></svg>", pageURL},
	{"section of a table ends a cell", "<table><tr><td><div><tbody><svg></div><base href=/1></svg>", pageURL},
	{"row ends what stands in the table", "<table><x><tr><svg></x><base href=/1></svg>", pageURL},
	{"row that is implied", "<table><td><x></tr><svg></x><base href=/1></svg>", pageURL},
	{"section that is implied", "<table><td><x></tbody><svg></x><base href=/1></svg>", pageURL},
	{"element of MathML in a text", "<math><mi><malignmark><base href=/1></math>", pageURL},
	{"XHTML in MathML", "<math><annotation-xml encoding=application/xhtml+XML><base href=/1></math>", "http://h/1"},
	{"cell ended in foreign content", "<table><td><svg><desc></td></desc><base href=/1></svg>", "http://h/1"},
	{"table in a caption", "<table><caption><y><table></table><svg></y><base href=/1></svg>", "http://h/1"},
	{"form in a template is another", "<template><form></template><y><form><svg></y><base href=/1></svg>", pageURL},
	{"term ends a description", "<dd><dt><svg></dd><base href=/1></svg>", pageURL},
	{"base of ruby ends a container", "<ruby><rtc><rb><svg></rtc><base href=/1></svg>", pageURL},
	{"row ends a block in the table", "<table><div><tr><svg></div><base href=/1></svg>", pageURL},
	{"section that a row implies", "<table><tr><y></tbody><svg></y><base href=/1></svg>", pageURL},
	{"item with a list", "<li><ul><svg></li><base href=/1></svg>", pageURL},
	{"in a shadow tree", "<div><template shadowrootmode=open><base href=/1></template></div><base href=/2>", "http://h/2"},
	{"in SVG", "<svg><base href=/1></svg><base href=/2>", "http://h/2"},
	{"in SVG, self-closing", "<svg><base href=/1 /></svg><base href=/2>", "http://h/2"},
	{"self-closing SVG", "<svg/><base href=/1>", "http://h/1"},
	{"in foreignObject", "<svg><foreignObject><base href=/1></foreignObject></svg><base href=/2>", "http://h/1"},
	{"in desc", "<svg><desc><base href=/1></desc></svg>", "http://h/1"},
	{"in title of SVG", "<svg><title><base href=/1></title></svg>", "http://h/1"},
	{"in title", "<title><base href=/1></title><base href=/2>", "http://h/2"},
	{"SVG in foreignObject", "<svg><foreignObject><svg><base href=/1></svg><base href=/2></foreignObject></svg>",
		"http://h/2"},
	{"in SVG that is left", "<svg><g><p><base href=/1>", "http://h/1"},
	{"in SVG left by font", "<svg><g><font color=red><base href=/1>", "http://h/1"},
	{"in SVG not left by font", "<svg><g><font><base href=/1></svg><base href=/2>", "http://h/2"},
	{"in SVG left by an end tag", "<svg><g></p><base href=/1>", "http://h/1"},
	{"in MathML", "<math><base href=/1></math><base href=/2>", "http://h/2"},
	{"in mi", "<math><mi><base href=/1></mi></math><base href=/2>", "http://h/1"},
	{"in mglyph", "<math><mi><mglyph><base href=/1></mglyph></mi></math><base href=/2>", "http://h/2"},
	{"in annotation-xml", "<math><annotation-xml><base href=/1></annotation-xml></math><base href=/2>", "http://h/2"},
	{"in annotation-xml of HTML",
		"<math><annotation-xml encoding=Text/HTML><base href=/1></annotation-xml></math><base href=/2>", "http://h/1"},
	{"in SVG in annotation-xml", "<math><annotation-xml><svg><desc><base href=/1></desc></svg></annotation-xml></math>",
		"http://h/1"},
	{"in template of SVG", "<svg><template><base href=/1></template></svg><base href=/2>", "http://h/2"},
	{"SVG in a template", "<template><svg></template><base href=/1></svg>", "http://h/1"},
	{"SVG open in a link", "<a><svg></a><base href=/1>", "http://h/1"},
	{"SVG open in a block", "<div><svg><g></div><base href=/1>", "http://h/1"},
	{"SVG open in a block in a link", "<a><div><svg></a><base href=/1>", "http://h/1"},
	{"SVG open in a block in a span", "<span><div><svg></span><base href=/1><p>", pageURL},
	{"SVG open in a form", "<form><svg></form><base href=/1><p>", pageURL},
	{"SVG open in a cell", "<table><tr><td><svg><foreignObject><div></td><base href=/1>", "http://h/1"},
	{"SVG behind a block that is closed", "<div></div><svg></div><base href=/1><p>", pageURL},
	{"SVG behind an item that is closed", "<ul><li></ul><svg></li><base href=/1><p>", pageURL},
	{"block open in foreignObject",
		"<svg><foreignObject><div></foreignObject></svg><svg><base href=/1></svg><base href=/2>", "http://h/2"},
	{"block open in desc", "<svg><desc><p>x</desc></svg><base href=/1></p></desc><base href=/2><p>", "http://h/1"},
	{"span open in desc", "<svg><desc><b></desc><base href=/1></b></desc><base href=/2><p>", "http://h/1"},
	{"block closed in desc", "<svg><desc><p>x</p></desc><base href=/1></svg><base href=/2>", "http://h/2"},
	{"blocks closed by others in desc",
		"<svg><desc><p><div></div><h1><h2></h2></h1><dl><dt><dd></dl><ul><li><li></ul></desc><base href=/1></svg><base " +
			"href=/2>", "http://h/2"},
	{"table in desc",
		"<svg><desc><td><table><caption><tr><td><td><tr><th></table></desc><base href=/1></svg><base href=/2>", "http://h/2"},
	{"other elements in desc",
		"<svg><desc><a><a></a><button><button></button><select><option><option></select><form><form></form><body><br></desc><base href=/1></svg><base href=/2>", "http://h/2"},
	{"form open in desc", "<svg><desc><form><i></form></desc><base href=/1>", "http://h/1"},
	{"cell in a template", "<template><td><form></form></td></template><base href=/1>", "http://h/1"},
	{"end of a template of SVG in desc", "<svg><template><desc></template><base href=/1></desc><base href=/2><p>",
		pageURL},
	{"form closed in other elements", "<x><form><svg></form></x><base href=/1><p>", "http://h/1"},
	{"block in an item of a list", "<dl><dt><article><dt><svg></article><base href=/1><p>", "http://h/1"},
	{"address in an item of a list", "<ul><li><address><li><svg></address><base href=/1><p>", pageURL},
	{"table in a table", "<table><table></table><svg></table><base href=/1><p>", pageURL},
	{"table in a cell", "<table><td><table></table><svg><desc></table><base href=/1><p>", "http://h/1"},
	{"paragraph around a button", "<p><button></p><svg></button><base href=/1><p>", "http://h/1"},
	{"template in many elements", strings.Repeat("<i>", 600) + "<template></i></template><base href=/1>", "http://h/1"},
	{"many elements in a template", strings.Repeat("<i>", 500) + "<template>" + strings.Repeat("<i>", 600) +
		"</template><base href=/1>", "http://h/1"},
	{"many elements outside of SVG", strings.Repeat("<i>", 600) +
		"<svg><desc><div></i></div></div></desc><base href=/1></svg><base href=/2>", "http://h/2"},
	{"many elements outside of a template", "<svg><desc>" + strings.Repeat("<i>", 520) + "<template>" +
		strings.Repeat("<i>", 9) + "</template>" + strings.Repeat("</i>", 520) + "</desc></svg><base href=/1>", "http://h/1"},
	{"names with the same hash by FNV-1a", "<svg><omyxffja></svg><base href=/1><p>", "http://h/1"},
	{"objects in desc",
		"<svg><desc><dialog><hr></dialog><object><p></object><nobr><nobr></nobr><textarea></textarea></desc><base " +
			"href=/1></svg><base href=/2>", "http://h/2"},
	{"CDATA in desc", "<svg><desc><![CDATA[><base href=/1>]]></desc></svg><base href=/2>", "http://h/2"},
	{"script of SVG", "<svg><script><base href=/1></script></svg><base href=/2>", "http://h/2"},
	{"CDATA in SVG", "<svg><![CDATA[</svg><base href=/1>]]></svg><base href=/2>", "http://h/2"},
	{"CDATA in HTML", "<p><![CDATA[<base href=/1>]]>", pageURL}, // a comment up to the first ">"
	{"in a comment", "<!-- <base href=/1> --><base href=/2>", "http://h/2"},
	{"in a script", "<script>'<base href=/1>'</script><base href=/2>", "http://h/2"},
	{"in a textarea", "<textarea><base href=/1></textarea><base href=/2>", "http://h/2"},
	{"in noscript", "<noscript><base href=/1></noscript><base href=/2>", "http://h/2"},
	{"in an attribute", "<a title='<base href=/1>'><base href=/2>", "http://h/2"},
	{"in a table", "<table><base href=/1><tr><td><base href=/2></table>", "http://h/1"},
	{"in a cell, then in the table", "<table><tr><td><base href=/1></td></tr><base href=/2></table>", "http://h/1"},
	{"in a select", "<select><base href=/1><option></select><base href=/2>", "http://h/1"},
	{"in a frameset", "<frameset><base href=/1><frame src=x></frameset>", pageURL},
	{"behind the head", "<html><head></head><base href=/1><body></body></html>", "http://h/1"},
	{"in a button in a list", "<ul><li><button><base href=/1></button></ul>", "http://h/1"},
	{"stray end tag", "</base href=/1><base href=/2>", "http://h/2"},
}

// TestHTMLBase (G-109, X-137) has the rules of the HTML Standard for base
// elements (§2.4.3, §4.2.3). TestAsChromium asks a browser.
func TestHTMLBase(t *testing.T) {
	t.Parallel()
	for _, test := range basePages {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			for mode, r := range map[string]io.Reader{"seeker": strings.NewReader(test.page + "<z itemid=x>"),
				"stream": stream(test.page + "<z itemid=x>")} {
				var last baseurl.Base
				for ref := range at(pageURL).References(baseurl.HTML, r) {
					if ref.Element == "z" || ref.Element == "frame" {
						last = ref.Base
					}
				}
				if last.URL() != test.want {
					t.Errorf("%s: %q, want %q", mode, last.URL(), test.want)
				}
			}
		})
	}
}

// stream is a reader that cannot seek, and gives little at a time.
func stream(s string) io.Reader { return &slowly{s} }

type slowly struct{ s string }

func (r *slowly) Read(p []byte) (int, error) {
	if r.s == "" {
		return 0, io.EOF
	}
	n := copy(p[:min(len(p), 7)], r.s)
	r.s = r.s[n:]
	return n, nil
}

// TestHTMLOptions: noscript, the head alone, and both limits.
func TestHTMLOptions(t *testing.T) {
	t.Parallel()
	noScript := at("http://h/")
	noScript.NoScript = true
	check(t, noScript, baseurl.HTML, "<noscript><base href=/1/><img src=a></noscript>", " base[href] /1/ = http://h/1/",
		" img[src] a = http://h/1/a")
	head := at("http://h/")
	head.HeadOnly = true
	for _, page := range []string{"<p><base href=/1/>", "x<base href=/1/>", "<head></head><base href=/1/>",
		"<svg></svg><base href=/1/>", "<body><base href=/1/>"} {
		check(t, head, baseurl.HTML, page+"<img src=a>", " base[href] /1/ = http://h/1/", " img[src] a = http://h/a")
	}
	check(t, head, baseurl.HTML, "<html><head>\n<title>x</title><template>x<p></template><base href=/1/><p><img src=a>",
		" base[href] /1/ = http://h/1/", " img[src] a = http://h/1/a")

	bytes := at("http://h/")
	bytes.MaxHeld = 1200
	check(t, bytes, baseurl.HTML, "<a href="+strings.Repeat("x", 300)+"><a href=y><base href=/z/>",
		" a[href] "+strings.Repeat("x", 300)+" = http://h/z/"+strings.Repeat("x", 300), " a[href] y = http://h/z/y",
		" base[href] /z/ = http://h/z/")
	got := 0
	for ref, err := range bytes.References(baseurl.HTML,
		stream("<a href="+strings.Repeat("x", 900)+"><a href=y><base href=/z/>")) {
		if got++; ref.Raw == "y" && (ref.URL != "http://h/y" || err != nil) {
			t.Errorf("%+v, %v, want http://h/y", ref, err)
		}
	}
	if got != 4 {
		t.Errorf("%d references, want 4", got)
	}

	tokens := at("http://h/")
	tokens.MaxToken = 64
	long := "<a href=1><a title='" + strings.Repeat("x", 100) + "'><a href=2>"
	check(t, tokens, baseurl.HTML, long, " a[href] 1 = http://h/1", " []  ! a token within the limit @10")

	held := at("http://h/")
	held.MaxHeld = 600
	n := 0
	for ref, err := range held.References(baseurl.HTML,
		stream("<a href=1><a href=2><a href=3><a href=4><base href=/x/><a href=5>")) {
		switch {
		case err != nil:
			if !errors.Is(err, urlerr.TooLong) || ref.Offset != 51 {
				t.Errorf("%+v %v, want too long at byte 51", ref, err)
			}
		case ref.Element == "a":
			n++
			if ref.URL != "http://h/"+ref.Raw {
				t.Errorf("%s = %s, want the base http://h/", ref.Raw, ref.URL)
			}
		}
	}
	if n != 5 {
		t.Errorf("%d references, want 5", n)
	}
	// Without a base that matters, all is as it would be without the limit.
	links := strings.Repeat("<a href=1>", 9)
	for _, tail := range []string{"", "<base target=x>", "<base href='http://h/'>", "<base href='data:,x'>",
		"<template><base href=/x/></template>"} {
		for ref, err := range held.References(baseurl.HTML, stream(links+tail+"<a href=2>")) {
			if err != nil || ref.Element == "a" && ref.URL != "http://h/"+ref.Raw {
				t.Errorf("%q: %+v, %v, want the base http://h/", tail, ref, err)
			}
		}
	}
	held.HeadOnly = true
	for ref, err := range held.References(baseurl.HTML,
		stream("<head>"+strings.Repeat("<link href=1>", 9)+"<body><base href=/x/>")) {
		if err != nil {
			t.Errorf("%+v, %v, want no error", ref, err)
		}
	}
	held.HeadOnly = false
	late := 0
	for _, err := range held.References(baseurl.XML,
		stream("<html xmlns='http://www.w3.org/1999/xhtml'>"+strings.Repeat("<a href='1'/>",
			9)+"<base href='/x/'/></html>")) {
		if errors.Is(err, urlerr.TooLong) {
			late++
		}
	}
	if late != 1 {
		t.Errorf("%d errors of a late base in XHTML, want 1", late)
	}
	check(t, held, baseurl.HTML, "<a href=1><a href=2><a href=3><a href=4><base href=/x/>", // which can seek
		" a[href] 1 = http://h/x/1", " a[href] 2 = http://h/x/2", " a[href] 3 = http://h/x/3", " a[href] 4 = http://h/x/4",
		" base[href] /x/ = http://h/x/")
}

// TestDeepHTML: an end tag of an element that is too deep to be followed closes
// nothing that is.
func TestDeepHTML(t *testing.T) {
	t.Parallel()
	check(t, at("http://h/"), baseurl.HTML, strings.Repeat("<i>", 600)+"<svg></i><base href=/x/><p><img src=a>",
		" base[href] /x/ = http://h/x/", " img[src] a = http://h/a")
}

// TestHTMLReferences has each way in which HTML refers to something.
func TestHTMLReferences(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, page string
		want       []string
	}{
		{"spaces around", "<a href=' x '>", []string{" a[href] x = http://h/d/x"}},
		{"spaces inside", "<a href='x y'>", []string{" a[href] x y = http://h/d/x%20y"}},
		{"only spaces", "<a href=' '>", []string{" a[href]  = http://h/d/p"}},
		{"no value", "<a href>", []string{" a[href]  = http://h/d/p"}},
		{"entity without semicolon", "<a href='?a&copy=b&copy'>", []string{" a[href] ?a&copy=b© = http://h/d/p?a&copy=b%A9"}},
		{"bad", "<a href=http://h:x/>", []string{" a[href] http://h:x/ ! port-invalid @8"}},
		{"area", "<area href=x ping='a b'>", []string{" area[href] x = http://h/d/x", " area[ping] a = http://h/d/a",
			" area[ping] b = http://h/d/b"}},
		{"link", "<link href=x imagesrcset='a 1x, b'>", []string{" link[href] x = http://h/d/x",
			" link[imagesrcset] a = http://h/d/a", " link[imagesrcset] b = http://h/d/b"}},
		{"img", "<img src=x longdesc=l usemap=#m lowsrc=o dynsrc=y>",
			[]string{" img[src] x = http://h/d/x", " img[longdesc] l = http://h/d/l", " img[usemap] #m = http://h/d/p#m",
				" img[lowsrc] o = http://h/d/o", " img[dynsrc] y = http://h/d/y"}},
		{"image is img", "<image src=x>", []string{" img[src] x = http://h/d/x"}},
		{"srcset", "<source srcset='a, b 2x,c,, d 1w (e, f) 2h , g,h'>", []string{
			" source[srcset] a = http://h/d/a", " source[srcset] b = http://h/d/b", " source[srcset] c = http://h/d/c",
			" source[srcset] d = http://h/d/d", " source[srcset] g,h = http://h/d/g,h",
		}},
		{"media", "<video src=a poster=b><audio src=c><track src=d><source src=e><embed src=f><input src=g formaction=h " +
			"usemap=i>", []string{
			" video[src] a = http://h/d/a", " video[poster] b = http://h/d/b", " audio[src] c = http://h/d/c",
			" track[src] d = http://h/d/d",
			" source[src] e = http://h/d/e", " embed[src] f = http://h/d/f", " input[src] g = http://h/d/g",
			" input[formaction] h = http://h/d/h", " input[usemap] i = http://h/d/i"}},
		{"forms", "<form action=a><button formaction=b>", []string{" form[action] a = http://h/d/a",
			" button[formaction] b = http://h/d/b"}},
		{"cite", "<q cite=a><blockquote cite=b><ins cite=c><del cite=d><p cite=e>",
			[]string{" q[cite] a = http://h/d/a", " blockquote[cite] b = http://h/d/b", " ins[cite] c = http://h/d/c",
				" del[cite] d = http://h/d/d"}},
		{"objects", "<object data=a codebase=b classid=c archive='d e'><applet codebase=f archive='g,h'>", []string{
			" object[data] a = http://h/d/a", " object[codebase] b = http://h/d/b", " object[classid] c = http://h/d/c",
			" object[archive] d = http://h/d/d", " object[archive] e = http://h/d/e",
			" applet[codebase] f = http://h/d/f", " applet[archive] g = http://h/d/g", " applet[archive] h = http://h/d/h"}},
		{"old", "<html manifest=a><head profile='b c'><body background=d><table background=e><td background=f><bgsound src=g>", []string{
			" html[manifest] a = http://h/d/a", " head[profile] b = http://h/d/b", " head[profile] c = http://h/d/c",
			" body[background] d = http://h/d/d",
			" table[background] e = http://h/d/e", " td[background] f = http://h/d/f",
			" bgsound[src] g = http://h/d/g"}},
		{"frames", "<frameset><frame src=a longdesc=b><frameset><frame src=c></frameset></frameset><frame src=no>" +
			"<frameset style='a:url(no)'><frame src=no>",
			[]string{" frame[src] a = http://h/d/a", " frame[longdesc] b = http://h/d/b", " frame[src] c = http://h/d/c"}},
		{"frame in a body", "<p><frame src=no><a href=a>", []string{" a[href] a = http://h/d/a"}},
		{"frame in a template", "<template><frame src=no></template><frameset><frame src=a>",
			[]string{" frame[src] a = http://h/d/a"}},
		{"texts in a frameset", "<frameset><style>a{b:url(no)}</style><title><frame src=a></title><frameset><noframes><frame src=no>" +
			"</noframes><svg><template><frame src=b>", []string{" frame[src] a = http://h/d/a", " frame[src] b = http://h/d/b"}},
		{"frameset after text of a template", "<template>x</template><frameset><frame src=a>",
			[]string{" frame[src] a = http://h/d/a"}},
		{"frameset after a template with text in a body", "<p><template>x</template><frameset><frame src=no>", nil},
		{"frameset after a paragraph", "<p><input type=HIDDEN> <frameset><frame src=a>",
			[]string{" frame[src] a = http://h/d/a"}},
		{"frameset after text", "x<frameset style='a:url(no)'><frame src=no>", nil},
		{"frameset after a break", "<br><frameset><frame src=no>", nil},
		{"frameset after an input", "<input><frameset><frame src=no>", nil},
		{"frameset after a body", "<body><frameset><frame src=no>", nil},
		{"form in a form", "<form action=a><p><form action=no></form><form action=b><template><form action=c></template>",
			[]string{" form[action] a = http://h/d/a", " form[action] b = http://h/d/b", " form[action] c = http://h/d/c"}},
		{"base element", "<base itemid=a href=/b/ style='background:url(c)'>",
			[]string{" base[itemid] a = http://h/b/a", " base[href] /b/ = http://h/b/", " base[style] c = http://h/b/c"}},
		{"any element", "<p itemid=a style='background:url(b)'>",
			[]string{" p[itemid] a = http://h/d/a", " p[style] b = http://h/d/b"}},
		{"script", "<script src=a>'<a href=b>'</script>", []string{" script[src] a = http://h/d/a"}},
		{"refresh", "<meta http-equiv=Refresh content='0; URL=a'><meta name=x content='0; url=b'>",
			[]string{" meta[content] a = http://h/d/a"}},
		{"style", "<style>@import 'a'; b{c:url(d)}</style><p>url(x)</p>", []string{" style[@import] a = http://h/d/a",
			" style[url] d = http://h/d/d"}},
		{"style of SVG", "<svg><style>a{b:url(c?d&amp;e)}</style></svg>", []string{" style[url] c?d&e = http://h/d/c?d&e"}},
		{"SVG", "<svg><use href=#a /><linearGradient xlink:href=b /><a href=c src=d cite=e><path fill='url(#f) red' " +
			"stroke=none clip-path=url(&quot;#g&quot;)>", []string{
			" use[href] #a = http://h/d/p#a", " linearGradient[xlink:href] b = http://h/d/b", " a[href] c = http://h/d/c",
			" path[fill] #f = http://h/d/p#f", " path[clip-path] #g = http://h/d/p#g"}},
		{"MathML", "<math href=a><mi xlink:href=b><annotation src=c>", []string{" math[href] a = http://h/d/a",
			" mi[xlink:href] b = http://h/d/b"}},
		{"iframe", "<iframe src=a longdesc=b srcdoc='<base href=/s/><a href=c><iframe srcdoc=&quot;<a " +
			"href=d>&quot;></iframe>'></iframe><a href=e>", []string{
			" iframe[src] a = http://h/d/a", " iframe[longdesc] b = http://h/d/b", "@33 base[href] /s/ = http://h/s/",
			"@33 a[href] c = http://h/s/c", "@33@41 a[href] d = http://h/s/d", " a[href] e = http://h/d/e"}},
		{"SVG that is left by an end tag", "<svg><g></br><image href=x><iframe src=y>",
			[]string{" iframe[src] y = http://h/d/y"}},
		{"template of SVG that is left", "<svg><template><desc></template><iframe src=x></iframe></desc><image href=y />",
			[]string{" image[href] y = http://h/d/y"}},
		{"template that closes MathML", "<template><math><mi></template><base href=/x/><a href=y>",
			[]string{" base[href] /x/ = http://h/x/", " a[href] y = http://h/x/y"}},
		{"mglyph", "<math><mi><mglyph><form action=no></mglyph><iframe src=y>", []string{" iframe[src] y = http://h/d/y"}},
		{"frameset", "<frameset style='a:url(x)'><frameset style='a:url(y)'><frame src=z><a href=no>",
			[]string{" frameset[style] x = http://h/d/x", " frameset[style] y = http://h/d/y", " frame[src] z = http://h/d/z"}},
		{"not these", "<div href=a src=b><p action=c><a src=d><end cite=e></a href=f>", nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			check(t, at("http://h/d/p"), baseurl.HTML, test.page, test.want...)
		})
	}
}

// TestRefresh has what HTML §4.2.5.3 takes for a URL, and what not.
// TestIgnoredTags checks that start tags that the standard ignores have no references.
func TestIgnoredTags(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, doc, want string }{
		{"cell outside a table", "<td background=1>x<th itemid=2><img src=3>", "3"},
		{"parts of a table outside a table", "<p><caption itemid=1><col itemid=2><colgroup itemid=3><tbody background=4>" +
			"<tfoot itemid=5><thead itemid=6><tr itemid=7>", ""},
		{"cell in a div in a cell", "<table><tr><td itemid=1><div><td itemid=2>", "1 2"},
		{"cell in foreignObject in a table", "<table><svg><foreignObject><td itemid=1>", "1"},
		{"cell after a table", "<table><td itemid=1></table><td itemid=2>", "1"},
		{"part of a table in SVG", "<svg><td href=1>", "1"},
		{"second body", "<body background=1 itemid=2><p itemid=3><body background=4 itemid=5 style='a:url(6)'>", "1 2 3 6"},
		{"body after its content", "<p itemid=1><body background=2>", "1 2"},
		{"body in a template", "<template><body background=1></template>", ""},
		{"second html", "<html manifest=1><html manifest=2 itemid=3>", "1 3"},
		{"html in a template", "<template><html itemid=1></template>", ""},
		{"second head", "<head profile=1><head profile=2>", "1"},
		{"head after its content", "<title></title><head profile=1>", ""},
		{"head in the body", "<p><head profile=1>", ""},
		{"form in a form", "<form action=1><form action=2></form><form action=3>", "1 3"},
		{"form in a form in a template", "<form action=1><template><form action=2><form action=3></template>", "1 2 3"},
		{"form in a table", "<table><form action=1><form action=2><tr><td></form><form action=3>", "1 3"},
		{"form in a table in a template", "<template><table><form action=1>", ""},
		{"select in a select", "<select itemid=1><select itemid=2><select itemid=3>", "1 3"},
		{"block in a select", "<select><div itemid=1><option itemid=2><img src=3>", "1 2 3"},
		{"row in a template", "<template><tr itemid=1><td itemid=2><tr itemid=3></template><tr itemid=4>", "1 2 3"},
		{"section after a row in a template", "<template><tr itemid=1><tbody itemid=2><tr itemid=3>", "1 3"},
		{"row after a cell in a template", "<template><td itemid=1><tr itemid=2><td itemid=3>", "1 3"},
		{"cell after a block in a template", "<template><div itemid=1></div><td itemid=2>", "1"},
		{"block after a column in a template", "<template><col itemid=1><div itemid=2><style>@import '3'</style><svg " +
			"href=4><col itemid=5></template><div itemid=6>", "1 5 6"},
		{"table after a section in a template", "<template><tbody itemid=1></tbody><table itemid=2><tr itemid=3>", "1 3"},
		{"end of a table in a caption in a template", "<template><caption itemid=1></table><table itemid=2>", "1"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			var got []string
			for ref, err := range at("http://h/").References(baseurl.HTML, strings.NewReader(test.doc)) {
				if err != nil {
					t.Error(err)
				}
				got = append(got, ref.Raw)
			}
			if got := strings.Join(got, " "); got != test.want {
				t.Errorf("References(%q) = %q, want %q", test.doc, got, test.want)
			}
		})
	}
}

// TestDeepTables checks that parts of a table end, if they do not fit in the limit of open elements.
func TestDeepTables(t *testing.T) {
	t.Parallel()
	for _, outer := range []string{"<div>", "<template>", "<table><td>", "<template><tr>", "<svg><desc>"} {
		for n := 505; n < 515; n++ {
			for _, parts := range []string{"<table><td>", "<table><tr>", "<table><tbody><td>", "<template><tr><td>", "<table><caption><td>"} {
				doc := strings.Repeat("<div>", n/2) + strings.Repeat(outer, n-n/2) + parts + "</table><td><tr></tr><caption>" +
					"<table><th><template><td></table></template><table></table>"
				for _, err := range at("http://h/").References(baseurl.HTML, strings.NewReader(doc)) {
					if err != nil {
						t.Errorf("References(%q) has the error %v, want no error", doc, err)
					}
				}
			}
		}
	}
}

// netDiffers lists the rows of basePages on which golang.org/x/net/html differs, and why.
var netDiffers = map[string]string{
	"in a cell, then in the table":        "this package does not move the second element out of the table",
	"many elements outside of a template": tooDeep,
	"many elements outside of SVG":        tooDeep,
	"many elements in a template":         tooDeep,
	"template in many elements":           tooDeep,
}

const tooDeep = "x/net/html rejects more than 512 open elements"

// TestHTMLBaseIsTheParsers compares the base URLs of basePages with golang.org/x/net/html.
func TestHTMLBaseIsTheParsers(t *testing.T) {
	t.Parallel()
	for _, test := range basePages {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			root, err := html.Parse(strings.NewReader(test.page))
			got := ""
			if err == nil {
				got = baseOf(root, pageURL)
			}
			if reason := netDiffers[test.name]; (got != test.want) != (reason != "") {
				t.Errorf("base of %q = %q, %v, by x/net/html, want %q; reason for a difference: %q", test.page, got, err,
					test.want, reason)
			}
		})
	}
}

// baseOf returns the base URL of a tree: of its first base element with href (HTML §4.2.3).
func baseOf(n *html.Node, fallback string) string {
	href, found := "", false
	var walk func(n *html.Node)
	walk = func(n *html.Node) {
		if found || n.Type == html.ElementNode && n.Data == "template" && n.Namespace == "" {
			return
		}
		for _, a := range n.Attr {
			if n.Data == "base" && n.Namespace == "" && a.Key == "href" {
				href, found = a.Val, true
				return
			}
		}
		for c := range n.ChildNodes() {
			walk(c)
		}
	}
	walk(n)
	base := whatwg.MustParse(fallback)
	if !found {
		return fallback
	}
	u, err := whatwg.ParseOptions{Base: base}.Parse(href)
	if err != nil || u.Scheme() == "data" || u.Scheme() == "javascript" {
		return fallback
	}
	return u.Href()
}

func TestRefresh(t *testing.T) {
	t.Parallel()
	for content, want := range map[string]string{
		"0;url=a": "a", "5 ; URL = a b ": "a b", "1,a": "a", "1 a": "a", "1; url='a'b": "a", `1; url="a`: "a", "1;'a'": "a",
		"1;url=' a ' b": "a", "1;url= a\t": "a",
		"1,url=a": "a", "1 ,; a": "; a", "1;u": "u", "1;ur": "ur", "1;url =a": "a", "1;URL\n=\na": "a",
		"1;url=url=a": "url=a", "\f1;a": "a", ".;a": "a",
		".5;a": "a", "1.5.2;a": "a", "1;url": "url", "1;urla": "urla", "1;u=a": "u=a", "1;url=": "", "1;;a": ";a",
		"1": "-", "": "-", "a": "-", ";a": "-", "1a": "-", "-1;a": "-", "1;": "-", "1 ; ": "-",
	} {
		n := 0
		for ref := range at("http://h/").References(baseurl.HTML,
			strings.NewReader("<meta http-equiv=refresh content=\""+strings.ReplaceAll(content, `"`, "&quot;")+"\">")) {
			n++
			if ref.Raw != want {
				t.Errorf("%q: %q, want %q", content, ref.Raw, want)
			}
		}
		if wanted := want != "-"; n > 1 || wanted != (n == 1) {
			t.Errorf("%q: %d references", content, n)
		}
	}
}

// inUTF16 returns s in UTF-16 without a byte order mark.
func inUTF16(s string, bigEndian bool) string {
	var b strings.Builder
	for _, u := range utf16.Encode([]rune(s)) {
		if bigEndian {
			u = bits.ReverseBytes16(u)
		}
		b.WriteString(string([]byte{byte(u), byte(u >> 8)}))
	}
	return b.String()
}

// TestHTMLCharset (G-005): text is read in the encoding that the mark, the transport or
// the page names, and queries are written in it.
func TestHTMLCharset(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, charset, page, want string }{
		{"UTF-8", "utf-8", "<a href='?é'>", "http://h/?%C3%A9"},
		{"transport", "iso-8859-2", "<a href='?\xb1'>", "http://h/?%B1"},
		{"transport, path", "iso-8859-2", "<a href='\xb1'>", "http://h/%C4%85"},
		{"meta", "", "<meta charset=windows-1251><a href='?\xe0'>", "http://h/?%E0"},
		{"pragma", "", "<meta http-equiv=content-type content='text/html; charset=windows-1251'><a href='?\xe0'>",
			"http://h/?%E0"},
		{"mark before all", "iso-8859-2", "\xef\xbb\xbf<meta charset=windows-1251><a href='?é'>", "http://h/?%C3%A9"},
		{"transport before meta", "utf-8", "<meta charset=windows-1251><a href='?é'>", "http://h/?%C3%A9"},
		{"unknown transport", "x-unknown", "<meta charset=windows-1251><a href='?\xe0'>", "http://h/?%E0"},
		{"unknown meta", "", "<meta charset=x-unknown><a href='?é'>", "http://h/?%C3%A9"},
		{"meta of UTF-16 is UTF-8", "", "<meta charset=utf-16><a href='?é'>", "http://h/?%C3%A9"},
		{"UTF-16", "", "\xff\xfe<\x00a\x00 \x00h\x00r\x00e\x00f\x00=\x00?\x00\xe9\x00>\x00", "http://h/?%C3%A9"},
		{"UTF-16 without a mark", "", inUTF16("<?xml version='1.0'?><a href='?é'>", false), "http://h/?%C3%A9"},
		{"UTF-16BE without a mark", "", inUTF16("<?xml version='1.0'?><a href='?é'>", true), "http://h/?%C3%A9"},
		{"XML declaration", "", "<?xml version='1.0' encoding='windows-1251'?><a href='\xe0'>", "http://h/%D0%B0"},
		{"XML declaration and a meta element", "",
			"<?xml version='1.0' encoding='windows-1251'?><meta charset=iso-8859-2><a href='\xb1'>", "http://h/%C4%85"},
		{"XML declaration and a meta element of UTF-8", "",
			"<?xml version='1.0' encoding='windows-1251'?><meta charset=utf-8><a href='?é'>", "http://h/?%C3%A9"},
		{"XML declaration and a meta element of windows-1252", "",
			"<?xml version='1.0' encoding='koi8-r'?><meta charset=windows-1252><a href='\xe9'>", "http://h/%C3%A9"},
		{"XML declaration of an unknown encoding", "", "<?xml version='1.0' encoding='x-unknown'?><a href='?é'>",
			"http://h/?%C3%A9"},
		{"XML declaration, in a long page", "", "<?xml version='1.0' encoding='koi8-r'?><p>" + strings.Repeat("\xc1", 2000) +
			"<a href='\xc1'>", "http://h/%D0%B0"},
		{"x-user-defined", "", "<meta charset=x-user-defined><a href='\xe9'>", "http://h/%C3%A9"},
		{"UTF-7", "", "<meta charset=utf-7><a title='+ADw-' href='?é'>", "http://h/?%C3%A9"},
		{"replacement", "iso-2022-kr", "<a href='?é'>", ""},
		{"Shift_JIS", "shift_jis", "<a href='?\x83\x5c'>", `http://h/?%83\`},
		{"not in the encoding", "windows-1252", "<a href='?&#x43F;'>", "http://h/?%26%231087%3B"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			opt := at("http://h/")
			opt.Charset = test.charset
			n := 0
			for ref, err := range opt.References(baseurl.HTML, strings.NewReader(test.page)) {
				n++
				if ref.URL != test.want || err != nil {
					t.Errorf("%q, %v; want %q", ref.URL, err, test.want)
				}
			}
			if (n == 1) != (test.want != "") {
				t.Errorf("%d references", n)
			}
		})
	}
}

// fewer returns n, or less where a test should be short, or is slow because of
// the race detector.
func fewer(n int) int {
	if testing.Short() || urltest.RaceDetector {
		return n / 20
	}
	return n
}

// TestHTMLHostile has pages that are large or cut.
func TestHTMLHostile(t *testing.T) {
	t.Parallel()
	mega := strings.Repeat("x", fewer(2<<20))
	many := fewer(50_000)
	var attrs strings.Builder
	for i := range many {
		attrs.WriteString(" a" + strconv.Itoa(i) + "=")
	}
	for name, page := range map[string]string{
		"megabyte of an attribute": "<a title='" + mega + "' href=x>",
		"attributes":               "<a" + attrs.String() + " href=x>",
		"attributes, then tags":    "<a" + attrs.String() + ">" + strings.Repeat("<b c=d>", many/10) + "<a href=x>",
		"many of one name":         "<a href=x" + strings.Repeat(" href=y", many) + ">",
		"attributes and raw text":  "<script" + attrs.String() + ">'<a href=y>'</script><a href=x>",
		"open elements":            strings.Repeat("<svg><g>", many) + "<a href=x>",
		"open templates":           strings.Repeat("<template>", many) + "<a href=x>",
		"tag that is cut":          "<a href=x><a href='" + mega,
		"comment that is cut":      "<a href=x><!--" + mega,
		"NULs":                     "<a href=x>" + strings.Repeat("\x00<\x00", many),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			check(t, at("http://h/"), baseurl.HTML, page, " a[href] x = http://h/x")
		})
	}
	if many == 50_000 {
		check(t, at("http://h/"), baseurl.HTML, "<a href=x>"+strings.Repeat("<svg>", 1<<20)+"<svg><a href=no>",
			" a[href] x = http://h/x", " []  ! nesting within the limit @5242890")
	}
	check(t, at("http://h/"), baseurl.HTML, "<a href="+mega+">", " a[href] "+mega+" = http://h/"+mega)
	check(t, at("http://h/"), baseurl.HTML, "<base href=/"+mega+"/><a href=x>",
		" base[href] /"+mega+"/ = http://h/"+mega+"/", " a[href] x = http://h/x")
}

// TestNestedDocuments: srcdoc in srcdoc has the limit of depth.
func TestNestedDocuments(t *testing.T) {
	t.Parallel()
	page := "<a href=x>"
	for range 5 {
		page = `<iframe srcdoc="` + strings.NewReplacer("&", "&amp;", `"`, "&quot;").Replace(page) + `"></iframe>`
	}
	opt := at("http://h/")
	opt.MaxDepth = 5
	check(t, opt, baseurl.HTML, page, "@16@16@16@16@16 a[href] x = http://h/x")
	opt.MaxDepth = 4
	check(t, opt, baseurl.HTML, page, "@16@16@16@16 []  ! nesting within the limit @16")
}

// TestNotFollowed: elements of HTML beyond the followed ones are counted,
// up to what bounds them.
func TestNotFollowed(t *testing.T) {
	t.Parallel()
	deep := strings.Repeat("<x>", 512)
	for page, want := range map[string]string{
		deep + "<y></z><svg></x>":                     "http://h/1",
		deep + "<y><svg></x>":                         pageURL,
		deep + "<svg><desc><y><y></svg><svg></x>":     "http://h/1",
		deep[3:] + "<p><y><y><hr><svg></x>":           "http://h/1",
		deep + "<y><svg><desc><y></svg></y><svg></x>": "http://h/1",
		deep + "<y><svg><desc></x></svg><svg></x>":    pageURL,
		"<x>" + deep[3:] + "</x><y><svg></y>":         "http://h/1",
	} {
		base, err := at(pageURL).Base(baseurl.HTML, strings.NewReader(page+"<base href=/1>"))
		if base.URL() != want || err != nil {
			t.Errorf("%s: base %s, %v, want %s", strings.TrimPrefix(page, deep), base, err, want)
		}
	}
}

// TestForeignInForeign has SVG in HTML in SVG.
func TestForeignInForeign(t *testing.T) {
	t.Parallel()
	check(t, at("http://h/"), baseurl.HTML, "<svg><desc><div><svg></svg></div></desc></svg><base href=/x/><a href=y>",
		" base[href] /x/ = http://h/x/", " a[href] y = http://h/x/y")
}

// TestInTemplates: the open elements of a template separate its elements of HTML from
// elements of SVG.
func TestInTemplates(t *testing.T) {
	t.Parallel()
	check(t, at("http://h/"), baseurl.HTML, "<template><td><svg></td><q cite=x></template>", " q[cite] x = http://h/x")
	check(t, at("http://h/"), baseurl.HTML, "<template><form><y></form><svg></y><q cite=no></template>")
}

// TestNestedLength: documents in documents have a limit of length that is lower
// from one to the next.
func TestNestedLength(t *testing.T) {
	t.Parallel()
	opt := at("http://h/")
	opt.MaxToken = 1 << 10
	in := func(n int) string {
		return `<iframe srcdoc="<iframe srcdoc='` + "<a href=x>" + strings.Repeat(" ", n-len("<a href=x>")) + `'>">`
	}
	check(t, opt, baseurl.HTML, in(512), "@16@16 a[href] x = http://h/x")
	check(t, opt, baseurl.HTML, in(513), "@16 []  ! a token within the limit @16")
	check(t, opt, baseurl.HTML, "<iframe srcdoc='<a href=x>"+strings.Repeat(" ", 900)+"'>", "@16 a[href] x = http://h/x")
}

// TestPlaces: the places of references that are written with character references.
func TestPlaces(t *testing.T) {
	t.Parallel()
	const xhtml = "<html xmlns='http://www.w3.org/1999/xhtml'>"
	for _, test := range []struct{ page, raws, there string }{
		{"<a ping='&notit b&not c'>", "&notit b¬ c", "&notit b&not c"},
		{"<svg><style>a{b:url(&notit;),url(&notit),url(&notin;),url(c)}", "¬it; ¬it ∉ c", "&notit; &notit &notin; c"},
		{xhtml + "<a ping='&#X41; &#x41;&lt; b'/></html>", "&#X41; A< b", "&#X41; &#x41;&lt; b"},
		{"<meta http-equiv=refresh content='0;url&bne;x'>", "\u20e5x", "&bne;x"}, // "=" and what combines with it
		{"<a ping='&semi; &fjlig;b &amp c'>", "; fjb & c", "&semi; &fjlig;b &amp c"},
		{"<a ping='\r\na\r\n&#x62;'>", "a b", "a &#x62;"},
		{"<p style='a:url(&quot;b\\63&quot;),url(d)'>", "bc d", `b\63 d`},
	} {
		var raws, there []string
		typ := baseurl.HTML
		if strings.HasPrefix(test.page, xhtml) {
			typ = baseurl.XML
		}
		for ref, err := range at("http://h/").References(typ, strings.NewReader(test.page)) {
			if err != nil {
				t.Error(err)
			}
			raws, there = append(raws, ref.Raw), append(there, test.page[ref.Offset:ref.End])
		}
		if strings.Join(raws, " ") != test.raws || strings.Join(there, " ") != test.there {
			t.Errorf("%s: %q at %q", test.page, raws, there)
		}
	}
}

// TestStopping: an iteration that is left reads no further.
func TestStopping(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		typ baseurl.Type
		doc string
	}{
		{baseurl.HTML, "<base href=x><iframe srcdoc='<a href=x><a href=y>'></iframe><style>@import 'a';@import " +
			"'b'</style><img srcset='a,b 1x'><a ping='a b'>"},
		{baseurl.XML, "<a xml:base='x' href='y'><b src='c'/><link>d</link></a>"},
		{baseurl.XML, "<html xmlns='http://www.w3.org/1999/xhtml'><base style='a:url(b)' href='c'/><a href='d'/></html>"},
		{baseurl.XML, strings.Repeat("<a xml:base='x'>", 102)},
		{baseurl.CSS, "a{b:url(c)url('d')}@import 'e'"}, {baseurl.Text, "http://a/ <http://b/> http://c/"},
		{baseurl.Message, threeLevels},
		{baseurl.Message, "no field\nContent-Type: a b\nContent-Transfer-Encoding: x\n\nhttp://a/"},
		{baseurl.Message, "Link: <a>\nX: " + strings.Repeat("y", 2<<20) + "\n\nhttp://a/ http://b/"},
		{baseurl.Message, "HTTP/1.1 200 " + strings.Repeat("y", 8<<10) +
			"\nLink: <a> <b>\nContent-Type: text/plain\n\nhttp://a/"},
	} {
		typ, doc := test.typ, test.doc
		total := 0
		for range at("http://h/").References(typ, strings.NewReader(doc)) {
			total++
		}
		if total < 2 {
			t.Errorf("%v: %d references, want at least 2", typ, total)
		}
		for stop := range total {
			n := 0
			for range at("http://h/").References(typ, strings.NewReader(doc)) {
				if n++; n > stop {
					break
				}
			}
			if n != stop+1 {
				t.Errorf("%v: stopped after %d of %d", typ, n, stop+1)
			}
		}
	}
}
