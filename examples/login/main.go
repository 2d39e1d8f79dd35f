// Login sends the browser to the page that the parameter next names. Only pages of the site are accepted: anybody can
// write a link to the login page.
package main

import (
	"log"
	"net/http"

	"earl.example/audit"
)

const here = "https://app.example/account/login" // the URL of the page, as browsers know it

func main() {
	http.HandleFunc("/account/login", login)
	log.Fatal(http.ListenAndServe("localhost:8080", nil))
}

func login(w http.ResponseWriter, r *http.Request) {
	next := r.FormValue("next")
	to, err := audit.SameOrigin(here, next)
	if err != nil || next == "" {
		to = "/"
	}
	w.Header().Set("Location", to) // not the text of the user; http.Redirect writes /a//b as /a/b
	w.WriteHeader(http.StatusSeeOther)
}
