package command

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"earl.example/urllib"
)

func TestTwo(t *testing.T) {
	t.Parallel()
	for _, text := range []string{`["a","b"]`, ` [ "a" , "\u0062" ] `} {
		if two, err := twoStrings(text); err != nil || len(two) != 2 || two[0] != "a" || two[1] != "b" {
			t.Errorf("twoStrings(%s) = %q, %v, want a, b", text, two, err)
		}
	}
	for _, text := range []string{`"a"`, `{"a":"b"}`, `[]`, `["a"]`, `["a","b","c"]`, `["a","b",1]`, `["a",1]`, `[1,"b"]`,
		`["a",["b"]]`, `null`} {
		if two, err := twoStrings(text); err == nil || two != nil {
			t.Errorf("twoStrings(%s) = %q, want an error", text, two)
		}
	}
}

// TestManyNames: a name that occurs twice is found among 20,000 others.
func TestManyNames(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(&b, `"%x":1,`, i)
	}
	items, err := pairsOfJSON("{" + b.String() + `"x":2}`)
	if err != nil || len(items) != 20_001 {
		t.Errorf("pairsOfJSON of 20,001 members: %d items, %v", len(items), err)
	}
	for _, name := range []string{"0", "\\u0061", "4e1f"} {
		_, err := pairsOfJSON("{" + b.String() + `"` + name + `":2}`)
		if err == nil || !strings.Contains(err.Error(), "member 20001 has the name") {
			t.Errorf("pairsOfJSON with %s twice: error %v, want one about member 20001", name, err)
		}
	}
}

