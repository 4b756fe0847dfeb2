// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/output/progress_bar.h"

#include "engine/base/byte_size.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <utility>

namespace stowage {

namespace {

constexpr double kPercent = 100.0;
constexpr const char* kWipeLine = "\r\033[K";

/// "[#####     ]  50 %  ".
std::string barText(double done, double total) {
    constexpr std::size_t kCells = 24;
    const double share = total > 0 ? std::clamp(done / total, 0.0, 1.0) : 0.0;
    const auto filled = static_cast<std::size_t>(share * static_cast<double>(kCells));
    const std::string percent = std::to_string(static_cast<int>(share * kPercent));
    return "[" + std::string(filled, '#') + std::string(kCells - filled, ' ') + "] " +
           std::string(3 - std::min<std::size_t>(3, percent.size()), ' ') + percent + " %  ";
}

/// Of what counts no bytes: files whose headers are read, methods that are compared.
std::string itemsLine(const Progress& progress, const Translate& translate) {
    const std::string line =
        progress.itemsTotal == 0
            ? std::to_string(progress.itemsDone)
            : barText(static_cast<double>(progress.itemsDone),
                      static_cast<double>(progress.itemsTotal)) +
                  say("%1 of %2", progress.itemsDone, progress.itemsTotal).in(translate);
    return line + "  " + progress.phase.in(translate);
}

bool countsItems(const Progress& progress) {
    return progress.bytesTotal == 0 && (progress.itemsDone > 0 || progress.itemsTotal > 0);
}

}  // namespace

ProgressBar::ProgressBar(Translate translate)
    : m_translate(std::move(translate)),
      m_isTerminal(::isatty(STDERR_FILENO) == 1),
      m_start(std::chrono::steady_clock::now()) {}

ProgressBar::~ProgressBar() {
    if (m_isShown) {
        std::fputs(kWipeLine, stderr);
    }
}

void ProgressBar::show(const Progress& progress) {
    if (!m_isTerminal || (progress.bytesTotal == 0 && !countsItems(progress))) {
        return;
    }
    const std::lock_guard lock(m_mutex);
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - m_start;
    std::fputs((kWipeLine + progressLine(progress, elapsed.count(), m_translate)).c_str(), stderr);
    m_isShown = true;
}

ProgressSink ProgressBar::sink() {
    if (!m_isTerminal) {
        return {};
    }
    return [this](const Progress& progress) { show(progress); };
}

std::string progressLine(const Progress& progress, double seconds, const Translate& translate) {
    const double done = static_cast<double>(progress.bytesDone);
    const double total = static_cast<double>(progress.bytesTotal);
    if (countsItems(progress)) {
        return itemsLine(progress, translate);
    }
    std::string line =
        barText(done, total) + say("%1 of %2", formatSize(done), formatSize(total)).in(translate);
    if (seconds > 0 && progress.bytesDone > 0) {
        line += "  " + formatSize(done / seconds) + "/s";
    }
    return line + "  " + progress.phase.in(translate);
}

}  // namespace stowage
