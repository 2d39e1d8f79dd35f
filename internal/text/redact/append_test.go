package redact

import (
	"strings"
	"testing"
)

// TestAppend checks the passwords and the user names that Append hides without query.
func TestAppend(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, in, want string }{
		{"empty", "", ""},
		{"no userinfo", "http://h:80/p", "http://h:80/p"},
		{"user only", "http://u@h/", "http://u@h/"},
		{"password", "http://u:pw@h:80/", "http://u:***@h:80/"},
		{"empty password", "http://u:@h/", "http://u:@h/"},
		{"no user", "http://:pw@h/", "http://:***@h/"},
		{"at signs in it", "http://u:p@w@h/", "http://u:***@h/"},
		{"colons in it", "http://u:p:w@h/", "http://u:***@h/"},
		{"slash in it", "http://u:p/w@h/", "http://u:***@h/"},
		{"white space in it", "http://u:p w\nx@h/", "http://u:***@h/"},
		{"no scheme", "//u:pw@h/", "//u:***@h/"},
		{"no user and no scheme", ":pw@h", ":***@h"},
		{"a space between the slashes", "http:/ /u:pw@h", "http:/ /u:***@h"},
		{"escape in the scheme of a path", "ht%74ps://h/pkg:1@2", "ht%74ps://h/pkg:***@2"},
		{"empty password before jdbc", "http://:@h/jdbc:x?password=pw", "http://:@h/jdbc:x?password=***"},
		{"no slashes", "http:u:pw@h", "http:***@h"},
		{"netloc alone", "u:pw@h", "u:***@h"},
		{"backslashes", `http:\\u:pw@h`, `http:\\u:***@h`},
		{"controls around the slashes", "http:\t//\tu:pw@h", "http:\t//\tu:***@h"},
		{"one slash may be the password's", "u:/pw@h", "u:***@h"},
		{"one backslash may be", "u:\\pw@h", "u:***@h"},
		{"three slashes", "http:///u:pw@h", "http:///u:***@h"},
		{"scheme with a newline", "ht\ntp://u:pw@h", "ht\ntp://u:***@h"},
		{"mail", "mailto:a@b", "mailto:a@b"},
		{"mail in upper case", "MAILTO:a.b+c@d", "MAILTO:a.b+c@d"},
		{"mail with a password", "mailto:u:pw@h", "mailto:***@h"},
		{"mail with a URL", "mailto:a?body=http://u:pw@h", "mailto:***@h"},
		{"package in a path", "https://packages.example/@scope/pkg:1@2", "https://packages.example/@scope/pkg:1@2"},
		{"colon in a path", "https://h/a:b/@c?d", "https://h/a:b/@c?d"},
		{"path of a port", "https://h:80/pkg:1@2", "https://h:***@2"},
		{"path of a user", "https://u@h/pkg:1@2", "https://u@h/pkg:***@2"},
		{"query", "https://h/?u:pw@h", "https://h/?u:***@h"},
		{"fragment", "https://h/#u:pw@h", "https://h/#u:***@h"},
		{"no host before the path", "https:///pkg:1@2", "https:///pkg:***@2"},
		{"escape in the path", "https://h/%61:pw@h", "https://h/%61:***@h"},
		{"backslash in the path", `https://h/\u:pw@h`, `https://h/\u:***@h`},
		{"URL with one slash in a path", "https://h/x:/u:pw@h", "https://h/x:***@h"},
		{"URL without slashes in a path", "https://h/http:u:pw@h", "https://h/http:***@h"},
		{"network path in a path", "https://h//u:pw@h", "https://h//u:***@h"},
		{"jdbc in a path", "https://h/jdbc:u/pw@h", "https://h/jdbc:***@h"},
		{"colon behind", "http://u@h:80/", "http://u@h:80/"},
		{"too much rather than too little", "http://h:80/p?to=a@b", "http://h:***@b"},
		{"wide at sign", "http://u:pw\uff20h/", "http://u:***\uff20h/"},
		{"small at sign", "http://u:pw\ufe6bh/", "http://u:***\ufe6bh/"},
		{"wide colon", "http://u\uff1apw@h:80/", "http://u\uff1a***@h:80/"},
		{"small colon", "http://u\ufe55pw@h/", "http://u\ufe55***@h/"},
		{"vertical colon", "http://u\ufe13pw@h/", "http://u\ufe13***@h/"},
		{"colon of more", "http://u\u2a74pw@h/", "http://u\u2a74***@h/"},
		{"first of several colons", "http://u\uff1ap:w@h/", "http://u\uff1a***@h/"},
		{"escaped", "u%3apw%40h", "u%3a***%40h"},
		{"URL in a query, escaped twice", "http://h/?url=http%253A%252F%252Fu%253apw%2540h&b",
			"http://h/?url=http%253A***%2540h&b"},
		{"escaped three times", "u%25253Apw%252540h40", "u%25253A***%252540h40"},
		{"digits that are no escape", "http://u:pw%252525402540h", "http://u:***%252525402540h"},
		{"no escape", "http://h/a:b2540%2541", "http://h/a:b2540%2541"},
		{"blob", "blob:https://u:pw@h/", "blob:***@h/"},
		{"jdbc", "jdbc:mysql://u:pw@h/", "jdbc:***@h/"},
		{"jdbc, a parameter", "jdbc:sqlserver://h:1433;user=sa;Password={p;w};encrypt=true",
			"jdbc:sqlserver://h:1433;user=sa;Password=***"},
		{"jdbc, the first of them", "jdbc:postgresql://h/d?user=u&sslpassword=pw&password=pw",
			"jdbc:postgresql://h/d?user=u&sslpassword=***"},
		{"jdbc, in parentheses", "jdbc:mysql://(host=h,PWD=pw)/", "jdbc:mysql://(host=h,PWD=***"},
		{"jdbc, a token", "jdbc:x://h;accessToken=t", "jdbc:x://h;accessToken=***"},
		{"jdbc, a secret", "jdbc:x://h;keyStoreSecret=t", "jdbc:x://h;keyStoreSecret=***"},
		{"jdbc, a user and a password", "jdbc:oracle:thin:scott/tiger@h:1521:x", "jdbc:***@h:1521:x"},
		{"jdbc, both", "jdbc:oracle:thin:scott/tiger@h?password=pw", "jdbc:***"},
		{"jdbc, a parameter before", "jdbc:x:password=a@b;c", "jdbc:***"},
		{"jdbc, no secret", "jdbc:x://h;user=pwd;a?passwords", "jdbc:x://h;user=pwd;a?passwords"},
		{"jdbc, inside", "see: http://h/ JDBC:x://h?password=pw", "see: http://h/ JDBC:x://h?password=***"},
		{"jdbc, escaped in a query", "http://h/?u=jdbc%3Ax%3A%2F%2Fh%3Bp%61ssWord%3Dpw",
			"http://h/?u=jdbc%3Ax%3A%2F%2Fh%3Bp%61ssWord%3D***"},
		{"jdbc, escaped twice", "http://h/?u=jdbc%253ax%253A//h%253Bpwd%253Dpw",
			"http://h/?u=jdbc%253ax%253A//h%253Bpwd%253D***"},
		{"jdbc, escapes that are none", "jdbc:x%25%2;pwd%253=a%3", "jdbc:x%25%2;pwd%253=***"},
		{"jdbc, the second one", "ajdbcjdbc%3jdbc:pwd=a", "ajdbcjdbc%3jdbc:pwd=***"},
		{"jdbc, escaped itself", "http://h/?u=%6A%44b%2563%3ax;pwd=pw", "http://h/?u=%6A%44b%2563%3ax;pwd=***"},
		{"jdbc with tabs", "j\td\nb\rc\t:x:;pa\tss=\tpw\t", "j\td\nb\rc\t:x:;pa\tss=\t***"},
		{"jdbc with tabs in escapes", "?jdbc%\t3\nAx%3Bpwd%2\r53Dp\tw", "?jdbc%\t3\nAx%3Bpwd%2\r53D***"},
		{"jdbc with escaped tabs", "http://h/#jd%09bc%250A:x:;pa%0dss=pw", "http://h/#jd%09bc%250A:x:;pa%0dss=***"},
		{"a tab in the at sign", "?u=http:%2F%2Fu:pw%4\t0g", "?u=http:***%4\t0g"},
		{"a newline in the colon", "u%\n3apw@h:80", "u%\n3a***@h:80"},
		{"a tab, and no password", "http://u:\t@h/\t", "http://u:\t@h/\t"},
		{"jdbc without a colon", "pwd=jdbc", "pwd=jdbc"},
		{"a scheme that ends like jdbc", "odbc:x://h;password=pw", "odbc:x://h;password=pw"},
		{"no jdbc", "x://h;password=pw", "x://h;password=pw"},
		{"no jdbc, and a colon", "db:password=pw", "db:password=pw"},
		{"source", "view-source:https://u:pw@h/", "view-source:***@h/"},
		{"file system", "filesystem:http://u:pw@h/temporary/", "filesystem:***@h/temporary/"},
		{"URL in a path", "http://h/http://u:pw@h2/", "http://h/http:***@h2/"},
		{"URL in a query", "url=http%3A%2F%2Fu%3Apw%40h&b", "url=http%3A***%40h&b"},
		{"token as user name", "https://ghp_abcdef@github.com/o/r.git", "https://***@github.com/o/r.git"},
		{"token, empty password", "https://ghp_abcdef:@github.com/", "https://***:@github.com/"},
		{"token, password of no use", "https://ghp_0123456789abcdef:x-oauth-basic@h/", "https://***:***@h/"},
		{"token of Redis", "redis://SECRET@h/", "redis://***@h/"},
		{"token without a scheme", "//SECRET@h/", "//***@h/"},
		{"token after a web scheme", "https:SECRET@h/", "https:***@h/"},
		{"token after a web scheme in a path", "https://h/http:SECRET@g", "https://h/http:***@g"},
		{"token after a scheme that ends in a web scheme", "xhttp:SECRET@g", "xhttp:***@g"},
		{"user name after letters and a login scheme", "aassh://alice@h", "aassh://***@h"},
		{"token after an escape and a login scheme", "%2Fssh://alice@h", "%2Fssh://alice@h"},
		{"token after another scheme in a path", "https://h/x:SECRET@g", "https://h/x:SECRET@g"},
		{"token after one slash", "https:/SECRET@h/", "https:***@h/"},
		{"token after backslashes", `https:\\SECRET@h/`, `https:\\***@h/`},
		{"token with an at sign", "https://SEC@RET@h/", "https://***@h/"},
		{"token with tabs", "https://SE\tCR\nET\r@h/", "https://***@h/"},
		{"token in a query", "http://h/?u=%2F%2FSECRET%40g%2F&v=1", "http://h/?u=%2F%2F***%40g%2F&v=1"},
		{"tokens in two URLs", "http://SECRET@h/?u=//SECRET@g", "http://***@h/?u=//***@g"},
		{"user name of five", "https://alice@h/", "https://***@h/"},
		{"user name of four", "https://root@h/", "https://root@h/"},
		{"user name of four, encoded", "https://%72oo%74@h/", "https://%72oo%74@h/"},
		{"user name of four, not ASCII", "https://rööt@h/", "https://rööt@h/"},
		{"user name with a password", "https://alice:pw@h/", "https://alice:***@h/"},
		{"user name of 19 with a password", "https://aaaaaaaaaaaaaaaaaaa:pw@h/", "https://aaaaaaaaaaaaaaaaaaa:***@h/"},
		{"user name of 20 with a password", "https://aaaaaaaaaaaaaaaaaaaa:pw@h/", "https://***:***@h/"},
		{"user name of ssh", "ssh://deploy@h/", "ssh://deploy@h/"},
		{"user name of git+ssh", "git+SSH://deploy@h/", "git+SSH://deploy@h/"},
		{"user name of ssh, encoded", "ssh%3A%2F%2Fdeploy%40h", "ssh%3A***%40h"},
		{"user name of a scheme like ssh", "assh://deploy@h/", "assh://***@h/"},
		{"long user name of ssh", "ssh://aaaaaaaaaaaaaaaaaaaa@h/", "ssh://***@h/"},
		{"anonymous", "ftp://anonymous@h/", "ftp://anonymous@h/"},
		{"database", "postgres://service@h/db", "postgres://service@h/db"},
		{"scheme after a network path", "https://h//ssh:SECRET@g", "https://h//ssh:***@g"},
		{"scp", "deploy@h:o/r.git", "deploy@h:o/r.git"},
		{"host before a slash", "https://example.com/@scope", "https://example.com/@scope"},
		{"host before a query", "https://example.com?a@b", "https://example.com?a@b"},
		{"host before a fragment", "https://example.com#a@b", "https://example.com#a@b"},
		{"host before a backslash", `https://example.com\a@b`, `https://example.com\a@b`},
		{"slash that belongs to the user", "https://SEC%2FRET@h/", "https://***@h/"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := Replace(tt.in, Append(nil, tt.in, false)); got != tt.want {
				t.Errorf("Append(%q, false) hides %q, want %q", tt.in, got, tt.want)
			}
		})
	}
}

