# One line a target. bash .ci/run runs all of them except fuzz, and more.
.PHONY: short test check race fuzz bench conformance generate outdated refresh dist

short:    ; go test -short ./...
test:     ; go test ./...
check:    ; bash .ci/run check
race:     ; go test -race -short ./...
fuzz:     ; bash .ci/run fuzz
bench:    ; cd tools/bench && go run . -write RESULTS.md
conformance: ; cd tools/bench && go test -count=1 -run ConformanceReport -update .
generate: ; go generate ./...
outdated: ; bash .ci/outdated
refresh:  ; cd tools && go run ./refresh
dist:     ; cd tools && go run ./dist
