package main

import (
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"earl.example/httptarget"
	"earl.example/internal/text/percent"
)

// A sentRequest is a request that was sent to each server of testdata/logs.
type sentRequest struct{ method, target, host, authority string }

// realLogs are the logs of testdata/logs, which servers wrote about the requests of requests.tsv: the flags that read each
// of them, and the hosts that the server took for requests without a valid one. In the columns of numbers are the
// records with the URL that was sent, the failed ones whose line has the target, and the ones with another URL because
// the server logs another target. There is no record with another host.
var realLogs = []struct {
	file, flags, server  string
	right, missed, other int
}{
	{"apache-common.log", "--in clf", "", 67, 1, 4},
	{"apache-combined.log", "--in clf", "", 67, 1, 4},
	{"apache-unsafe-combined.log", "--in clf", "", 67, 1, 4},
	{"apache-vhost_common.log", "--in vhost", "www.server-name.example", 67, 1, 4},
	{"apache-vhost_combined.log", "--in vhost", "www.server-name.example", 67, 1, 4},
	{"nginx-combined.log", "--in clf", "", 68, 1, 2},
	{"nginx-ingress.log", "--in clf", "", 68, 1, 2},
	{"nginx-vhost.log", "--in vhost", "www.server-name.example", 64, 1, 2},
	{"nginx-escape-none.log", `--log-escape none --log-format $remote_addr␣-␣$remote_user␣[$time_local]␣"$request"␣$status␣$body_bytes_sent␣"$http_referer"␣"$http_user_agent"`, "", 68, 1, 2},
	{"nginx-json.log", "--in jsonl", "www.server-name.example", 61, 1, 2},
	{"nginx-json-escape-default.log", "--in jsonl", "www.server-name.example", 61, 1, 2},
	{"lighttpd.log", "--in lighttpd", "", 55, 0, 3},
	{"haproxy-httplog.log", "--in haproxy", "", 57, 0, 0},
	{"haproxy-captures.log", "--in haproxy", "", 57, 0, 0},
	{"haproxy-clf.log", "--in haproxy", "", 57, 0, 0},
	{"caddy.log", "--in jsonl", "", 53, 0, 1},
	{"envoy-default.log", "--in envoy", "default.example", 51, 0, 2},
	{"envoy-json.log", "--in jsonl", "default.example", 51, 0, 2},
	{"h2o.log", "--in h2o", "", 66, 0, 0},
	{"gunicorn.log", "--in gunicorn", "", 61, 0, 0},
	{"jetty-extended_ncsa.log", "--in jetty", "", 45, 0, 5},
	{"tomcat-common.log", "--in tomcat", "", 56, 1, 4},
	{"tomcat-json.log", "--in jsonl", "localhost", 48, 1, 4},
	{"aiohttp.log", "--in aiohttp", "", 45, 0, 6},
	{"morgan-combined.log", "--in clf", "", 58, 0, 0},
	{"varnishncsa.log", "--in varnish", "localhost h.example shop.examplea", 48, 7, 4},
	{"squid-native.log", "--in squid", "shop.example", 62, 1, 9},
	{"squid-accel-native.log", "--in squid", "shop.example default.example", 58, 1, 9},
	{"hypercorn.log", "--log-format $prefix]␣[$process]␣[$level]␣$remote_addr␣-␣$remote_user␣[$time_local]␣\"$method␣$target␣$version\"␣$status␣$body_bytes_sent␣\"$http_referer\"␣\"$http_user_agent\"", "", 85, 0, 17},
	{"uvicorn-h11.log", "--log-format $level:␣␣$remote_addr␣-␣\"$request\"␣$status␣$reason", "", 45, 0, 11},
	{"werkzeug.log", "--in clf", "", 61, 1, 9},
	{"python-http.server.log", "--in clf", "", 66, 1, 2},
}

