package urllib_test

import (
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"earl.example/internal/testing/urltest"
	"earl.example/urlerr"
	"earl.example/urllib"
)

// breakers has for each rule how its example breaks it.
var breakers = map[string]func(example string) error{
	"square brackets in userinfo match":                        split,
	"square brackets in netloc match":                          split,
	"square brackets in port match":                            split,
	"square brackets hold an IPv6 or IPvFuture address":        split,
	"nothing but userinfo and port is next to square brackets": split,
	"userinfo does not decompose into / ? # @ or : under NFKC": split,
	"netloc does not decompose into / ? # @ or : under NFKC":   split,
	"port does not decompose into / ? # @ or : under NFKC":     split,
	"port is a number":      port,
	"port is at most 65535": port,
	"bytes are ASCII": func(s string) error {
		_, err := bytesPython.Split([]byte(s), urllib.URLOptions{})
		return err
	},
	"separator is not empty":                 query(urllib.QueryOptions{Separator: new("")}),
	"no more than max_num_fields fields":     query(urllib.QueryOptions{MaxNumFields: new(1)}),
	"with strict_parsing each field has a =": query(urllib.QueryOptions{StrictParsing: true}),
	"bytes are quoted without encoding and errors": func(s string) error {
		_, err := bytesPython.Quote([]byte(s), urllib.QuoteOptions{Encoding: new("utf-8")})
		return err
	},
	"unquote accepts bytes since 3.9": func(s string) error {
		_, err := urllib.Interpreter[[]byte]{Version: urllib.MustParseVersion("3.8")}.Unquote([]byte(s),
			urllib.CodecOptions{})
		return err
	},
	"query is a mapping or a sequence of pairs": func(s string) error { _, err := urllib.Encode(s); return err },
	"a Python value is equal to the Go value": func(s string) error {
		_, err := urllib.Encode(map[string]any{s: struct{}{}})
		return err
	},
	"octets are text in the encoding": unquote(urllib.CodecOptions{Errors: new("strict")}),
	"text has octets in the encoding": func(s string) error {
		_, err := urllib.Python{}.Quote(s, urllib.QuoteOptions{Encoding: new("latin-1")})
		return err
	},
	"encoding and errors name a text codec and an error handler": unquote(urllib.CodecOptions{Encoding: new("bogus")}),
	"arguments have values that Python accepts":                  unquote(urllib.CodecOptions{Errors: new("xmlcharrefreplace")}),
	"results of str have encode, results of bytes have decode": func(s string) error {
		r, _ := urllib.Split(s)
		_, err := r.Decode(urllib.CodecOptions{})
		return err
	},
	"keep_empty needs a result of missing_as_none": func(s string) error {
		r, _ := urllib.Split(s)
		_, err := urllib.Python{}.Unsplit(r, urllib.URLOptions{KeepEmpty: new(true)})
		return err
	},
	"the function has the keyword argument": func(s string) error {
		py := urllib.Python{Version: urllib.MustParseVersion("3.14")}
		_, err := py.Split(s, urllib.URLOptions{MissingAsNone: true})
		return err
	},
	"release is one of CPython 3.8 to 3.15": func(s string) error { _, err := urllib.ParseVersion(s); return err },
}

// bytesPython is the default interpreter for bytes.
var bytesPython urllib.Interpreter[[]byte]

func split(s string) error { _, err := urllib.Split(s); return err }

func port(s string) error {
	r, err := urllib.Split(s)
	if err != nil {
		return err
	}
	_, _, err = r.Port()
	return err
}

func query(opt urllib.QueryOptions) func(string) error {
	return func(s string) error { _, err := urllib.Python{}.ParseQSL(s, opt); return err }
}

func unquote(opt urllib.CodecOptions) func(string) error {
	return func(s string) error { _, err := urllib.Python{}.Unquote(s, opt); return err }
}

