// Reverseproxy hands requests on to a server, with the bytes of the path and the query that the client sent. A proxy
// that writes them anew can ask for another resource than the client did, and invalidates signatures of URLs.
package main

import (
	"flag"
	"log"
	"net/http"
	"net/http/httputil"
	"net/url"
	"strings"

	"earl.example/httptarget"
	"earl.example/whatwg"
)

func main() {
	listen, to := flag.String("listen", "localhost:8080", "address"), flag.String("to", "http://localhost:9000", "server")
	flag.Parse()
	log.Fatal(http.ListenAndServe(*listen, proxyTo(whatwg.MustParse(*to))))
}

// proxyTo returns a proxy that sends the bytes of a target in the field Opaque, which net/http does not change.
func proxyTo(server whatwg.URL) http.Handler {
	return &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.Out.URL = &url.URL{Scheme: server.Scheme(), Host: server.Host()}
		target, err := httptarget.Parse(r.In.Method, r.In.RequestURI)
		if err != nil {
			r.Out.URL.Host = "" // the proxy answers with status 502
			return
		}
		r.Out.URL.Opaque = target.Path()
		if strings.HasPrefix(target.Path(), "//") {
			r.Out.URL.Opaque = "//" + server.Host() + target.Path() // sent with the scheme, as an absolute URL
		}
		r.Out.URL.RawQuery, r.Out.URL.ForceQuery = target.Query()
		r.SetXForwarded()
	}}
}
