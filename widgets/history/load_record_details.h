// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/load/report/load_record.h"
#include "widgets/support/theme.h"

#include <QWidget>

#include <memory>
#include <vector>

class QLabel;

namespace stowage {

class FigureTable;
class SelectableText;

/// All that is kept of one record: what was asked for, how it ended, the phases of a load with
/// their peaks, what each token of a run took, the turns of a chain.
class LoadRecordDetails : public QWidget {
    Q_OBJECT
public:
    explicit LoadRecordDetails(const Theme* theme, QWidget* parent = nullptr);

    /// The records that are selected: one is shown, of none or several it is said that they are.
    void setRecords(const std::vector<std::shared_ptr<const LoadRecord>>& records);

private:
    void showRecord();
    void showPhases();
    void showPasses();
    void showTurns();

    const Theme* m_theme;
    std::shared_ptr<const LoadRecord> m_record;
    QLabel* m_title;
    SelectableText* m_outcome;
    SelectableText* m_origin;
    FigureTable* m_phases;
};

/// How a record ended, what it read, how far off the prediction was; a line each.
[[nodiscard]] QString recordOutcomeText(const LoadRecord& record);
/// Its devices, plan, date and verification; a line each.
[[nodiscard]] QString recordOriginText(const LoadRecord& record);

}  // namespace stowage
