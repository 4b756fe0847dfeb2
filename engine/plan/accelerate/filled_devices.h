// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/accelerate/types.h"

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace stowage {

/// One device of max_memory while infer_auto_device_map fills it. Bytes.
struct FilledDevice {
    DeviceKey key;
    std::optional<PythonNumber> budget;  ///< nothing: the disk
    bool isMain = false;                 ///< keeps room for the largest layer
    PythonNumber used{};
    PythonNumber buffers{};
    std::optional<PythonNumber> minimum{};  ///< what its first module would have needed
    std::optional<PythonNumber> reserve{};  ///< the last one kept here
};

/// The devices of max_memory in the order in which infer_auto_device_map fills them, and "disk"
/// behind them where it is not named (docs/spec/placement.md §7).
class FilledDevices {
public:
    explicit FilledDevices(const MaxMemory& budgets);

    /// The one whose turn it is; the disk takes all, so that there is one.
    [[nodiscard]] FilledDevice& current() { return m_devices[m_current]; }
    [[nodiscard]] const FilledDevice& current() const { return m_devices[m_current]; }
    [[nodiscard]] std::size_t currentIndex() const { return m_current; }
    void goToNext() { ++m_current; }
    /// Adds to what is used there; nothing happens where it has no budget.
    void charge(const DeviceKey& key, PythonNumber size);

    /// In order.
    [[nodiscard]] std::vector<DeviceKey> keys() const;
    /// The reserves of main devices when the planner last looked at them.
    [[nodiscard]] std::vector<std::pair<DeviceKey, PythonNumber>> reserves() const;
    /// What Accelerate says at the end: of buffers that fit no GPU, and of devices that stayed
    /// empty.
    void noteLeftovers(AccelerateNotes& notes) const;

private:
    std::vector<FilledDevice> m_devices;
    std::size_t m_current = 0;
};

}  // namespace stowage