func TestEveryRuleHasAnExampleThatBreaksIt(t *testing.T) {
	t.Parallel()
	for _, rule := range urllib.Rules() {
		t.Run(rule.Name, func(t *testing.T) {
			call := breakers[rule.Name]
			if call == nil {
				t.Fatal("no call breaks this rule")
			}
			err := call(rule.Example)
			var python *urllib.Error
			var shape *urlerr.Error
			if !errors.As(err, &shape) {
				t.Fatalf("%q gives %T, want *urlerr.Error", rule.Example, err)
			}
			if shape.Rule != rule || shape.Dialect != "urllib" || !errors.Is(err, rule.Kind) {
				t.Errorf("%q breaks %q, kind %v", rule.Example, shape.Rule.Name, shape.Rule.Kind)
			}
			// Python has no function that reads a release's name.
			if errors.As(err, &python) == (rule.Section == "Version") {
				t.Errorf("%q gives %T", rule.Example, err)
			}
			if python != nil && (python.Exception == "" || python.Text == "") {
				t.Errorf("%q: exception %q, text %q", rule.Example, python.Exception, python.Text)
			}
			if rule.Section == "" || !strings.HasPrefix(rule.Address, "https://") {
				t.Errorf("section %q, address %q", rule.Section, rule.Address)
			}
		})
	}
	if len(breakers) != len(urllib.Rules()) {
		t.Errorf("%d calls for %d rules", len(breakers), len(urllib.Rules()))
	}
}

func TestErrorOffsets(t *testing.T) {
	t.Parallel()
	strict := unquote(urllib.CodecOptions{Errors: new("strict")})
	strictly := urllib.QueryOptions{Errors: new("strict")}
	blanks := urllib.QueryOptions{Errors: new("strict"), KeepBlankValues: true}
	old := urllib.Python{Version: urllib.MustParseVersion("3.8")}
	splitOf395 := func(s string) error {
		_, err := urllib.Python{Version: urllib.MustParseVersion("3.9.5")}.Split(s, urllib.URLOptions{})
		return err
	}
	oldQueryBytes := func(s string) error {
		_, err := urllib.Interpreter[[]byte](old).ParseQSL([]byte(s), strictly)
		return err
	}
	for _, test := range []struct {
		name   string
		call   func(string) error
		input  string
		offset int
	}{
		{"opening bracket alone", split, "http://a[b/", 8},
		{"closing bracket alone", split, "http://ab]/", 9},
		{"address", split, "http://u@[foo]/", 10},
		{"beside", split, "http://u@a[::1]/", 9},
		{"behind", split, "http://u@[::1]a/", 14},
		{"no scheme", split, "//[/", 2},
		{"stripped and removed", split, "  ht\ntp:/\t/\ta[b/", 13},
		{"removed by 3.9.5", splitOf395, "\t//a\nb[/", 6},
		{"NFKC", split, "http://é℀/", 9},
		{"port", port, "http://h:x/", 4},
		{"third field", query(urllib.QueryOptions{StrictParsing: true}), "a=1&b=2&c&d=3", 8},
		{"last field", query(urllib.QueryOptions{StrictParsing: true}), "a=1&bc", 4},
		{"field too many", query(urllib.QueryOptions{MaxNumFields: new(2)}), "a=1&b&c&d", 6},
		{"no field allowed", query(urllib.QueryOptions{MaxNumFields: new(-1)}), "a", 0},
		{"octet", strict, "a%41b%FFc", 5},
		{"octet in a later run", strict, "%41é%42x%E9", 9},
		{"surrogate", func(s string) error { _, err := urllib.Quote(s); return err }, "aé\xed\xa0\x80", 3},
		{"byte", func(s string) error {
			_, err := bytesPython.Join([]byte("a"), []byte(s), urllib.URLOptions{})
			return err
		}, "b/\xe9", 2},
		{"octet in a value", query(strictly), "a=%C3%A9&b+c=d+%FF&e=1", 15},
		{"octet in a name", query(strictly), "a=1&b+%FF=d", 6},
		{"octet in a name without value", query(blanks), "a=1&b%FF&c", 5},
		{"octet in a value of bytes", oldQueryBytes, "a=1&b+c=%41%FF", 11},
		{"beyond ASCII in a name of bytes", oldQueryBytes, "a=1&b%C3%A9=2", 4},
	} {
		t.Run(test.name, func(t *testing.T) {
			var shape *urlerr.Error
			if err := test.call(test.input); !errors.As(err, &shape) {
				t.Fatalf("%q gives %v", test.input, err)
			}
			if shape.Offset != test.offset {
				t.Errorf("%q: offset %d, want %d", test.input, shape.Offset, test.offset)
			}
			if shape.Input != test.input && test.name != "port" {
				t.Errorf("%q: the error is about %q", test.input, shape.Input)
			}
			if shape.Offset > len(shape.Input) {
				t.Errorf("%q: offset %d is beyond %q", test.input, shape.Offset, shape.Input)
			}
		})
	}
}

