package str

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"earl.example/internal/testing/urltest"
)

// An interpreter is a CPython found on this machine.
type interpreter struct {
	path    string
	release Release
	unicode string
}

// eachInterpreter runs f as a subtest for each interpreter that the environment variable EARL_PYTHONS names.
func eachInterpreter(t *testing.T, f func(t *testing.T, py interpreter)) {
	t.Helper()
	urltest.Live(t)
	paths := filepath.SplitList(os.Getenv("EARL_PYTHONS"))
	if len(paths) == 0 {
		t.Skip("EARL_PYTHONS names no interpreters")
	}
	for _, path := range paths {
		out, err := exec.Command(path, "-c", `import sys, unicodedata
print(*sys.version_info[:3], unicodedata.unidata_version)`).Output()
		if err != nil {
			t.Fatalf("EARL_PYTHONS: %s: %v, want no error", path, err)
		}
		py := interpreter{path: path}
		var major int
		_, err = fmt.Sscan(string(out), &major, &py.release.Minor, &py.release.Patch, &py.unicode)
		if err != nil || major != 3 || !py.release.AtLeast(8, 0) {
			t.Fatalf("EARL_PYTHONS: %s is Python %s: CPython 3.8 or later is needed", path, out)
		}
		t.Run(py.release.String(), func(t *testing.T) {
			t.Parallel()
			f(t, py)
		})
	}
}

// run gives a script some input and returns its output.
func (py interpreter) run(t *testing.T, script string, stdin []byte, args ...string) []byte {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), py.path, append([]string{"-c", script}, args...)...)
	cmd.Stdin = bytes.NewReader(stdin)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v, want success\n%s", py.path, err, &stderr)
	}
	return out
}

// In what goes to and from the scripts 0xFF ends a field and 0xFE a row:
// neither byte is part of a str.

// everyCodePoint is the answer that codePointAnswer gives, for all of Unicode.
const everyCodePoint = `
import sys
def num(s):
    try: return str(int(s))
    except ValueError: return "no"
for plane in map(int, sys.argv[1:]):
    for cp in range(plane << 16, (plane + 1) << 16):
        c = chr(cp)
        sys.stdout.buffer.write("\x00".join([
            c.lower(), (c + "\u03a3" + c).lower(), ("A" + c + "\u03a3" + c + "A" + c + "\u03a3").lower(),
            repr(c), str(c.isprintable()), (c + c + "x" + c).strip() + "/" + c.strip(), num(c), num(c + "1"),
        ]).encode("utf-8", "surrogatepass") + b"\xfe")
sys.stdout.buffer.flush()
`

func codePointAnswer(dst []byte, r rune, rel Release) []byte {
	c := string(AppendRune(nil, r))
	dst = append(dst, Lower(c, rel)...)
	dst = append(append(dst, 0), Lower(c+"Σ"+c, rel)...)
	dst = append(append(dst, 0), Lower("A"+c+"Σ"+c+"A"+c+"Σ", rel)...)
	dst = AppendRepr(append(dst, 0), c, rel)
	if IsPrintable(r, rel) {
		dst = append(dst, "\x00True\x00"...)
	} else {
		dst = append(dst, "\x00False\x00"...)
	}
	dst = append(dst, Strip(c+c+"x"+c)+"/"+Strip(c)...)
	for _, s := range []string{c, c + "1"} {
		dst = append(dst, 0)
		if n, err := ParseInt(s, rel); err != nil {
			dst = append(dst, "no"...)
		} else {
			dst = strconv.AppendInt(dst, int64(n), 10)
		}
	}
	return dst
}

func TestEveryCodePointAgreesWithPython(t *testing.T) {
	eachInterpreter(t, func(t *testing.T, py interpreter) {
		if got := unicodeVersions[py.release.unicodeIndex()]; got+".0" != py.unicode {
			t.Errorf("Unicode version %s, want %s", got, py.unicode)
		}
		var planes []string
		for plane := range 17 {
			if plane <= 1 || plane == 14 || !testing.Short() {
				planes = append(planes, strconv.Itoa(plane))
			}
		}
		out := py.run(t, everyCodePoint, nil, planes...)
		var got []byte
		failures := 0
		for _, name := range planes {
			plane, _ := strconv.Atoi(name)
			for r := rune(plane << 16); r < rune(plane+1)<<16; r++ {
				want, rest, ok := bytes.Cut(out, []byte{0xFE})
				if !ok {
					t.Fatalf("no answer for U+%04X", r)
				}
				out = rest
				if got = codePointAnswer(got[:0], r, py.release); !bytes.Equal(got, want) {
					t.Errorf("U+%04X:\n got %q\nwant %q", r, got, want)
					if failures++; failures == 20 {
						t.Fatal("too many differences")
					}
				}
			}
		}
	})
}

