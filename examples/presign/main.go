// Presign makes links that are valid until a time, and checks them. The signature is over the bytes of the link, so the
// link must keep every byte: whoever sorts the pairs, or drops some, checks another link than the server reads.
//
//	PRESIGN_KEY=key presign https://files.example/a%2Fb?version=2
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"strconv"
	"time"

	"earl.example/rfc3986"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: PRESIGN_KEY=key presign URL")
		os.Exit(2)
	}
	link, err := sign(os.Args[1], []byte(os.Getenv("PRESIGN_KEY")), time.Now().Add(time.Hour))
	if err != nil {
		fmt.Fprintln(os.Stderr, "presign:", err)
		os.Exit(1)
	}
	fmt.Println(link)
}

// sign returns link with the time until which it is valid, and a signature.
func sign(link string, key []byte, until time.Time) (string, error) {
	u, err := rfc3986.ParseURI(link)
	if err != nil {
		return "", err
	}
	if u, err = u.AddPair("expires", strconv.FormatInt(until.Unix(), 10)); err != nil {
		return "", err
	}
	u, err = u.AddPair("signature", mac(u, key))
	return u.String(), err
}

// check returns nil if link was signed with key and is still valid.
func check(link string, key []byte, now time.Time) error {
	u, err := rfc3986.ParseURI(link)
	if err != nil {
		return err
	}
	signatures, times := u.LookupAll("signature"), u.LookupAll("expires")
	if len(signatures) != 1 || len(times) != 1 {
		return errors.New("want one signature and one time") // other programs might read another one
	}
	if !hmac.Equal([]byte(signatures[0]), []byte(mac(u.WithoutPair("signature"), key))) {
		return errors.New("wrong signature")
	}
	if until, err := strconv.ParseInt(times[0], 10, 64); err != nil || now.Unix() > until {
		return errors.New("the link has expired")
	}
	return nil
}

func mac(u rfc3986.URI, key []byte) string {
	h := hmac.New(sha256.New, key)
	h.Write([]byte(u.String()))
	return hex.EncodeToString(h.Sum(nil))
}
