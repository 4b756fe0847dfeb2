// SPDX-License-Identifier: GPL-3.0-or-later
// Faults of the machine for a child process: system calls that fail as a broken or full disk makes
// them, by a seccomp filter, which needs no rights.
#include "tests/hostile/limited_child.h"

#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <span>

namespace stowage::test {
namespace {

constexpr std::uint32_t offsetOf(std::size_t argument, bool isHigh) {
    return static_cast<std::uint32_t>(offsetof(seccomp_data, args) + 8 * argument +
                                      (isHigh ? 4 : 0));
}

constexpr sock_filter load(std::uint32_t offset) {
    return {BPF_LD | BPF_W | BPF_ABS, 0, 0, offset};
}

constexpr sock_filter jump(std::uint16_t kind, std::uint32_t value, std::uint8_t yes,
                           std::uint8_t no) {
    return {static_cast<std::uint16_t>(BPF_JMP | kind | BPF_K), yes, no, value};
}

constexpr sock_filter answer(std::uint32_t value) {
    return {BPF_RET | BPF_K, 0, 0, value};
}

constexpr sock_filter refuse(int errorNumber) {
    return answer(SECCOMP_RET_ERRNO | static_cast<std::uint32_t>(errorNumber));
}

bool install(std::span<sock_filter> program) {
#if defined(__x86_64__)
    const sock_fprog filter{static_cast<unsigned short>(program.size()), program.data()};
    return ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0;
#else
    (void)program;
    return false;
#endif
}

constexpr sock_filter kPass = {BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW};
constexpr std::uint32_t kNumber = offsetof(seccomp_data, nr);

}  // namespace

bool failReadsBehind(std::uint64_t offset) {
    // pread64, preadv and preadv2 have the offset as their fourth argument.
    sock_filter program[] = {
        load(kNumber),
        jump(BPF_JEQ, SYS_pread64, 3, 0),
        jump(BPF_JEQ, SYS_preadv, 2, 0),
        jump(BPF_JEQ, SYS_preadv2, 1, 0),
        kPass,
        load(offsetOf(3, true)),
        jump(BPF_JGT, 0, 2, 0),
        load(offsetOf(3, false)),
        jump(BPF_JGE, static_cast<std::uint32_t>(offset), 0, 1),
        refuse(EIO),
        kPass,
    };
    return install(program);
}

bool failLargeWrites() {
    constexpr std::uint32_t kLarge = 512;  // smaller ones wake other threads
    sock_filter program[] = {
        load(kNumber),
        jump(BPF_JEQ, SYS_fallocate, 10, 0),
        jump(BPF_JEQ, SYS_writev, 9, 0),
        jump(BPF_JEQ, SYS_pwritev, 8, 0),
        jump(BPF_JEQ, SYS_copy_file_range, 7, 0),
        jump(BPF_JEQ, SYS_write, 2, 0),
        jump(BPF_JEQ, SYS_pwrite64, 1, 0),
        kPass,
        load(offsetOf(0, false)),
        jump(BPF_JGT, STDERR_FILENO, 0, 3),
        load(offsetOf(2, false)),
        jump(BPF_JGE, kLarge, 0, 1),
        refuse(ENOSPC),
        kPass,
    };
    return install(program);
}

bool obeyPermissions() {
    if (::geteuid() != 0) {
        return true;
    }
    return ::prctl(PR_CAPBSET_DROP, CAP_DAC_OVERRIDE, 0, 0, 0) == 0 &&
           ::prctl(PR_CAPBSET_DROP, CAP_DAC_READ_SEARCH, 0, 0, 0) == 0;
}

}  // namespace stowage::test
