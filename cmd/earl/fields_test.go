package main

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"earl.example/cmd/earl/internal/cli"
	"earl.example/cmd/earl/internal/view"
)

// TestEachFieldWorksEverywhere checks that the row of a field is enough for templates, JSON, --where with the type of the
// field, stats and the help.
func TestEachFieldWorksEverywhere(t *testing.T) {
	t.Parallel()
	const url = "http://u:p@www.example.co.uk:81/a/b.gz;x?K=1&k=2#f"
	earl := func(args ...string) string {
		var out, messages strings.Builder
		status := run(t.Context(), args, strings.NewReader(url+"\n"), &out, &messages)
		if status != cli.StatusOK {
			t.Errorf("earl %q has status %d and the message %q, want success", args, status, &messages)
		}
		return out.String()
	}
	help, where := earl("help", "fields"), earl("help", "where")
	arguments := map[string]string{"KEY": "K", "NAME": "NAME", "N": "2", "PROFILE": "whatwg"}
	operands := map[kind]string{kindText: `"x" + %s endsWith ""`, kindNumber: "%s + 1 > 0", kindList: "len(%s) >= 0"}
	for i := range fields {
		f := &fields[i]
		shown, source, operand := "{"+f.name+"}", f.name, f.name
		if f.argument != nil {
			arg := arguments[f.argument.name]
			shown, source = "{"+f.label()+f.argument.name+"}", f.label()+arg
			if operand = fmt.Sprintf("%s(%q)", f.name, arg); f.argument.kind == kindNumber {
				operand = f.name + "(" + arg + ")"
			}
		}
		if !strings.Contains(help, shown+" ") && !strings.Contains(help, shown+"\n") {
			t.Errorf("the help has no %s, want it", shown)
		}
		if f.kind == kindNumber && f.argument == nil && !strings.Contains(where[:strings.Index(where, "are numbers")], f.name) {
			t.Errorf("the help of --where does not say that %s is a number, want it", f.name)
		}
		if rest := earl("get", "--where", fmt.Sprintf(operands[f.kind], operand), "{host}"); rest != "www.example.co.uk\n" {
			t.Errorf("--where with %s keeps %q, want the record", operand, rest)
		}
		for k, other := range operands {
			err := new(whereFlag).set(fmt.Sprintf(other, operand))
			if (err == nil) != (k == f.kind || k == kindList && f.kind == kindText) {
				t.Errorf("%s as a value of kind %d: %v, want an error unless its kind is %d", operand, k, err, f.kind)
			}
		}
		value := strings.TrimSuffix(earl("get", "{"+source+"}"), "\n")
		member := fmt.Sprintf(`"fields":{"%s":"%s"}`, source, value)
		switch {
		case f.kind == kindList:
			member = fmt.Sprintf(`"fields":{"%s":["%s"]}`, source, strings.ReplaceAll(value, " ", `","`))
		case value == "":
			member = fmt.Sprintf(`"fields":{"%s":null}`, source)
		}
		if record := earl("get", "--json", "{"+source+"}"); !strings.Contains(record, member) {
			t.Errorf("get --json of %s writes %s, want %s", source, record, member)
		}
		first, _, _ := strings.Cut(value, " ")
		if rows := earl("stats", "--field", source, "--out", "text"); value != "" && !strings.Contains(rows, source+"\t"+first+"\t1\n") {
			t.Errorf("stats --field %s writes %s, want the value %s", source, rows, first)
		}
	}
}

// TestFieldsAreReadOnce checks that a template and JSON evaluate a field once for each record.
func TestFieldsAreReadOnce(t *testing.T) {
	read := 0
	host := fieldNamed("host", false)
	get := host.get
	defer func() { host.get = get }()
	host.get = func(v *view.View, arg string) (value, error) {
		read++
		return get(v, arg)
	}
	for _, args := range []string{"{host}", "--json {host}", "--json {host}/{host}", "--json --field host", "--out csv --field host"} {
		read = 0
		status := run(t.Context(), append([]string{"get"}, strings.Fields(args)...), strings.NewReader("http://h/\n"), io.Discard,
			io.Discard)
		if status != cli.StatusOK || read != 1 {
			t.Errorf("get %s has status %d and reads the host %d times, want once", args, status, read)
		}
	}
}
