package main

import (
	"bytes"
	"fmt"
	"html"
	"slices"
	"strings"

	xhtml "golang.org/x/net/html"

	"earl.example"
	"earl.example/baseurl"
	"earl.example/canon"
	"earl.example/internal/testing/urltest"
	"earl.example/reading"
	"earl.example/urltext"
)

var sinkReading reading.Reading

// others returns the contests of references in documents, of canonical forms, and of models.
func others(urls []string) []contest {
	const extract, find, findAndRead = "baseurl References of HTML", "urltext.Find", "urltext.Find, URL"
	options := baseurl.Options{Context: baseurl.Context{Retrieval: []string{base}}}
	forms := contest{title: "canonical forms", inputs: urls, std: stdString}
	for _, p := range canon.Profiles() {
		forms.earl = append(forms.earl, line{urltest.Op{Name: "canon " + p.String(), Do: func(s string) {
			sinkString, _ = p.Canonicalize(s)
		}}, 0, 0})
	}
	models := contest{title: "reading as each dialect and program does", inputs: urls, std: stdParse}
	for _, d := range earl.Dialects() {
		models.earl = append(models.earl, line{urltest.Op{Name: "earl " + d.String(), Do: func(s string) {
			d.Read(&sinkReading, s)
		}}, 0, 0})
	}
	return []contest{
		{
			title: "references of HTML pages, relative to the tokenizer of golang.org/x/net/html", inputs: pages(urls),
			std: urltest.Op{Name: "x/net tokenizer, href and src", Do: tokenize},
			earl: []line{{urltest.Op{Name: extract, Do: func(s string) {
				for ref := range options.References(baseurl.HTML, strings.NewReader(s)) {
					sinkInt += len(ref.URL)
				}
			}}, 2, 1.6}},
			versus: []versus{{"lol_html", "extract", extract}},
		},
		{
			title: "links in text, relative to strings.Count", inputs: texts(urls),
			std: urltest.Op{Name: "strings.Count", Do: func(s string) { sinkInt += strings.Count(s, "://") }},
			earl: []line{
				{urltest.Op{Name: find, Do: func(s string) {
					for m := range urltext.Find(s) {
						sinkInt += m.End
					}
				}}, 0, 0},
				{urltest.Op{Name: findAndRead, Do: func(s string) {
					for m := range urltext.Find(s) {
						sinkInt += len(m.URL().Href())
					}
				}}, 0, 0},
			},
			versus: []versus{{"linkify", "find", find}, {"linkify", "find and parse", findAndRead}},
		},
		forms,
		models,
	}
}

// tokenize reads the attributes href and src, without resolving them.
func tokenize(page string) {
	z := xhtml.NewTokenizer(strings.NewReader(page))
	for kind := z.Next(); kind != xhtml.ErrorToken; kind = z.Next() {
		if kind != xhtml.StartTagToken && kind != xhtml.SelfClosingTagToken {
			continue
		}
		for _, more := z.TagName(); more; {
			var name, value []byte
			if name, value, more = z.TagAttr(); string(name) == "href" || string(name) == "src" {
				sinkString = string(value)
			}
		}
	}
}

// pages returns HTML pages with 20 URLs each. They have a usual number of tags for each reference, and no base element.
func pages(urls []string) (all []string) {
	for part := range slices.Chunk(urls, 20) {
		var b bytes.Buffer
		b.WriteString("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>A page</title>\n" +
			"<link rel=\"stylesheet\" href=\"/static/main.css\"><script src=\"/static/main.js\"></script></head>\n" +
			"<body><main>\n")
		for i, s := range part {
			fmt.Fprintf(&b, "<section id=\"item-%d\" class=\"item wide\"><h2 class=\"title\">Heading %[1]d</h2>\n"+
				"<p>Words of a text, as <em>people</em> write them, and <a class=\"link\" href=\"%[2]s\">a link</a>.</p>\n"+
				"<ul><li><code>x = %[1]d</code></li><li><a href=\"../part/%[1]d.html#top\">next</a></li></ul></section>\n", i,
				html.EscapeString(s))
		}
		b.WriteString("</main></body></html>\n")
		all = append(all, b.String())
	}
	return all
}

// texts returns plain texts with 20 URLs each.
func texts(urls []string) (all []string) {
	for part := range slices.Chunk(urls, 20) {
		var b strings.Builder
		for _, s := range part {
			b.WriteString("Words of a text, as people write them: more at " + s + ", and this is the end of the paragraph. " +
				"Another one\nfollows it, without a link; it has some more words and a colon: here.\n\n")
		}
		all = append(all, b.String())
	}
	return all
}
