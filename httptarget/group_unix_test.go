//go:build unix

package httptarget

import (
	"os/exec"
	"syscall"
)

// inGroup makes a command the first of a group of processes.
func inGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }
