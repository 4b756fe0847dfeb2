// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRect>
#include <QString>

#include <functional>
#include <vector>

class QWidget;

namespace stowage {

/// What a reader can have done with a part of a chart, as the mouse and the keys do it.
struct ChartAction {
    QString name;     ///< for the platform: QAccessibleActionInterface::pressAction(), or another
    QString label{};  ///< as a menu would have it; "": Qt knows the name
    std::function<void()> act;
};

/// A part of a chart that is painted: a curve, a limit, a phase, a point, a bar. A value.
struct ChartPart {
    QString key;            ///< known by it while its texts change; no other part has it
    QString name;           ///< "GPU 0 allocated, measured"
    QString value{};        ///< "1.20 GiB"
    QString description{};  ///< all of it, for platforms that know no values
    QRect rect{};           ///< in the widget; empty: nothing of it is in sight
    enum class Choice { None, CanBeChosen, Chosen } choice = Choice::None;
    std::vector<ChartAction> actions{};
};

/// Lets screen readers find a widget that paints figures as a chart, and read its figures: `words`,
/// which are asked for when somebody reads, or without it the accessible description; and `parts`,
/// which become children of the chart, in that order. Comes before the widget has its accessible
/// name: with a name a reader asks for it, and the answer is kept.
///
///     speakAsChart(this, [this] { return spokenFigures(); }, [this] { return spokenParts(); });
void speakAsChart(QWidget* chart, std::function<QString()> words = {},
                  std::function<std::vector<ChartPart>()> parts = {});

/// To be called whenever parts may have come, gone or changed. Readers are told of what differs a
/// little later and together, however often this is called, so that samples do not flood them.
void chartPartsChanged(QWidget* chart);

/// Another part is chosen, which readers are told at once.
void chartPartChosen(QWidget* chart);

}  // namespace stowage
