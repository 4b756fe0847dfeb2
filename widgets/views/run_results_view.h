// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/run/run_report.h"
#include "widgets/support/theme.h"

#include <QWidget>

#include <memory>

namespace stowage {

/// What a run came to: its layers, measured beside predicted, how much of the time each device
/// idled, and what it held. UI thread only.
class RunResultsView : public QWidget {
    Q_OBJECT
public:
    explicit RunResultsView(const Theme* theme, QWidget* parent = nullptr);

    /// Also of a run that stopped: its figures until then. Null: as clear().
    void setReport(std::shared_ptr<const RunReport> report);
    /// No run: a sentence says what will be shown here.
    void clear();

Q_SIGNALS:
    /// A layer was chosen: "transformer.h.3".
    void stageActivated(const QString& stage);
};

}  // namespace stowage
