// Package requests models the URL that Python's requests prepares, and the host to which it connects. It does not send
// requests.
//
//	var r reading.Reading
//	requests.Dialect{}.Read(&r, " http://127.0.0.%31/")
//	fmt.Println(r.Host()) // 127.0.0.1 true
//
// requests does not connect to the host that parse_url of urllib3 returns for the URL. It first prepares the URL:
//
//   - It removes white space before the URL.
//   - It parses the URL with parse_url, and rejects a host that begins with "*" or ".".
//   - It decodes the escapes of letters, digits, "-", ".", "_" and "~" in the whole result. If an escape in it is
//     malformed, it encodes each percent sign instead, so the zone of [fe80::1%25ens192] becomes "25ens192".
//   - It reads the host of the prepared URL with urlsplit. Up to 2.31, it calls parse_url again.
//   - urllib3 normalizes the host. Python rejects a host with an empty label or a label of more than 63 bytes.
//
// Only http and https are accepted. Each release runs with the urllib3 of its time: 2.34.2 with 2.8.0, 2.32.5 with
// 2.5.0, and 2.31.0 with 2.2.3. With an older urllib3, the newest release reads hosts as 2.32.5 does. CPython is
// 3.13.0.
//
// The URL of a reading is the prepared one. requests resolves a redirect with urljoin, as in package urllib.
//
// The oracle is requests: it sends a request for each URL, and the look-up of the host is recorded and refused. Tests
// compare the model with recorded answers of each release, and with the installed package.
package requests