func TestErrorComponents(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, input string
		component   urlerr.Component
	}{
		{"bracket in the user", "http://u[@h/", urlerr.Userinfo},
		{"bracket in the host", "http://u@h[/", urlerr.Host},
		{"address", "http://u@[foo]:80/", urlerr.Host},
		{"behind the address", "http://u@[::1]x:80/", urlerr.Host},
		{"NFKC in the user", "http://u\u2100@h/", urlerr.Userinfo},
		{"NFKC in the password", "http://u:\u2100@h/", urlerr.Userinfo},
		{"NFKC in the host", "http://u@h\u2100:80/", urlerr.Host},
		{"NFKC in the port", "http://u@h:8\u21000/", urlerr.Port},
		{"port", "http://u@h:x/", urlerr.Port},
	} {
		t.Run(test.name, func(t *testing.T) {
			var shape *urlerr.Error
			if err := port(test.input); !errors.As(err, &shape) {
				t.Fatalf("%q gives %v", test.input, err)
			}
			if shape.Component != test.component {
				t.Errorf("%q: component %q, want %q", test.input, shape.Component, test.component)
			}
		})
	}
}

// TestLogsHidePasswords logs what holds a netloc.
func TestLogsHidePasswords(t *testing.T) {
	t.Parallel()
	const url = "http://user:s3cret@h/p;a?q#f"
	split, _ := urllib.Split(url)
	parsed, _ := urllib.Parse(url)
	defragged, _ := urllib.Defrag(url)
	splitBytes, _ := bytesPython.Split([]byte(url), urllib.URLOptions{})
	parsedBytes, _ := bytesPython.Parse([]byte(url), urllib.URLOptions{})
	defraggedBytes, _ := bytesPython.Defrag([]byte(url), urllib.URLOptions{})
	var text strings.Builder
	slog.New(slog.NewTextHandler(&text, nil)).Info("values",
		"1", split, "2", parsed, "3", defragged, "4", splitBytes, "5", parsedBytes, "6", defraggedBytes)
	for i, want := range []string{
		"http://user:***@h/p;a?q#f", "http://user:***@h/p;a?q#f", "http://user:***@h/p;a?q#f",
		"http://user:***@h/p;a?q#f", "http://user:***@h/p;a?q#f", "http://user:***@h/p;a?q#f",
	} {
		if want = fmt.Sprintf(" %d=%s", i+1, want); !strings.Contains(strings.ReplaceAll(text.String(), `"`, ""), want) {
			t.Errorf("no %q in %s", want, text.String())
		}
	}
}

// TestSecrets: neither a log nor an error shows a password, wherever in a URL
// some reader could find one.
func TestSecrets(t *testing.T) {
	t.Parallel()
	for _, s := range urltest.SecretURLs() {
		for _, more := range []string{"", " ", "[", "@[", ":x", "/\u2100"} {
			s := strings.Replace(s, "@h", "@h"+more, 1)
			if r, err := urllib.Split(s); err != nil {
				urltest.HidesSecret(t, s, err)
			} else {
				urltest.HidesSecret(t, s, r)
				_, _, err := r.Port()
				urltest.HidesSecret(t, s, err)
			}
			if r, err := urllib.Parse(s); err == nil {
				urltest.HidesSecret(t, s, r)
			}
			if r, err := urllib.Defrag(s); err == nil {
				urltest.HidesSecret(t, s, r)
			}
		}
	}
}

// TestBytesDoNotComeTogether removes a newline between two bytes that are no
// text: they are two surrogates, not a character.
func TestBytesDoNotComeTogether(t *testing.T) {
	t.Parallel()
	r, err := urllib.Split("http://h/\xc3\n\xa9")
	if want := "/\xed\xb3\x83\xed\xb2\xa9"; err != nil || r.Path != want {
		t.Errorf("path %q, want %q, %v", r.Path, want, err)
	}
	// The three bytes together are U+2100, which would be refused.
	if r, err = urllib.Split("http://\xe2\t\x84\x80/"); err != nil {
		t.Error(err)
	}
	_, err = urllib.Split("\thttp://\xff/\xff\n[")
	if err != nil {
		t.Error(err)
	}
	var shape *urlerr.Error
	if _, err = urllib.Split("\thttp://\xff["); !errors.As(err, &shape) || shape.Input[shape.Offset] != '[' {
		t.Errorf("%v, want an error at the bracket", err)
	}
}