func TestPairsOfJSON(t *testing.T) {
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
		{"integers of any size", `[[10,-10],[-9223372036854775808,9223372036854775807],[-9223372036854775809,9223372036854775808]]`, false,
			"10=-10&-9223372036854775808=9223372036854775807&-9223372036854775809=9223372036854775808", ""},
		{"words in a list", `{"a":[false,true,null,false,1],"b":false}`, true, "a=False&a=True&a=None&a=False&a=1&b=False", ""},
		{"the deepest", `{"a":` + strings.Repeat("[", 100) + strings.Repeat("]", 100) + `}`, false,
			"a=" + strings.Repeat("%5B", 100) + strings.Repeat("%5D", 100), ""},
		{"one deeper", `{"a":` + strings.Repeat("[", 101) + strings.Repeat("]", 101) + `}`, false, "", "nested too deeply"},
		{"many lists, not nested", `{"a":[[],` + strings.Repeat("[],", 1000) + `1]}`, true,
			"a=%5B%5D&" + strings.Repeat("a=%5B%5D&", 1000) + "a=1", ""},
		{"the longest", `{"a":-` + strings.Repeat("1", 4300) + `}`, false, "a=-" + strings.Repeat("1", 4300), ""},
		{"list", `{"a":["x",1, [2.5,false]]}`, false, "a=%5B%27x%27%2C+1%2C+%5B2.5%2C+False%5D%5D", ""},
		{"doseq", `{"a":["x",1,[2]],"b":[],"c":"yz"}`, true, "a=x&a=1&a=%5B2%5D&c=yz", ""},
		{"doseq of pairs", `[["a",["x","y"]],[["k"],[]],["b",[["z"]]]]`, true, "a=x&a=y&b=%5B%27z%27%5D", ""},
		{"doseq of nothing", `[["a",[]],["b",1]]`, true, "b=1", ""},
		{"objects of earl query", `[{"name":"b","value":"x y"}, { "value" : 1 , "name" : "a" }]`, false, "b=x+y&a=1", ""},
		{"objects and arrays", `[{"name":"a","value":[]},["b",2]]`, false, "a=%5B%5D&b=2", ""},
		{"an object without a value", `[{"name":"a"}]`, false, "", "element 1 is not an array of a name"},
		{"an empty object", `[{}]`, false, "", "element 1 is not an array of a name"},
		{"an object with two names", `[{"name":"a","name":"b"}]`, false, "", "element 1 is not an array of a name"},
		{"an object with more", `[{"name":"a","value":1,"x":2}]`, false, "", "element 1 is not an array of a name"},
		{"list as name", `[ [ ["k", null] , [] ] ]`, false, "%5B%27k%27%2C+None%5D=%5B%5D", ""},
		{"quotes in a list", `{"a":["'","\"","\u00e9\n\ud800"]}`, false,
			"a=%5B%22%27%22%2C+%27%22%27%2C+%27%C3%A9%5Cn%5Cud800%27%5D", ""},
		{"string", `"a=b"`, false, "", "expected a JSON object or array"},
		{"no pair", `[["a","b"],"cd"]`, false, "", "element 2 is not an array of a name"},
		{"single", `[["a"]]`, false, "", "element 1 is not an array of a name"},
		{"empty pair", `[["a",1],[ ]]`, false, "", "element 2 is not an array of a name"},
		{"too deep in a pair", `[["a",` + strings.Repeat("[", 101) + strings.Repeat("]", 101) + `]]`, false, "",
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
			items, err := pairsOfJSON(tt.in)
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

// TestEmptyListKeepsItsKey: as in Python, the key of an empty list is looked at.
func TestEmptyListKeepsItsKey(t *testing.T) {
	t.Parallel()
	items, err := pairsOfJSON(`{"\ud800":[]}`)
	if err != nil || len(items) != 1 {
		t.Fatalf("%v, %v, want one item", items, err)
	}
	if got, err := (urllib.Python{}).Encode(items, urllib.EncodeOptions{DoSeq: true}); err == nil {
		t.Errorf("Encode = %q, want an error", got)
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
		n, _ := numberOf(v.String())
		return n
	}
	return v
}

// FuzzValuesAsEncodingJSONReadsThem: pairsOfJSON and encoding/json read the same values.
func FuzzValuesAsEncodingJSONReadsThem(f *testing.F) {
	for _, s := range []string{`[["a",[1,"x'",[null,[]]]],[[],"b"]]`, `[[1,[true,-0,1e5,"é"]]]`, `[["a",[[],[[]],""]]]`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if !json.Valid([]byte(text)) || !utf8.ValidString(text) || strings.Contains(strings.ToLower(text), `\ud`) {
			t.Skip()
		}
		got, err := pairsOfJSON(text)
		var elements [][]any
		slow := json.NewDecoder(strings.NewReader(text))
		slow.UseNumber()
		if err != nil || slow.Decode(&elements) != nil {
			t.Skip()
		}
		if len(got) != len(elements) {
			t.Fatalf("pairsOfJSON(%s) has %d pairs, want %d", text, len(got), len(elements))
		}
		for i, pair := range elements {
			if want := [2]any{pythonValue(pair[0]), pythonValue(pair[1])}; !reflect.DeepEqual(got[i], want) {
				t.Fatalf("pairsOfJSON(%s) has the pair %v, want %v", text, got[i], want)
			}
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
			items, err := pairsOfText(tt.in)
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

// FuzzPairsOfJSONReadAllJSON: no valid JSON makes it fail in another way than
// with an error, and an object gives each member once, as encoding/json has it.
func FuzzPairsOfJSONReadAllJSON(f *testing.F) {
	for _, s := range []string{`{"a":1,"b":[2.5,"x",[null]]}`, `[["a",true],["b",{}]]`, `{"a":{"b":1}}`, `[[]]`, `0`,
		` { } `, `[[1,-1e5]]`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if !json.Valid([]byte(text)) {
			t.Skip()
		}
		items, err := pairsOfJSON(text)
		if err != nil || !strings.HasPrefix(strings.TrimLeft(text, " \t\r\n"), "{") {
			return
		}
		var members map[string]any
		if json.Unmarshal([]byte(text), &members) != nil {
			t.Skip() // a number beyond float64
		}
		if len(items) < len(members) { // more where encoding/json merges ill-formed names
			t.Fatalf("%s: %v, want every member", text, items)
		}
	})
}

func TestFromStrings(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, in, want, fault string }{
		{"object", ` {"a":"\u00e9", "b":""} `, `a=é;b=;`, ""},
		{"array", `[["a","b"],["a","c"]]`, `a=b;a=c;`, ""},
		{"nothing", `[]`, ``, ""},
		{"number", `{"a":"b","c":1}`, ``, "pair 2 is not of two strings"},
		{"array as value", `{"a":["b"]}`, ``, "pair 1 is not of two strings"},
		{"object as value", `{"a":{}}`, ``, "pair 1 is not of two strings"},
		{"number as name", `[[1,"a"]]`, ``, "pair 1 is not of two strings"},
		{"null", `null`, ``, "expected a JSON object or array"},
	}
	for _, tt := range tests {
		got, fault := "", ""
		items, err := pairsOfStrings(tt.in)
		if err != nil {
			fault = err.Error()
		}
		for _, item := range items {
			got += item[0].(string) + "=" + item[1].(string) + ";"
		}
		if got != tt.want || fault != tt.fault {
			t.Errorf("%s: %q, %q; want %q, %q", tt.name, got, fault, tt.want, tt.fault)
		}
	}
}
