require 'rack'
run (defined?(Rack::Files) ? Rack::Files : Rack::File).new('@WWW@')
