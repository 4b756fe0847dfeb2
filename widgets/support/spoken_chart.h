// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <functional>

class QWidget;

namespace stowage {

/// Lets screen readers find a widget that paints figures as a chart, and read its figures: `words`,
/// which are asked for when somebody reads, or without it the accessible description. Comes before
/// the widget has its accessible name: with a name a reader asks for it, and the answer is kept.
///
///     speakAsChart(this, [this] { return spokenFigures(); });
void speakAsChart(QWidget* chart, std::function<QString()> words = {});

}  // namespace stowage
