package disagree

import (
	"errors"
	"fmt"
	"net/netip"
	"strings"

	"earl.example"
	"earl.example/audit"
	"earl.example/internal/text/ascii"
)

// A Payload is a URL that passes a check and leads the program that fetches it to a target.
type Payload struct {
	URL     string
	Kind    string // ID of the finding of package audit that explains it
	Checked string // the host that the check reads, "" for none
	Fetched string // the host that the fetching program reads
}

// Payloads writes seeds with two hosts: a host that a check accepts, and the target of an attacker. The check has the
// first dialect. It reads the allowed host or a name below it, no host, or another spelling of the target. The second
// dialect reads the target. URLs in which the check reads the allowed host come first, then URLs in which it reads no
// host. It is an error if a text is not a host, or if the two hosts are the same.
func Payloads(dialects [2]earl.Dialect, seeds []string, allowed, target string) ([]Payload, error) {
	want := [2]audit.HostValue{}
	for i, host := range []string{allowed, target} {
		url := "http://" + host + "/"
		v := audit.Verdict{Dialect: dialects[i]}
		v.Dialect.Read(&v.Reading, url)
		read, _ := v.Reading.Host()
		if want[i], _ = v.Hosts(); !strings.EqualFold(strings.Trim(read, "[]"), strings.Trim(host, "[]")) || host == "" {
			return nil, fmt.Errorf("%q is not a host that %s reads: write it without scheme, port and path", host, dialects[i])
		}
	}
	if want[0] == want[1] {
		return nil, errors.New("the allowed host and the target are the same host")
	}
	var candidates []string
	for _, seed := range seeds {
		seed = strings.ReplaceAll(seed, ":6666", "") // a port of an advisory
		candidates = append(candidates, rewritten(seed, allowed, target)...)
	}
	for _, spelling := range spellings(target) {
		candidates = append(candidates, "http://"+spelling+"/")
	}
	var found [3][]Payload
	seen := map[string]bool{}
	for _, url := range candidates {
		key := strings.TrimSuffix(url, "/")
		if seen[key] {
			continue
		}
		seen[key] = true
		r := audit.Options{Dialects: dialects[:]}.Audit(url)
		check, fetch := &r.Verdicts[0], &r.Verdicts[1]
		p := Payload{URL: url}
		p.Checked, _ = check.Reading.Host()
		p.Fetched, _ = fetch.Reading.Host()
		checked, _ := check.Hosts()
		fetched, _ := fetch.Hosts()
		accepts := checked == want[0] || checked == audit.HostValue{} ||
			strings.HasSuffix(ascii.ToLower(p.Checked), "."+ascii.ToLower(allowed)) ||
			checked == want[1] && !strings.EqualFold(strings.Trim(p.Checked, "[]"), strings.Trim(target, "[]"))
		if fetched != want[1] || !accepts || check.Reading.Err() != nil || fetch.Reading.Err() != nil {
			continue
		}
		for _, f := range r.Findings {
			if p.Kind == "" || p.Kind == "host-disagreement" || p.Kind == "dest-internal" {
				p.Kind = f.ID
			}
		}
		at := 2
		if checked == want[0] {
			at = 0
		} else if p.Checked == "" {
			at = 1
		}
		found[at] = append(found[at], p)
	}
	return append(append(found[0], found[1]...), found[2]...), nil
}

// mostHosts is the maximum number of hosts in a seed: a URL with n hosts is written in 2^n ways.
const mostHosts = 3

// rewritten returns the URLs in which each host of seed is replaced by one of two hosts, in every way.
func rewritten(seed, allowed, target string) (urls []string) {
	var spans [][2]int
	for i := 0; i < len(seed); i++ {
		end := ascii.Skip(seed, i, ascii.Unreserved)
		host := strings.Trim(seed[i:end], ".")
		if strings.Contains(host, ".") || host == "localhost" {
			start := i + strings.Index(seed[i:end], host)
			spans = append(spans, [2]int{start, start + len(host)})
		}
		i = end
	}
	if len(spans) > mostHosts {
		return nil
	}
	for ways := range 1 << len(spans) {
		var b strings.Builder
		at := 0
		for i, span := range spans {
			host := allowed
			if ways>>i&1 != 0 {
				host = target
			}
			b.WriteString(seed[at:span[0]] + host)
			at = span[1]
		}
		urls = append(urls, b.String()+seed[at:])
	}
	return urls
}

// spellings returns other spellings of an IPv4 address, as inet_aton and browsers read them.
func spellings(host string) []string {
	addr, err := netip.ParseAddr(host)
	if err != nil || !addr.Is4() {
		return nil
	}
	a := addr.As4()
	n := uint32(a[0])<<24 | uint32(a[1])<<16 | uint32(a[2])<<8 | uint32(a[3])
	return []string{
		fmt.Sprint(n), fmt.Sprintf("%#x", n), fmt.Sprintf("0%o", n), fmt.Sprintf("%d.%d", a[0], n&0xFFFFFF),
		fmt.Sprintf("%d.%d.%d", a[0], a[1], n&0xFFFF), fmt.Sprintf("%#x.%#x.%#x.%#x", a[0], a[1], a[2], a[3]),
		fmt.Sprintf("0%o.0%o.0%o.0%o", a[0], a[1], a[2], a[3]), host + ".",
		strings.ReplaceAll(host, ".", "\u3002"), fmt.Sprintf("%%%02x%s", host[0], host[1:]),
	}
}
