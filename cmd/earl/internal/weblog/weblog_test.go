package weblog

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"earl.example/internal/testing/urltest"
)

func TestAppendCells(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, in string
		brackets bool
		want     []string
		at       int
		reason   string
	}{
		{"empty", "", true, nil, 0, ""},
		{"blanks", "a  b\t[c] ", true, []string{"a", "", "b", "c"}, 0, ""},
		{"brackets are text", "[a b]", false, []string{"[a", "b]"}, 0, ""},
		{"escapes", `"a\"b\\c\x41\n\t\q" \x4`, true, []string{"a\"b\\cA\n\t\\q", `\x4`}, 0, ""},
		{"backslash at the end", `a\`, true, []string{`a\`}, 0, ""},
		{"empty quotes", `"" x`, true, []string{"", "x"}, 0, ""},
		{"open quote", `a "b\"`, true, []string{"a"}, 2, "a quote is not closed"},
		{"open bracket", `a [b`, true, []string{"a"}, 2, "a bracket is not closed"},
		{"text after a quote", `"a"b`, true, nil, 3, "a space is missing"},
		{"text after a bracket", `[a]b`, true, nil, 3, "a space is missing"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, at, reason := AppendCells([]string{"before"}, tt.in, tt.brackets)
			if !slices.Equal(got[1:], tt.want) || at != tt.at || reason != tt.reason {
				t.Errorf("AppendCells(%q) = %q, %d, %q, want %q, %d, %q", tt.in, got, at, reason, tt.want, tt.at, tt.reason)
			}
		})
	}
}

func TestSplitRequest(t *testing.T) {
	t.Parallel()
	tests := []struct{ in, method, target, protocol string }{
		{"GET /a HTTP/1.1", "GET", "/a", "HTTP/1.1"},
		{"GET /a b HTTP/1.0", "GET", "/a b", "HTTP/1.0"},
		{"GET /a", "GET", "/a", ""},
		{"GET /09 ", "GET", "/09", ""},
		{"GET  HTTP/1.1", "GET", "", "HTTP/1.1"},
		{"GET /a b", "GET", "/a b", ""},
		{"GET HTTP/1.1", "GET", "HTTP/1.1", ""},
		{"\x16\x03", "\x16\x03", "", ""},
		{"", "", "", ""},
	}
	for _, tt := range tests {
		method, target, protocol := SplitRequest(tt.in)
		if method != tt.method || target != tt.target || protocol != tt.protocol {
			t.Errorf("SplitRequest(%q) = %q, %q, %q, want %q, %q, %q", tt.in, method, target, protocol, tt.method, tt.target, tt.protocol)
		}
	}
}

func TestUnescape(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ server, in, want string }{
		{"apache", `a\"b\\c\x41\t\u00e9\u20ac\z`, "a\"b\\cA\t\xe9\\u20ac\\z"},
		{"nginx", `\x22\x5C\xC3\n\"`, "\"\\\xc3\\n\\\""},
		{"quote", `\"\..\bin\x41\\`, `"\..\bin\x41\\`},
		{"hash", `#22#23\#4`, `"#\#4`},
		{"h2o", `\x22\x41\x7d\x0a\x5c\X00`, "\"\\x41}\n\\x5c\\X00"},
		{"none", `\"#22\x22`, `\"#22\x22`},
	} {
		if got := escapes[tt.server].unescape(tt.in); got != tt.want {
			t.Errorf("%s: unescape(%q) = %q, want %q", tt.server, tt.in, got, tt.want)
		}
	}
}

