package tour_test

import (
	"testing"

	"ouro"
	"ouro/solve/tour"
)

func progress(value string) ouro.Option { return ouro.Option{Key: "progress", Value: value} }

func BenchmarkRepair(b *testing.B) { benchmarkGames(b, tour.Repair) }

func BenchmarkRepairAsPublished(b *testing.B) { benchmarkGames(b, tour.Repair, progress("false")) }
