# Answers package internal/testing/oracle with the host that URI.parse reads.
require 'uri'
$stdout.sync = true
puts URI::VERSION
while (line = $stdin.gets)
  begin
    puts '=' + (URI.parse([line.split(' ')[1] || ''].pack('H*').force_encoding('UTF-8')).host || '').unpack1('H*')
  rescue StandardError
    puts '!'
  end
end