// TestParseFormat: lines of configurations as they are pasted, and the cells and texts that they have.
func TestParseFormat(t *testing.T) {
	t.Parallel()
	const combined = "remote ident user time request status bytes referer agent"
	for _, tt := range []struct{ name, in, names, texts string }{
		{"Apache", `%h %l %u %t "%r" %>s %b "%{Referer}i" "%{User-Agent}i"`, combined, `| | | [|] "|" | | "|" "|"`},
		{"with LogFormat and escapes", `LogFormat "%h %l %u %t \"%r\" %>s %O \"%{Referer}i\" \"%{User-Agent}i\"" combined`, combined,
			`| | | [|] "|" | | "|" "|"`},
		{"quotes and escapes", `"%h %t \"%r\" %>s"`, "remote time request status", `| [|] "|" |`},
		{"only escapes", `%h %t \"%r\" %>s`, "remote time request status", `| [|] "|" |`},
		{"Tomcat's XML", `%h %t &quot;%r&quot; %s`, "remote time request status", `| [|] "|" |`},
		{"headers, statuses and percent", `%{Host}i %{X-A}i %{X-A}o %{c}a %400,501{E}n %<s %^FB 5%% %T`,
			"http_host http_x_a sent_http_x_a address_c note_e status first_byte duration", `| | | | | | | 5% |`},
		{"a time with a format", `[%{%d/%b/%Y %T}t] "%r"`, "time request", `[|] "|"`},
		{"nginx", `$remote_addr - ${remote_user} [$time_local] "$request"$*`, "remote_addr remote_user time_local request", `| - | [|] "|"`},
		{"pieces of nginx", "log_format  main  '$remote_addr \"$request\" '\n    '$status';", "remote_addr request status", `| "|" |`},
		{"the same name twice", `$a $a`, "a a#2", "| |"},
		{"a percent in nginx", `$a 5% "$request"`, "a request", `| 5% "|"`},
		{"no directive", `a b`, "there is no directive of Apache, such as %r, or of nginx, such as $request", ""},
		{"unknown directive", `%h %Z`, "unknown directive %Z at byte 3", ""},
		{"no text between", `$a$b`, "there is no text between the cells a and b", ""},
		{"JSON", `log_format j escape=json '{"a":"$request"}';`, "the log is JSON: use --in jsonl", ""},
		{"unknown escape", `log_format j escape=odd '$request';`, `unknown escape "odd"`, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			f, err := ParseFormat(tt.in, "")
			if err != nil {
				if err.Error() != tt.names {
					t.Errorf("ParseFormat(%q) = %v, want %q", tt.in, err, tt.names)
				}
				return
			}
			names, texts := strings.Join(f.Names, " "), strings.Join(f.texts, "|")
			if want := strings.TrimSuffix(tt.texts, "|"); names != tt.names || strings.TrimSuffix(texts, "|") != want {
				t.Errorf("ParseFormat(%q) has %s and %s, want %s and %s", tt.in, names, texts, tt.names, want)
			}
		})
	}
	if f, err := ParseFormat(`log_format x escape=none '$request';`, ""); err != nil || f.esc != escapes["none"] {
		t.Errorf("log_format with escape=none has other escapes, or the error %v", err)
	}
}

// TestPresets: each preset has formats with a request, and each kind of JSON has marks and a path.
func TestPresets(t *testing.T) {
	t.Parallel()
	for _, name := range PresetNames() {
		for _, f := range Presets(name) {
			if f.needed == 0 || f.request < 0 && !slices.Contains(f.Names, "target") || !slices.Contains(f.Names, "status") {
				t.Errorf("%s has the cells %q, want a request and a status", name, f.Names)
			}
			for w := range f.ways {
				f.ways[w]() // compiles
			}
		}
	}
	for _, p := range Objects() {
		if len(p.Marks) < 2 || len(p.Parts[Request])+len(p.Parts[Target])+len(p.Parts[Path]) == 0 {
			t.Errorf("%s has the marks %q and the parts %q, want two marks and a path", p.Server, p.Marks, p.Parts)
		}
	}
}

