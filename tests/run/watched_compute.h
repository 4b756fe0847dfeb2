// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/run/passing_compute.h"

#include <functional>
#include <memory>
#include <utility>

namespace stowage::test {

/// Another Compute's arithmetic, which calls back at the end of every module, when everything that
/// it computed is done.
class WatchedCompute : public PassingCompute {
public:
    WatchedCompute(std::shared_ptr<Compute> watched, std::function<void()> onModule)
        : PassingCompute(std::move(watched)), m_onModule(std::move(onModule)) {}

    Result<void> finish(ComputePlace place) override {
        Result<void> done = PassingCompute::finish(place);
        m_onModule();
        return done;
    }

private:
    std::function<void()> m_onModule;
};

}  // namespace stowage::test
