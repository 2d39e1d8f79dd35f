package main

import (
	"slices"

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
	Link  string `json:"link,omitempty"`
}

// tour returns the groups of the gallery. Each item has the highest severity of the findings in its URL.
func tour() []group {
	advisories, tricky := group{Title: "From advisories"}, group{Title: "Tricky URLs"}
	for _, a := range gallery.Advisories {
		i := newItem(a.URL)
		i.About, i.Link = a.About, a.Address
		advisories.Items = append(advisories.Items, i)
	}
	for _, url := range gallery.Tricky {
		if !slices.ContainsFunc(advisories.Items, func(i item) bool { return i.URL == url }) {
			tricky.Items = append(tricky.Items, newItem(url))
		}
	}
	return []group{advisories, tricky}
}

func newItem(url string) item {
	i := item{URL: url, Text: show.Visible(url)}
	r := audit.Options{IsTopLevel: answer.IsTopLevel}.Audit(url)
	if findings := show.WithoutNotNormal(r.Findings); len(findings) > 0 {
		i.Worst, i.About = findings[0].Severity.String(), findings[0].ID
	}
	return i
}