// TestAppendQuery checks the parameters that Append hides with query.
func TestAppendQuery(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, in, want string }{
		{"nothing", "http://h/?a=b&c=d#e=f", "http://h/?a=b&c=d#e=f"},
		{"password", "http://u:pw@h/?a=b", "http://u:***@h/?a=b"},
		{"token", "http://h/?access_token=s&b=c", "http://h/?access_token=***&b=c"},
		{"token in a fragment", "http://h/#access_token=s&b=c", "http://h/#access_token=***&b=c"},
		{"query and fragment", "http://h/?code=s#code=s", "http://h/?code=***#code=***"},
		{"signature", "http://h/?X-Amz-Signature=s&X-Amz-Date=1", "http://h/?X-Amz-Signature=***&X-Amz-Date=1"},
		{"Azure", "http://h/?sv=1&sig=s%2Fs%3D&se=2", "http://h/?sv=1&sig=***&se=2"},
		{"database", "postgres://h/db?password=s", "postgres://h/db?password=***"},
		{"spellings", "?accessToken=s&ACCESS-TOKEN=s&Access.Token=s", "?accessToken=***&ACCESS-TOKEN=***&Access.Token=***"},
		{"encoded name", "?%61ccess%5Ftoken=s&%2570assword=s&a", "?%61ccess%5Ftoken=***&%2570assword=***&a"},
		{"encoded equals sign", "?token%3Ds%26t&a=b", "?token%3D***%26t&a=b"},
		{"equals signs in the value", "?token=a=b&c", "?token=***&c"},
		{"semicolons", "?a=b;token=s;t&c", "?a=b;token=***&c"},
		{"path", "http://h/a;jsessionid=s?b=c", "http://h/a;jsessionid=***"},
		{"array", "?user[password]=s&a", "?user[password]=***&a"},
		{"URL in a query", "?u=https%3A%2F%2Fh%2F%3Ftoken%3Ds%26a%3Db&c=d", "?u=https%3A%2F%2Fh%2F%3Ftoken%3D***%26a%3Db&c=d"},
		{"no value", "?token=&a=b&token#token", "?token=&a=b&token#token"},
		{"codes", "?auth_code=s&authcode=s&oobCode=s&verification_code=s&recovery_code=s&invitation_code=s&a",
			"?auth_code=***&authcode=***&oobCode=***&verification_code=***&recovery_code=***&invitation_code=***&a"},
		{"forms", "?csrf=s&_xsrf=s&csrfmiddleware=s&sign=s&x_hmac=s&pw=s&pswd=s&license_key=s&encryption-key=s",
			"?csrf=***&_xsrf=***&csrfmiddleware=***&sign=***&x_hmac=***&pw=***&pswd=***&license_key=***&encryption-key=***"},
		{"sessions", "?connect.sid=s&ASP.NET_SessionId=s&laravel_session=s&MoodleSession=s&ci_session=s&app_session=s",
			"?connect.sid=***&ASP.NET_SessionId=***&laravel_session=***&MoodleSession=***&ci_session=***&app_session=***"},
		{"JSON", `?q={"a":1,"password":"s","b":2}&c=d`, `?q={"a":1,"password":***&c=d`},
		{"JSON, the first member", `?q={"access_token": "s"}#x`, `?q={"access_token":***#x`},
		{"JSON, encoded", "?q=%7B%22token%22%3A%22s%22%7D&c", "?q=%7B%22token%22%3A***&c"},
		{"JSON, no secret", `?q={"a":"token","b":{"c":[1,2]}}&sessions=1`, `?q={"a":"token","b":{"c":[1,2]}}&sessions=1`},
		{"a colon without quotes", "http://token:80/a/token:b", "http://token:80/a/token:b"},
		{"part of a name", "?encode=a&zipcode=b&monkey=c&design=d", "?encode=a&zipcode=b&monkey=c&design=d"},
		{"host", "http://token.example/?a=b", "http://token.example/?a=b"},
		{"scheme", "token:a=b", "token:a=b"},
		{"no URL", "db:password=pw", "db:password=***"},
		{"tabs", "?to\tken=\ns\t&a", "?to\tken=\n***&a"},
		{"masked by more than one rule", "http://u:p@h/?token=a:b@c", "http://u:***"},
		{"JDBC", "jdbc:x://h;password=s&a=b#c", "jdbc:x://h;password=***"},
		{"before JDBC", "?token=s&u=jdbc:x;a/pass=s&b", "?token=***&u=jdbc:x;a/pass=***"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := Replace(tt.in, Append(nil, tt.in, true)); got != tt.want {
				t.Errorf("Append(%q, true) hides %q, want %q", tt.in, got, tt.want)
			}
		})
	}
}

