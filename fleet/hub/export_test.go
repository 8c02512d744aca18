package hub

// Kill ends the program without notice.
func (h *Hub) Kill() error { return h.cmd.Process.Kill() }
