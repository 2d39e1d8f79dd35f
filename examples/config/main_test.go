package main

import (
	"fmt"
	"net/url"
	"reflect"
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]settings{
		"postgres://app:p%23s%2Fs@db/main?application_name=a+b&options=-c%20x;y": {"postgres", "app", "p#s/s", "main", []string{"db:5432"},
			map[string]string{"application_name": "a+b", "options": "-c x;y"}},
		"redis://:onlypass@[::1]:6380/2?addr=h2:6379&addr=h3:6379": {"redis", "", "onlypass", "2",
			[]string{"h2:6379", "h3:6379", "[::1]:6380"}, map[string]string{}},
		"amqp://u@mq/%2Fvhost?": {"amqp", "u", "", "/vhost", []string{"mq:5672"}, map[string]string{}},
	} {
		if got, err := parse(text); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, %v, want %+v", text, got, err, want)
		}
	}
	// net/url reads other options: "+" is a space, and a pair with ";" is lost.
	u, err := url.Parse("postgres://app@db/main?application_name=a+b&options=-c%20x;y")
	if q := u.Query(); err != nil || q.Get("application_name") != "a b" || q.Get("options") != "" {
		t.Errorf("net/url reads %v, %v", q, err)
	}
}

// TestSecret checks that errors about mistyped passwords do not show them. Those of net/url do.
func TestSecret(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"postgres://app:secret#1@db/main", "postgres://app:secret%@db/main", "redis://:secret/x@h"} {
		_, err := parse(text)
		if err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("%v, want an error without the password", err)
		}
		if _, err := url.Parse(text); err == nil || !strings.Contains(err.Error(), "secret") {
			t.Errorf("net/url: %v, want an error with the password", err)
		}
	}
	s, err := parse("postgres://app:secret@db/main?password=secret&sslPassword=secret&mode=x")
	if text := fmt.Sprintf("%+v", s.masked()); err != nil || strings.Contains(text, "secret") || !strings.Contains(text, "mode:x") {
		t.Errorf("%s, %v, want the settings without passwords", text, err)
	}
}
