// Package yarl is a model of yarl's URL, the URL of aiohttp: of the host that an aiohttp client connects to. It makes
// no request.
//
//	var r reading.Reading
//	yarl.Dialect{}.Read(&r, "http://①②⑦.0.0.1/%7euser")
//	fmt.Println(r.Href()) // http://127.0.0.1/~user
//
// yarl splits URLs like Python's urllib.parse and then writes them in a form of its own:
//
//   - A backslash in the authority is an error, and so is a character in the host that cannot be seen.
//   - A host is converted to lower case. If it is not ASCII, it is mapped by UTS #46 and encoded by IDNA 2008, or, if
//     that fails, by Python's codec for IDNA 2003. The model is of idna 3.20 (Unicode 18) under CPython 3.13.
//   - Escapes of unreserved characters are decoded, and other characters are encoded, also a lone percent sign.
//   - With an authority, dot segments are removed from the path, encoded ones too.
//
// The reading has the raw attributes of a URL, such as raw_host. The port is the explicit one. The host of an address
// has no brackets.
//
// The oracle is yarl: recorded answers, and the installed package. Whether a URL is rejected is yarl's answer. The
// offset of an error is the model's.
package yarl
