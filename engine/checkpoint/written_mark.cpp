// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/written_mark.h"

#include <sys/stat.h>
#include <sys/xattr.h>

#include <array>

namespace stowage {
namespace {

constexpr const char* kAttribute = "user.stowage.written";

std::string markOf(const struct stat& status) {
    return std::to_string(status.st_size) + ":" + std::to_string(status.st_mtim.tv_sec) + "." +
           std::to_string(status.st_mtim.tv_nsec);
}

}  // namespace

void markAsWritten(int descriptor) {
    struct stat status {};
    if (::fstat(descriptor, &status) == 0) {
        const std::string mark = markOf(status);
        [[maybe_unused]] const int done =
            ::fsetxattr(descriptor, kAttribute, mark.data(), mark.size(), 0);
    }
}

bool isMarkedAsWritten(const std::string& path) {
    struct stat status {};
    std::array<char, 128> mark{};
    if (::lstat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) {
        return false;
    }
    const ssize_t length = ::lgetxattr(path.c_str(), kAttribute, mark.data(), mark.size());
    return length > 0 &&
           std::string(mark.data(), static_cast<std::size_t>(length)) == markOf(status);
}

}  // namespace stowage
