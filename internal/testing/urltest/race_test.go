package urltest

import (
	"runtime/debug"
	"strconv"
	"testing"
	"time"
)

func TestRaceRunsEachOpOnEachURL(t *testing.T) {
	const rounds = 2
	urls := make([]string, 2*chunk+1)
	for i := range urls {
		urls[i] = strconv.Itoa(i)
	}
	counts := [2]map[string]int{{}, {}}
	percent := debug.SetGCPercent(100)
	defer debug.SetGCPercent(percent)
	r := newRace(urls, []Op{
		{Name: "a", Do: func(url string) { counts[0][url]++ }},
		{Name: "b", Do: func(url string) {
			counts[1][url]++
			if debug.SetGCPercent(-1) != -1 {
				t.Error("the collector is on")
			}
		}},
	})
	for range rounds {
		r.round()
	}
	if debug.SetGCPercent(100) != 100 {
		t.Error("the collector's setting is not put back")
	}
	for i, count := range counts {
		for _, url := range urls {
			if count[url] != rounds*passes {
				t.Fatalf("op %d saw URL %s %d times, want %d", i, url, count[url], rounds*passes)
			}
		}
	}
}

func TestRaceKeepsTheBestOfEachChunk(t *testing.T) {
	t.Parallel()
	calls := 0
	const slow = time.Millisecond
	r := newRace(make([]string, chunk+1), []Op{{Name: "slow once a chunk and round", Do: func(string) {
		if calls++; calls%(chunk*passes) == 1 {
			time.Sleep(slow)
		}
	}}})
	r.round()
	if len(r.best) != 2 || r.total(0) != r.best[0][0]+r.best[1][0] {
		t.Errorf("the total is %v of the chunks %v", r.total(0), r.best)
	}
	if r.best[0][0] >= slow {
		t.Errorf("the best of %d passes is %v, which holds a pause of %v that one had", passes, r.best[0][0], slow)
	}
}
