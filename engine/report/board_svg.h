// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/catalogue.h"
#include "engine/load/report/load_record.h"
#include "engine/plan/placement_plan.h"

#include <string>
#include <string_view>

namespace stowage {

/// Whether an SVG stands in a page, which has its colours, or alone in a file.
enum class SvgPlace { InPage, OwnFile };

/// The board of a plan: a lane a device, in each the blocks in the order in which they run, as high
/// as their bytes, equal neighbours as one; at most 160 in all, the smallest of a lane together.
/// 900 units wide. "title" and "desc" say in words what it shows; colours change with the screen
/// (prefers-color-scheme). `name` is the plan's, `translate` puts its texts into a language.
///
///     ┌ GPU 0 ────────┐ ┌ CPU ─────────┐
///     │ wte   36 MiB  │ │ h.4 … h.11   │
///     │ h.0 … h.3     │ │              │
///     └───────────────┘ └──────────────┘
[[nodiscard]] std::string boardSvg(const PlacementPlan& plan, const std::string& name,
                                   SvgPlace place = SvgPlace::InPage,
                                   const Translate& translate = translateBy(nullptr));

/// Text as XML and HTML take it, in elements and in attributes: &, <, >, quotes; characters that
/// XML forbids, and bytes that are no UTF-8, become U+FFFD.
[[nodiscard]] std::string markupEscaped(std::string_view text);

/// The memory of one load or run over its time: of each GPU what was reserved (a line) and
/// allocated (dashes), and the process's own RAM above the level before it. 900 units wide, with a
/// legend that names the peaks and says what is simulated; "title" and "desc" say the same in
/// words. Of more than 300 moments each stretch of time is drawn by its highest figure, so that no
/// peak is lost. "" where the record has no curves.
[[nodiscard]] std::string recordSvg(const LoadRecord& record, const Message& name,
                                    const Translate& translate = translateBy(nullptr));

}  // namespace stowage
