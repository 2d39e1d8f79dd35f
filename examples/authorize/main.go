// Authorize is the last step of an OAuth 2.0 authorization endpoint: it sends the browser back to the client with a
// code (RFC 6749 §4.1.2). Whoever controls the redirect_uri gets the code. So it must be equal to a registered URI, and
// the answer is appended to exactly this URI.
package main

import (
	"crypto/rand"
	"log"
	"net/http"

	"earl.example/audit"
	"earl.example/rfc3986"
)

// clients has the redirection URIs of each client. A native application can use any port of the loopback address.
var clients = map[string][]string{
	"web":    {"https://app.example/callback?tenant=a;b"},
	"native": {"http://127.0.0.1/callback"},
}

func main() {
	http.HandleFunc("/authorize", authorize)
	log.Fatal(http.ListenAndServe("localhost:8080", nil))
}

func authorize(w http.ResponseWriter, r *http.Request) {
	uri := r.FormValue("redirect_uri")
	if err := audit.CheckRedirectURI(uri, clients[r.FormValue("client_id")]); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest) // do not redirect
		return
	}
	answer, err := rfc3986.ParseURI(uri) // keeps every byte
	if err == nil {
		answer, err = answer.AddPair("code", rand.Text())
	}
	if err == nil {
		answer, err = answer.AddPair("state", r.FormValue("state"))
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	http.Redirect(w, r, answer.String(), http.StatusSeeOther)
}
