// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/run/run_job.h"
#include "tests/run/forward_case.h"
#include "tests/run/run_fixture.h"

#include <stop_token>
#include <string>
#include <utility>

namespace stowage::test {

/// A tiny model of the transformers library, loaded.
struct LoadedFixture {
    RunFixture fixture;
    std::shared_ptr<LoadedModel> loaded;
};

/// Runs of tiny models as a job, with everything around it: threads, prefetching, the report.
class RunCase : public ForwardCase {
    Q_OBJECT

protected:
    /// `loaded` is null where the load failed, with a message.
    LoadedFixture loadFixture(const char* name, const Map& map,
                              std::optional<DType> dtype = std::nullopt) {
        RunFixture fixture = openRunFixture(path(name));
        auto loaded = load({fixture.checkpoint, fixture.tree}, map, LoadMethod::Streamed, dtype);
        return {std::move(fixture), std::move(loaded)};
    }

    [[nodiscard]] static RunOptions optionsFor(std::vector<std::int64_t> tokens,
                                               std::int64_t generate = 0) {
        RunOptions options;
        options.request.tokens = std::move(tokens);
        options.request.generate = generate;
        options.threads = 1;
        return options;
    }

    RunReport run(const LoadedModel& model, const RunOptions& options, std::stop_token stop = {},
                  const ProgressSink& progress = {}) {
        const PauseGate gate;
        return runLoaded(model, m_backends, options, gate, std::move(stop), progress);
    }

    [[nodiscard]] DeviceMemory& gpu(std::uint32_t number = 0) const {
        return *m_backends.find(DeviceId::gpu(number));
    }

    [[nodiscard]] static std::string whyStopped(const RunReport& report) {
        return report.stopped ? report.stopped->message.english() : std::string();
    }

    [[nodiscard]] static bool says(const Error& error, const std::string& text) {
        return error.message.english().find(text) != std::string::npos;
    }
};

}  // namespace stowage::test
