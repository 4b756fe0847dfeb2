// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/checkpoint/checkpoint.h"
#include "widgets/support/theme.h"
#include "widgets/tree/fact_tables.h"

#include <QScrollArea>

#include <memory>
#include <vector>

class QComboBox;
class QGridLayout;
class QLabel;
class QPushButton;

namespace stowage {

class ModelCard;
class SelectableText;
struct ConfigOrigin;

/// What the open model is, in a few lines: name, source, format, what was recognised and what is
/// guessed, totals; of a nested checkpoint the part that was taken, and of a config.json the class
/// that was built, to be changed here.
class FactsSummary : public QScrollArea {
    Q_OBJECT
public:
    explicit FactsSummary(const Theme* theme, QWidget* parent = nullptr);

    void setModel(const QString& name, const FactSource& source, const OpenOptions& options);
    /// Where the model's class comes from, which others there are, and what ties its tensors. Null
    /// where no config.json is known. To be called after setModel().
    void setConfig(std::shared_ptr<const ConfigOrigin> config, const FactSource& source);
    /// The model in figures, above all else.
    [[nodiscard]] ModelCard* card() const { return m_card; }
    /// While something opens, no other part can be chosen.
    void setBusy(bool busy);
    /// The chosen part as it is, after another one could not be opened.
    void showChosenPart();

Q_SIGNALS:
    /// Opens the same file with another choice.
    void choiceRequested(const OpenOptions& options);
    /// The model's sizes shall be shown in the form of a new one.
    void editSizesRequested();

protected:
    void showEvent(QShowEvent* event) override;

private:
    struct Line {
        QLabel* caption;
        SelectableText* value;
    };

    Line addLine(const QString& name, const QString& caption);
    QLabel* addChoice(QComboBox* choice, const QString& caption);
    void addPartLine();
    void addRenameLine();
    void addClassLine();
    void addTieLine();
    void showChosenClass();
    void chooseClass(int index);
    static void setLine(const Line& line, const QString& text);
    void choosePart(int index);
    void applyTheme();

    const Theme* m_theme;
    QWidget* m_content;
    QGridLayout* m_grid;
    SelectableText* m_name;
    ModelCard* m_card;
    std::vector<Line> m_lines;
    Line m_source{}, m_format{}, m_files{}, m_model{}, m_totals{}, m_keys{}, m_renamed{};
    QLabel* m_partCaption = nullptr;
    QComboBox* m_part = nullptr;
    QPushButton* m_asStored = nullptr;
    QLabel* m_classCaption = nullptr;
    QComboBox* m_class = nullptr;
    Line m_ties{};
    QPushButton* m_editSizes = nullptr;
    std::shared_ptr<const ConfigOrigin> m_config;
    QString m_className;  ///< of the open model
    OpenOptions m_options;
    std::vector<CheckpointPart> m_parts;
    QString m_prefix;
};

}  // namespace stowage
