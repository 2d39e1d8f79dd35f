package str

import (
	"math"
	"strings"
	"testing"
)

// intCases have the answer of 3.13; the live tests ask every interpreter
// for its own.
var intCases = []struct {
	in   string
	want int64
	err  string // "" if it is a number
}{
	{"80", 80, ""},
	{"+80", 80, ""},
	{"-80", -80, ""},
	{"-0", 0, ""},
	{"0080", 80, ""},
	{"8_0", 80, ""},
	{" \t\n\v\f\r80\u00a0\u3000\u0085", 80, ""},
	{"٣", 3, ""},
	{"+１_２", 12, ""},
	{"𝟠𝟬", 80, ""},
	{"9223372036854775807", math.MaxInt64, ""},
	{"9223372036854775808", math.MaxInt64, ""},
	{"-9223372036854775807", -math.MaxInt64, ""},
	{"-9223372036854775808", math.MinInt64, ""},
	{"-9223372036854775809", math.MinInt64, ""},
	{strings.Repeat("9", 4300), math.MaxInt64, ""},
	{"-" + strings.Repeat("9", 4300), math.MinInt64, ""},
	{strings.Repeat("9_", 4299) + "9", math.MaxInt64, ""},
	{strings.Repeat("0", 4299) + "7", 7, ""},

	{"", 0, "invalid literal for int() with base 10: ''"},
	{"-", 0, "invalid literal for int() with base 10: '-'"},
	{"+-1", 0, "invalid literal for int() with base 10: '+-1'"},
	{"- 1", 0, "invalid literal for int() with base 10: '- 1'"},
	{"_1", 0, "invalid literal for int() with base 10: '_1'"},
	{"1_", 0, "invalid literal for int() with base 10: '1_'"},
	{"1__2", 0, "invalid literal for int() with base 10: '1__2'"},
	{"-_1", 0, "invalid literal for int() with base 10: '-_1'"},
	{"1 2", 0, "invalid literal for int() with base 10: '1 2'"},
	{"0x1", 0, "invalid literal for int() with base 10: '0x1'"},
	{"1\x00", 0, `invalid literal for int() with base 10: '1\x00'`},
	{"1\x1c", 0, `invalid literal for int() with base 10: '1\x1c'`},
	{"\x1c1\u0085", 0, `invalid literal for int() with base 10: '\x1c1\x85'`},
	{"1\u200b", 0, `invalid literal for int() with base 10: '1\u200b'`},
	{"²", 0, "invalid literal for int() with base 10: '²'"},
	{"−1", 0, "invalid literal for int() with base 10: '−1'"},
	{"\xff", 0, `invalid literal for int() with base 10: '\udcff'`},
	{"'", 0, `invalid literal for int() with base 10: "'"`},
	{strings.Repeat("x", 250), 0, "invalid literal for int() with base 10: '" + strings.Repeat("x", 199)},
	{strings.Repeat("x", 198), 0, "invalid literal for int() with base 10: '" + strings.Repeat("x", 198) + "'"},
	{strings.Repeat("x", 199), 0, "invalid literal for int() with base 10: '" + strings.Repeat("x", 199)},
	{strings.Repeat("x", 250) + "'", 0, "invalid literal for int() with base 10: \"" + strings.Repeat("x", 199)},
	{strings.Repeat("\n", 250), 0, "invalid literal for int() with base 10: '" + strings.Repeat(`\n`, 99) + `\`},
	{strings.Repeat("9", 5000) + "x", 0, "invalid literal for int() with base 10: '" + strings.Repeat("9", 199)},
	{strings.Repeat("9", 5000) + "_", 0, "invalid literal for int() with base 10: '" + strings.Repeat("9", 199)},

	{strings.Repeat("9", 4301), 0,
		"Exceeds the limit (4300 digits) for integer string conversion: value has 4301 digits; use " +
			"sys.set_int_max_str_digits() to increase the limit"},
	{strings.Repeat("9", 4301) + " \x00x", 0,
		"Exceeds the limit (4300 digits) for integer string conversion: value has 4301 digits; use " +
			"sys.set_int_max_str_digits() to increase the limit"},
	{" -0" + strings.Repeat("٠", 4300) + " ", 0,
		"Exceeds the limit (4300 digits) for integer string conversion: value has 4301 digits; use " +
			"sys.set_int_max_str_digits() to increase the limit"},
}

func TestParseInt(t *testing.T) {
	t.Parallel()
	for _, c := range intCases {
		got, err := ParseInt(c.in, Release{13, 0})
		if c.err != "" {
			if e, ok := err.(*Exception); !ok || e.Class != "ValueError" || e.Text != c.err || got != 0 {
				t.Errorf("%.40q: got %d, %v, want %s", c.in, got, err, c.err)
			}
		} else if want := int(min(max(c.want, math.MinInt), math.MaxInt)); err != nil || got != want {
			t.Errorf("%.40q: got %d, %v, want %d", c.in, got, err, want)
		}
	}
}

// TestDigitLimit names the releases in which the limit and its texts changed:
// gh-95778 of August and of September 2022, GH-100175 of December 2022.
func TestDigitLimit(t *testing.T) {
	t.Parallel()
	const (
		first  = "Exceeds the limit (4300) for integer string conversion: value has 4301 digits"
		advice = "; use sys.set_int_max_str_digits() to increase the limit"
		second = first + advice
		third  = "Exceeds the limit (4300 digits) for integer string conversion: value has 4301 digits" + advice
	)
	in := strings.Repeat("1", 4301)
	for _, c := range []struct {
		rel  Release
		want string
	}{
		{Release{8, 13}, ""}, {Release{8, 14}, first}, {Release{8, 15}, second}, {Release{8, 20}, second},
		{Release{9, 13}, ""}, {Release{9, 14}, first}, {Release{9, 15}, second},
		{Release{10, 6}, ""}, {Release{10, 7}, first}, {Release{10, 8}, second}, {Release{10, 13}, second},
		{Release{11, 0}, second}, {Release{11, 1}, second}, {Release{11, 2}, third}, {Release{12, 0}, third},
		{Release{14, 0}, third},
	} {
		text := func(n int, err error) string {
			if err == nil {
				if n != math.MaxInt {
					t.Errorf("%v: got %d", c.rel, n)
				}
				return ""
			}
			return err.(*Exception).Text
		}
		if got := text(ParseInt(in, c.rel)); got != c.want {
			t.Errorf("ParseInt %v: got %q, want %q", c.rel, got, c.want)
		}
	}
	// Before 3.12 the limit comes before the text after the digits.
	literal := "invalid literal for int() with base 10: '" + in[:199]
	for rel, want := range map[Release]string{{11, 2}: third, {11, 17}: third, {12, 0}: literal, {14, 0}: literal} {
		if _, err := ParseInt(in+"x", rel); err.(*Exception).Text != want {
			t.Errorf("%v: got %v, want %s", rel, err, want)
		}
	}
}
