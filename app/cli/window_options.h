// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/device/device_id.h"
#include "engine/plan/dispatch_hooks.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace stowage {

struct PlacementRequest;

/// How offloaded layers run, as it was typed: `--prefetch-window`, `--no-prefetch`,
/// `--execution-device` and those options of Accelerate's hooks that change what devices hold. A
/// verdict follows from them, and so does a run.
class WindowOptions {
public:
    /// Adds the options to a command; they bind to this object, which must outlive the parse.
    void addTo(CLI::App& command);
    /// Puts them into a request. Error: InvalidArgument that names the option.
    [[nodiscard]] Result<void> putInto(PlacementRequest& request) const;

    /// Layers brought in ahead of the one that runs. Error: InvalidArgument.
    [[nodiscard]] Result<unsigned> window() const;
    /// Nothing where none is named. Error: InvalidArgument.
    [[nodiscard]] Result<std::optional<DeviceId>> executionDevice() const;
    /// All but skip_keys. Error: InvalidArgument that names the option.
    [[nodiscard]] Result<HookOptions> hooks() const;

private:
    void addHooksTo(CLI::App& command);

    std::int64_t m_window = 2;
    bool m_noPrefetch = false;
    std::string m_executionDevice;
    std::string m_mainDevice;
    std::vector<std::string> m_preload;
    bool m_forceHooks = false;
};

}  // namespace stowage
