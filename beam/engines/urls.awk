# Writes n lines: URLs with frequent hosts and rare ones, equivalent spellings, and one in a hundred that is no URL.
BEGIN {
	x = 1
	for (i = 0; i < n; i++) {
		x = x * 16807 % 2147483647
		r = x / 2147483647
		host = "h" int(1 / (r + 0.00001)) ".example"
		path = "/" int(x / 65536) % 500 "/" i % 100
		kind = int(x / 1024) % 100
		if (kind == 0) print "http://[" i
		else if (kind < 10) print "HTTP://" toupper(host) ":80" path
		else if (kind < 15) print "http://" host "/a/.." path
		else if (kind < 18) print "http://" host path "?q=\303\244"
		else print "http://" host path
	}
}
