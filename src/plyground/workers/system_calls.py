"""The system calls of other people's code, by name: what it may do, at a glance.

Each has two numbers, on x86-64 and on 64-bit ARM, or "-" (of ARM by the kernel's table, and not tried).
What stands nowhere here is answered with ENOSYS, as by a kernel that is too old for it: then libraries take
an older way. So a call is refused, too, that only a newer kernel has.
"""

from __future__ import annotations

Numbers = tuple[int | None, int | None]  # on x86-64, on 64-bit ARM


def _calls(text: str) -> dict[str, Numbers]:
    calls: dict[str, Numbers] = {}
    for each in _items(text):
        name, numbers = each.split()
        one, other = (None if number == "-" else int(number) for number in numbers.split("/"))
        calls[name] = one, other
    return calls


def _values(text: str) -> tuple[int, ...]:
    """The numbers of arguments that have names."""
    return tuple(int(each.split()[1], 0) for each in _items(text))


def _items(text: str) -> list[str]:
    lines = (line.partition("#")[0] for line in text.splitlines())
    return [item.strip() for item in " ".join(lines).split(",") if item.strip()]


ALLOWED = _calls("""
    # its own memory (a just-in-time compiler needs pages that can be run)
    brk 12/214, mmap 9/222, munmap 11/215, mprotect 10/226, mremap 25/216, madvise 28/233, msync 26/227,
    mincore 27/232, mlock 149/228, mlock2 325/284, munlock 150/229, mlockall 151/230,
    munlockall 152/231, membarrier 324/283, mbind 237/235, get_mempolicy 239/236, set_mempolicy 238/237,
    pkey_alloc 330/289, pkey_free 331/290, pkey_mprotect 329/288, mseal 462/462,
    map_shadow_stack 453/453,
    # files, as far as Landlock lets it
    read 0/63, write 1/64, readv 19/65, writev 20/66, pread64 17/67, pwrite64 18/68, preadv 295/69,
    pwritev 296/70, preadv2 327/286, pwritev2 328/287, open 2/-, openat 257/56, openat2 437/437,
    creat 85/-, close 3/57, close_range 436/436, lseek 8/62, stat 4/-, fstat 5/80, lstat 6/-,
    newfstatat 262/79, statx 332/291, access 21/-, faccessat 269/48, faccessat2 439/439, readlink 89/-,
    readlinkat 267/78, getdents 78/-, getdents64 217/61, getcwd 79/17, chdir 80/49, fchdir 81/50,
    mkdir 83/-, mkdirat 258/34, rmdir 84/-, unlink 87/-, unlinkat 263/35, rename 82/-, renameat 264/38,
    renameat2 316/276, link 86/-, linkat 265/37, symlink 88/-, symlinkat 266/36, mknod 133/-,
    mknodat 259/33, truncate 76/45, ftruncate 77/46, fsync 74/82, fdatasync 75/83,
    sync_file_range 277/84, fadvise64 221/223, readahead 187/213, sendfile 40/71,
    copy_file_range 326/285, splice 275/76, tee 276/77, dup 32/23, dup2 33/-, dup3 292/24, pipe 22/-,
    pipe2 293/59, flock 73/32, umask 95/166, statfs 137/43, fstatfs 138/44, cachestat 451/451,
    getxattr 191/8, lgetxattr 192/9, fgetxattr 193/10, listxattr 194/11, llistxattr 195/12,
    flistxattr 196/13,
    # clocks and timers
    clock_gettime 228/113, clock_getres 229/114, clock_nanosleep 230/115, nanosleep 35/101,
    gettimeofday 96/169, time 201/-, times 100/153, alarm 37/-, getitimer 36/102, setitimer 38/103,
    timer_create 222/107, timer_settime 223/110, timer_gettime 224/108, timer_getoverrun 225/109,
    timer_delete 226/111, timerfd_create 283/85, timerfd_settime 286/86, timerfd_gettime 287/87,
    # threads, and what is known of cores
    futex 202/98, futex_waitv 449/449, futex_wake 454/454, futex_wait 455/455, futex_requeue 456/456,
    set_robust_list 273/99, get_robust_list 274/100, set_tid_address 218/96, rseq 334/293,
    gettid 186/178, sched_yield 24/124, sched_getaffinity 204/123, sched_getscheduler 145/120,
    sched_getparam 143/121, sched_getattr 315/275, sched_get_priority_max 146/125,
    sched_get_priority_min 147/126, sched_rr_get_interval 148/127, getcpu 309/168, arch_prctl 158/-,
    # signals that it receives
    rt_sigaction 13/134, rt_sigprocmask 14/135, rt_sigreturn 15/139, rt_sigpending 127/136,
    rt_sigsuspend 130/133, rt_sigtimedwait 128/137, sigaltstack 131/132, restart_syscall 219/128,
    pause 34/-, signalfd 282/-, signalfd4 289/74,
    # waiting for many files at once
    poll 7/-, ppoll 271/73, select 23/-, pselect6 270/72, epoll_create 213/-, epoll_create1 291/20,
    epoll_ctl 233/21, epoll_wait 232/-, epoll_pwait 281/22, epoll_pwait2 441/441, eventfd 284/-,
    eventfd2 290/19,
    # processes of its own
    fork 57/-, vfork 58/-, execve 59/221, execveat 322/281, exit 60/93, exit_group 231/94, wait4 61/260,
    waitid 247/95, getpid 39/172, getppid 110/173, pidfd_open 434/434, getpgid 121/155, getpgrp 111/-,
    getsid 124/156, setuid 105/146, setgid 106/144, setreuid 113/145, setregid 114/143,
    setresuid 117/147, setresgid 119/149, setfsuid 122/151, setfsgid 123/152, capget 125/90,
    uretprobe 335/-, seccomp 317/277, landlock_create_ruleset 444/444, landlock_add_rule 445/445,
    landlock_restrict_self 446/446,
    # what the system tells of itself
    uname 63/160, sysinfo 99/179, getrusage 98/165, getrlimit 97/163, setrlimit 160/164,
    getpriority 140/141, ioprio_get 252/31, getuid 102/174, geteuid 107/175, getgid 104/176,
    getegid 108/177, getresuid 118/148, getresgid 120/150, getgroups 115/158, getrandom 318/278,
    # sockets that are open
    sendto 44/206, recvfrom 45/207, sendmsg 46/211, recvmsg 47/212, sendmmsg 307/269, recvmmsg 299/243,
    shutdown 48/210, getsockname 51/204, getpeername 52/205, getsockopt 55/209, setsockopt 54/208,
""")
# Allowed, but not for SIGSTOP to others where Landlock does not scope signals.
SIGNALS = _calls("""
    kill 62/129, tkill 200/130, tgkill 234/131, rt_sigqueueinfo 129/138, rt_tgsigqueueinfo 297/240,
    pidfd_send_signal 424/424
""")
# Allowed with sockets, of the internet or local ones.
CONNECTING = _calls("""
    bind 49/200, listen 50/201, accept 43/202, accept4 288/242, connect 42/203
""")
# Said to be done, and not done. Libraries give files that they have just made an owner or an attribute,
# and fail if they cannot; a process that left its group would outrun those who end it; on another core
# it would take from others; `sync` would halt the whole machine.
PRETENDED = _calls("""
    chown 92/-, fchown 93/55, lchown 94/-, fchownat 260/54, setxattr 188/5, lsetxattr 189/6,
    fsetxattr 190/7, setxattrat 463/463, removexattr 197/14, lremovexattr 198/15, fremovexattr 199/16,
    removexattrat 466/466, setsid 112/157, setpgid 109/154, sched_setaffinity 203/122,
    sched_setscheduler 144/119, sched_setparam 142/118, sched_setattr 314/274, sync 162/81,
    syncfs 306/267
""")
# Said to be done, too; where all other folders are mounted read-only they are allowed.
MODES = _calls("""
    chmod 90/-, fchmod 91/52, fchmodat 268/53, fchmodat2 452/452
""")
# Times of files; `utimensat` without a name is of an open file, and allowed: see seccomp.py. To pretend
# that would mislead `Path.touch`. Where all other folders are mounted read-only they are allowed.
TIMES = _calls("""
    utime 132/-, utimes 235/-, futimesat 261/-, utimensat 280/88
""")
# Room on a disk that no meter counts as written: EOPNOTSUPP, on which the C library writes zeros;
# allowed where its folder is one of limited size.
ROOM = _calls("""
    fallocate 285/47
""")
# Refused with EPERM, which is what these say to everybody without a privilege.
REFUSED = _calls("""
    ptrace 101/117, process_vm_readv 310/270, process_vm_writev 311/271, pidfd_getfd 438/438,
    kcmp 312/272, mount 165/40, umount2 166/39, pivot_root 155/41, chroot 161/51, setns 308/268,
    unshare 272/97, open_by_handle_at 304/265, setgroups 116/159, capset 126/91, personality 135/92,
    sethostname 170/161, settimeofday 164/170, clock_settime 227/112, reboot 169/142
""")
# Allowed with some arguments: see workers/seccomp.py.
BY_ARGUMENT = _calls("""
    clone 56/220, socket 41/198, socketpair 53/199, ioctl 16/29, fcntl 72/25, prctl 157/167,
    prlimit64 302/261, setpriority 141/140, ioprio_set 251/30
""")

