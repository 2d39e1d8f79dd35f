package codecs_test

import (
	"errors"
	"fmt"

	"earl.example/urllib"
	"earl.example/urllib/codecs"
)

// In urllib: every encoding and every error handler.
func Example() {
	py := urllib.Python{Codecs: codecs.All{}}
	quoted, _ := py.Quote("漢字", urllib.QuoteOptions{Encoding: new("shift_jis")})
	fmt.Println(quoted)
	text, _ := py.Unquote("%BA%BA%D7%D6", urllib.UnquoteOptions{Encoding: new("gb2312")})
	fmt.Println(text)
	named, _ := py.Quote("é", urllib.QuoteOptions{Encoding: new("ascii"), Errors: new("namereplace")})
	fmt.Println(named)
	// Output:
	// %8A%BF%8E%9A
	// 汉字
	// %5CN%7BLATIN%20SMALL%20LETTER%20E%20WITH%20ACUTE%7D
}

// By itself: Python's codecs for bytes and text.
func ExampleLookup() {
	sjis, err := codecs.Lookup("MS Kanji", urllib.MustParseVersion("3.11"))
	if err != nil {
		panic(err)
	}
	b, err := sjis.Encode("カナ", "strict")
	fmt.Printf("%s: % X %v\n", sjis.Module(), b, err)
	s, _ := sjis.Decode([]byte("\x83J\x83"), "backslashreplace")
	fmt.Println(s)
	_, err = sjis.Encode("aé", "strict")
	if e, ok := errors.AsType[*urllib.Error](err); ok {
		fmt.Println(e.Exception, e.Text)
		fmt.Printf("%+v\n", *e.Unicode)
	}
	// Output:
	// cp932: 83 4A 83 69 <nil>
	// カ\x83
	// UnicodeEncodeError 'cp932' codec can't encode character '\xe9' in position 1: illegal multibyte sequence
	// {Encoding:cp932 Start:1 End:2 Reason:illegal multibyte sequence}
}

// A name belongs to releases.
func ExampleLookup_releases() {
	for _, version := range []string{"3.12", "3.13"} {
		e, err := codecs.Lookup("windows-31j", urllib.MustParseVersion(version))
		fmt.Printf("%s %q %v\n", version, e.Module(), err == nil)
	}
	// Output:
	// 3.12 "" false
	// 3.13 "cp932" true
}
