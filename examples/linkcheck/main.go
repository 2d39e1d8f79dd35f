// Linkcheck prints the broken links of a site, those that are no URLs among
// them. It is linkcheck.py in Go: where that calls urllib.parse, this calls
// package urllib, and what is the same URL to one is so to the other. Finding the
// links is the work of package baseurl, which knows what the original does not:
// base elements, other attributes than href and src, style sheets.
package main

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"

	"earl.example"
	"earl.example/baseurl"
	"earl.example/urllib"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: linkcheck URL")
		os.Exit(2)
	}
	broken, err := check(http.DefaultClient, os.Args[1], os.Stdout)
	if err != nil {
		fmt.Fprintln(os.Stderr, "linkcheck:", err)
	}
	if broken > 0 || err != nil {
		os.Exit(1)
	}
}

// check follows the links from start on, as far as its host goes, and returns
// how many lead nowhere.
func check(client *http.Client, start string, out io.Writer) (broken int, err error) {
	site, err := urllib.Split(start)
	if err != nil {
		return 0, err
	}
	seen, todo := map[string]bool{start: true}, []string{start}
	for len(todo) > 0 {
		url := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		links, bad := follow(client, url, site.Netloc)
		for _, err := range bad {
			fmt.Fprintln(out, err)
			broken++
		}
		for _, link := range links {
			if !seen[link] {
				seen[link] = true
				todo = append(todo, link)
			}
		}
	}
	return broken, nil
}

// follow gets a URL, and if it is of the site and has links, returns them, and why
// others are none.
func follow(client *http.Client, url, site string) (links []string, bad []error) {
	response, err := client.Get(url)
	if err != nil {
		return nil, []error{err}
	}
	defer response.Body.Close()
	if response.StatusCode >= 400 {
		return nil, []error{fmt.Errorf("%s %s", url, response.Status)}
	}
	page := response.Request.URL.String() // behind redirects
	if parts, err := urllib.Split(page); err != nil || parts.Netloc != site {
		return nil, nil
	}
	o := baseurl.Options{Dialect: earl.Urllib(), Context: baseurl.Context{Retrieval: []string{page}}}
	kind := baseurl.TypeOf(response.Header.Get("Content-Type"))
	for ref, err := range o.References(kind, response.Body) {
		if err != nil {
			bad = append(bad, fmt.Errorf("%s: %w", page, err))
			continue
		}
		link, err := urllib.Defrag(ref.URL)
		isHTTP := strings.HasPrefix(link.URL, "http:") || strings.HasPrefix(link.URL, "https:")
		if err == nil && isHTTP && ref.Element != "base" { // which nobody follows
			links = append(links, link.URL)
		}
	}
	return links, bad
}
