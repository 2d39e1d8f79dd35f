package urllib_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"earl.example/urllib"
)

// TestEmptyFieldsTakeNoRoom holds the memory that a query takes which has
// nothing but separators.
func TestEmptyFieldsTakeNoRoom(t *testing.T) {
	query := strings.Repeat("&", 8<<20)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if pairs := urllib.ParseQSL(query); len(pairs) != 0 {
		t.Fatalf("%d pairs", len(pairs))
	}
	runtime.ReadMemStats(&after)
	if took := after.TotalAlloc - before.TotalAlloc; took > 1<<20 {
		t.Errorf("%d bytes of empty fields take %d bytes", len(query), took)
	}
}

func TestPairsBytes(t *testing.T) {
	t.Parallel()
	var got []string
	for name, value := range urllib.PairsBytes([]byte("a=1&b=%FF+&&c=&d=x")) {
		if string(name) == "d" {
			break
		}
		got = append(got, fmt.Sprintf("%q=%q", name, value))
	}
	if want := `["a"="1" "b"="\xff "]`; fmt.Sprint(got) != want {
		t.Errorf("got %v, want %s", got, want)
	}
	got = nil
	strict := urllib.QueryOptions{StrictParsing: true}
	for pair, err := range (urllib.Python{}).PairsBytes([]byte("a=1&b&c=1"), strict) {
		got = append(got, fmt.Sprintf("%q=%q %v", pair.Name, pair.Value, err != nil))
	}
	if want := `["a"="1" false ""="" true]`; fmt.Sprint(got) != want {
		t.Errorf("got %v, want %s", got, want)
	}
}

// TestDictIsNotShared writes to what a Dict has given away.
func TestDictIsNotShared(t *testing.T) {
	t.Parallel()
	text, octets := urllib.ParseQS("a=1&a=2"), urllib.ParseQSBytes([]byte("a=1&a=2"))
	values, _ := text.Get("a")
	values[0] = "x"
	for _, values := range text.All() {
		values[1] = "x"
	}
	if got, ok := text.Get("a"); !ok || fmt.Sprint(got) != "[1 2]" {
		t.Errorf("the values are %v now", got)
	}
	list, _ := octets.Get([]byte("a"))
	list[0][0] = 'x'
	for name, values := range octets.All() {
		name[0], values[1][0] = 'x', 'x'
	}
	if got, ok := octets.Get([]byte("a")); !ok || fmt.Sprintf("%s", got) != "[1 2]" {
		t.Errorf("the values are %s now", got)
	}
	if _, ok := octets.Get([]byte("b")); ok {
		t.Error("there is a name that the query has not")
	}
}
