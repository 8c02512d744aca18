package metrics

import (
	"math"
	"runtime"
	"runtime/debug"
	runtimemetrics "runtime/metrics"
	"time"
)

// Process adds metrics of the Go runtime (go_...) and of the process (process_...), under the names
// that Prometheus' Go client uses, so that existing dashboards show them.
func (s *Set) Process() {
	s.Func(goMetrics)
	s.Func(processMetrics)
}

// memory lists the metrics go_memstats_... . Each is a sum of metrics of the Go runtime.
var memory = []struct {
	kind       Kind
	name, help string
	figures    []string
}{
	{Gauge, "alloc_bytes", "Bytes of objects on the heap.", []string{"/memory/classes/heap/objects:bytes"}},
	{Counter, "alloc_bytes_total", "Bytes of all objects that were allocated on the heap.", []string{"/gc/heap/allocs:bytes"}},
	{Gauge, "sys_bytes", "Bytes obtained from the system.", []string{"/memory/classes/total:bytes"}},
	{Counter, "mallocs_total", "Objects that were allocated on the heap.", []string{"/gc/heap/allocs:objects", "/gc/heap/tiny/allocs:objects"}},
	{Counter, "frees_total", "Objects on the heap that were freed.", []string{"/gc/heap/frees:objects", "/gc/heap/tiny/allocs:objects"}},
	{Gauge, "heap_alloc_bytes", "Bytes of objects on the heap, the same as go_memstats_alloc_bytes.", []string{"/memory/classes/heap/objects:bytes"}},
	{Gauge, "heap_sys_bytes", "Bytes of the heap.", []string{"/memory/classes/heap/objects:bytes", "/memory/classes/heap/unused:bytes", "/memory/classes/heap/released:bytes", "/memory/classes/heap/free:bytes"}},
	{Gauge, "heap_idle_bytes", "Bytes of the heap that are free or were returned to the system.", []string{"/memory/classes/heap/released:bytes", "/memory/classes/heap/free:bytes"}},
	{Gauge, "heap_inuse_bytes", "Bytes of the heap that are in use.", []string{"/memory/classes/heap/objects:bytes", "/memory/classes/heap/unused:bytes"}},
	{Gauge, "heap_released_bytes", "Bytes of the heap that were returned to the system.", []string{"/memory/classes/heap/released:bytes"}},
	{Gauge, "heap_objects", "Objects on the heap.", []string{"/gc/heap/objects:objects"}},
	{Gauge, "stack_inuse_bytes", "Bytes of stacks of goroutines.", []string{"/memory/classes/heap/stacks:bytes"}},
	{Gauge, "stack_sys_bytes", "Bytes of stacks of goroutines and threads.", []string{"/memory/classes/heap/stacks:bytes", "/memory/classes/os-stacks:bytes"}},
	{Gauge, "mspan_inuse_bytes", "Bytes of mspan structures in use.", []string{"/memory/classes/metadata/mspan/inuse:bytes"}},
	{Gauge, "mspan_sys_bytes", "Bytes for mspan structures.", []string{"/memory/classes/metadata/mspan/inuse:bytes", "/memory/classes/metadata/mspan/free:bytes"}},
	{Gauge, "mcache_inuse_bytes", "Bytes of mcache structures in use.", []string{"/memory/classes/metadata/mcache/inuse:bytes"}},
	{Gauge, "mcache_sys_bytes", "Bytes for mcache structures.", []string{"/memory/classes/metadata/mcache/inuse:bytes", "/memory/classes/metadata/mcache/free:bytes"}},
	{Gauge, "buck_hash_sys_bytes", "Bytes of the tables of profiles.", []string{"/memory/classes/profiling/buckets:bytes"}},
	{Gauge, "gc_sys_bytes", "Bytes of the garbage collector's data.", []string{"/memory/classes/metadata/other:bytes"}},
	{Gauge, "other_sys_bytes", "Bytes of the system for other purposes.", []string{"/memory/classes/other:bytes"}},
	{Gauge, "next_gc_bytes", "Size of the heap at which the next garbage collection ends.", []string{"/gc/heap/goal:bytes"}},
}

