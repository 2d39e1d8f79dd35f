// Config prints the settings in connection URLs, such as the DATABASE_URL of a service, without their passwords.
package main

import (
	"fmt"
	"net"
	"os"

	"earl.example/rfc3986"
)

func main() {
	for _, text := range os.Args[1:] {
		s, err := parse(text)
		if err != nil {
			fmt.Fprintln(os.Stderr, "config:", err) // no error has a password
			os.Exit(1)
		}
		fmt.Printf("%s at %q as %q, database %q, options %v\n", s.Kind, s.Addrs, s.User, s.Database, s.Options)
	}
}

// A settings has the parts of a connection URL, decoded.
type settings struct {
	Kind, User, Password, Database string
	Addrs                          []string
	Options                        map[string]string
}

var ports = map[string]string{"postgres": "5432", "redis": "6379", "amqp": "5672"}

func parse(text string) (s settings, err error) {
	u, err := rfc3986.ParseURI(text)
	if err != nil {
		return s, err
	}
	port, known := ports[u.Scheme()]
	if !known {
		return s, fmt.Errorf("unknown scheme %q", u.Scheme())
	}
	if _, given, err := u.PortNumber(); err != nil {
		return s, err
	} else if given {
		port, _ = u.Port()
	}
	s.Kind, s.Addrs = u.Scheme(), append(u.LookupAll("addr"), net.JoinHostPort(u.DialHost(), port)) // addr: a cluster
	if s.User, s.Password, _, err = u.DecodedUserinfo(); err != nil {
		return s, err
	}
	for segment := range u.DecodedSegments() {
		s.Database = segment
		break
	}
	s.Options = map[string]string{}
	for name, value := range u.DecodedPairs() {
		if name != "addr" {
			s.Options[name] = value
		}
	}
	return s, nil
}
