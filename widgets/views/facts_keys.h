// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/checkpoint/checkpoint.h"
#include "widgets/models/fact_tables.h"
#include "widgets/support/theme.h"

#include <QWidget>

#include <vector>

class QLabel;
class QPushButton;

namespace stowage {

class FactTableView;
class FlowLayout;

/// Keys that do not agree with the model as it is known: counts, the renamings under which more
/// agree as buttons, and every key with what is wrong with it.
class FactsKeys : public QWidget {
    Q_OBJECT
public:
    explicit FactsKeys(const Theme* theme, QWidget* parent = nullptr);

    void setModel(const FactSource& source, const OpenOptions& options);
    void setBusy(bool busy);
    [[nodiscard]] FactTableView* table() const { return m_table; }

Q_SIGNALS:
    /// Opens the same file with another choice.
    void choiceRequested(const OpenOptions& options);
    /// Asks for a `.tree.json` to hold the keys against.
    void treeFileRequested();

protected:
    void showEvent(QShowEvent* event) override;

private:
    void showProposals(const std::vector<KeyRename>& proposals);
    void applyTheme();

    const Theme* m_theme;
    QLabel* m_sentence;
    QWidget* m_buttons;
    FlowLayout* m_flow;
    QPushButton* m_choose;
    std::vector<QPushButton*> m_proposals;
    FactTableView* m_table;
    OpenOptions m_options;
};

}  // namespace stowage
