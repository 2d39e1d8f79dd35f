package house

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/token"
	"go/types"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"earl.example"
	"earl.example/audit"
	"earl.example/baseurl"
	"earl.example/guard"
	"earl.example/httptarget"
	"earl.example/internal/testing/urltest"
	"earl.example/reading"
	"earl.example/rfc1808"
	"earl.example/rfc3986"
	"earl.example/urlerr"
	"earl.example/urllib"
	"earl.example/urltext"
	"earl.example/whatwg"
)

// secretURLs are accepted and rejected URLs with the password urltest.Secret.
func secretURLs() []string {
	all := urltest.SecretURLs()
	for _, url := range urltest.SecretURLs() {
		all = append(all, url+"<%zz\xff")
	}
	return append(all, "https://"+urltest.Secret+"@h/<", "redis://"+urltest.Secret+":@h/<",
		"http://h/<?access_token="+urltest.Secret,
		"http://127.0.0.1/?X-Amz-Signature="+urltest.Secret+"&a=b", "http://127.0.0.1/#code="+urltest.Secret)
}

// hiding has values of the types that hide secrets everywhere, made from a URL with a secret.
var hiding = map[string]func(url string) []any{
	"urlerr.Error": func(url string) (all []any) {
		for _, d := range earl.Dialects() {
			var r reading.Reading
			d.Read(&r, url)
			if e, ok := errors.AsType[*urlerr.Error](r.Err()); ok {
				all = append(all, e, *e)
			}
		}
		return append(all, urlerr.Error{Input: url, Err: errors.New(urltest.Secret)})
	},
	"urllib.Error": func(url string) (all []any) {
		_, err := urllib.Parse(strings.Replace(url, "//", "//[", 1))
		if e, ok := errors.AsType[*urllib.Error](err); ok {
			all = append(all, e, *e)
		}
		return all
	},
	"audit.PolicyError": func(url string) (all []any) {
		for _, p := range []audit.Policy{audit.Strict(), audit.Web(), {Schemes: []string{"x"}, AllowUserinfo: true}} {
			if e, ok := errors.AsType[*audit.PolicyError](p.Check(url)); ok {
				all = append(all, e, *e)
			}
		}
		return all
	},
	"guard.Error": func(url string) []any {
		_, err := new(guard.Client).Get(canceled(), url)
		e, _ := errors.AsType[*guard.Error](err)
		cause := &audit.PolicyError{Input: url, Finding: audit.Finding{Safe: url}}
		return []any{e, *e, &guard.Error{URL: url, Cause: cause}, guard.Error{URL: url, Cause: cause}}
	},
	"guard.Event": func(url string) []any {
		_, err := new(guard.Client).Get(canceled(), url)
		e, _ := errors.AsType[*guard.Error](err)
		return []any{guard.Event{Err: e}, &guard.Event{Err: e}}
	},
	"audit.Report": func(url string) []any {
		r, based := audit.Audit(url), audit.Options{Base: &url}.Audit(url)
		return []any{r, &r, based, &based}
	},
	"audit.Verdict": func(url string) (all []any) {
		r := audit.Audit(url)
		for i := range r.Verdicts {
			all = append(all, r.Verdicts[i], &r.Verdicts[i])
		}
		return all
	},
	"audit.Finding": func(url string) (all []any) {
		r := audit.Audit(url)
		for i := range r.Findings {
			all = append(all, r.Findings[i], &r.Findings[i])
		}
		return append(all, audit.Finding{Safe: url})
	},
	"audit.Shown": func(url string) []any {
		if strings.Contains(url, "=") { // Display shows secrets in a query
			return nil
		}
		return []any{audit.Display(url, audit.DisplayOptions{})}
	},
	"baseurl.Passed": func(url string) (all []any) {
		options := baseurl.Options{Context: baseurl.Context{Retrieval: []string{url}}}
		base, _ := options.Establish(baseurl.Candidate{Where: "base href", Raw: url})
		for _, p := range base.Passed() {
			all = append(all, p, &p)
		}
		return append(all, baseurl.Passed{Candidate: baseurl.Candidate{Raw: url}})
	},
}

// logged has the types of values that contain URLs, and so their secrets. SECURITY.md names them. As the value of a log
// attribute, and the ones with a function hide the secrets.
var logged = map[string]func(url string) any{
	"reading.Reading": func(url string) any {
		var r reading.Reading
		earl.Urllib().Read(&r, url)
		return &r
	},
	"rfc1808.URL":         func(url string) any { return rfc1808.Parse(url) },
	"rfc3986.Ref":         func(url string) any { r, _ := rfc3986.Parse(url); return r },
	"rfc3986.URI":         func(url string) any { u, _ := rfc3986.ParseURI(url); return u.Ref() },
	"whatwg.URL":          func(url string) any { u, _ := whatwg.Parse(url); return u },
	"urllib.SplitResult":  func(url string) any { r, _ := urllib.Split(url); return r },
	"urllib.ParseResult":  func(url string) any { r, _ := urllib.Parse(url); return r },
	"urllib.DefragResult": func(url string) any { r, _ := urllib.Defrag(url); return r },
	"httptarget.Target":   func(url string) any { target, _ := httptarget.Parse("GET", url); return target },
	"httptarget.Reading":  func(url string) any { return httptarget.Reading{Path: url, Location: url, Forward: url} },
	"urltext.Match": func(url string) any {
		for m := range urltext.Find(url) {
			return m
		}
		return urltext.Match{}
	},
	"baseurl.Base":        func(url string) any { b, _ := baseurl.Options{}.Establish(baseurl.Candidate{Raw: url}); return b },
	"baseurl.Reference":   func(url string) any { return baseurl.Reference{Raw: url, URL: url} },
	"baseurl.Candidate":   nil,
	"baseurl.Context":     nil,
	"baseurl.Options":     nil,
	"audit.Options":       nil,
	"whatwg.ParseOptions": nil,
	"whatwg.SearchParams": nil,
	"rfc3986.Edit":        nil,
	"urllib.Pair":         nil,
	"urllib.Dict":         nil,
	"urltext.Change":      nil,
}