// TestRealLogs: from the log of each server, each record has the method, the target and the host that were sent, or it
// fails.
func TestRealLogs(t *testing.T) {
	t.Parallel()
	const base = "base.example" // of logs without hosts
	requests := map[string]sentRequest{}
	for _, line := range linesOf(t, "requests.tsv")[1:] {
		cell := strings.Split(line, "\t")
		number := cell[0][strings.LastIndexByte(cell[0], '.')+1:]
		requests[number] = sentRequest{cell[2], unhex(cell[3]), unhex(cell[4]), cell[5]}
	}
	about := map[string]map[int64]string{}
	for _, line := range linesOf(t, "lines.tsv")[1:] {
		cell := strings.Split(line, "\t")
		n, _ := strconv.ParseInt(cell[1], 10, 64)
		if about[cell[0]] == nil {
			about[cell[0]] = map[int64]string{}
		}
		about[cell[0]][n] = cell[2]
	}
	for _, tt := range realLogs {
		t.Run(tt.file, func(t *testing.T) {
			t.Parallel()
			name := filepath.Join("testdata", "logs", tt.file+".gz")
			args := []string{"get", "{href}", "--as", "urllib", "--json", "--number", "--base", "http://" + base, "-i", name}
			for _, flag := range strings.Fields(tt.flags) {
				args = append(args, strings.ReplaceAll(flag, "␣", " "))
			}
			var results, messages strings.Builder
			run(t.Context(), args, nil, &results, &messages)
			lines := linesOf(t, tt.file)
			counts := map[string]int{}
			records := 0
			for text := range strings.Lines(results.String()) {
				records++
				var r struct {
					Number int64
					Input  string
					Bytes  []byte `json:"input_base64"`
					OK     bool
					Error  struct{ Message string }
					Record map[string]any
				}
				if err := json.Unmarshal([]byte(text), &r); err != nil {
					t.Fatalf("%s: %v, want JSON", text, err)
				}
				if r.Bytes != nil {
					r.Input = string(r.Bytes)
				}
				sent, known := requests[about[tt.file][r.Number]]
				line := lines[r.Number-1]
				verdict, host := judge(sent, r.Input, r.OK, base, tt.server)
				if method, ok := r.Record["method"].(string); ok && r.OK && verdict == "right" && method != sent.method {
					verdict = "wrong"
				}
				hasTarget := sent.target != "" && hasText(line, sent.target)
				switch {
				case !known:
					verdict = "no request"
				case verdict == "wrong" && isLogged(line, r.Input):
					verdict = "other"
				case verdict == "failed" && !hasTarget:
					verdict = "lost"
				case verdict == "failed" && isNoURL(sent):
					verdict = "refused"
				case verdict == "failed":
					verdict = "missed"
				}
				counts[verdict]++
				if verdict == "wrong" || verdict == "missed" || verdict == "other" {
					t.Logf("%s: line %d: %s, host %q: sent %+.80q, got %.80q %v from %.200s", verdict, r.Number, r.Error.Message, host, sent, r.Input, r.OK, line)
				}
				if verdict == "host" {
					t.Errorf("line %d has the host %q, want that of %+q: %s", r.Number, host, sent, line)
				}
			}
			t.Logf("%s %v of %d", tt.file, counts, records)
			if records != len(lines) {
				t.Errorf("%d results, want %d: %s", records, len(lines), &messages)
			}
			if counts["right"] != tt.right || counts["missed"] != tt.missed || counts["other"] != tt.other || counts["wrong"] > 0 {
				t.Errorf("%v, want %d right, %d missed, %d other", counts, tt.right, tt.missed, tt.other)
			}
		})
	}
}