func goMetrics(p *Page) {
	read := figuresOfRuntime()
	for _, m := range memory {
		sum := 0.0
		for _, name := range m.figures {
			sum += read[name]
		}
		p.Number(m.kind, "go_memstats_"+m.name, m.help, sum)
	}
	p.Number(Gauge, "go_gc_gogc_percent", "Growth of the heap between garbage collections (GOGC).", read["/gc/gogc:percent"])
	p.Number(Gauge, "go_gc_gomemlimit_bytes", "Soft limit of the memory (GOMEMLIMIT).", read["/gc/gomemlimit:bytes"])
	p.Number(Gauge, "go_sched_gomaxprocs_threads", "Threads that execute Go code at the same time (GOMAXPROCS).", read["/sched/gomaxprocs:threads"])
	p.Number(Gauge, "go_goroutines", "Goroutines.", float64(runtime.NumGoroutine()))
	threads, _ := runtime.ThreadCreateProfile(nil)
	p.Number(Gauge, "go_threads", "Threads that were created.", float64(threads))
	p.Write(Gauge, "go_info", "Version of Go.", []string{"version"}, func(add func(float64, ...string)) { add(1, runtime.Version()) })
	writeCollections(p)
}

// writeCollections writes the metrics of the garbage collections.
func writeCollections(p *Page) {
	pauses := debug.GCStats{PauseQuantiles: make([]time.Duration, 5)}
	debug.ReadGCStats(&pauses)
	w := p.begin(summary, "go_gc_duration_seconds", "Time for which garbage collections stopped the program.", nil)
	for i, pause := range pauses.PauseQuantiles {
		w.line("", pause.Seconds(), nil, "quantile", number(float64(i)/4))
	}
	w.line("_sum", pauses.PauseTotal.Seconds(), nil)
	w.line("_count", float64(pauses.NumGC), nil)
	w.end()
	p.Number(Gauge, "go_memstats_last_gc_time_seconds", "Time of the last garbage collection, in seconds since 1970.", float64(pauses.LastGC.UnixNano())/1e9)
}

// figuresOfRuntime returns the metrics of the Go runtime that memory and the settings need.
func figuresOfRuntime() map[string]float64 {
	figures := map[string]float64{"/gc/gogc:percent": 0, "/gc/gomemlimit:bytes": 0, "/sched/gomaxprocs:threads": 0}
	for _, m := range memory {
		for _, name := range m.figures {
			figures[name] = 0
		}
	}
	samples := make([]runtimemetrics.Sample, 0, len(figures))
	for name := range figures {
		samples = append(samples, runtimemetrics.Sample{Name: name})
	}
	runtimemetrics.Read(samples)
	for _, s := range samples {
		if s.Value.Kind() == runtimemetrics.KindUint64 {
			figures[s.Name] = float64(s.Value.Uint64())
		}
	}
	return figures
}

// process has figures about this process; NaN if the system does not provide them.
type process struct {
	processor, start    float64 // in seconds of processor time, and seconds since 1970
	files, mostFiles    float64 // open files or handles, and their limit
	memory, resident    float64 // bytes
	mostMemory          float64 // bytes
	received, delivered float64 // bytes
}

func processMetrics(p *Page) {
	nan := math.NaN()
	f := process{nan, nan, nan, nan, nan, nan, nan, nan, nan}
	f.read()
	for _, m := range []struct {
		kind       Kind
		name, help string
		x          float64
	}{
		{Counter, "cpu_seconds_total", "Processor time of the process.", f.processor},
		{Gauge, "start_time_seconds", "Start of the process, in seconds since 1970.", f.start},
		{Gauge, "open_fds", "Open files.", f.files},
		{Gauge, "max_fds", "Most files that may be open.", f.mostFiles},
		{Gauge, "virtual_memory_bytes", "Virtual memory.", f.memory},
		{Gauge, "virtual_memory_max_bytes", "Most virtual memory that is allowed.", f.mostMemory},
		{Gauge, "resident_memory_bytes", "Resident memory.", f.resident},
		{Counter, "network_receive_bytes_total", "Bytes received over the network.", f.received},
		{Counter, "network_transmit_bytes_total", "Bytes sent over the network.", f.delivered},
	} {
		if !math.IsNaN(m.x) {
			p.Number(m.kind, "process_"+m.name, m.help, m.x)
		}
	}
}