# Not: FS_IOC_SETFLAGS and its like (attributes of a file that it may only read), TIOCSTI and TIOCLINUX
# (typing into the terminal), FIOSETOWN.
IOCTL = _values("""
    # terminals
    TCGETS 0x5401, TCSETS 0x5402, TCSETSW 0x5403, TCSETSF 0x5404, TCGETA 0x5405, TCSETA 0x5406,
    TCSETAW 0x5407, TCSETAF 0x5408, TCSBRK 0x5409, TIOCGPGRP 0x540F, TIOCSPGRP 0x5410,
    TIOCGWINSZ 0x5413, TIOCSWINSZ 0x5414, TIOCGSID 0x5429, TIOCGPTN 0x80045430, TIOCSPTLCK 0x40045431,
    TIOCGPTPEER 0x5441, TCGETS2 0x802C542A, TCSETS2 0x402C542B, TCSETSW2 0x402C542C,
    TCSETSF2 0x402C542D,
    # files
    FIONREAD 0x541B, FIONBIO 0x5421, FIONCLEX 0x5450, FIOCLEX 0x5451, FIOASYNC 0x5452, FIGETBSZ 2,
    FS_IOC_GETFLAGS 0x80086601
""")
# The names and addresses of the machine's connections.
IOCTL_NETWORK = _values("""
    SIOCGIFNAME 0x8910, SIOCGIFCONF 0x8912, SIOCGIFFLAGS 0x8913, SIOCGIFADDR 0x8915,
    SIOCGIFDSTADDR 0x8917, SIOCGIFBRDADDR 0x8919, SIOCGIFNETMASK 0x891B, SIOCGIFMETRIC 0x891D,
    SIOCGIFMTU 0x8921, SIOCGIFHWADDR 0x8927, SIOCGIFINDEX 0x8933
""")
# Not: F_SETOWN and F_SETSIG (signals to others), F_SETLEASE (others wait for it to open a file),
# F_NOTIFY (watches folders).
FCNTL = _values("""
    DUPFD 0, GETFD 1, SETFD 2, GETFL 3, SETFL 4, GETLK 5, SETLK 6, SETLKW 7, GETOWN 9, OFD_GETLK 36,
    OFD_SETLK 37, OFD_SETLKW 38, GETLEASE 1025, DUPFD_QUERY 1027, CREATED_QUERY 1028,
    DUPFD_CLOEXEC 1030, GETPIPE_SZ 1032, GET_SEALS 1034, GET_RW_HINT 1035, SET_RW_HINT 1036
""")
# Not: SET_DUMPABLE (it would hide from whoever meters it), SET_MM, SCHED_CORE, SET_MEMORY_MERGE.
PRCTL = _values("""
    SET_PDEATHSIG 1, GET_PDEATHSIG 2, GET_DUMPABLE 3, SET_NAME 15, GET_NAME 16, GET_SECCOMP 21,
    SET_SECCOMP 22, CAPBSET_READ 23, GET_SECUREBITS 27, SET_TIMERSLACK 29, GET_TIMERSLACK 30,
    SET_CHILD_SUBREAPER 36, GET_CHILD_SUBREAPER 37, SET_NO_NEW_PRIVS 38, GET_NO_NEW_PRIVS 39,
    GET_TID_ADDRESS 40, SET_THP_DISABLE 41, GET_THP_DISABLE 42, SVE_SET_VL 50, SVE_GET_VL 51,
    PAC_RESET_KEYS 54, SET_TAGGED_ADDR_CTRL 55, GET_TAGGED_ADDR_CTRL 56, SET_VMA 0x53564D41
""")
