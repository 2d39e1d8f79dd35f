package main

import (
	"io"
	"strings"
	"testing"
)

// TestSecretsInWhere checks that secrets in an expression are hidden, but not the reason, the hint and the caret.
func TestSecretsInWhere(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, source, want string }{
		{"file", `host=@scope.txt`, "\"host=@scope.txt\": unexpected token Operator(\"=\") at character 5: " +
			"write 'host in file(\"scope.txt\")'\n | host=@scope.txt\n | ....^\n"},
		{"regular expression", `href =~ "://[^/]*@"`, `"href =~ \"://[^/]*@\"": unexpected token Operator("=") at ` +
			"character 6: write 'href matches \"://[^/]*@\"'\n | href =~ \"://[^/]*@\"\n | .....^\n"},
		{"literal", `port = "u:p@h"`, `"port = \"u:***@h\"": unexpected token Operator("=") at character 6: ` +
			"write == to compare, and quotes around a text\n | port = \"u:***@h\"\n | .....^\n"},
		{"caret after a mask", `href != "http://u:pq@h/" and host = "a:1"`,
			`"href != \"http://u:***@h/\" and host = \"a:1\"": unexpected token Operator("=") at character 35: write ` +
				`'href != "http://u:***@h/" and host == "a:1"'` + "\n" +
				` | href != "http://u:***@h/" and host = "a:1"` + "\n" + " | ...................................^\n"},
		{"caret in a mask", `href == http://u:p[@h/`, `"href == http://u:***@h/": unexpected token Operator(":") at ` +
			"character 13: write 'href == \"http://u:***@h/\"'\n | href == http://u:***@h/\n | ............^\n"},
		{"quote in a password", `href == "http://u:p"x"y@h/"`, `unexpected token Identifier("***") at character 21: ` + "write " +
			"'href == \"http://u:***@h/\"'\n | href == \"http://u:***@h/\"\n | ..................^\n"},
		{"password", `password = "hunter2"`, `"password =***": unexpected token Operator("=") at character 10: write ` +
			"'password == \"***\"'\n | password =***\n | .........^\n"},
		{"parameter", `param("token")=hunter2`, `"param(\"token\")=***": unexpected token Operator("=") at character 15: ` +
			"write 'param(\"token\") == \"***\"'\n | param(\"token\")=***\n | ..............^\n"},
		{"password without quotes", `password == hunter2`, `"password =***": unknown name "***" at character 13: write ` +
			"'password == \"***\"'\n | password =***\n | .............^\n"},
		{"list of passwords", `password in ["a", "hunter2"] or port = 80`, `"password in [\"***\", \"***\"] or port = 80": ` +
			`unexpected token Operator("=") at character 38: write 'password in ["***", "***"] or port == 80'` + "\n" +
			" | password in [\"***\", \"***\"] or port = 80\n | ...................................^\n"},
		{"password in the reason", `password "hunter2"`, `"password \"***\"": unexpected token String("***") at character ` +
			"10\n | password \"***\"\n | .........^\n"},
		{"second line", "host == \"u:p@h\"\nand port = 80", `at character 10: write 'host == "u:***@h"` + "\nand port == 80'\n" +
			" | and port = 80\n | .........^\n"},
	} {
		var messages strings.Builder
		run(t.Context(), []string{"get", "--where", tt.source, "{host}"}, strings.NewReader(""), io.Discard, &messages)
		if !strings.Contains(messages.String(), tt.want) || !strings.Contains(messages.String(), "^\nSee 'earl help where'") {
			t.Errorf("%s: %q, want %q", tt.name, &messages, tt.want)
		}
	}
}

// TestNumbersInTexts checks comparisons with the number in a text.
func TestNumbersInTexts(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ source, want string }{
		{`int(param("n")) > 3`, "4 99999999999999999999"},
		{`int(param("n")) <= 3`, ""},
		{`int(param("n")) == 4`, "4"},
		{`int(param("n")) != 4`, "- x empty 99999999999999999999 4.5"},
		{`not (int(param("n")) > 3)`, "- x empty 4.5"},
		{`int(param("n")) in [4, 5]`, "4"},
		{`int(param("n")) in 4..5`, "4"},
		{`int(param("n")) == int(param("n"))`, "4 99999999999999999999"},
		{`float(param("n")) > 4`, "99999999999999999999 4.5"},
		{`int(int(param("n"))) + int(float(param("n"))) + int(port) == 8`, "4"},
	} {
		urls := "http://h/#-\nhttp://h/?n=x#x\nhttp://h/?n=#empty\nhttp://h/?n=4#4\n" +
			"http://h/?n=99999999999999999999#99999999999999999999\nhttp://h/?n=4.5#4.5\n"
		var out, messages strings.Builder
		run(t.Context(), []string{"get", "--quiet", "--where", tt.source, "{fragment}"}, strings.NewReader(urls), &out, &messages)
		if got := strings.Join(strings.Fields(out.String()), " "); got != tt.want || messages.Len() > 0 {
			t.Errorf("%s keeps %q with messages %q, want %q without", tt.source, got, &messages, tt.want)
		}
	}
}
