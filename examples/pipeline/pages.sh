#!/bin/sh
# The most visited pages of each site, from a log of URLs, one a line, on standard
# input. With trurl this used to be
#
#   trurl --url-file - --trim "utm_*" --trim fbclid --sort-query \
#       --get '{host} {path}' | sort | uniq -c | sort -rn
#
# which leaves mailto: and urn: out with a note on standard error, counts
# www.example.com and example.com as two sites, and http://h:80/%7Eme and
# http://h/~me as two pages. Here each record that is no URL is named, and the
# status of the whole tells that there were some.
set -eu
command -v earl >/dev/null || {
	echo "pages.sh: the command earl is not on the PATH" >&2
	exit 127
}
clean=$(mktemp)
trap 'rm -f "$clean"' EXIT
status=0
earl set --drop-tracking --sort-params --skip-bad >"$clean" || status=$?
earl normalize --skip-bad <"$clean" |
	earl get --skip-bad '{registered_domain|or:-} {path}' |
	sort | uniq -c | sort -rn | sed 's/^ *//'
exit "$status"
