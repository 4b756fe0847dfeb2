// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/output_target.h"

#include "engine/base/atomic_file_writer.h"
#include "engine/base/system_error.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <csignal>
#include <ctime>
#include <filesystem>
#include <optional>
#include <string_view>
#include <system_error>

namespace stowage {
namespace {

/// As many as the system itself follows.
constexpr int kMostLinks = 40;

/// The number in "/dev/fd/63" and the other names that a process has for what it has open. What
/// lies behind may be a regular file, into which the shell wrote already: it must not be replaced.
std::optional<int> openDescriptorOf(std::string_view path) {
    if (path == "/dev/stdout") {
        return STDOUT_FILENO;
    }
    if (path == "/dev/stderr") {
        return STDERR_FILENO;
    }
    for (const std::string_view folder : {"/dev/fd/", "/proc/self/fd/"}) {
        if (!path.starts_with(folder)) {
            continue;
        }
        const std::string_view digits = path.substr(folder.size());
        int number = 0;
        const auto [end, failure] =
            std::from_chars(digits.data(), digits.data() + digits.size(), number);
        if (failure == std::errc() && end == digits.data() + digits.size() && number >= 0) {
            return number;
        }
    }
    return std::nullopt;
}

Result<OutputTarget> streamTarget(std::string path, int openDescriptor) {
    const int flags = openDescriptor < 0 ? O_WRONLY : ::fcntl(openDescriptor, F_GETFL);
    if (flags < 0 || (flags & O_ACCMODE) == O_RDONLY) {
        return writeFailure(path, flags < 0 ? errno : EBADF);
    }
    if (openDescriptor < 0 && ::access(path.c_str(), W_OK) != 0) {
        return writeFailure(path, errno);
    }
    return OutputTarget{OutputTarget::Kind::Stream, std::move(path), openDescriptor, std::nullopt};
}

/// A pipe whose reader has gone is an error to report, not the end of the process: while this
/// lives, the signal that the system sends for it is kept from the calling thread.
class WithoutPipeSignal {
public:
    WithoutPipeSignal() {
        sigemptyset(&m_pipe);
        sigaddset(&m_pipe, SIGPIPE);
        pthread_sigmask(SIG_BLOCK, &m_pipe, &m_before);
    }
    ~WithoutPipeSignal() {
        if (sigismember(&m_before, SIGPIPE) == 0) {
            constexpr timespec kNow{0, 0};
            while (sigtimedwait(&m_pipe, nullptr, &kNow) < 0 && errno == EINTR) {
            }
        }
        pthread_sigmask(SIG_SETMASK, &m_before, nullptr);
    }
    WithoutPipeSignal(const WithoutPipeSignal&) = delete;
    WithoutPipeSignal& operator=(const WithoutPipeSignal&) = delete;

private:
    sigset_t m_pipe{};
    sigset_t m_before{};
};

Unexpected notWritten(const std::string& path, const char* what) {
    return fail(ErrorCode::NotARegularFile,
                path + " is " + what + "; name a file to write instead.", path);
}

}  // namespace

Result<OutputTarget> outputTarget(const std::string& path) {
    std::filesystem::path place(path);
    for (int links = 0; links < kMostLinks; ++links) {
        if (const auto open = openDescriptorOf(place.native())) {
            return streamTarget(place.native(), *open);
        }
        struct stat state {};
        if (::lstat(place.c_str(), &state) != 0) {
            if (errno != ENOENT) {
                return writeFailure(path, errno);
            }
            return OutputTarget{OutputTarget::Kind::File, place.native(), -1, std::nullopt};
        }
        constexpr mode_t kPermissions = 0777;
        switch (state.st_mode & S_IFMT) {
            case S_IFREG:
                return OutputTarget{OutputTarget::Kind::File, place.native(), -1,
                                    static_cast<unsigned>(state.st_mode & kPermissions)};
            case S_IFIFO:
            case S_IFCHR:
            case S_IFBLK:
                return streamTarget(place.native(), -1);
            case S_IFDIR:
                return notWritten(path, "a folder");
            case S_IFLNK:
                break;
            default:
                return notWritten(path, "a socket");
        }
        std::error_code failure;
        const std::filesystem::path named = std::filesystem::read_symlink(place, failure);
        if (failure) {
            return writeFailure(path, failure.value());
        }
        place = place.parent_path() / named;  // an absolute name replaces the folder
    }
    return writeFailure(path, ELOOP);
}

Result<int> openStream(const OutputTarget& target) {
    if (target.openDescriptor >= 0) {
        const int copy = ::fcntl(target.openDescriptor, F_DUPFD_CLOEXEC, 0);
        return copy >= 0 ? Result<int>(copy) : writeFailure(target.path, errno);
    }
    const int descriptor =
        ::open(target.path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (descriptor < 0 && errno == ENXIO) {
        return fail(ErrorCode::WriteFailed,
                    target.path + " is a FIFO that no program reads from; start its reader first.",
                    target.path);
    }
    if (descriptor < 0) {
        return writeFailure(target.path, errno);
    }
    // Only opening must not wait; a reader may be slower than the writer.
    ::fcntl(descriptor, F_SETFL, ::fcntl(descriptor, F_GETFL) & ~O_NONBLOCK);
    return descriptor;
}

Result<void> writeStream(int descriptor, std::span<const std::byte> bytes,
                         const std::string& path) {
    const WithoutPipeSignal quiet;
    while (!bytes.empty()) {
        const ssize_t count = ::write(descriptor, bytes.data(), bytes.size());
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count <= 0) {
            return writeFailure(path, count < 0 ? errno : ENOSPC);
        }
        bytes = bytes.subspan(static_cast<std::size_t>(count));
    }
    return {};
}

Result<void> requireWritable(const std::string& path) {
    const auto target = outputTarget(path);
    if (!target) {
        return target.unexpected();
    }
    if (target->kind == OutputTarget::Kind::Stream) {
        return {};  // a FIFO's reader would take a first opening for the whole of it
    }
    const auto file = AtomicFileWriter::create(path, AtomicFileWriter::Durability::Cached);
    return file ? Result<void>() : file.unexpected();
}

}  // namespace stowage