func TestRead(t *testing.T) {
	t.Parallel()
	const time, two = "[28/Nov/2026:22:53:18 +0000]", "the line has two readings, because a quote in it is not escaped"
	for _, tt := range []struct{ name, format, in, want string }{
		{"common", "clf", `1.1.1.1 - - ` + time + ` "GET / HTTP/1.1" 200 5`, "request=GET / HTTP/1.1 status=200 bytes=5"},
		{"combined and more", "clf", `1.1.1.1 - bob ` + time + ` "GET /" - - "r" "a" "b c" [d e] 3ms`,
			"user=bob request=GET / status=- referer=r agent=a 10=b c 11=d e 12=3ms"},
		{"common and a duration", "clf", `1.1.1.1 - - ` + time + ` "GET /" 200 5 17`, "bytes=5 8=17"},
		{"a user with blanks", "clf", `1.1.1.1 - b "x" s ` + time + ` "GET /" 200 5`, `user=b "x" s`},
		{"a host before", "clf", `v:80 1.1.1.1 - - ` + time + ` "GET /" 200 5`, "cell 4, time, is missing or malformed at 14"},
		{"a quoted user that is none", "clf", `v - "p: 1" - - ` + time + ` "GET /" 200 5`, "cell 4, time, is missing or malformed at 7"},
		{"no status", "clf", `1.1.1.1 - - ` + time + ` "GET /" 0 302 0 "r" a b`, "cell 6, status, is missing or malformed at 49"},
		{"no referer", "clf", `1.1.1.1 - - ` + time + ` "GET /" 200 5 - "a"`, "referer=- agent=a"},
		{"quotes in the agent", "clf", `1.1.1.1 - - ` + time + ` "GET /" 200 5 "-" "a "b" c"`, `agent=a "b" c loose`},
		{"an open agent", "clf", `1.1.1.1 - - ` + time + ` "GET /" 200 5 "-" "a`, `referer=- tail= "a`},
		{"an open request", "clf", `1.1.1.1 - - ` + time + ` "GET /`, "a quote is not closed at 42"},
		{"injected status", "clf", `1.1.1.1 - - ` + time + ` "GET /x" 200 1 "-" "s HTTP/1.1" 404 5 "-" "c"`, two},
		{"injected user", "clf", `1.1.1.1 - u ` + time + ` "GET /x HTTP/1.1" 200 1 "-" "" ` + time + ` "GET /y HTTP/1.1" 404 5 "-" "c"`, two},
		{"escaped quotes", "clf", `1.1.1.1 - - ` + time + ` "GET /x\" 200 1 \"-\" \"s HTTP/1.1" 404 5 "-" "c"`, `request=GET /x" 200 1 "-" "s HTTP/1.1 status=404`},
		{"an upstream", "clf", `1.1.1.1 - - ` + time + ` "GET / HTTP/1.1" 200 5 "-" "c" "10.0.0.1:80" 200 0.003`, "request=GET / HTTP/1.1 10=10.0.0.1:80"},
		{"vhost with a port", "vhost", `v.example:443 1.1.1.1 - - ` + time + ` "GET /" 200 5`, "vhost=v.example port=443 remote=1.1.1.1"},
		{"vhost IPv6", "vhost", `[::1]:80 1.1.1.1 - - ` + time + ` "GET /" 200 5`, "vhost=[::1] port=80 remote=1.1.1.1"},
		{"vhost without a port", "vhost", `v.example 1.1.1.1 - - ` + time + ` "GET /" 200 5`, "vhost=v.example remote=1.1.1.1"},
		{"lists of nginx", `$a [$b] $c $upstream_addr $upstream_status $id`, `1 [x] 2 10.0.0.1:80, 10.0.0.2:80 502, 200 z`,
			"b=x c=2 upstream_addr=10.0.0.1:80, 10.0.0.2:80 upstream_status=502, 200 id=z"},
		{"tabs", "host:$host\treq:$request\tstatus:$status", "host:a.example\treq:GET /a b HTTP/1.1\tstatus:200", "host=a.example request=GET /a b HTTP/1.1 status=200"},
		{"a request without quotes", `$remote_addr $request $status`, `1 GET /x 200 HTTP/1.1 404`, "request=GET /x 200 HTTP/1.1 status=404"},
		{"an injected request without quotes", `$remote_addr $request $status $bytes$*`, `1 GET /x 200 5 HTTP/1.1 404 7`, two},
		{"syslog before HAProxy", "haproxy", `Nov 28 22:53:18 lb haproxy[12]: 1.1.1.1:5 [28/Nov/2026:22:53:18.614] f b/s 0/0/0/1/1 200 76 - - ---- 1/1/0/0/0 0/0 {h|} "GET / HTTP/1.1"`,
			"prefix=Nov 28 22:53:18 lb haproxy[12 remote=1.1.1.1 server=s captures=h| request=GET / HTTP/1.1"},
		{"an agent with quotes in Envoy", "envoy", `[2026-11-28T22:54:22.872Z] "GET / HTTP/1.1" 200 - 0 5 0 - "-" "a" "b" "evil.example" "x" "id" "shop.example" "-"`, two},
		{"blanks in front in Squid", "squid", "1.5      0 1.1.1.1 TCP_MISS/200 5 GET http://h/ - DIRECT/- t", "duration=0 status=200 target=http://h/"},
		{"text at the start", "[$a] $b", "x", "cell 1, a, is missing or malformed at 0"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := Reader{Formats: Presets(tt.format)}
			if r.Formats == nil {
				f, err := ParseFormat(tt.format, "")
				if err != nil {
					t.Fatal(err)
				}
				r.Formats = []*Format{f}
			}
			reason, at := r.Read(tt.in)
			got := reason
			if reason != "" && at >= 0 {
				got = fmt.Sprintf("%s at %d", reason, at)
			}
			for i := 0; reason == "" && i < len(r.Cells); i++ {
				name := fmt.Sprint(i + 1)
				if i < len(r.Names) {
					name = r.Names[i]
				}
				if pair := name + "=" + r.Cells[i]; strings.Contains(" "+tt.want+" ", " "+pair+" ") || strings.Contains(tt.want, name+"=") {
					got += pair + " "
				}
			}
			if r.Tail != "" && reason == "" {
				got += "tail=" + r.Tail
			}
			if r.Loose && reason == "" {
				got += "loose"
			}
			if strings.TrimSpace(got) != tt.want {
				t.Errorf("Read(%q) = %q, want %q", tt.in, got, tt.want)
			}
		})
	}
}

