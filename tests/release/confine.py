"""
Starts a program as the user `nobody` within the filter of system calls that a unit sets: `confine.py JSON PROGRAM WORD…`.
The JSON has `allowed`, the names of the system calls, `families`, the names of the address families, and `kills`, whether a
forbidden system call ends the program, instead of failing with EPERM as in the unit.
"""
import errno
import json
import os
import socket
import sys

import seccomp

rules = json.loads(sys.argv[1])
forbidden = seccomp.KILL_PROCESS if rules["kills"] else seccomp.ERRNO(errno.EPERM)
filter = seccomp.SyscallFilter(forbidden)
for name in rules["allowed"]:
    try:
        number = seccomp.resolve_syscall(seccomp.Arch(), name)
    except ValueError:
        continue
    # libseccomp gives a system call of another architecture a negative number.
    if number >= 0 and name not in ("socket", "clone3"):
        filter.add_rule(seccomp.ALLOW, name)
for family in rules["families"]:
    number = getattr(socket, family)
    filter.add_rule(seccomp.ALLOW, "socket", seccomp.Arg(0, seccomp.EQ, number))
# RestrictNamespaces=yes: the C library then calls clone, whose flags the filter can read.
filter.add_rule(seccomp.ERRNO(errno.ENOSYS), "clone3")

os.setgroups([])
os.setgid(65534)
os.setuid(65534)
os.umask(0o077)
filter.load()
os.execv(sys.argv[2], sys.argv[2:])
