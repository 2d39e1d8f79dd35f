package pairs

import (
	"encoding/json"
	"fmt"
	"iter"
	"runtime"
	"strings"
	"testing"
	"unicode/utf8"

	"earl.example/urllib"
)

// collect returns the items with their texts in one piece.
func collect(pairs iter.Seq2[[2]any, error]) (items [][2]any, err error) {
	for item, err := range pairs {
		for _, v := range []*any{&item[0], &item[1]} {
			if long, ok := (*v).(Long); ok && err == nil {
				*v, err = join(long)
			}
		}
		if err != nil {
			return nil, err
		}
		items = append(items, item)
	}
	return items, nil
}

func join(long Long) (string, error) {
	var all strings.Builder
	for piece, err := range long {
		if err != nil {
			return "", err
		}
		all.WriteString(piece)
	}
	return all.String(), nil
}

// TestLongLists: a list in pieces has the text that a list in memory has, can
// be gone through more than once, and has its error last.
func TestLongLists(t *testing.T) {
	t.Parallel()
	for _, element := range []string{`1`, `1e5`, `""`, `"\u00e9"`, `"é\n'"`, `"'"`, `"\"'"`, `[]`, `[[null],"x"]`,
		"\"\xff\"", `"` + strings.Repeat("x'é\xff", 50_000) + `"`} {
		array := `[` + strings.Repeat(element+", ", 100_000/len(element)+2) + element + `]`
		items, err := collect(FromJSON(`[["k",`+array+`]]`, urllib.Version{}, false))
		short, shortErr := collect(FromJSON(`[["k",[`+element+`]]]`, urllib.Version{}, false))
		if err != nil || shortErr != nil {
			t.Fatal(err, shortErr)
		}
		one := strings.TrimSuffix(strings.TrimPrefix(short[0][1].(string), "["), "]")
		want := "[" + strings.Repeat(one+", ", 100_000/len(element)+2) + one + "]"
		if items[0][1] != want {
			t.Errorf("%.20q: %.60q, want %.60q", element, items[0][1], want)
		}
		for item := range FromJSON(`[["k",`+array+`]]`, urllib.Version{}, false) {
			long, ok := item[1].(Long)
			first, _ := join(long)
			if again, err := join(long); !ok || err != nil || again != first {
				t.Errorf("%.20q: %d bytes the second time, %v", element, len(again), err)
			}
			for piece := range long {
				if len(piece) > 7*pieceLen {
					t.Errorf("%.20q: a piece of %d bytes", element, len(piece))
				}
				break
			}
		}
	}
	if _, err := collect(FromJSON(`{"a":[`+strings.Repeat("1,", 100_000)+`{}]}`, urllib.Version{}, false)); err == nil {
		t.Error("an object in a long list is no error")
	}
}

func TestTwo(t *testing.T) {
	t.Parallel()
	for _, text := range []string{`["a","b"]`, ` [ "a" , "\u0062" ] `} {
		if two, err := Two(text); err != nil || len(two) != 2 || two[0] != "a" || two[1] != "b" {
			t.Errorf("%s: %q, %v", text, two, err)
		}
	}
	for _, text := range []string{`"a"`, `{"a":"b"}`, `[]`, `["a"]`, `["a","b","c"]`, `["a","b",1]`, `["a",1]`, `[1,"b"]`,
		`["a",["b"]]`, `null`} {
		if two, err := Two(text); err == nil || two != nil {
			t.Errorf("%s: %q", text, two)
		}
	}
}

