// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace stowage {

/// Whether the host of this virtual machine takes free memory back, as virtio's balloon lets it
/// with "free page reporting": whoever needs that memory again waits for the host, and nothing in
/// the guest tells which pages those are. `driver`: the balloon's folder under /sys.
/// Source: Virtual I/O Device (VIRTIO) Version 1.2, 5.5.3, VIRTIO_BALLOON_F_PAGE_REPORTING.
[[nodiscard]] bool hostTakesFreeMemoryBack(
    const std::string& driver = "/sys/bus/virtio/drivers/virtio_balloon");

}  // namespace stowage
