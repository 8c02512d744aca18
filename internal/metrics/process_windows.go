package metrics

import (
	"unsafe"

	"golang.org/x/sys/windows"
)

var (
	memoryInfo  = windows.NewLazySystemDLL("psapi.dll").NewProc("GetProcessMemoryInfo")
	handleCount = windows.NewLazySystemDLL("kernel32.dll").NewProc("GetProcessHandleCount")
)

// mostHandles is the limit of handles that Windows sets for a process.
const mostHandles = 1 << 24

// memoryCounters is PROCESS_MEMORY_COUNTERS_EX.
type memoryCounters struct {
	size, _          uint32
	_, workingSet    uintptr // the first is the peak of workingSet
	_, _, _, _, _, _ uintptr
	private          uintptr
}

func (p *process) read() {
	self := windows.CurrentProcess()
	var start, exit, kernel, user windows.Filetime
	if windows.GetProcessTimes(self, &start, &exit, &kernel, &user) == nil {
		p.start = float64(start.Nanoseconds() / 1e9)
		p.processor = seconds(kernel) + seconds(user)
	}
	m := memoryCounters{size: uint32(unsafe.Sizeof(memoryCounters{}))}
	if ok, _, _ := memoryInfo.Call(uintptr(self), uintptr(unsafe.Pointer(&m)), uintptr(m.size)); ok == 1 {
		p.memory, p.resident = float64(m.private), float64(m.workingSet)
	}
	var n uint32
	if ok, _, _ := handleCount.Call(uintptr(self), uintptr(unsafe.Pointer(&n))); ok == 1 {
		p.files, p.mostFiles = float64(n), mostHandles
	}
}

// seconds converts a duration in units of 100 ns.
func seconds(t windows.Filetime) float64 {
	return float64(uint64(t.HighDateTime)<<32+uint64(t.LowDateTime)) / 1e7
}
