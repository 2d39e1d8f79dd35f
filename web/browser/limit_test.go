package browser

import (
	"slices"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// The limits of the page.
const (
	maxTransfer  = 1_600_000 // bytes
	maxReady     = 300 * time.Millisecond
	maxKeystroke = 10 * time.Millisecond
)

// TestLimits measures the first load, the time until the parsers are ready, and the time from a keystroke to the
// result. Other programs make single measurements long, so the limits are for the fastest one.
func TestLimits(t *testing.T) {
	fast := func(all []float64) time.Duration { return time.Duration(slices.Min(all) * float64(time.Millisecond)) }
	own, err := listen("127.0.0.1:0") // its files are not in the cache
	if err != nil {
		t.Fatal(err)
	}
	defer own.Close()
	online := host
	host = own
	defer func() { host = online }()
	p := open(t, fragment("http://h/"))
	p.poll("the service worker", `(await navigator.serviceWorker.ready).active.state === "activated"`)
	own.mu.Lock()
	bytes := own.bytes
	own.mu.Unlock()
	if bytes > maxTransfer {
		t.Errorf("the first load transfers %d bytes, more than %d", bytes, maxTransfer)
	}
	var ready []float64
	for range 8 {
		p.run(chromedp.Reload())
		p.settled()
		ready = append(ready, eval[float64](p, `performance.getEntriesByName("ready")[0].startTime`))
	}
	keystroke := eval[[]float64](p, `await (async () => {
		const times = [], e = document.querySelector("#url"), text = "https://user:pw@www.example.co.uk\\@evil.com/a/%2e%2e/b?x=1#top";
		for (let n = 0; n < 300; n++) {
			e.value = text.slice(0, 20 + n % (text.length - 19));
			const done = new Promise(resolve => addEventListener("answered", resolve, { once: true }));
			const start = performance.now();
			e.oninput({});
			await done;
			document.body.offsetHeight; // the layout
			times.push(performance.now() - start);
		}
		return times;
	})()`)
	t.Logf("transferred %d bytes; ready after %v; %v from a keystroke to the result, the layout included",
		bytes, fast(ready), fast(keystroke))
	// A machine that is half as fast as the one that the limits were set on, or busy, does not fail the test.
	if got := fast(ready); got > 2*maxReady {
		t.Errorf("ready after %v, more than %v", got, maxReady)
	}
	if got := fast(keystroke); got > 2*maxKeystroke {
		t.Errorf("%v from a keystroke to the result, more than %v", got, maxKeystroke)
	}
}
