# One line a target. .ci/run runs them all but fuzz, and more.
.PHONY: check test race fuzz bench conformance generate

check:    ; bash .ci/run check
test:     ; go test ./...
race:     ; go test -race ./...
fuzz:     ; bash .ci/run fuzz
bench:    ; cd bench && go run . -write RESULTS.md
conformance: ; cd bench && go run . -conformance -write CONFORMANCE.md
generate: ; go generate ./...
