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
		base, text := cut(strings.TrimSuffix(line, "\n"), " ")
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
	version, _ := cut(strings.TrimPrefix(runtime.Version(), "go"), " ")
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
	const absent = "-"
	fields := make([]string, 10)
	for i := range fields {
		fields[i] = absent
	}
	if u.Scheme != "" {
		fields[0] = quote(u.Scheme)
	}
	if u.User != nil {
		fields[1] = quote(u.User.String() + "@" + u.Host)
		fields[2], fields[3] = quote(u.User.String()), quote(u.User.Username())
		if password, ok := u.User.Password(); ok {
			fields[4] = quote(password)
		}
	} else if u.Host != "" {
		fields[1] = quote(u.Host)
	}
	if u.User != nil || u.Host != "" {
		fields[5] = quote(u.Hostname())
	}
	if port := u.Port(); port != "" {
		fields[6] = quote(port)
	}
	fields[7] = quote(u.EscapedPath())
	if u.Opaque != "" {
		fields[7] = quote(u.Opaque)
	}
	if u.RawQuery != "" || u.ForceQuery {
		fields[8] = quote(u.RawQuery)
	}
	if u.Fragment != "" {
		fields[9] = quote(u.EscapedFragment())
	}
	return strings.Join(append(fields, quote(u.String())), "\t")
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

func cut(s, separator string) (before, after string) {
	before, after, _ = strings.Cut(s, separator)
	return before, after
}

func decode(digits string) string {
	text, err := hex.DecodeString(digits)
	if err != nil {
		panic(err)
	}
	return string(text)
}

func quote(s string) string { return "=" + hex.EncodeToString([]byte(s)) }
