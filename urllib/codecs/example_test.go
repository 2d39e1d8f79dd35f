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
	text, _ := py.Unquote("%BA%BA%D7%D6", urllib.CodecOptions{Encoding: new("gb2312")})
	fmt.Println(text)
	named, _ := py.Quote("é", urllib.QuoteOptions{Encoding: new("ascii"), Errors: new("namereplace")})
	fmt.Println(named)
	// Output:
	// %8A%BF%8E%9A
	// 汉字
	// %5CN%7BLATIN%20SMALL%20LETTER%20E%20WITH%20ACUTE%7D
}

// Without URLs: Python's s.encode and b.decode.
func Example_text() {
	py := urllib.Python{Version: urllib.MustParseVersion("3.11"), Codecs: codecs.All{}}
	b, err := py.EncodeText("カナ", "MS Kanji", "strict")
	fmt.Printf("% X %v\n", b, err)
	s, _ := py.DecodeText([]byte("\x83J\x83"), "MS Kanji", "backslashreplace")
	fmt.Println(s)
	_, err = py.EncodeText("aé", "MS Kanji", "strict")
	if e, ok := errors.AsType[*urllib.Error](err); ok {
		fmt.Println(e.Exception, e.Text)
		fmt.Println(e.Encoding, e.Start, e.End, e.Reason)
	}
	// Output:
	// 83 4A 83 69 <nil>
	// カ\x83
	// UnicodeEncodeError 'cp932' codec can't encode character '\xe9' in position 1: illegal multibyte sequence
	// cp932 1 2 illegal multibyte sequence
}

// A str of Python can have surrogates, which strings of Go have as three bytes, or as a byte that is not UTF-8.
func ExampleDecodeRune() {
	for s := "a\xff\xed\xa0\x80"; s != ""; {
		r, size := codecs.DecodeRune(s)
		fmt.Printf("%U %d\n", r, size)
		s = s[size:]
	}
	fmt.Printf("%q\n", codecs.AppendRune(nil, 0xDCFF))
	// Output:
	// U+0061 1
	// U+DCFF 1
	// U+D800 3
	// "\xed\xb3\xbf"
}
