// Package okhttp models the class HttpUrl of OkHttp, the HTTP client of Android and of many programs on the JVM. It
// reports the host to which OkHttp connects. It does not send requests.
//
//	var r reading.Reading
//	okhttp.Dialect{}.Read(&r, `http:\\h\a/../b`)
//	fmt.Println(r.Href()) // http://h/b
//
// HttpUrl parses http and https like a browser, with differences:
//
//   - A host in the form of an IPv4 address, such as 127.1 or 0x7f.1, is a name. The resolver of Java reads 127.1 and
//     2130706433 as 127.0.0.1, and 0177.0.0.1 as 177.0.0.1.
//   - A host with a colon is an IPv6 address, even without brackets. An IPv4-mapped address becomes an IPv4 address.
//   - Other hosts are decoded and encoded by IDNA: in 5, by UTS #46; in 4, by java.net.IDN, which implements IDNA 2003.
//     So http://faß.de/ has the host xn--fa-hia.de in 5, and fass.de in 4.
//   - The port is from 1 to 65535.
//   - Malformed percent-encodings do not change.
//
// A reading has the encoded properties of HttpUrl. An empty username or password, and the default port, are absent.
//
// OkHttp 5 accepts every label that begins with xn-- and can be decoded. The model checks such a label by UTS #46.
package okhttp
