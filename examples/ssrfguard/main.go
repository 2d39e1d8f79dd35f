// Ssrfguard gets URLs from untrusted sources. It rejects the URLs that lead to internal addresses. Without earl, such a
// check could be
//
//	u, err := url.Parse(s)
//	if err != nil || u.Scheme != "http" && u.Scheme != "https" {
//		return errRefused
//	}
//	if ip := net.ParseIP(u.Hostname()); ip != nil && (ip.IsPrivate() || ip.IsLoopback()) {
//		return errRefused
//	}
//
// That check wrongly accepts http://0x7f.1/, http://[64:ff9b::a00:1]/, names with a private address, and redirects to
// internal addresses.
package main

import (
	"context"
	"fmt"
	"io"
	"os"

	"earl.example/guard"
)

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: ssrfguard URL...")
		os.Exit(2)
	}
	client := new(guard.Client)
	failed := false
	for _, url := range os.Args[1:] {
		if err := get(client, url, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, "ssrfguard:", err)
			failed = true
		}
	}
	if failed {
		os.Exit(1)
	}
}

// get copies the document at url to w.
func get(client *guard.Client, url string, w io.Writer) error {
	response, err := client.Get(context.Background(), url)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	_, err = io.Copy(w, response.Body)
	return err
}
