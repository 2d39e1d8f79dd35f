package main

import (
	"fmt"
	"slices"
	"strings"

	"earl.example"
	"earl.example/audit"
	"earl.example/internal/gallery"
	"earl.example/internal/show"
	"earl.example/web/internal/answer"
)

// A group is a section of the gallery.
type group struct {
	Title string `json:"title"`
	Items []item `json:"items"`
}

// An item is a URL of the gallery.
type item struct {
	URL   string `json:"url"`
	Text  string `json:"text"` // the URL with hidden characters escaped
	Worst string `json:"worst"`
	About string `json:"about"`
	Slug  string `json:"slug,omitempty"` // the name of the page of an advisory

	// Answer is the name of the file with the answer of the live page, which shows it while the parsers load.
	Answer string `json:"answer"`

	// Base and Dialects are the base and the compared dialects. Without Dialects, the default dialects are compared.
	Base     string `json:"base,omitempty"`
	Dialects string `json:"dialects,omitempty"`
}

// tour returns the groups of the gallery. Each item has the highest severity of the findings in its URL.
func tour() []group {
	advisories, tricky := group{Title: "From advisories"}, group{Title: "Tricky URLs"}
	for _, a := range gallery.Advisories {
		i := item{URL: a.URL, Base: a.Base, Dialects: request(&a).Dialects}
		i.audit()
		i.About, i.Slug = a.ID+": "+a.Title, slug(a.ID)
		i.Answer = "advisories/" + i.Slug + ".json"
		advisories.Items = append(advisories.Items, i)
	}
	for _, url := range gallery.Tricky {
		if !slices.ContainsFunc(advisories.Items, func(i item) bool { return i.URL == url }) {
			i := item{URL: url, Answer: fmt.Sprintf("tricky/%d.json", len(tricky.Items)+1)}
			i.audit()
			tricky.Items = append(tricky.Items, i)
		}
	}
	return []group{advisories, tricky}
}

// request returns the request that the live page makes for a URL with the default dialects.
func (i *item) request() answer.Request {
	r := answer.Request{URL: i.URL, Columns: narrow}
	var names []string
	for _, d := range audit.Dialects() {
		name := strings.TrimSuffix(d.Name()+"@"+d.Release(), "@")
		switch d.Name() {
		case "urllib":
			r.Check = name
		case "whatwg":
			r.Fetch = name
		}
		names = append(names, name)
	}
	r.Dialects = strings.Join(names, ",")
	return r
}

// audit sets what the audit of the URL finds.
func (i *item) audit() {
	i.Text = show.Visible(i.URL)
	options := audit.Options{IsTopLevel: answer.IsTopLevel}
	if i.Base != "" {
		options.Base = &i.Base
	}
	if i.Dialects != "" {
		for name := range strings.SplitSeq(i.Dialects, ",") {
			options.Dialects = append(options.Dialects, earl.MustParseDialect(name))
		}
	}
	r := options.Audit(i.URL)
	if findings := show.WithoutNotNormal(r.Findings); len(findings) > 0 {
		i.Worst, i.About = findings[0].Severity.String(), findings[0].ID
	}
}