// stringAnswers is the answer that stringAnswer gives, for each string.
const stringAnswers = `
import sys
smallest = int(sys.argv[1])
def num(s):
    try: return str(max(smallest, min(-1 - smallest, int(s, 10))))
    except ValueError as e: return str(e)
rows = []
for raw in sys.stdin.buffer.read().split(b"\xff")[:-1]:
    s = raw.decode("utf-8", "surrogatepass")
    row = [s.lower(), s.strip(), repr(s), num(s), repr(raw), str(len(s))]
    rows.append(b"\xff".join(field.encode("utf-8", "surrogatepass") for field in row))
sys.stdout.buffer.write(b"\xfe".join(rows))
sys.stdout.buffer.flush()
`

func stringAnswer(s string, rel Release) string {
	num := ""
	if n, err := ParseInt(s, rel); err != nil {
		num = err.(*Exception).Text
	} else {
		num = strconv.Itoa(n)
	}
	return strings.Join([]string{
		Lower(s, rel), Strip(s), string(AppendRepr(nil, s, rel)), num,
		string(AppendBytesRepr(nil, []byte(s))), strconv.Itoa(RuneCount(s)),
	}, "\xff")
}

// randomText returns text of characters that matter to some rule.
func randomText(rng *rand.Rand) string {
	const interesting = "ΣΣΣσςaAzZİıǅß'’.:·^`\u00ad\u0301\u0345ʰ\u037a\u1d2c\u2019\u200b\ufeff\U000e0001" +
		"٣0９𝟎𑃰1_+-²½ \t\n\v\f\r\x00\x1c\x1f\u0085\u00a0\u1680\u2003\u2028\u202f\u3000\"\\\x7f\x80é\u0378" +
		"\ua7cb\ua7dc\u1c89\u0897\U0001171e\u1734\U0001e5f1\U00011bf3\U00016ea0\ua7f1\U00010d50\U00010570\U0010ffff\ue000"
	pool := []rune(interesting)
	pool = append(pool, 0xD800, 0xDBFF, 0xDC80, 0xDFFF)
	var b []byte
	for range rng.IntN(12) {
		r := pool[rng.IntN(len(pool))]
		if rng.IntN(8) == 0 {
			r = rune(rng.IntN(0x20000))
		}
		b = AppendRune(b, r)
	}
	return string(b)
}

// randomNumber returns a text that is nearly a number for int().
func randomNumber(rng *rand.Rand) string {
	pick := func(s ...string) string { return s[rng.IntN(len(s))] }
	n := rng.IntN(21)
	if rng.IntN(20) == 0 {
		n = maxStrDigits - 2 + rng.IntN(5)
	}
	var b strings.Builder
	b.WriteString(pick("", "", " ", "\t\n", "\u00a0", "\x1c", "_", "\u200b", strings.Repeat(" ", 300)))
	b.WriteString(pick("", "", "+", "-", "--", "−", "+_"))
	underscores := rng.IntN(4)
	script := pick("0123456789", "0123456789", "٠١٢٣٤٥٦٧٨٩", "𝟘𝟙𝟚𝟛𝟜𝟝𝟞𝟟𝟠𝟡", "0000000009", "01２３")
	digits := []rune(script)
	for i := range n {
		b.WriteRune(digits[rng.IntN(len(digits))])
		if underscores == 0 && i+1 < n {
			b.WriteByte('_')
		}
	}
	b.WriteString(pick("", "", "", " ", "\x85", "\u0085", "_", "__1", "x", " x", "\x00", "é", " é", "'", "\"'", "\u2003\n",
		"\x00 1"))
	return string(normalize(b.String()))
}

// normalize writes stray bytes as the surrogates that they represent.
func normalize(s string) []byte {
	var b []byte
	for s != "" {
		r, size := DecodeRune(s)
		b = AppendRune(b, r)
		s = s[size:]
	}
	return b
}

func TestTextAgreesWithPython(t *testing.T) {
	eachInterpreter(t, func(t *testing.T, py interpreter) {
		rng := rand.New(rand.NewPCG(2, 3))
		var texts []string
		for range 20000 {
			texts = append(texts, randomText(rng), randomNumber(rng))
		}
		for _, row := range intCases {
			texts = append(texts, string(normalize(row.in)))
		}
		out := py.run(t, stringAnswers, []byte(strings.Join(texts, "\xff")+"\xff"), strconv.Itoa(math.MinInt))
		rows := strings.Split(string(out), "\xfe")
		if len(rows) != len(texts) {
			t.Fatalf("%d answers for %d texts", len(rows), len(texts))
		}
		failures := 0
		for i, want := range rows {
			if got := stringAnswer(texts[i], py.release); got != want {
				got, want = firstDifference(got, want)
				t.Errorf("%+.60q (%d bytes):\n got %+.200q\nwant %+.200q", texts[i], len(texts[i]), got, want)
				if failures++; failures == 10 {
					t.Fatal("too many differences")
				}
			}
		}
	})
}

// firstDifference returns the fields of two rows that differ first.
func firstDifference(a, b string) (string, string) {
	x, y := strings.Split(a, "\xff"), strings.Split(b, "\xff")
	for i := range min(len(x), len(y)) {
		if x[i] != y[i] {
			return x[i], y[i]
		}
	}
	return a, b
}

