package pairs

import (
	"encoding/json"
	"iter"
	"strings"
	"testing"

	"earl.example/urllib"
)

func collect(pairs iter.Seq2[urllib.Item, error]) (items []urllib.Item, err error) {
	for item, err := range pairs {
		if err != nil {
			return nil, err
		}
		items = append(items, item)
	}
	return items, nil
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
		{"string", `"a=b"`, false, "", "a JSON object or array is wanted"},
		{"no pair", `[["a","b"],"cd"]`, false, "", "element 2 is not an array of a name"},
		{"triple", `[["a","b","c"]]`, false, "", "element 1 is not an array of a name"},
		{"name twice", `{"a":1,"\u0061":2}`, false, "", "member 2 has the name"},
		{"object inside", `{"a":[{}]}`, false, "", "a value is an object"},
		{"too deep", `{"a":` + strings.Repeat("[", 1e6) + strings.Repeat("]", 1e6) + `}`, false, "", "nested too deeply"},
		{"too long", `{"a":-` + strings.Repeat("1", 4301) + `}`, false, "", "more than 4300 digits"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			items, err := collect(FromJSON(tt.in))
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
	for _, s := range []string{`{"a":1,"b":[2.5,"x",[null]]}`, `[["a",true],["b",{}]]`, `{"a":{"b":1}}`, `[[]]`, `0`, ` { } `, `[[1,-1e5]]`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if !json.Valid([]byte(text)) {
			t.Skip()
		}
		items, err := collect(FromJSON(text))
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
