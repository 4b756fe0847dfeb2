// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/device/free_page_reporting.h"

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <system_error>

namespace stowage {

bool hostTakesFreeMemoryBack(const std::string& driver) {
    constexpr std::size_t kPageReporting = 5;  // the bit of the feature
    std::error_code failure;
    for (auto device = std::filesystem::directory_iterator(driver, failure);
         !failure && device != std::filesystem::directory_iterator(); device.increment(failure)) {
        // A digit for each feature that driver and device have agreed on, the first bit first.
        std::ifstream file(device->path() / "features");
        std::string features;
        if (file >> features && features.size() > kPageReporting &&
            features[kPageReporting] == '1') {
            return true;
        }
    }
    return false;
}

}  // namespace stowage
