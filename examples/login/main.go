// Login sends the browser to the page that the parameter next names, after a login. Only pages of the site itself are
// accepted; anybody can write a link to the login page.
package main

import (
	"log"
	"net/http"

	"earl.example/audit"
)

// here is the URL of the page, as browsers know it.
const here = "https://app.example/account/login"

func main() {
	http.HandleFunc("/account/login", login)
	log.Fatal(http.ListenAndServe("localhost:8080", nil))
}

func login(w http.ResponseWriter, r *http.Request) {
	// Check the password here.
	to, err := audit.SameOrigin(here, r.FormValue("next"))
	if err != nil {
		log.Print(err) // without secrets
		to = "/"
	}
	w.Header().Set("Location", to) // not the text of the user; http.Redirect writes /a//b as /a/b
	w.WriteHeader(http.StatusSeeOther)
}
