package audit

import (
	"strings"
	"testing"
)

// TestWords: each word of a table is found. The words are the ones of
// the source that is named, and not of those with "!" in front.
func TestWords(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ source, id, url, words string }{
		{"Fetch Standard §2.9, and IANA", "port-scheme-mismatch", "http://h.example:*/",
			`1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 113 115 117 119 123 135 137 139 143 161 179 389 427 465 512 513 514 515 526 530 531 532 540 548 554 556 563 587 601 636 989 990 993 995
			1719 1720 1723 2049 3659 4045 4190 5060 5061 6000 6566 6665 6666 6667 6668 6669 6679 6697 10080 !80 !81 !280 !443 !488 !591 !808 !1024 !3000 !8000 !8080 !8443 !9000 !9090`},
		{"services that requests are led to", "port-scheme-mismatch", "http://h.example:*/",
			"1433 2375 2379 3306 3389 5432 5672 5900 6379 8009 8500 9042 9200 10250 11211 27017 1099 4505 5555 6066 7077 8088 8200 9229 11434 26379 61616 !5000 !5556 !6378 !27016"},
		{"IANA", "port-scheme-mismatch", "*/",
			"!ftp://h:20 !ftp://h:21 !ftp://h:989 !ftp://h:990 ftp://h:22 !ssh://h:22 ssh://h:23 !ldap://h:389 !ldap://h:636 " +
				"ldap://h:25 !smtp://h:587 !imap://h:993 !pop3://h:995 !irc://h:194 !smb://h:445 !rtsp://h:554 !nntp://h:119 " +
				"!telnet://h:23 telnet://h:25 !sftp://h:22 !ldaps://h:636 !smtps://h:465 !whois://h:43"},
		{"Windows, Naming Files", "fs-special-name", "http://h.example/*",
			"con PRN aux nul com0 com1 com2 com3 com4 com5 com6 com7 com8 com9 lpt0 lpt1 lpt2 lpt3 lpt4 lpt5 lpt6 lpt7 lpt8 " +
				"lpt9 COM¹ com² com³ lpt¹ lpt² lpt³ conin$ conout$ clock$ con.txt nul.tar.gz aux:x !com !com10 !cons !xcon !con-a"},
		{"what runs, and what speaks to any port", "scheme-active", "*:x",
			"javascript data vbscript gopher gophers dict tftp JavaScript !http !mailto !java !file"},
		{"protocols of lines", "crlf-injection", "*://h.example/?%0a",
			"gopher telnet dict ftp ftps tftp imap imaps pop3 pop3s smtp smtps ldap ldaps irc ircs nntp news redis rediss " +
				"memcached finger whois rtsp sip sips !http !https !ws !x"},
		{"names of secrets", "token-in-query", "http://h.example/?*=x",
			"token access_token refresh_token id_token auth_token authtoken auth api_key apikey api-key key secret " +
				"client_secret password passwd pwd pass sig signature session sessionid session_id sid jsessionid PHPSESSID " +
				"aspsessionid X-Amz-Signature X-Amz-Security-Token X-Goog-Signature sharedaccesssignature jwt code !q !tokens " +
				"!page !keys"},
		{"without an authority", "scheme-restriction", "*://h.example/",
			"mailto tel sms urn data javascript about cid mid news geo magnet !http !x"},
		{"URLs that hold another", "nested-url", "*:x:y",
			"jar blob view-source filesystem feed url jdbc zip wsjar !mailto !x !urn"},
		{"top-level domains", "userinfo-deceptive", "ftp://good.*@h.example/",
			"com org uk info name mobi asia aero coop jobs museum arpa test local example invalid localhost internal online " +
				"site shop store cloud tech blog live !smith !html"},
		{"delimiters by NFKC", "host-nfkc-delimiter", "http://a*b.example/", "⁇ ⁈ ⁉ ℀ ℁ ℅ ℆ ⩴ ︓ ︖ ﹕ ﹖ ﹟ ﹫ ＃ ／ ： ？ ＠ !ﬁ !ａ"},
		{"more than one name", "idna-deviation", "http://a*b.example/", "ß ẞ ς \u1806 \u200c \u200d !s !σ"},
		{"delimiters that are escaped twice", "pct-double", "http://h.example/a%25*",
			"2e 2F 5c 25 40 3a 3F 23 3b 00 0a 1f !20 !61 !2"},
	} {
		for word := range strings.FieldsSeq(tt.words) {
			word, none := strings.CutPrefix(word, "!")
			id := tt.id
			if none {
				id = "!" + id
			}
			checkFound(t, tt.source, strings.Replace(tt.url, "*", word, 1), id)
		}
	}
}
