// Crawler prints each page of a site once, and the status of the pages that are broken. Pages contain links that only
// browsers understand, such as "\a.html" or "a%2E/../b", and many spellings of one page. So package baseurl finds and
// resolves the links, as browsers do, and the frontier has canonical URLs.
package main

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"

	"earl.example/baseurl"
	"earl.example/canon"
	"earl.example/whatwg"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: crawler URL")
		os.Exit(2)
	}
	if err := crawl(http.DefaultClient, os.Args[1], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "crawler:", err)
		os.Exit(1)
	}
}

// page is the form of the URLs of the frontier: one URL for each page.
const page = canon.WHATWG | canon.DropFragment | canon.DropTracking

// crawl visits the pages with the origin of start that links reach from there.
func crawl(client *http.Client, start string, out io.Writer) error {
	site, err := whatwg.Parse(start)
	if err != nil {
		return err
	}
	seen, todo := map[string]bool{}, []string{}
	add := func(link string) {
		link, err := page.Canonicalize(link)
		u, parseErr := whatwg.Parse(link)
		if err == nil && parseErr == nil && !seen[link] && u.Origin().SameOrigin(site.Origin()) {
			seen[link] = true
			todo = append(todo, link)
		}
	}
	for add(start); len(todo) > 0; todo = todo[1:] {
		if err := visit(client, todo[0], add); err != nil {
			fmt.Fprintln(out, todo[0], err)
			continue
		}
		fmt.Fprintln(out, todo[0])
	}
	return nil
}

// visit gets a page and calls add with the URLs of its links.
func visit(client *http.Client, link string, add func(link string)) error {
	target, err := whatwg.MustParse(link).NetURL() // an error if net/http would send another URL
	if err != nil {
		return err
	}
	response, err := client.Do(&http.Request{Method: http.MethodGet, URL: target})
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode >= http.StatusBadRequest {
		return errors.New(response.Status)
	}
	from := response.Request.URL.String() // the URL after redirects
	o := baseurl.Options{Context: baseurl.Context{Retrieval: []string{from}}}
	for ref, err := range o.References(baseurl.TypeOf(response.Header.Get("Content-Type")), response.Body) {
		if err == nil && ref.Element != "base" { // an error is about one link
			add(ref.URL)
		}
	}
	return nil
}