func TestParseTime(t *testing.T) {
	t.Parallel()
	athens := time.FixedZone("", 2*60*60)
	for _, tt := range []struct{ in, want string }{
		{"28/Nov/2026:22:53:18 +0100", "2026-11-28T21:53:18Z"},
		{"[28/Nov/2026:22:53:18 +0000]", "2026-11-28T22:53:18Z"},
		{"28/Nov/2026:22:53:18.614", "2026-11-28T20:53:18.614Z"},
		{"28/Nov/2026 22:53:18", "2026-11-28T20:53:18Z"},
		{"2026-11-28T22:53:18.000001Z", "2026-11-28T22:53:18.000001Z"},
		{"2026-11-28T22:53:18+00:00", "2026-11-28T22:53:18Z"},
		{"2026-11-28T22:53:18+0000", "2026-11-28T22:53:18Z"},
		{"2026-11-28 22:53:18", "2026-11-28T20:53:18Z"},
		{"2026-11-28 22:53:18.190", "2026-11-28T20:53:18.19Z"},
		{"2026-11-28 22:53:18 +0000", "2026-11-28T22:53:18Z"},
		{"2026-11-28", "2026-11-27T22:00:00Z"},
		{"2026-11-28T22:53Z", "2026-11-28T22:53:00Z"},
		{"Sat, 28 Nov 2026 22:53:18 GMT", "2026-11-28T22:53:18Z"},
		{"1795906398", "2026-11-28T22:53:18Z"},
		{"1795906399.0940251", "2026-11-28T22:53:19.0940251Z"},
		{"1795906398006", "2026-11-28T22:53:18.006Z"},
		{"1795906398006007", "2026-11-28T22:53:18.006007Z"},
		{"1795906398006007008", "2026-11-28T22:53:18.006007008Z"},
		{"22:53:18", ""}, {"", ""}, {"-", ""}, {"200", ""}, {"123456789012", ""}, {"28/Nov/2026:25:53:18 +0100", ""},
	} {
		got, ok := ParseTime(tt.in, athens)
		if text := got.Format(time.RFC3339Nano); ok != (tt.want != "") || ok && text != tt.want {
			t.Errorf("ParseTime(%q) = %s, %v, want %q", tt.in, text, ok, tt.want)
		}
	}
}

