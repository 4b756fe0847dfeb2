// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/load_repeats.h"

#include "app/cli/output/text_table.h"
#include "engine/base/byte_size.h"
#include "engine/base/json_fields.h"
#include "engine/base/number_text.h"
#include "engine/device/host_memory.h"
#include "engine/load/execute/load_job.h"
#include "engine/load/tensor_backend.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <system_error>
#include <utility>

namespace stowage {

namespace {

using Json = nlohmann::ordered_json;

/// malloc's arenas and the pages of page tables settle within this; a leak in every load does not.
constexpr std::uint64_t kAllowedGrowth = 4 * kMiB;

std::uint64_t entriesOf(const char* folder) {
    std::error_code failure;
    std::uint64_t count = 0;
    for (std::filesystem::directory_iterator at(folder, failure), end; !failure && at != end;
         at.increment(failure)) {
        ++count;
    }
    return count;
}

/// Threads that have not ended. One that was joined is listed until the kernel has taken it down,
/// marked as exiting (PF_EXITING among the flags, field 9 of stat: proc(5)).
std::uint64_t liveThreads() {
    constexpr unsigned long kExiting = 0x4;
    std::error_code failure;
    std::uint64_t count = 0;
    for (std::filesystem::directory_iterator at("/proc/self/task", failure), end;
         !failure && at != end; at.increment(failure)) {
        std::string stat;
        std::ifstream file(at->path() / "stat");
        std::getline(file, stat);
        // The name before it, in brackets, may hold anything.
        std::istringstream fields(stat.substr(std::min(stat.size(), stat.rfind(')') + 1)));
        std::string field;
        for (int i = 0; i < 6; ++i) {
            fields >> field;
        }
        unsigned long flags = 0;
        const bool isThere = static_cast<bool>(fields >> flags);  // else it is gone by now
        count += isThere && (flags & kExiting) == 0 ? 1 : 0;
    }
    return count;
}

AfterLoad measured(double seconds) {
    const ProcessMemory memory = ProcessMemoryReader().read();
    return AfterLoad{seconds, memory.anon, memory.shmem, entriesOf("/proc/self/fd"), liveThreads()};
}

bool grew(const std::optional<std::uint64_t>& first, const std::optional<std::uint64_t>& last) {
    return first && last && *last > *first + kAllowedGrowth;
}

/// What is made once, as LibTorch's pools, is there after the second load.
const AfterLoad& reference(const std::vector<AfterLoad>& loads) {
    return loads.size() > 2 ? loads[1] : loads.front();
}

}  // namespace

bool isGrowth(const AfterLoad& first, const AfterLoad& last) {
    return grew(first.anon, last.anon) || grew(first.shmem, last.shmem) ||
           last.descriptors > first.descriptors || last.threads > first.threads;
}

void LoadRepeats::addTo(CLI::App& command) {
    command.add_option("--repeat", m_count)->type_name("N");
    command.add_flag("--reuse", m_reuse);
}

LoadOutcome LoadRepeats::run(const std::function<LoadOutcome()>& load,
                             const LoadBackends& backends) {
    LoadOutcome outcome;
    m_loads.clear();
    for (unsigned i = 0; i < m_count; ++i) {
        outcome = load();
        outcome.model.reset();
        if (!m_reuse) {
            for (const std::shared_ptr<DeviceMemory>& device : backends.devices) {
                device->emptyCache();
            }
            releaseHostCaches();
        }
        m_loads.push_back(measured(outcome.report.seconds));
        if (outcome.report.stopped || !outcome.report.verified.value_or(true)) {
            break;
        }
    }
    return outcome;
}

bool LoadRepeats::grew() const {
    return m_loads.size() > 1 && isGrowth(reference(m_loads), m_loads.back());
}

void LoadRepeats::addToJson(Json& object) const {
    Json loads = Json::array();
    for (const AfterLoad& load : m_loads) {
        loads.push_back(Json{{"seconds", load.seconds},
                             {"anon_after", orNull(load.anon)},
                             {"shmem_after", orNull(load.shmem)},
                             {"descriptors_after", load.descriptors},
                             {"threads_after", load.threads}});
    }
    object["repeats"] = Json{{"count", m_loads.size()},
                             {"wanted", m_count},
                             {"reuse", m_reuse},
                             {"grew", grew()},
                             {"allowed_growth", kAllowedGrowth},
                             {"loads", std::move(loads)}};
}

Message LoadRepeats::sentence() const {
    std::vector<double> seconds;
    for (const AfterLoad& load : m_loads) {
        seconds.push_back(load.seconds);
    }
    if (seconds.empty()) {
        return {};
    }
    std::sort(seconds.begin(), seconds.end());
    const AfterLoad& first = reference(m_loads);
    const AfterLoad& last = m_loads.back();
    const std::string median = secondsText(seconds[seconds.size() / 2]);
    return grew() ? say("Loaded %1 times in %2 to %3 (median %4). Anonymous memory: %5 after an "
                        "early load, %6 after the last load. File descriptors: %7, then %8. The "
                        "process grows.",
                        seconds.size(), secondsText(seconds.front()), secondsText(seconds.back()),
                        median, sizeOrUnknown(first.anon), sizeOrUnknown(last.anon),
                        first.descriptors, last.descriptors)
                  : say("Loaded %1 times in %2 to %3 (median %4). Anonymous memory: %5 after an "
                        "early load, %6 after the last load. File descriptors: %7, then %8. The "
                        "process does not grow.",
                        seconds.size(), secondsText(seconds.front()), secondsText(seconds.back()),
                        median, sizeOrUnknown(first.anon), sizeOrUnknown(last.anon),
                        first.descriptors, last.descriptors);
}

}  // namespace stowage
