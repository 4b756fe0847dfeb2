// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/load/small_disk.h"

#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>

namespace stowage::test {

namespace {

bool writeText(const char* path, const std::string& text) {
    std::ofstream file(path);
    file << text;
    file.flush();
    return file.good();
}

}  // namespace

bool SmallDisk::prepare() {
    const uid_t user = ::getuid();
    const gid_t group = ::getgid();
    const bool isRoot = ::geteuid() == 0;
    if (isRoot && ::unshare(CLONE_NEWNS) == 0) {
        return ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0;
    }
    if (::unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0) {
        return false;
    }
    (void)writeText("/proc/self/setgroups", "deny");
    return writeText("/proc/self/uid_map", "0 " + std::to_string(user) + " 1") &&
           writeText("/proc/self/gid_map", "0 " + std::to_string(group) + " 1");
}

std::unique_ptr<SmallDisk> SmallDisk::mount(const std::string& folder, std::uint64_t bytes,
                                            std::string& reason) {
    ::mkdir(folder.c_str(), S_IRWXU);
    const std::string options = "size=" + std::to_string(bytes) + ",mode=0700";
    if (::mount("small", folder.c_str(), "tmpfs", MS_NODEV | MS_NOSUID, options.c_str()) != 0) {
        reason = std::strerror(errno);
        ::rmdir(folder.c_str());
        return nullptr;
    }
    return std::unique_ptr<SmallDisk>(new SmallDisk(folder));
}

SmallDisk::~SmallDisk() {
    ::umount2(m_folder.c_str(), MNT_DETACH);
    ::rmdir(m_folder.c_str());
}

std::uint64_t SmallDisk::freeBytes() const {
    struct statvfs state {};
    return ::statvfs(m_folder.c_str(), &state) == 0 ? state.f_bavail * state.f_frsize : 0;
}

void SmallDisk::fillUntil(std::uint64_t leftBytes) const {
    removeFill();
    const std::uint64_t free = freeBytes();
    if (free > leftBytes) {
        const int file = ::open((m_folder + "/.filler").c_str(), O_CREAT | O_WRONLY, S_IRWXU);
        (void)::posix_fallocate(file, 0, static_cast<off_t>(free - leftBytes));
        ::close(file);
    }
}

void SmallDisk::removeFill() const {
    ::unlink((m_folder + "/.filler").c_str());
}

}  // namespace stowage::test