// TestAppendInner checks the passwords of URLs inside a URL. The text before the first "|" is the scheme, with its
// colon.
func TestAppendInner(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, in       string
		opaque, secret bool
		want           string
	}{
		{"nothing", "http:|", false, false, "http:"},
		{"no URL inside", "http:|/a:b@c", false, false, "http:/a:b@c"},
		{"a password", "blob:|http://u:secret@h/x", true, false, "blob:http://u:***@h/x"},
		{"a userinfo", "mailto:|u:secret@h", true, false, "mailto:u:***@h"},
		{"no userinfo", "mailto:|u:secret@h", false, false, "mailto:u:secret@h"},
		{"a password at the start", "user:|secret@h/a:b@c", true, true, "user:***@h/a:b@c"},
		{"the other text in a query", "http:|/?u=http://u:secret@g/a:b@c&v=x:y@z", false, false,
			"http:/?u=http://u:***@g/a:b@c&v=x:y@z"},
		{"escaped", "http:|/?u=http%3A%2F%2Fu%3Asecret%40g%2Fx&w=//u:secret@g#//u:secret@g", false, false,
			"http:/?u=http%3A%2F%2Fu%3A***%40g%2Fx&w=//u:***@g#//u:***@g"},
		{"all escaped", "http:|/?u=http%3a%2f%2fu%3asecret%40g", false, false, "http:/?u=http%3a%2f%2fu%3a***%40g"},
		{"escaped twice", "http:|/?u=http%253A%252F%252Fu%253Asecret%2540g%252Fx", false, false,
			"http:/?u=http%253A%252F%252Fu%253A***%2540g%252Fx"},
		{"an ampersand after two escapes", "http:|/?u=http%25253A%25252f%25252fu%25253asecret%252540g&a:b@c", false, false,
			"http:/?u=http%25253A%25252f%25252fu%25253a***%252540g&a:b@c"},
		{"escaped more and less", "http:|/?u=http:%2F%252fu:secret%252540g", false, false, "http:/?u=http:%2F%252fu:***%252540g"},
		{"a percent sign in it", "http:|/?u=//u:secret%2525%40g", false, false, "http:/?u=//u:***%40g"},
		{"JDBC", "jdbc:|x://h;user=sa;password=secret;a", true, false, "jdbc:x://h;user=sa;password=***"},
		{"JDBC in a query", "http:|/?u=JDBC:x://h?password=secret", false, false, "http:/?u=JDBC:x://h?password=***"},
		{"JDBC and a URL", "http:|/?u=//u:secret@g&jdbc:x/secret@z", false, false, "http:/?u=//u:***@g&jdbc:***@z"},
		{"a path after the authority", "http:|/?u=http://u:secret@g/%2F:@", false, false, "http:/?u=http://u:***@g/%2F:@"},
		{"escaped delimiters", "blob:|http://u:secret%23%3f%26%5Csecret@g/", true, false, "blob:http://u:***@g/"},
		{"an ampersand in a path", "http:|/http://u:secret&secret@g/", false, false, "http:/http://u:***@g/"},
		{"a token after an escaped colon and a web scheme", "|%3Ahttp:SECRET@g", false, false, "%3Ahttp:***@g"},
		{"an ampersand in a path, after digits", "http:|/http://u:80&x@g/", false, false, "http:/http://u:***@g/"},
		{"an escaped ampersand in a query", "http:|/?u=%2F%2Fu%3Asec%26ret%40g&v=:@", false, false,
			"http:/?u=%2F%2Fu%3A***%40g&v=:@"},
		{"an ampersand less escaped", "http:|/?u=http%3A%2F%2Fg%2F%3Fv%3D%252F%252Fu%253Asecret%2540f%26w%3D%3A%40", false, false,
			"http:/?u=http%3A%2F%2Fg%2F%3Fv%3D%252F%252Fu%253A***%2540f%26w%3D%3A%40"},
		{"a slash in it", "http:|/?u=http://u:sec/ret@g", false, false, "http:/?u=http://u:***@g"},
		{"a question mark in it", "view-source:|http://u:sec?ret@g", true, false, "view-source:http://u:***@g"},
		{"a number sign in it", "http:|/?u=//u:sec#ret@g", false, false, "http:/?u=//u:***@g"},
		{"a slash in the first", "user:|sec/ret@h", true, true, "user:***@h"},
		{"a port and no password", "http:|/?u=http://h:80/a@b", false, false, "http:/?u=http://h:80/a@b"},
		{"a port of five digits", "http:|/?u=http://h:65536/a@b", false, false, "http:/?u=http://h:65536/a@b"},
		{"a port of six digits", "http:|/?u=http://h:655360/a@b", false, false, "http:/?u=http://h:***@b"},
		{"a password of digits", "http:|/?u=http://u:80@b/", false, false, "http:/?u=http://u:***@b/"},
		{"an empty password", "http:|/?u=http://u:@b/", false, false, "http:/?u=http://u:@b/"},
		{"a web scheme without slashes", "http:|/?u=http:u:secret@g&v=HTTP%3Au%3Asecret%40g", false, false,
			"http:/?u=http:u:***@g&v=HTTP%3Au%3A***%40g"},
		{"one slash", "http:|/web/http:/u:secret@g/a:/", false, false, "http:/web/http:/u:***@g/a:/"},
		{"several colons and at signs", "http:|//u:secret:secret@secret@g", false, false, "http://u:***@g"},
		{"a token", "http:|/?u=//SECRET@g/x", false, false, "http:/?u=//***@g/x"},
		{"a token and a password", "http:|/?u=//SECRETSECRETSECRETSECRET:secret@g/x", false, false, "http:/?u=//***:***@g/x"},
		{"an ampersand in a fragment", "http:|/#u=//u:secret@g&v=a:b@c", false, false, "http:/#u=//u:***@g&v=a:b@c"},
		{"a token at the start", "x:|//SECRET@g/x", true, false, "x://***@g/x"},
		{"a user name at the start", "x:|SECRET@g/x", true, false, "x:SECRET@g/x"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			front, rest, _ := strings.Cut(tt.in, "|")
			text := front + rest
			if got := Replace(text, AppendInner(nil, text, len(front), tt.opaque, tt.secret)); got != tt.want {
				t.Errorf("AppendInner(%q, %v, %v) hides %q, want %q", tt.in, tt.opaque, tt.secret, got, tt.want)
			}
		})
	}
}