// TestReportedLines: lines of public reports about other programs, with the first line of the output, or the message.
func TestReportedLines(t *testing.T) {
	t.Parallel()
	const clf, ingress = "--in clf --base http://b {href}", "$remote_addr␣-␣$remote_user␣[$time_local]␣\"$request\"␣$status␣$body_bytes_sent␣" +
		"\"$http_referer\"␣\"$http_user_agent\"␣$request_length␣$request_time␣[$a]␣[$b]␣$upstream_addr␣$upstream_length␣$upstream_time␣" +
		"$upstream_status␣$id"
	for _, tt := range []struct{ report, args, line, want string }{
		{"allinurl/goaccess#1264", `--log-format %v␣%{X_FORWARDED_FOR}i␣%l␣%u␣%t␣\"%r\"␣%>s␣%b␣\"%{Referer}i\"␣\"%{User-Agent}i\" {href}`,
			`daum.example - - - [16/Jul/2018:00:00:00 +0900] "GET /a.js HTTP/1.1" 200 1185 "http://r" "NAVER(inapp; search; 590)"`, "http://daum.example/a.js"},
		{"allinurl/goaccess#2397", `--log-format %v:%p␣%h␣%l␣%u␣%t␣\"%r\"␣%>s␣%b␣\"%{Referer}i\"␣\"%{User-Agent}i\" {href}`,
			`1.1.1.1 - - [13/Oct/2022:08:40:05 +0000] "GET / HTTP/1.1" 304 - "-" "A"`, "it fits --in clf"},
		{"allinurl/goaccess#2883", `--log-format [$time_iso8601]␣-␣$host␣-␣$remote_addr␣-␣$status␣-␣$request_method␣-␣"$request_uri" {href}␣{time}`,
			`[2025-09-09T10:00:00+02:00] - h.example - 1.2.3.4 - 200 - GET - "/a?b=1"`, "http://h.example/a?b=1 2025-09-09T08:00:00Z"},
		{"allinurl/goaccess#2713", `--log-format $remote_addr␣[$time_local]␣"$request"␣"$status"␣"$bytes"$* --base http://b --where status==408 {href}`,
			`3.2.1.2 [31/Aug/2024:00:08:58 +0000] "GET /l?306 HTTP/1.1" "408" "0" "-"`, "http://b/l?306"},
		{"fluent/fluentd#2841", clf + "␣{member:agent}", `1.1.1.1 - - [25/Feb/2020:18:55:34 +0000] "GET / HTTP/1.1" 302 5080 "-" "\"Mozilla\""`, `http://b/ "Mozilla"`},
		{"log2timeline/plaso#3557", clf, `10.1.2.3 - first.last  [24/Mar/2021:18:14:20 -0300] "POST /x HTTP/1.1" 200 423`, "http://b/x"},
		{"amandasaurus/apache-log-parser#12", clf + "␣{member:agent}", `2002:52ee::1 - - [11/Jun/2014:22:56:14 +0000] "GET /boot.iso HTTP/1.1" - 195933084 - "Wget"`, "http://b/boot.iso Wget"},
		{"nielsbasjes/logparser#31", clf, `187.41.80.255 - - [05/Aug/2016:09:32:06 -0300] "-" 408 - "-" "-" 0/14`, "no request"},
		{"kassner/log-parser#22", clf, `169.229.3.91 - - [05/Jun/2016:15:26:51 +0200] "\x99\xf3\x0fF" 501 308 "-" "-"`, "the request has no target"},
		{"elastic/beats#30697", "--log-format " + ingress + " --base http://b {href}␣{member:upstream_status}␣{member:id}",
			`1.1.1.1 - - [07/Feb/2020:12:02:42 +0000] "GET /a%20b HTTP/1.1" 200 61 "-" "M" 348 0.001 [w] [] 172.17.0.6:80, 172.17.0.7:80 61, - 0.100, - 200, - 83`,
			"http://b/a%20b 200, - 83"},
		{"elastic/integrations#3491", "--in alb {href}", `http 2022-05-12T06:41:29.051646Z app/l/3 75.1.1.1:41542 - -1 -1 -1 301 - 233 390 "GET http://127.0.0.1:80/s?cd+ a HTTP/1.1" "Hello" - - - "R" "-" "-" 0 2022-05-12T06:41:29.051000Z "redirect" "https://127.0.0.1:443/s" "-" "-" "-" "Acceptable" "SpaceInUri"`,
			"space or control character in request target"},
		{"aws-samples/siem-on-amazon-opensearch-service#31", "--in elb {href}", `2020-12-23T00:00:00.000000Z clb 1.1.1.1:00000 10.0.0.1:10080 0.1 0.2 0.3 400 400 0 2963 "GET https://[::ffff:a9fe:a9fe]:443/ HTTP/1.1" "A U" ECDHE TLSv1.2`,
			"https://[::ffff:a9fe:a9fe]/"},
		{"allinurl/goaccess#952", "--in elb {href}", `2017-11-23T01:24:08.529348Z e 66.249.66.206:34140 192.168.1.48:443 0.7 0.9 0.1 - - 710 31845 "- - - " "-" - -`, "no request"},
		{"cocoonlife/s3-log-parse#1", "--in s3 --as urllib {href}␣{member:status}", `f38 b [20/Jun/2019:03:51:36 +0000] 1.2.3.4 - 63D REST.GET.OBJECT %2522 "GET /" HTTP/1.1" 403 AccessDenied 243 - 8 - "r" "curl" - h= - ECDHE - b.example TLSv1.2`,
			`https://b.example/" 403`},
		{"awsdocs/amazon-s3-developer-guide#14", "--in s3 {href}", `o b [24/Dec/2020:20:00:00 +0000] 1.1.1.1 - ID REST.COPY.OBJECT_GET k - 200 - 1 1 23 22 - - - h - c - b.example TLSv1.2`, "no request"},
		{"crowdsecurity/hub#41", clf + "␣{member:11}", `79.1.1.1 - - [01/Nov/2020:16:08:15 +0000] "GET /w.ico HTTP/2.0" 200 5430 "-" "-" 4403 "plex@docker" "http://172.29.0.5:32400" 0ms`, "http://b/w.ico plex@docker"},
		{"haproxy/haproxy#794", "--in haproxy --base http://b {href}␣{member:bytes}", `<30>Aug  4 20:06:05 haproxy[8]: 10.0.2.2:48068 [04/Aug/2020:20:06:02.899] w d/b 0/0/-1/-1/+3002 503 +222 - - SC-- 1/1/0/0/3 0/0 {|like Gecko) Chrome} "GET /s HTTP/1.1"`,
			"http://b/s +222"},
		{"nginx: a URL of three variables", `--log-format $remote_addr␣$scheme://$host$request_uri␣$status {href}`, `1.1.1.1 https://h.example/a?b 200`, "https://h.example/a?b"},
		{"nginx: such a URL, injected", `--log-format $remote_addr␣$scheme://$http_host$request_uri␣$status {href}`, `1.1.1.1 https://h.example@evil.example/a 200`, "host and port expected"},
	} {
		args := []string{"get"}
		for _, arg := range strings.Fields(tt.args) {
			args = append(args, strings.ReplaceAll(arg, "␣", " "))
		}
		var out, messages strings.Builder
		run(t.Context(), args, strings.NewReader(tt.line+"\n"), &out, &messages)
		if first, _, _ := strings.Cut(out.String(), "\n"); first != tt.want && !strings.Contains(messages.String(), tt.want) {
			t.Errorf("%s: %q prints %q and %s, want %q", tt.report, args, first, &messages, tt.want)
		}
	}
}

