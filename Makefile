# Targets for contributors. CI uses the same targets.

GO      ?= go
BIN     := tools/bin
FUZZTIME ?= 30s
BENCH   ?= .
REF     ?= HEAD

.DEFAULT_GOAL := help

.PHONY: help
help: ## list the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  %-14s %s\n", $$1, $$2}'

.PHONY: build
build: ## build the binaries as ./ouro and ./ouro-hub
	$(GO) build -o . ./cmd/...

.PHONY: test
test: ## run all tests but the trials
	$(GO) test ./...

.PHONY: page
page: ## check types and modules of the studio's page (needs node and npm)
	scripts/check-page

.PHONY: engine
engine: ## build the engine for browsers, which later builds contain (for ouro studio --export)
	$(GO) run ./studio/engine

.PHONY: systems
systems: ## check that the program builds for every supported system
	scripts/check-systems

.PHONY: release
release: ## make archives for every system, with checksums, in dist/ (needs a clean tree)
	$(GO) run scripts/release/main.go -out dist

.PHONY: check-release
check-release: ## check that another clone makes the same archives, and that their programs run
	scripts/check-release

.PHONY: trials
trials: ## run the tests that are too slow for make test
	scripts/trials -timeout 20m

.PHONY: saboteurs
saboteurs: ## break each promise, or those of SABOTEUR=package.Test, and see its test fail
	OURO_SABOTEURS=1 $(GO) test ./scripts/saboteur -run "TestSaboteurs/$(SABOTEUR)" -v -timeout 3h

RUNS    ?= 10
.PHONY: stress
stress: ## run all tests RUNS times beside busy loops, while their processes are stopped at random
	$(GO) run ./scripts/stress -runs $(RUNS)

.PHONY: race
race: ## run tests of concurrent packages, or all tests of RACE=packages, under the race detector
	$(if $(RACE),$(GO) test -race -timeout 25m $(RACE),scripts/race -timeout 25m)

.PHONY: arch
arch: ## check that packages import only packages of lower levels
	$(GO) test -run TestImportsPointDownward .

.PHONY: fuzz
fuzz: ## run every fuzz target for FUZZTIME (default 30s)
	scripts/fuzz $(FUZZTIME)

.PHONY: perft
perft: build ## compare deep counts with the known numbers
	scripts/perft

.PHONY: loadtest
loadtest: ## test ouro serve with 32 games at once, and with 1000 silent connections
	scripts/loadtest
	$(GO) test ./battlesnake/server -run 'TestSilentConnections' -silent 1000

.PHONY: golden
golden: ## write the golden files again; review the difference
	$(GO) test . ./arena ./lab ./rule/classic ./tui ./tui/battlesnake ./tui/hunt ./tui/solo ./tui/thinking -update

.PHONY: bench
bench: ## run all benchmarks, or those of BENCH=regexp
	$(GO) test -run '^$$' -bench '$(BENCH)' -benchmem ./...

.PHONY: bench-compare
bench-compare: $(BIN)/benchstat ## compare benchmarks of the work tree with those of REF=commit
	scripts/bench-compare '$(REF)' '$(BENCH)'

.PHONY: lint
lint: $(BIN)/golangci-lint ## run go vet, also on scripts, and golangci-lint
	$(GO) vet ./...
	set -e; for script in $$(git grep -l '^//go:build ignore' -- 'scripts/*.go'); do $(GO) vet "$$script"; done
	$(BIN)/golangci-lint run ./...

.PHONY: vulncheck
vulncheck: ## search for known vulnerabilities; fails without their database
	scripts/vulncheck

.PHONY: deploy-check
deploy-check: ## test a server with the documented proxy and unit (needs nginx and systemd)
	scripts/deploy-check

.PHONY: fmt
fmt: $(BIN)/golangci-lint ## format all code
	$(BIN)/golangci-lint fmt ./...

.PHONY: cover
cover: ## measure the coverage of all tests, by function
	$(GO) test -coverpkg=./... -coverprofile=cover.out ./...
	$(GO) tool cover -func=cover.out | tail -n 40

.PHONY: screenshot
screenshot: ## make docs/screen.svg and docs/studio.png again
	scripts/screenshot

.PHONY: results
results: ## measure docs/results/classic.md and solo.md again (about two hours)
	scripts/results
	scripts/results-solo

$(BIN)/%: tools/go.mod
	mkdir -p $(BIN)
	cd tools && $(GO) build -o bin/ $$($(GO) list -f '{{.ImportPath}}' tool | grep '/$*$$')
