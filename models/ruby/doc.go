// Package ruby models URI.parse and URI.join, two functions of the library uri of Ruby. Net::HTTP and most other HTTP
// clients in Ruby use them.
//
//	var r reading.Reading
//	ruby.Dialect{}.Read(&r, "http://a_b.example:080")
//	fmt.Println(r.Port()) // 80 true
//
// A release is a release of the library, which is a gem and also a part of Ruby. Ruby 3.2, and 3.1 in Debian, have
// release 0.12. Ruby 3.3 has 0.13, Ruby 3.4 has 1.0, and Ruby 4.0 has 1.1.
//
// In all these releases, URI.parse uses a parser for RFC 3986, and not the older URI::RFC2396_Parser. Some schemes have
// a class with more rules: URI::FTP removes the first slash of a path, URI::MailTo requires addresses, and URI::LDAP
// rejects fragments.
//
// Path is URI#path. If URI#path is nil, Path is URI#opaque, which includes the query. Port is URI#port. If the input
// has no port, URI#port is the default port of the scheme. Href is URI#to_s.
//
// A string in Ruby consists of bytes and an encoding. The model parses url as a string with the encoding UTF-8, like a
// string literal. Ruby rejects every non-ASCII byte, so neither the encoding nor ill-formed UTF-8 changes which
// URLs are accepted.
//
// The model rejects a URL exactly when Ruby does. Ruby reports no offset of an error, so the model computes it.
//
// The time of Ruby is quadratic in the number of ".." segments in the path of a base. The time of the model is linear.
package ruby
