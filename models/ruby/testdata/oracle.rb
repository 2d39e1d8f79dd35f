# A line server for package internal/testing/oracle: URI.parse and URI.join of this Ruby.
#
# Fields: scheme, userinfo, host, port, path, opaque, query, fragment and to_s, or the target of a reference.

require 'uri'

field = ->(v) { v.nil? ? '-' : '=' + v.to_s.unpack1('H*') }
text = ->(hex) { [hex].pack('H*').force_encoding(Encoding::UTF_8) }

$stdout.write("#{URI::VERSION}\tRuby #{RUBY_VERSION}\n")
$stdout.flush
$stdin.binmode
while (line = $stdin.gets)
  base, ref = line.chomp.split(' ', 2)
  answer =
    begin
      if base == '-'
        u = URI.parse(text[ref])
        [u.scheme, u.userinfo, u.host, u.port, u.path, u.opaque, u.query, u.fragment, u.to_s].map(&field).join("\t")
      else
        field[URI.join(text[base[1..]], text[ref]).to_s]
      end
    rescue StandardError => e
      '!' + e.class.name
    end
  $stdout.write(answer, "\n")
  $stdout.flush
end