// written writes a cell as a server does.
func written(server, s string) string {
	var b strings.Builder
	for i := range len(s) {
		c := s[i]
		isOdd := c < ' ' || c >= 0x7F
		switch {
		case server == "apache" && (c == '"' || c == '\\'), server == "quote" && c == '"':
			b.WriteString(`\` + s[i:i+1])
		case server == "apache" && c == '\t':
			b.WriteString(`\t`)
		case server == "apache" && isOdd, server == "nginx" && (isOdd || c == '"' || c == '\\'), server == "h2o" && (isOdd || c == '"' || c == '}'):
			fmt.Fprintf(&b, `\x%02x`, c)
		case server == "hash" && (isOdd || c == '"' || c == '#'):
			fmt.Fprintf(&b, "#%02X", c)
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// FuzzWrittenCellsReadBack checks that a line that a server has written has the cells that it wrote, with the escapes of
// each server. If the server does not escape quotes, the line has the request and the status, or two readings.
func FuzzWrittenCellsReadBack(f *testing.F) {
	for i := range uint8(6) {
		f.Add(i, "GET /a HTTP/1.1", "bob", "-", "a")
		f.Add(i, `GET /q"x\`, `b "x" s`, `http://r/"a`, `\"`)
		f.Add(i, `GET /x" 200 1 "-" "spoof HTTP/1.1`, "-", "", `x] [y "z" 500 "-`)
		f.Add(i, "GET /\xff\x00é#22 HTTP/1.1", "-", "-", `a" "b" "c`)
		f.Add(i, "GET /", `x [t] "GET /y HTTP/1.1" 200 1 "-" "`, "-", `" 200 5 "-" "`)
	}
	servers := []string{"apache", "nginx", "quote", "hash", "h2o", "none"}
	f.Fuzz(func(t *testing.T, which uint8, request, user, referer, agent string) {
		server := servers[int(which)%len(servers)]
		cells := []string{"1.1.1.1", user, "28/Nov/2026:22:53:18 +0000", request, "404", "5", referer, agent}
		all := strings.Join(cells, "")
		if strings.ContainsAny(user, " ") && (user[0] == '"' || server == "quote" || server == "none") || user == "" ||
			strings.Contains(user, " [") || server == "h2o" && strings.Contains(all, `\x`) ||
			(server == "none" || server == "quote") && strings.ContainsAny(all, "\n") || server == "quote" && strings.Contains(all, `\`) {
			return // not written like this, or the same text is written for two values
		}
		for i := range cells {
			cells[i] = written(server, cells[i])
		}
		format, err := ParseFormat(`$remote_addr - $remote_user [$time_local] "$request" $status $body_bytes_sent "$http_referer" "$http_user_agent"`, server)
		if err != nil {
			t.Fatal(err)
		}
		line := fmt.Sprintf(`%s - %s [%s] "%s" %s %s "%s" "%s"`, cells[0], cells[1], cells[2], cells[3], cells[4], cells[5], cells[6], cells[7])
		r := Reader{Formats: []*Format{format}}
		reason, _ := r.Read(line)
		switch want := []string{"1.1.1.1", user, "28/Nov/2026:22:53:18 +0000", request, "404", "5", referer, agent}; {
		case server == "none" && reason != "":
		case reason != "":
			t.Errorf("%s: Read(%q) fails: %s", server, line, reason)
		case r.Cells[3] != request || r.Cells[4] != "404":
			t.Errorf("%s: Read(%q) has the request %q and the status %s, want %q and 404", server, line, r.Cells[3], r.Cells[4], request)
		case server != "none" && !slices.Equal(r.Cells, want):
			t.Errorf("%s: Read(%q) = %q, want %q", server, line, r.Cells, want)
		}
	})
}

// TestReadIsLinear: lines that fit almost, in the formats of all servers.
func TestReadIsLinear(t *testing.T) {
	t.Parallel()
	size := 100_000
	if testing.Short() {
		size = 3_000
	}
	for _, name := range PresetNames() {
		r := Reader{Formats: Presets(name)}
		for _, unit := range []string{`" 200 5 "`, `"a" `, ` [`, `, `, `1 - - [t] "GET / HTTP/1.1" 200 5 "-" "a" `, `\"`, `a:`} {
			if took := urltest.Took(func() { r.Read(strings.Repeat(unit, size/len(unit))) }); took > 3*time.Second {
				t.Errorf("%s: %d bytes of %q take %v", name, size, unit, took)
			}
		}
	}
}
