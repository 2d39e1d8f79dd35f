// Presign makes links that are valid for an hour, and checks them. The signature is over the bytes of the link: whoever
// sorts the pairs, or drops some, checks another link than the server reads.
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"log"
	"os"
	"strconv"
	"time"

	"earl.example/rfc3986"
)

func main() {
	key := []byte(os.Getenv("PRESIGN_KEY"))
	if len(key) < 32 {
		log.Fatal("PRESIGN_KEY needs at least 32 bytes")
	}
	for _, link := range os.Args[1:] {
		signed, err := sign(link, key, time.Now().Add(time.Hour))
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(signed)
	}
}

// sign returns link with the time until which it is valid, and a signature.
func sign(link string, key []byte, until time.Time) (string, error) {
	u, err := rfc3986.ParseURI(link)
	if err == nil {
		u, err = u.AddPair("expires", strconv.FormatInt(until.Unix(), 10))
	}
	if err == nil {
		u, err = u.AddPair("signature", mac(u, key))
	}
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
	until, err := strconv.ParseInt(times[0], 10, 64)
	if !hmac.Equal([]byte(signatures[0]), []byte(mac(u.WithoutPair("signature"), key))) || now.Unix() > until {
		return errors.New("the signature is wrong, or the link has expired")
	}
	return err
}

func mac(u rfc3986.URI, key []byte) string {
	h := hmac.New(sha256.New, key)
	h.Write([]byte(u.String()))
	return hex.EncodeToString(h.Sum(nil))
}
