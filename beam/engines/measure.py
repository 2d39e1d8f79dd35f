"""Run a command, and print seconds, CPU seconds and the peak of memory in MB.

  python3 measure.py PIDS COMMAND...

PIDS are servers that work for the command, with commas between them, or "-". The CPU time is that of the command, of the
servers, and of all processes that they start. Memory is the sum of their resident sets, sampled five times a second. The
output of the command goes to standard error.
"""
import os, resource, subprocess, sys, time

TICKS, PAGE = os.sysconf("SC_CLK_TCK"), os.sysconf("SC_PAGE_SIZE")


def processes(roots):
    """Return the fields of /proc/PID/stat, from the state on, of the processes roots and their descendants."""
    stats, children = {}, {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat") as f:
                stats[int(name)] = fields = f.read().rpartition(")")[2].split()
        except OSError:
            continue
        children.setdefault(int(fields[1]), []).append(int(name))
    found, todo = {}, list(roots)
    while todo:
        pid = todo.pop()
        if pid in stats and pid not in found:
            found[pid] = stats[pid]
            todo += children.get(pid, [])
    return list(found.values())


def cpu(roots):
    return sum(int(n) for fields in processes(roots) for n in fields[11:15]) / TICKS


servers = [] if sys.argv[1] == "-" else [int(pid) for pid in sys.argv[1].split(",")]
before, start, peak = cpu(servers), time.time(), 0
command = subprocess.Popen(sys.argv[2:], stdout=sys.stderr)
while True:
    peak = max(peak, sum(int(fields[21]) for fields in processes(servers + [command.pid])) * PAGE)
    try:
        status = command.wait(0.2)
        break
    except subprocess.TimeoutExpired:
        pass
wall, usage = time.time() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
peak = max(peak, usage.ru_maxrss * 1024)  # of the largest process, which samples may have missed
print(f"{wall:.2f} {usage.ru_utime + usage.ru_stime + cpu(servers) - before:.2f} {peak / 1e6:.0f}")
sys.exit(status)
