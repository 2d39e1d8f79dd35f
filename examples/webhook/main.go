// Webhook posts an event to a URL that a user registered. The URL must not lead into the network of the sender. Without
// earl, such a check could be
//
//	u, err := url.Parse(s)
//	if err != nil || u.Scheme != "https" {
//		return errRejected
//	}
//	if ip := net.ParseIP(u.Hostname()); ip != nil && (ip.IsPrivate() || ip.IsLoopback()) {
//		return errRejected
//	}
//
// It wrongly accepts https://0x7f.1/, https://[64:ff9b::a00:1]/, names with a private address, and redirects to
// internal addresses.
package main

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"

	"earl.example/audit"
	"earl.example/guard"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: WEBHOOK_KEY=key webhook URL <event.json")
		os.Exit(2)
	}
	event, err := io.ReadAll(os.Stdin)
	if err == nil {
		client := &guard.Client{Policy: audit.Webhook()}
		err = send(context.Background(), client, os.Args[1], event, []byte(os.Getenv("WEBHOOK_KEY")))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "webhook:", err) // the URL in it has no password
		os.Exit(1)
	}
}

// send posts an event with a signature. The client checks the URL, each redirect and each address that it connects to.
func send(ctx context.Context, client *guard.Client, url string, event, key []byte) error {
	request, err := client.NewRequest(ctx, "POST", url, bytes.NewReader(event))
	if err != nil {
		return err
	}
	mac := hmac.New(sha256.New, key)
	mac.Write(event)
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Webhook-Signature", hex.EncodeToString(mac.Sum(nil)))
	response, err := client.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode >= 300 {
		return fmt.Errorf("the receiver answered %s", response.Status)
	}
	return nil
}
