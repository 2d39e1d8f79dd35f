// Webhook posts an event to a URL that a user registered. The URL must not lead into the network of the sender. A check
// of the host that net/url finds, with net.ParseIP and IsPrivate, wrongly accepts https://0x7f.1/,
// https://[64:ff9b::a00:1]/, names with a private address, and redirects to internal addresses.
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"strings"

	"earl.example/audit"
	"earl.example/guard"
)

func main() {
	to, event := flag.String("to", "", "URL"), flag.String("event", "{}", "JSON")
	flag.Parse()
	if err := send(context.Background(), &guard.Client{Policy: audit.Webhook()}, *to, *event); err != nil {
		log.Fatal(err) // the URL in it has no password
	}
}

// send posts an event. The client checks the URL, each redirect and each address that it connects to.
func send(ctx context.Context, client *guard.Client, url, event string) error {
	response, err := client.Post(ctx, url, "application/json", strings.NewReader(event))
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode >= 300 {
		return fmt.Errorf("the receiver answered %s", response.Status)
	}
	return nil
}