// plainText lists types with text that is not from a URL, or not from a part of a URL with secrets.
var plainText = strings.Fields(`earl.Dialect audit.DisplayOptions audit.HostValue audit.Kind audit.Mark audit.Policy
	canon.Tracker guard.Client httptarget.Reader javanet.Dialect neturl.Dialect phpuri.Dialect
	rfc1808.Dialect rfc3986.ParseOptions urlerr.Rule urllib.CodecOptions urllib.Dialect urllib.EncodeOptions
	urllib.Interpreter urlopen.Dialect urllib.QueryOptions urllib.QuoteOptions urllib.SchemeLists urllib.URLOptions urllib.Version
	urltext.CompleteOptions urltext.FindOptions whatwg.Origin`)

// canceled returns a context with which guard sends nothing.
func canceled() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	return ctx
}

// outputs returns v in every form of fmt, log/slog and encoding/json: alone, and in a struct, a slice and a map.
func outputs(v any) string {
	var b bytes.Buffer
	forms := []any{v, struct{ V any }{v}, []any{v}, map[string]any{"v": v}}
	if err, ok := v.(error); ok {
		forms = append(forms, struct{ Err error }{err}, []error{err}, fmt.Errorf("wrapped: %w", err))
		b.WriteString(err.Error())
	}
	text, object := slog.New(slog.NewTextHandler(&b, nil)), slog.New(slog.NewJSONHandler(&b, nil))
	for _, form := range forms {
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%d"} {
			fmt.Fprintf(&b, verb+"\n", form)
		}
		text.Info("", "v", form)
		object.Info("", "v", form)
		text.With("v", form).WithGroup("g").Info("", slog.Group("h", "v", form))
		encoded, err := json.Marshal(form)
		fmt.Fprintln(&b, string(encoded), err)
	}
	return b.String()
}

// TestSecretsOfTypes walks all exported types of the library. A type with text, or with an error, hides secrets in every
// output, is named in SECURITY.md, or has no text of URLs.
func TestSecretsOfTypes(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile(filepath.Join(root, "SECURITY.md"))
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, p := range library(t) {
		for _, name := range p.Scope().Names() {
			o, ok := p.Scope().Lookup(name).(*types.TypeName)
			if !ok || !token.IsExported(name) || o.IsAlias() || types.IsInterface(o.Type()) {
				continue
			}
			name = p.Name() + "." + name
			rows := 0
			if hiding[name] != nil {
				rows++
			}
			if _, ok := logged[name]; ok {
				rows++
				if !strings.Contains(string(page), "`"+name+"`") {
					t.Errorf("SECURITY.md does not name %s, want its name in the list of values that contain URLs", name)
				}
			}
			if slices.Contains(plainText, name) {
				rows++
			}
			if seen[name] = true; rows != 1 && holdsText(o.Type(), map[types.Type]bool{}) {
				t.Errorf("%s has %d rows, want one in hiding, logged or plainText", name, rows)
			}
		}
	}
	for _, name := range plainText {
		if !seen[name] {
			t.Errorf("plainText has %s, want only exported types", name)
		}
	}
	for name, values := range hiding {
		if !seen[name] {
			t.Errorf("hiding has %s, want only exported types", name)
		}
		n := 0
		for _, url := range secretURLs() {
			for _, v := range values(url) {
				n++
				if text := outputs(v); strings.Contains(text, urltest.Secret) {
					i := strings.Index(text, urltest.Secret)
					t.Errorf("%s of %q shows %q, want no secret", name, url, text[max(0, i-80):min(len(text), i+40)])
					break
				}
			}
		}
		if n == 0 {
			t.Errorf("%s has no values", name)
		}
	}
	for name, value := range logged {
		if !seen[name] {
			t.Errorf("logged has %s, want only exported types", name)
		}
		if value == nil {
			continue
		}
		for _, url := range secretURLs() {
			var b bytes.Buffer
			v := value(url)
			slog.New(slog.NewTextHandler(&b, nil)).Info("", "v", v)
			slog.New(slog.NewJSONHandler(&b, nil)).Info("", "v", v, slog.Group("g", "v", v))
			if strings.Contains(b.String(), urltest.Secret) {
				t.Errorf("the log value of %s for %q is %s, want no secret", name, url, &b)
			}
		}
	}
}

// holdsText reports whether a value of type t can contain a string, bytes or an error.
func holdsText(t types.Type, seen map[types.Type]bool) bool {
	if seen[t] {
		return false
	}
	seen[t] = true
	switch t := t.Underlying().(type) {
	case *types.Basic:
		return t.Info()&types.IsString != 0 || t.Kind() == types.Byte && len(seen) > 1
	case *types.Struct:
		for f := range t.Fields() {
			if holdsText(f.Type(), seen) {
				return true
			}
		}
		return false
	case *types.Pointer:
		return holdsText(t.Elem(), seen)
	case *types.Slice:
		return holdsText(t.Elem(), seen)
	case *types.Array:
		return holdsText(t.Elem(), seen)
	case *types.Map, *types.Interface, *types.TypeParam:
		return true
	}
	return false
}
