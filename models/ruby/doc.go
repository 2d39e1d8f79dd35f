// Package ruby is a model of URI.parse and URI.join of Ruby, the functions of its library uri, which Net::HTTP and most
// HTTP clients of Ruby use.
//
//	var r reading.Reading
//	ruby.Dialect{}.Read(&r, "http://a_b.example:080")
//	fmt.Println(r.Port()) // 80 true
//
// A release is one of the library, which is a gem and also comes with Ruby: 0.12 with Ruby 3.2 and Debian's 3.1, 0.13
// with 3.3, 1.0 with 3.4, and 1.1 with 4.0.
//
// URI.parse uses the parser for RFC 3986 in all of them. Dialect.RFC2396 selects the older one, which programs name as
// URI::RFC2396_Parser; in Ruby up to 3.3 it is also URI::DEFAULT_PARSER. The classes of schemes add rules of their own:
// URI::FTP removes the first slash of a path, URI::MailTo requires addresses, URI::LDAP accepts no fragment.
//
// Path is URI#path. Where that is nil it is URI#opaque, which includes the query. Port is URI#port, so it can be the
// default port of the scheme, which does not occur in the input. The text is URI#to_s.
//
// A string of Ruby is bytes and an encoding. The model reads url as a string with the encoding UTF-8, as a literal has.
// Both parsers reject each byte that is not ASCII, so the encoding and ill-formed UTF-8 change nothing.
//
// The oracle is Ruby: recorded answers of each release, and the installed program. Whether a URL is rejected is Ruby's
// answer. The offset of an error is the model's.
//
// Ruby's time is quadratic in the number of ".." segments in the path of a base. The model's is linear.
package ruby
