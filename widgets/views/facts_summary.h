// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/checkpoint/checkpoint.h"
#include "widgets/models/fact_tables.h"
#include "widgets/support/theme.h"

#include <QScrollArea>

#include <vector>

class QComboBox;
class QGridLayout;
class QLabel;
class QPushButton;

namespace stowage {

class SelectableText;

/// What the open model is, in a few lines: name, source, format, what was recognised and what is
/// guessed, totals; of a nested checkpoint the part that was taken, to be changed here.
class FactsSummary : public QScrollArea {
    Q_OBJECT
public:
    explicit FactsSummary(const Theme* theme, QWidget* parent = nullptr);

    void setModel(const QString& name, const FactSource& source, const OpenOptions& options);
    /// While something opens, no other part can be chosen.
    void setBusy(bool busy);
    /// The chosen part as it is, after another one could not be opened.
    void showChosenPart();

Q_SIGNALS:
    /// Opens the same file with another choice.
    void choiceRequested(const OpenOptions& options);

protected:
    void showEvent(QShowEvent* event) override;

private:
    struct Line {
        QLabel* caption;
        SelectableText* value;
    };

    Line addLine(const QString& name, const QString& caption);
    void addPartLine();
    void addRenameLine();
    static void setLine(const Line& line, const QString& text);
    void choosePart(int index);
    void applyTheme();

    const Theme* m_theme;
    QWidget* m_content;
    QGridLayout* m_grid;
    SelectableText* m_name;
    std::vector<Line> m_lines;
    Line m_source{}, m_format{}, m_files{}, m_model{}, m_totals{}, m_keys{}, m_renamed{};
    QLabel* m_partCaption = nullptr;
    QComboBox* m_part = nullptr;
    QPushButton* m_asStored = nullptr;
    OpenOptions m_options;
    std::vector<CheckpointPart> m_parts;
    QString m_prefix;
};

}  // namespace stowage
