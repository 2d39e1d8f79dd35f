// Oracle answers questions with package net/url of the Go release that compiled it. See internal/testing/oracle for the
// format of questions and answers. It is compiled by each modelled release, so it uses only what Go 1.19 has.
package main

import (
	"bufio"
	"encoding/hex"
	"fmt"
	"net/url"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
)

func main() {
	in, out := bufio.NewReaderSize(os.Stdin, 1<<16), bufio.NewWriter(os.Stdout)
	fmt.Fprintf(out, "%s\t%s/%s\n", release(), runtime.GOOS, runtime.GOARCH)
	for {
		out.Flush()
		line, err := in.ReadString('\n')
		if err != nil {
			return
		}
		base, text, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		if base == "-" {
			fmt.Fprintln(out, parse(text))
		} else {
			fmt.Fprintln(out, resolve(strings.TrimPrefix(base, "="), text))
		}
	}
}

// release returns the release of Go, such as "1.26.8". It appends "+go1.25" if the settings of the main module say that
// a host may have several colons.
func release() string {
	version, _, _ := strings.Cut(strings.TrimPrefix(runtime.Version(), "go"), " ")
	if strings.Count(version, ".") == 1 {
		version += ".0"
	}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, setting := range info.Settings {
			if setting.Key == "DefaultGODEBUG" && strings.Contains(setting.Value, "urlstrictcolons=0") {
				version += "+go1.25"
			}
		}
	}
	return version
}

// parse returns scheme, authority, userinfo, username, password, host, port, path, query, fragment and text of a URL.
func parse(text string) string {
	u, err := url.Parse(decode(text))
	if err != nil {
		return "!"
	}
	field := func(value string, ok bool) string {
		if !ok {
			return "-"
		}
		return quote(value)
	}
	authority, userinfo := u.Host, ""
	if u.User != nil {
		userinfo = u.User.String()
		authority = userinfo + "@" + u.Host
	}
	password, hasPassword := u.User.Password()
	path := u.EscapedPath()
	if u.Opaque != "" {
		path = u.Opaque
	}
	return strings.Join([]string{
		field(u.Scheme, u.Scheme != ""), field(authority, authority != ""), field(userinfo, u.User != nil),
		field(u.User.Username(), u.User != nil), field(password, hasPassword), field(u.Hostname(), authority != ""),
		field(u.Port(), u.Port() != ""), quote(path), field(u.RawQuery, u.RawQuery != "" || u.ForceQuery),
		field(u.EscapedFragment(), u.Fragment != ""), quote(u.String()),
	}, "\t")
}

func resolve(base, text string) string {
	b, err := url.Parse(decode(base))
	if err != nil {
		return "!"
	}
	ref, err := url.Parse(decode(text))
	if err != nil {
		return "!"
	}
	return quote(b.ResolveReference(ref).String())
}

func decode(digits string) string {
	text, err := hex.DecodeString(digits)
	if err != nil {
		panic(err)
	}
	return string(text)
}

func quote(s string) string { return "=" + hex.EncodeToString([]byte(s)) }
