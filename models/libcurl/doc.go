// Package libcurl is a model of how libcurl reads a URL: what the program curl,
// and all that is built on the library, connects to.
//
//	u, err := libcurl.Parse("http://0x7f.1\t/")   // an error: a control
//	u, err = libcurl.Parse("http://0x7f.1/a/../b") // host 127.0.0.1, path /b
//
// It is for knowing where curl goes before it does, as package audit does. It
// makes no request.
//
// libcurl's parser goes by no specification. It takes one to three slashes, a
// name without a scheme, and numbers for addresses; it decodes hosts and removes
// dot segments, also escaped ones. It changed over the years, so that a model is
// of a release: see [Version]. The releases are data, a row a difference, and
// there is one implementation that asks it.
//
// What is modelled is curl_url_set of CURLUPART_URL with the flags that a
// transfer passes, CURLU_GUESS_SCHEME and CURLU_NON_SUPPORT_SCHEME, on a system
// that is not Windows, and curl_url_get without flags. [Version.Resolve] is the
// same call on a handle that holds a URL, with the flags of a redirect. A host
// stays as curl_url_get gives it: for the connection libcurl turns names beyond
// ASCII into Punycode, which is not part of the parser.
//
// The judge is libcurl itself: the release of Debian 12 is asked live where its
// headers are installed, and testdata holds recorded answers of each release.
//
// Every error is a [*urlerr.Error] whose rule is named for the CURLUcode; where
// libcurl refuses is certain, and the offset is the model's own opinion.
package libcurl
