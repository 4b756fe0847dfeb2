// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/device/host_memory.h"

#include "engine/device/cgroup_memory.h"

#include <fcntl.h>
#include <unistd.h>
#include <algorithm>
#include <array>
#include <charconv>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

namespace stowage {

namespace {

constexpr std::size_t kStatusSize = 8192;  ///< /proc/self/status is about 1.5 KiB

/// The number behind `label` in "label:   123 kB", in bytes.
std::optional<std::uint64_t> fieldBytes(std::string_view text, std::string_view label) {
    std::size_t at = text.starts_with(label) ? 0 : text.find("\n" + std::string(label));
    if (at == std::string_view::npos) {
        return std::nullopt;
    }
    at = text.find(label, at) + label.size();
    at = text.find_first_not_of(" \t", at);
    if (at == std::string_view::npos) {
        return std::nullopt;
    }
    std::uint64_t kilobytes = 0;
    const auto [stop, status] =
        std::from_chars(text.data() + at, text.data() + text.size(), kilobytes);
    if (status != std::errc()) {
        return std::nullopt;
    }
    return kilobytes * 1024;
}

}  // namespace

ProcessMemoryReader::ProcessMemoryReader()
    : m_descriptor(::open("/proc/self/status", O_RDONLY | O_CLOEXEC)) {}

ProcessMemoryReader::~ProcessMemoryReader() {
    if (m_descriptor >= 0) {
        ::close(m_descriptor);
    }
}

ProcessMemory ProcessMemoryReader::read() const {
    std::array<char, kStatusSize> buffer{};
    const ssize_t count =
        m_descriptor < 0 ? -1 : ::pread(m_descriptor, buffer.data(), buffer.size(), 0);
    if (count <= 0) {
        return {};
    }
    const std::string_view text(buffer.data(), static_cast<std::size_t>(count));
    return {fieldBytes(text, "VmRSS:"), fieldBytes(text, "RssAnon:"), fieldBytes(text, "RssFile:"),
            fieldBytes(text, "RssShmem:")};
}

HostMemory readHostMemory() {
    HostMemory memory;
    std::ifstream file("/proc/meminfo");
    const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    memory.total = fieldBytes(text, "MemTotal:");
    memory.available = fieldBytes(text, "MemAvailable:");
    const CgroupMemory cgroup = readCgroupMemory("/proc/self/cgroup", "/sys/fs/cgroup");
    memory.cgroupLimit = cgroup.limit;
    memory.cgroupLeft = cgroup.left;
    return memory;
}

std::optional<std::uint64_t> hostBudgetBytes(const HostMemory& memory) {
    if (memory.available && memory.cgroupLeft) {
        return std::min(*memory.available, *memory.cgroupLeft);
    }
    return memory.available ? memory.available : memory.cgroupLeft;
}

}  // namespace stowage
