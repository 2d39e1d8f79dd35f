package whatwg_test

import (
	"testing"

	"earl.example/whatwg"
)

// TestPercentDecodeText checks the number of U+FFFD against the decoder of the Encoding Standard.
func TestPercentDecodeText(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, in, want string }{
		{"nothing", "", ""},
		{"plain", "a+b%zz%", "a+b%zz%"},
		{"escapes", "%41%c3%A9", "Aé"},
		{"byte order mark", "%EF%BB%BFa", "\ufeffa"},
		{"not UTF-8", "%ffa%C3", "\ufffda\ufffd"},
		{"cut short", "%E2%82a", "\ufffda"},
		{"encoded surrogate", "%ED%A0%80", "\ufffd\ufffd\ufffd"},
		{"surrogate as it stands", "\xed\xa0\x80%41", "\ufffdA"},
		{"half as it stands", "\xe2%82%ac", "\ufffd\ufffd\ufffd"},
	} {
		if got := whatwg.PercentDecodeText(test.in); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}