// TestManyNames: a set that has to grow knows all of its names.
func TestManyNames(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(&b, `"%x":1,`, i)
	}
	items, err := collect(FromJSON("{"+b.String()+`"x":2}`, urllib.Version{}, false))
	if err != nil || len(items) != 20_001 {
		t.Errorf("%d items, %v", len(items), err)
	}
	for _, name := range []string{"0", "\\u0061", "4e1f"} {
		_, err := collect(FromJSON("{"+b.String()+`"`+name+`":2}`, urllib.Version{}, false))
		if err == nil || !strings.Contains(err.Error(), "member 20001 has the name") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestFromJSON(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, in string
		doSeq    bool
		want     string // as urlencode writes it
		err      string
	}{
		{"empty object", `{}`, false, "", ""},
		{"empty array", ` [ ] `, false, "", ""},
		{"object", `{"b":"x y", "a" : 1}`, false, "b=x+y&a=1", ""},
		{"array", `[["b","x"],["b",null],[1,true]]`, false, "b=x&b=None&1=True", ""},
		{"escapes", `{"\u00e9\n":"\ud83d\ude00"}`, false, "%C3%A9%0A=%F0%9F%98%80", ""},
		{"numbers", `[["i",-0],["f",-0.0],["e",1e22],["s",1E-7],["o",1e999],["b",123456789012345678901234567890]]`, false,
			"i=0&f=-0.0&e=1e%2B22&s=1e-07&o=inf&b=123456789012345678901234567890", ""},
		{"list", `{"a":["x",1, [2.5,false]]}`, false, "a=%5B%27x%27%2C+1%2C+%5B2.5%2C+False%5D%5D", ""},
		{"doseq", `{"a":["x",1,[2]],"b":[],"c":"yz"}`, true, "a=x&a=1&a=%5B2%5D&c=yz", ""},
		{"doseq of pairs", `[["a",["x","y"]],[["k"],[]],["b",[["z"]]]]`, true, "a=x&a=y&b=%5B%27z%27%5D", ""},
		{"doseq of nothing", `[["a",[]],["b",1]]`, true, "b=1", ""},
		{"list as name", `[ [ ["k", null] , [] ] ]`, false, "%5B%27k%27%2C+None%5D=%5B%5D", ""},
		{"quotes in a list", `{"a":["'","\"","\u00e9\n\ud800"]}`, false,
			"a=%5B%22%27%22%2C+%27%22%27%2C+%27%C3%A9%5Cn%5Cud800%27%5D", ""},
		{"string", `"a=b"`, false, "", "expected a JSON object or array"},
		{"no pair", `[["a","b"],"cd"]`, false, "", "element 2 is not an array of a name"},
		{"single", `[["a"]]`, false, "", "element 1 is not an array of a name"},
		{"empty pair", `[["a",1],[ ]]`, false, "", "element 2 is not an array of a name"},
		{"too deep in a pair", `[["a",` + strings.Repeat("[", 901) + strings.Repeat("]", 901) + `]]`, false, "",
			"nested too deeply"},
		{"triple", `[["a","b","c"]]`, false, "", "element 1 is not an array of a name"},
		{"name twice", `{"a":1,"\u0061":2}`, false, "", "member 2 has the name"},
		{"object inside", `{"a":[{}]}`, false, "", "a value is an object"},
		{"too deep", `{"a":` + strings.Repeat("[", 1e6) + strings.Repeat("]", 1e6) + `}`, false, "", "nested too deeply"},
		{"too long", `{"a":-` + strings.Repeat("1", 4301) + `}`, false, "", "more than 4300 digits"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			items, err := collect(FromJSON(tt.in, urllib.Version{}, tt.doSeq))
			if tt.err != "" {
				if err == nil || !strings.Contains(err.Error(), tt.err) {
					t.Errorf("error %v, want %q", err, tt.err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			got, err := urllib.Python{}.Encode(items, urllib.EncodeOptions{DoSeq: tt.doSeq})
			if err != nil || got != tt.want {
				t.Errorf("%q, %v; want %q", got, err, tt.want)
			}
		})
	}
}

// TestFromJSONStops: a loop that ends early is not called again.
func TestFromJSONStops(t *testing.T) {
	t.Parallel()
	for _, text := range []string{`[["a",[1,2]],["b",3]]`, `{"a":[1,2],"b":3}`} {
		for range FromJSON(text, urllib.Version{}, true) {
			break
		}
	}
}

// TestEmptyListKeepsItsKey: as in Python, the key of an empty list is looked at.
func TestEmptyListKeepsItsKey(t *testing.T) {
	t.Parallel()
	items, err := collect(FromJSON(`{"\ud800":[]}`, urllib.Version{}, true))
	if err != nil || len(items) != 1 {
		t.Fatalf("%v, %v", items, err)
	}
	if got, err := (urllib.Python{}).Encode(items, urllib.EncodeOptions{DoSeq: true}); err == nil {
		t.Errorf("%q", got)
	}
}

// TestLongListsTakeLittleMemory: some bytes for each of a million elements, not
// a value in memory.
func TestLongListsTakeLittleMemory(t *testing.T) {
	text := `{"a":[` + strings.Repeat("1,", 1<<20) + `1]}`
	for _, doSeq := range []bool{false, true} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		for _, err := range FromJSON(text, urllib.Version{}, doSeq) {
			if err != nil {
				t.Fatal(err)
			}
		}
		runtime.ReadMemStats(&after)
		if n := after.TotalAlloc - before.TotalAlloc; n > 12*uint64(len(text)) {
			t.Errorf("doseq %v: %d bytes allocated for a text of %d", doSeq, n, len(text))
		}
	}
}

// TestRelease: what prints depends on the release's Unicode.
func TestRelease(t *testing.T) {
	t.Parallel()
	const text = `{"a":["\ud83e\udee8"]}` // U+1FAE8, of Unicode 15
	for version, want := range map[string]string{"3.11": `['\U0001fae8']`, "3.12": "['\U0001fae8']"} {
		items, err := collect(FromJSON(text, urllib.MustParseVersion(version), false))
		if err != nil || len(items) != 1 || items[0][1] != want {
			t.Errorf("%s: %v, %v; want %s", version, items, err, want)
		}
	}
}

// pythonValue is what encoding/json has read, as urlencode takes it.
func pythonValue(v any) any {
	switch v := v.(type) {
	case []any:
		for i := range v {
			v[i] = pythonValue(v[i])
		}
	case json.Number:
		r := reader{text: v.String()}
		n, _ := r.number()
		return n
	}
	return v
}

// FuzzListsAsUrlencodePrintsThem: arrays that come as text, or element by
// element, give the query that urlencode makes of them as lists.
func FuzzListsAsUrlencodePrintsThem(f *testing.F) {
	for _, s := range []string{`[["a",[1,"x'",[null,[]]]],[[],"b"]]`, `[[1,[true,-0,1e5,"é"]]]`, `[["a",[[],[[]],""]]]`} {
		f.Add(s, false)
		f.Add(s, true)
	}
	f.Fuzz(func(t *testing.T, text string, doSeq bool) {
		if !json.Valid([]byte(text)) || !utf8.ValidString(text) || strings.Contains(strings.ToLower(text), `\ud`) {
			t.Skip()
		}
		items, err := collect(FromJSON(text, urllib.Version{}, doSeq))
		var elements [][]any
		slow := json.NewDecoder(strings.NewReader(text))
		slow.UseNumber()
		if err != nil || slow.Decode(&elements) != nil {
			t.Skip()
		}
		var lists [][2]any
		for _, pair := range elements {
			lists = append(lists, [2]any{pythonValue(pair[0]), pythonValue(pair[1])})
		}
		opt := urllib.EncodeOptions{DoSeq: doSeq}
		got, err := urllib.Python{}.Encode(items, opt)
		want, wantErr := urllib.Python{}.Encode(lists, opt)
		if got != want || err != nil || wantErr != nil {
			t.Fatalf("%s: %q, %v; want %q, %v", text, got, err, want, wantErr)
		}
	})
}

func TestFromText(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, in, want, err string }{
		{"empty", "", "", ""},
		{"fields", "a=1\tb=c=d\t=", "a=1&b=c%3Dd&=", ""},
		{"no equals sign", "a=1\tb", "", "field 2 has no equals sign"},
		{"empty field", "a=1\t", "", "field 2 has no equals sign"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			items, err := collect(FromText(tt.in))
			if tt.err != "" {
				if err == nil || err.Error() != tt.err {
					t.Errorf("error %v, want %q", err, tt.err)
				}
				return
			}
			got, encErr := urllib.Encode(items)
			if err != nil || encErr != nil || got != tt.want {
				t.Errorf("%q, %v, %v; want %q", got, err, encErr, tt.want)
			}
		})
	}
}

