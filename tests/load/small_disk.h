// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <string>

namespace stowage::test {

/// A file system of a few MiB (tmpfs), mounted for this process alone where the system allows it.
class SmallDisk {
public:
    /// Gives this process name spaces of its own, in which it may mount. To be called first in
    /// main(), before there is a second thread. False where the system refuses.
    static bool prepare();
    /// Null where the system refuses; `reason` then says why.
    static std::unique_ptr<SmallDisk> mount(const std::string& folder, std::uint64_t bytes,
                                            std::string& reason);
    ~SmallDisk();
    SmallDisk(const SmallDisk&) = delete;
    SmallDisk& operator=(const SmallDisk&) = delete;

    [[nodiscard]] const std::string& folder() const { return m_folder; }
    [[nodiscard]] std::uint64_t freeBytes() const;
    /// Another program's file that leaves at most this much free (in pages); replaces its last one.
    void fillUntil(std::uint64_t leftBytes) const;
    void removeFill() const;

private:
    explicit SmallDisk(std::string folder) : m_folder(std::move(folder)) {}
    std::string m_folder;
};

}  // namespace stowage::test
