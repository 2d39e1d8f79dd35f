// Crawler prints each page of a site once, and its status. Pages contain links that only browsers understand, such as
// "\a.html", and many spellings of one page. So package baseurl finds and resolves the links, as browsers do, and the
// frontier has canonical URLs.
package main

import (
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"

	"earl.example/baseurl"
	"earl.example/canon"
	"earl.example/urlerr"
	"earl.example/whatwg"
)

func main() {
	for _, start := range os.Args[1:] {
		if err := crawl(http.DefaultClient, start, os.Stdout); err != nil {
			log.Fatal(err)
		}
	}
}

// crawl visits the pages with the origin of start that links reach from there.
func crawl(client *http.Client, start string, out io.Writer) error {
	site, err := whatwg.Parse(start)
	if err != nil {
		return err
	}
	seen, todo := map[whatwg.URL]bool{}, []whatwg.URL{}
	add := func(link string) {
		link, err := (canon.WHATWG | canon.DropFragment | canon.DropTracking).Canonicalize(link)
		u, parseErr := whatwg.Parse(link)
		if err == nil && parseErr == nil && !seen[u] && u.Origin().SameOrigin(site.Origin()) {
			seen[u] = true
			todo = append(todo, u)
		}
	}
	if add(start); len(todo) == 0 {
		return fmt.Errorf("%s has no pages: the scheme must be http or https", start)
	}
	for ; len(todo) > 0; todo = todo[1:] {
		fmt.Fprintln(out, todo[0], visit(client, todo[0], add))
	}
	return nil
}

// visit gets a page, calls add with the URLs of its links, and returns its status.
func visit(client *http.Client, page whatwg.URL, add func(link string)) string {
	target, err := page.NetURL() // an error if net/http would send another URL
	if err != nil {
		return err.Error()
	}
	response, err := client.Do(&http.Request{Method: http.MethodGet, URL: target})
	if err != nil {
		return err.Error()
	}
	defer response.Body.Close()
	var o baseurl.Options
	o.Context.Retrieval = []string{response.Request.URL.String()} // the URL after redirects
	for ref, err := range o.References(baseurl.TypeOf(response.Header.Get("Content-Type")), response.Body) {
		switch _, isLink := errors.AsType[*urlerr.Error](err); {
		case err != nil && !isLink: // the page is not complete
			return err.Error()
		case err == nil && ref.Element != "base":
			add(ref.URL)
		}
	}
	return response.Status
}