func TestFloatsAgreeWithPython(t *testing.T) {
	const script = `
import struct, sys
data = sys.stdin.buffer.read()
for (f,) in struct.iter_unpack("<d", data): print(repr(f))
`
	eachInterpreter(t, func(t *testing.T, py interpreter) {
		rng := rand.New(rand.NewPCG(5, 8))
		var in []byte
		var floats []float64
		for range urltest.Number(t, "EARL_FLOATS", 20_000) {
			f := randomFloat(rng)
			floats = append(floats, f)
			in = binary.LittleEndian.AppendUint64(in, math.Float64bits(f))
		}
		lines := strings.Split(strings.TrimSpace(string(py.run(t, script, in))), "\n")
		for i, f := range floats {
			if got := string(appendFloat(nil, f)); got != lines[i] {
				t.Fatalf("%x: got %s, want %s", math.Float64bits(f), got, lines[i])
			}
		}
	})
}

// randomFloat returns any bits, or a number of the size that people write.
func randomFloat(rng *rand.Rand) float64 {
	switch rng.IntN(4) {
	case 0:
		digits := math.Pow10(rng.IntN(22) - 4)
		return math.Round(rng.NormFloat64()*1e6) / digits
	case 1:
		return math.Ldexp(float64(rng.IntN(1<<20)), rng.IntN(120)-60)
	default:
		return math.Float64frombits(rng.Uint64())
	}
}

func TestValuesAgreeWithPython(t *testing.T) {
	const script = `
import collections, struct, sys
from math import inf, nan
def f(bits): return struct.unpack("<d", struct.pack("<Q", bits))[0]
rows = []
for expression in sys.stdin.read().split("\n")[:-1]:
    try: s = str(eval(expression))
    except Exception as e: s = type(e).__name__ + ": " + str(e)
    rows.append(s.encode("utf-8", "surrogatepass"))
sys.stdout.buffer.write(b"\xfe".join(rows))
sys.stdout.buffer.flush()
`
	eachInterpreter(t, func(t *testing.T, py interpreter) {
		rng := rand.New(rand.NewPCG(13, 21))
		type sample struct {
			value  any
			python string
		}
		var samples []sample
		for _, c := range valueCases {
			if c.python != "" {
				samples = append(samples, sample{c.value, c.python})
			}
		}
		for range 5000 {
			v, python := randomValue(rng, 3)
			samples = append(samples, sample{v, python})
		}
		var in strings.Builder
		for _, s := range samples {
			in.WriteString(s.python + "\n")
		}
		rows := strings.Split(string(py.run(t, script, []byte(in.String()))), "\xfe")
		if len(rows) != len(samples) {
			t.Fatalf("%d answers for %d values", len(rows), len(samples))
		}
		for i, s := range samples {
			got := ""
			if b, err := strOf(py.release, s.value); err != nil {
				got = err.Error()
			} else {
				got = string(normalize(b))
			}
			if got != rows[i] {
				t.Errorf("%s:\n got %q\nwant %q", s.python, got, rows[i])
			}
		}
	})
}

// randomValue returns a Go value and an expression for the Python value that
// equals it.
func randomValue(rng *rand.Rand, depth int) (any, string) {
	kinds := 12
	if depth == 0 {
		kinds = 8
	}
	switch rng.IntN(kinds) {
	case 0:
		return nil, "None"
	case 1:
		b := rng.IntN(2) == 1
		return b, map[bool]string{true: "True", false: "False"}[b]
	case 2:
		n := int64(rng.Uint64()) >> rng.IntN(64)
		return n, strconv.FormatInt(n, 10)
	case 3:
		n := rng.Uint64() >> rng.IntN(64)
		return n, strconv.FormatUint(n, 10)
	case 4:
		f := randomFloat(rng)
		return f, fmt.Sprintf("f(%d)", math.Float64bits(f))
	case 5, 6:
		s := randomText(rng)
		return s, literal(s)
	case 7:
		b := []byte(randomText(rng))
		return b, fmt.Sprintf("bytes.fromhex('%x')", b)
	case 8, 9, 10:
		var list []any
		var parts []string
		for range rng.IntN(4) {
			v, python := randomValue(rng, depth-1)
			list, parts = append(list, v), append(parts, python)
		}
		if rng.IntN(2) == 0 {
			array := reflect.ArrayOf(len(list), reflect.TypeFor[any]())
			return reflect.ValueOf(list).Convert(array).Interface(), "tuple([" + strings.Join(parts, ", ") + "])"
		}
		return list, "[" + strings.Join(parts, ", ") + "]"
	default:
		m := map[int]any{}
		var parts []string
		for k := range rng.IntN(4) {
			v, python := randomValue(rng, depth-1)
			m[k-1] = v
			parts = append(parts, fmt.Sprintf("%d: %s", k-1, python))
		}
		return m, "{" + strings.Join(parts, ", ") + "}"
	}
}

// literal returns a Python literal for s, all escapes.
func literal(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for s != "" {
		r, size := DecodeRune(s)
		fmt.Fprintf(&b, `\U%08x`, r)
		s = s[size:]
	}
	b.WriteByte('"')
	return b.String()
}
