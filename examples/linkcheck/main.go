// Linkcheck prints the broken links of a site, including the links that are not valid URLs. It is a translation of
// linkcheck.py to Go. The Python program calls urllib.parse, and this program calls package urllib, so both have the
// same results for every URL. This program finds links with package baseurl. Unlike the Python program, it also finds
// base elements, links in attributes other than href and src, and links in style sheets.
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

// check follows the links of all pages that can be reached from start and are on the same host. It prints the broken
// links and returns their number.
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

// follow gets a URL. If the result is a page of the site, follow returns its links, and an error for each link that is
// not a valid URL.
func follow(client *http.Client, url, site string) (links []string, bad []error) {
	response, err := client.Get(url)
	if err != nil {
		return nil, []error{err}
	}
	defer response.Body.Close()
	if response.StatusCode >= 400 {
		return nil, []error{fmt.Errorf("%s %s", url, response.Status)}
	}
	page := response.Request.URL.String() // the URL after redirects
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
		if err == nil && isHTTP && ref.Element != "base" { // a base element is not a link
			links = append(links, link.URL)
		}
	}
	return links, bad
}
