package main

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"html/template"
	"net/url"
	"regexp"
	"strings"

	"earl.example/internal/gallery"
	"earl.example/internal/show"
	"earl.example/web/internal/answer"
)

//go:embed templates
var templates embed.FS

// A page has the data of the page of an advisory.
type page struct {
	*gallery.Advisory
	Slug  string
	Text  string // the URL with hidden characters escaped
	Live  string // the fragment of the address of the live page
	Site  string // the address of the site with a slash at its end, or "" for relative addresses
	Card  answer.Card
	Fixed string // a sentence about the repaired release, or ""
	Next  *page
}

// Published returns a name for the document at the address of the advisory.
func (p *page) Published() string {
	switch {
	case strings.Contains(p.Address, "/pull/"), strings.Contains(p.Address, "/commit/"):
		return "the fix"
	case strings.Contains(p.Address, "/issues/"):
		return "the report"
	}
	return "the advisory"
}

var notSlug = regexp.MustCompile("[^a-z0-9]")

// slug returns the name of the files of an advisory.
func slug(id string) string {
	return strings.Trim(notSlug.ReplaceAllString(strings.ToLower(id), "-"), "-")
}

// narrow is the number of columns of drawings that fit a phone.
const narrow = 40

// request returns the request that the live page makes for the advisory.
func request(a *gallery.Advisory) answer.Request {
	r := answer.Request{URL: a.URL, Dialects: a.Checked.Dialect + "," + a.Fetched.Dialect,
		Check: a.Checked.Dialect, Fetch: a.Fetched.Dialect, Columns: narrow}
	if a.Base != "" {
		r.Base = &a.Base
	}
	return r
}

// component percent-encodes a text as encodeURIComponent does, so that page.js can decode it.
func component(s string) string { return strings.ReplaceAll(url.QueryEscape(s), "+", "%20") }

// advisories adds a page and a picture for each advisory, an index, and the answer of the live page for each URL of the
// gallery. site is the address of the site, or "".
func advisories(texts map[string][]byte, site string) error {
	all, err := template.New("").Funcs(template.FuncMap{"reads": show.Path}).ParseFS(templates, "templates/*.html")
	if err != nil {
		return err
	}
	for _, i := range tour()[1].Items {
		texts[i.Answer] = answer.Answer(i.request())
	}
	pages := make([]page, len(gallery.Advisories))
	for i := range gallery.Advisories {
		a := &gallery.Advisories[i]
		r := request(a)
		texts["advisories/"+slug(a.ID)+".json"] = answer.Answer(r)
		r.Columns = 78
		card, err := r.Card()
		if err != nil {
			return fmt.Errorf("%s: %w", a.ID, err)
		}
		live := "#u=" + component(a.URL)
		if a.Base != "" {
			live += "&b=" + component(a.Base)
		}
		live += "&d=" + component(r.Dialects)
		pages[i] = page{Advisory: a, Slug: slug(a.ID), Text: show.Visible(a.URL), Live: live, Site: site, Card: card,
			Next: &pages[(i+1)%len(pages)]}
		if d := a.Fixed.Dialect; d != "" {
			name, release, _ := strings.Cut(d, "@")
			pages[i].Fixed = name + " " + release + " reads " + a.Fixed.Reads + "."
			if a.Fixed.Reads == "rejects" {
				pages[i].Fixed = name + " " + release + " rejects it."
			}
		}
		texts["advisories/"+slug(a.ID)+".svg"] = []byte(card.Picture)
	}
	for i := range pages {
		var b bytes.Buffer
		if err := all.ExecuteTemplate(&b, "advisory.html", &pages[i]); err != nil {
			return err
		}
		texts["advisories/"+pages[i].Slug+".html"] = b.Bytes()
	}
	var paths []*gallery.PathAdvisory
	for i := range gallery.PathAdvisories {
		paths = append(paths, &gallery.PathAdvisories[i])
	}
	var b bytes.Buffer
	if err := all.ExecuteTemplate(&b, "index.html", struct {
		Pages []page
		Paths []*gallery.PathAdvisory
	}{pages, paths}); err != nil {
		return err
	}
	texts["advisories/index.html"] = b.Bytes()
	return nil
}

// start returns the data that the page loads before the parsers: the dialects, the stacks, and the gallery.
func start() ([]byte, error) {
	var known map[string]any
	if err := json.Unmarshal(answer.Dialects(), &known); err != nil {
		return nil, err
	}
	known["gallery"] = tour()
	return json.Marshal(known)
}