// judge compares a URL with a request. It returns the host of the URL, too.
func judge(sent sentRequest, url string, ok bool, base, server string) (verdict, host string) {
	if !ok {
		return "failed", ""
	}
	_, rest, _ := strings.Cut(url, "://")
	end := len(rest)
	if i := strings.IndexAny(rest, "/?"); i >= 0 {
		end = i
	}
	host, target := rest[:end], rest[end:]
	allowed := append(strings.Split(sent.host, " | "), append(strings.Fields(server), base, sent.authority)...)
	name := func(host string) string {
		host = strings.ToLower(host[strings.LastIndexByte(host, '@')+1:])
		if i := strings.LastIndexByte(host, ':'); i > 0 && !strings.HasSuffix(host, "]") {
			host = host[:i]
		}
		return strings.TrimSuffix(host, ".")
	}
	wrong := func(s string) bool { return name(s) == name(host) }
	switch {
	case !slices.ContainsFunc(allowed, wrong) || host == "":
		return "host", host
	case url == sent.target, sent.target == "*" && target == "", sent.method == "CONNECT" && host == sent.target, target == sent.target:
		return "right", host
	}
	return "wrong", host
}

// isNoURL reports whether no URL can be formed of a request.
func isNoURL(sent sentRequest) bool {
	target, err := httptarget.Parse(sent.method, sent.target)
	if err == nil {
		_, err = target.URI("http", sent.host)
	}
	return err != nil || strings.Contains(sent.host, ",")
}

// hasText reports whether a line has a text, perhaps with the escapes of some server.
func hasText(line, text string) bool {
	plain := strings.NewReplacer(`\"`, `"`, `\\`, `\`, `#22`, `"`, `#23`, "#")
	return strings.Contains(line, text) || strings.Contains(unhex(line), text) || strings.Contains(plain.Replace(line), text) ||
		strings.Contains(unhex(plain.Replace(line)), text) || strings.Contains(unhex(strings.ReplaceAll(line, "#", `\x`)), text)
}

var hexEscape = regexp.MustCompile(`\\\\|\\x[0-9a-fA-F]{2}`)

// unhex replaces \xHH and \\.
func unhex(s string) string {
	return hexEscape.ReplaceAllStringFunc(s, func(s string) string {
		if s == `\\` {
			return `\`
		}
		return string([]byte{percent.Octet(s, 1)})
	})
}

// isLogged reports whether the target of a URL is in a line, so that the server has logged another one than was sent.
func isLogged(line, url string) bool {
	_, rest, _ := strings.Cut(url, "://")
	target := rest[min(len(rest), max(0, strings.IndexAny(rest+"/", "/?"))):]
	return hasText(line, url) || strings.Contains(url, "\ufffd") || target != "" && (hasText(line, " "+target+" ") || hasText(line, " "+target+`"`) || hasText(line, `"`+target+`"`))
}

// linesOf returns the lines of a file of testdata/logs.
func linesOf(t *testing.T, name string) []string {
	t.Helper()
	file, err := os.Open(filepath.Join("testdata", "logs", name+".gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	reader, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(reader)
	if err != nil {
		t.Fatal(fmt.Errorf("%s: %w", name, err))
	}
	return strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
}
