# Everything a contributor runs. CI calls the same targets.

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
test: ## all tests
	$(GO) test ./...

.PHONY: page
page: ## the studio's page: types and modules (needs node and npm)
	scripts/check-page

.PHONY: engine
engine: ## the engine for browsers, to be built into the program (ouro studio --export)
	$(GO) run ./studio/engine

.PHONY: systems
systems: ## the program builds for every system that it runs on
	scripts/check-systems

.PHONY: release
release: ## dist/: an archive for every system, with checksums (of a clean tree)
	$(GO) run scripts/release/main.go -out dist

.PHONY: check-release
check-release: ## the archives are the same from another clone, and what is in one runs
	scripts/check-release

.PHONY: trials
trials: ## tests that are too slow for every run of make test
	scripts/trials -timeout 20m

.PHONY: saboteurs
saboteurs: ## break each promise and see its test fail, or those of SABOTEUR=package.Test
	OURO_SABOTEURS=1 $(GO) test ./scripts/saboteur -run "TestSaboteurs/$(SABOTEUR)" -v -timeout 3h

.PHONY: race
race: ## tests of concurrent packages under the race detector, or all of RACE=packages
	$(if $(RACE),$(GO) test -race -timeout 25m $(RACE),scripts/race -timeout 25m)

.PHONY: arch
arch: ## imports point downward
	$(GO) test -run TestImportsPointDownward .

.PHONY: fuzz
fuzz: ## every fuzz target for FUZZTIME (default 30s)
	scripts/fuzz $(FUZZTIME)

.PHONY: perft
perft: build ## deep counts against the known numbers
	scripts/perft

.PHONY: loadtest
loadtest: ## ouro serve under 32 games at once, and with 1000 silent connections
	scripts/loadtest
	$(GO) test ./battlesnake/server -run 'TestSilentConnections' -silent 1000

.PHONY: golden
golden: ## write the golden files anew; review the difference
	$(GO) test . ./arena ./lab ./rule/classic ./tui ./tui/battlesnake ./tui/hunt ./tui/solo ./tui/thinking -update

.PHONY: bench
bench: ## all benchmarks, or BENCH=regexp
	$(GO) test -run '^$$' -bench '$(BENCH)' -benchmem ./...

.PHONY: bench-compare
bench-compare: $(BIN)/benchstat ## benchmarks of the work tree against REF=commit
	scripts/bench-compare '$(REF)' '$(BENCH)'

.PHONY: lint
lint: $(BIN)/golangci-lint ## go vet, of scripts too, and golangci-lint
	$(GO) vet ./...
	set -e; for script in $$(git grep -l '^//go:build ignore' -- 'scripts/*.go'); do $(GO) vet "$$script"; done
	$(BIN)/golangci-lint run ./...

.PHONY: vulncheck
vulncheck: ## known vulnerabilities; an error without their database
	scripts/vulncheck

.PHONY: deploy-check
deploy-check: ## the documented proxy and unit, run in front of a server (needs nginx and systemd)
	scripts/deploy-check

.PHONY: fmt
fmt: $(BIN)/golangci-lint ## format all code
	$(BIN)/golangci-lint fmt ./...

.PHONY: cover
cover: ## coverage of all tests, by function
	$(GO) test -coverpkg=./... -coverprofile=cover.out ./...
	$(GO) tool cover -func=cover.out | tail -n 40

.PHONY: screenshot
screenshot: ## docs/screen.svg anew, from the screen of a game
	scripts/screenshot

.PHONY: results
results: ## measure docs/results/classic.md and solo.md anew (about two hours)
	scripts/results
	scripts/results-solo

$(BIN)/%: tools/go.mod
	mkdir -p $(BIN)
	cd tools && $(GO) build -o bin/ $$($(GO) list -f '{{.ImportPath}}' tool | grep '/$*$$')
