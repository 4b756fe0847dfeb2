// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/job_control.h"
#include "engine/base/message.h"

#include <chrono>
#include <mutex>
#include <string>

namespace stowage {

/// A bar on standard error while a long job runs; silent where that is no terminal.
/// `show` may be called from the job's threads. The destructor wipes the line.
///
///     const auto summary = convert(…, ProgressBar(context.translate).sink());  // until it returns
class ProgressBar {
public:
    explicit ProgressBar(Translate translate);
    ~ProgressBar();
    ProgressBar(const ProgressBar&) = delete;
    ProgressBar& operator=(const ProgressBar&) = delete;

    /// Without effect where standard error is no terminal.
    void show(const Progress& progress);
    /// A sink that calls `show`; empty where nothing would be seen. Must not outlive the bar.
    [[nodiscard]] ProgressSink sink();

private:
    Translate m_translate;
    bool m_isTerminal;
    std::mutex m_mutex;
    std::chrono::steady_clock::time_point m_start;
    bool m_isShown = false;
};

/// "[#####     ]  50 %  1.00 GiB of 2.00 GiB  512.0 MiB/s  read weights".
/// Where items are counted and no bytes: "[#####     ]  50 %  100 of 200  headers of files".
[[nodiscard]] std::string progressLine(const Progress& progress, double seconds,
                                       const Translate& translate);

}  // namespace stowage
