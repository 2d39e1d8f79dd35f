// Config prints the settings in connection URLs, such as the DATABASE_URL of a service, without their passwords.
package main

import (
	"cmp"
	"fmt"
	"log"
	"maps"
	"net"
	"os"
	"strings"

	"earl.example/rfc3986"
)

func main() {
	for _, text := range os.Args[1:] {
		s, err := parse(text)
		if err != nil {
			log.Fatal(err) // no error has a password
		}
		fmt.Printf("%+v\n", s.masked())
	}
}

// masked returns the settings without the passwords, of which some are options.
func (s settings) masked() settings {
	s.Password = "***"
	for name := range s.Options {
		if strings.Contains(strings.ToLower(name), "pass") {
			s.Options[name] = "***"
		}
	}
	return s
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
	s.Kind = u.Scheme()
	port, known := ports[s.Kind]
	if !known {
		return s, fmt.Errorf("unknown scheme %q", s.Kind)
	}
	given, _ := u.Port()
	s.Addrs = append(u.LookupAll("addr"), net.JoinHostPort(u.DialHost(), cmp.Or(given, port))) // the hosts of a cluster
	if s.User, s.Password, _, err = u.DecodedUserinfo(); err != nil {
		return s, err
	}
	for s.Database = range u.DecodedSegments() {
		break // the first segment
	}
	s.Options = maps.Collect(u.WithoutPair("addr").DecodedPairs())
	return s, nil
}