// FuzzFromJSONReadsAllJSON: no valid JSON makes it fail in another way than
// with an error, and an object gives each member once, as encoding/json has it.
func FuzzFromJSONReadsAllJSON(f *testing.F) {
	for _, s := range []string{`{"a":1,"b":[2.5,"x",[null]]}`, `[["a",true],["b",{}]]`, `{"a":{"b":1}}`, `[[]]`, `0`,
		` { } `, `[[1,-1e5]]`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if !json.Valid([]byte(text)) {
			t.Skip()
		}
		items, err := collect(FromJSON(text, urllib.Version{}, false))
		if err != nil || !strings.HasPrefix(strings.TrimLeft(text, " \t\r\n"), "{") {
			return
		}
		var members map[string]any
		if json.Unmarshal([]byte(text), &members) != nil {
			t.Skip() // a number beyond float64
		}
		if len(items) < len(members) { // more where encoding/json merges ill-formed names
			t.Fatalf("%s: %v", text, items)
		}
	})
}

func TestFromStrings(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, in, want, fault string }{
		{"object", ` {"a":"\u00e9", "b":""} `, `a=é;b=;`, ""},
		{"array", `[["a","b"],["a","c"]]`, `a=b;a=c;`, ""},
		{"nothing", `[]`, ``, ""},
		{"number", `{"a":"b","c":1}`, `a=b;`, "pair 2 is not of two strings"},
		{"array as value", `{"a":["b"]}`, ``, "pair 1 is not of two strings"},
		{"number as name", `[[1,"a"]]`, ``, "pair 1 is not of two strings"},
		{"null", `null`, ``, "expected a JSON object or array"},
	}
	for _, tt := range tests {
		got, fault := "", ""
		for item, err := range FromStrings(tt.in) {
			if err != nil {
				fault = err.Error()
				break
			}
			got += item[0].(string) + "=" + item[1].(string) + ";"
		}
		if got != tt.want || fault != tt.fault {
			t.Errorf("%s: %q, %q; want %q, %q", tt.name, got, fault, tt.want, tt.fault)
		}
	}
}
