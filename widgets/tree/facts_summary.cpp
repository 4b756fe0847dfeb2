// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tree/facts_summary.h"

#include "widgets/document/model_texts.h"
#include "widgets/support/formats.h"
#include "widgets/support/forms.h"
#include "widgets/support/labels.h"
#include "widgets/tree/model_card.h"

#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>

#include <utility>

namespace stowage {
namespace {

constexpr int kSummaryColumnGap = 12;
constexpr int kSummaryLineGap = 3;
constexpr int kComboCharacters = 12;

}  // namespace

FactsSummary::FactsSummary(const Theme* theme, QWidget* parent)
    : QScrollArea(parent),
      m_theme(theme),
      m_content(makePage(this)),
      m_grid(new QGridLayout(m_content)),
      m_name(withName(new SelectableText(m_content), "facts_name", tr("Name of the model"))),
      m_card(new ModelCard(theme, m_content)) {
    setObjectName(QStringLiteral("facts_summary"));
    setAccessibleName(tr("About the open model"));
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::NoFocus);
    m_grid->setContentsMargins(visualMargins({0, 0, 8, 0}));
    m_grid->setHorizontalSpacing(kSummaryColumnGap);
    m_grid->setVerticalSpacing(kSummaryLineGap);
    m_grid->setColumnStretch(1, 1);
    m_grid->addWidget(m_name, 0, 0, 1, 2);
    m_grid->addWidget(m_card, 1, 0, 1, 2);
    addClassLine();
    m_model = addLine(QStringLiteral("facts_recognised"), tr("Model"));
    m_totals = addLine(QStringLiteral("facts_totals"), tr("Contents"));
    addPartLine();
    addTieLine();
    m_format = addLine(QStringLiteral("facts_format"), tr("Format"));
    m_files = addLine(QStringLiteral("facts_files_words"), tr("Weights"));
    m_source = addLine(QStringLiteral("facts_source"), tr("Source"));
    m_keys = addLine(QStringLiteral("facts_keys_words"), tr("Keys"));
    addRenameLine();
    m_grid->setRowStretch(m_grid->rowCount(), 1);
    setWidget(m_content);
    connect(theme, &Theme::changed, this, &FactsSummary::applyTheme);
    applyTheme();
}

FactsSummary::Line FactsSummary::addLine(const QString& name, const QString& caption) {
    const int row = m_grid->rowCount();
    Line line{new QLabel(caption, m_content), new SelectableText(m_content)};
    line.value->setObjectName(name);
    line.value->setAccessibleName(caption);
    line.caption->setBuddy(line.value);
    m_grid->addWidget(line.caption, row, 0, Qt::AlignTop);
    m_grid->addWidget(line.value, row, 1);
    m_lines.push_back(line);
    return line;
}

QLabel* FactsSummary::addChoice(QComboBox* choice, const QString& caption) {
    const int row = m_grid->rowCount();
    QLabel* label = makeCaption(caption, m_theme->font(TextRole::Tree), choice);
    letNamesBeElided(choice, kComboCharacters);
    m_grid->addWidget(label, row, 0);
    m_grid->addWidget(choice, row, 1);
    return label;
}

void FactsSummary::addPartLine() {
    m_part = withName(new QComboBox(m_content), "facts_part",
                      tr("Part of the checkpoint that is the model"));
    m_part->setToolTip(tr("The checkpoint is nested: choose which part of it is the model"));
    m_partCaption = addChoice(m_part, tr("Part"));
    connect(m_part, &QComboBox::activated, this, &FactsSummary::choosePart);
}

void FactsSummary::addClassLine() {
    m_class = withName(new QComboBox(m_content), "facts_class",
                       tr("Class that the config.json is built as"));
    m_classCaption = addChoice(m_class, tr("Class"));
    connect(m_class, &QComboBox::activated, this, &FactsSummary::chooseClass);
}

void FactsSummary::addTieLine() {
    m_ties = addLine(QStringLiteral("facts_ties"), tr("Tied"));
    m_editSizes = withName(new QPushButton(tr("Edit sizes…"), m_content), "facts_edit_sizes");
    m_editSizes->setToolTip(tr("Show the config.json's numbers in the form of a new model"));
    m_editSizes->setProperty("compact", true);
    m_grid->addWidget(m_editSizes, m_grid->rowCount(), 1, Qt::AlignLeft);
    connect(m_editSizes, &QPushButton::clicked, this, &FactsSummary::editSizesRequested);
}

void FactsSummary::addRenameLine() {
    m_renamed = addLine(QStringLiteral("facts_renamed"), tr("Renamed"));
    m_asStored =
        withName(new QPushButton(tr("Use the keys as stored"), m_content), "facts_as_stored");
    m_asStored->setProperty("compact", true);
    m_grid->addWidget(m_asStored, m_grid->rowCount(), 1, Qt::AlignLeft);
    connect(m_asStored, &QPushButton::clicked, this, [this] {
        OpenOptions options = m_options;
        options.renames.clear();
        Q_EMIT choiceRequested(options);
    });
}

void FactsSummary::setLine(const Line& line, const QString& text) {
    line.value->setText(text);
    line.caption->setVisible(!text.isEmpty());
    line.value->setVisible(!text.isEmpty());
}

void FactsSummary::setModel(const QString& name, const FactSource& source,
                            const OpenOptions& options) {
    const CheckpointFacts& facts = *source.facts;
    m_options = options;
    m_parts = facts.parts;
    m_prefix = QString::fromStdString(facts.prefix);
    m_name->setText(name);
    setLine(m_model, recognitionWords(facts, *source.tree));
    setLine(m_totals, totalsWords(facts));
    setLine(m_format, formatWords(facts.format));
    setLine(m_files, filesWords(facts));
    setLine(m_source, QString::fromStdString(facts.path));
    setLine(m_keys, facts.keyCheck == nullptr ? QString() : keyCheckWords(*facts.keyCheck));
    QStringList renames;
    for (const KeyRename& rename : options.renames) {
        renames.append(renameWords(rename));
    }
    setLine(m_renamed, renames.join(QStringLiteral("; ")));
    m_asStored->setVisible(!renames.isEmpty());
    m_part->clear();
    for (const CheckpointPart& part : m_parts) {
        m_part->addItem(partWords(part));
    }
    m_partCaption->setVisible(m_parts.size() > 1);
    m_part->setVisible(m_parts.size() > 1);
    showChosenPart();
}

void FactsSummary::showChosenPart() {
    const QSignalBlocker blocker(m_part);
    for (std::size_t i = 0; i < m_parts.size(); ++i) {
        if (QString::fromStdString(m_parts[i].prefix) == m_prefix) {
            m_part->setCurrentIndex(static_cast<int>(i));
        }
    }
}

void FactsSummary::setConfig(std::shared_ptr<const ConfigOrigin> config, const FactSource& source) {
    m_config = std::move(config);
    const bool known = m_config != nullptr;
    const bool isAlone = known && !source.facts->hasWeights();
    m_className = QString::fromStdString(source.tree->nodes().front().className);
    m_class->clear();
    if (known) {
        m_class->addItems(textList(m_config->classes));
        const QString own = QString::fromStdString(m_config->ownClass);
        m_class->setToolTip(tr("%1 asks for %2").arg(originName(*m_config), own));
    }
    if (isAlone) {
        setLine(m_model, builtWords(*source.tree, *m_config));
        setLine(m_format, tr("config.json without weights"));
        if (m_config->file.empty()) {
            setLine(m_source, tr("typed, in no file; Edit sizes… can save it"));
        }
    }
    m_classCaption->setVisible(known);
    m_class->setVisible(known);
    m_editSizes->setVisible(isAlone);
    setLine(m_ties, known ? tieWords(*source.tree, *m_config) : QString());
    showChosenClass();
}

void FactsSummary::showChosenClass() {
    const QSignalBlocker blocker(m_class);
    m_class->setCurrentIndex(m_class->findText(m_className));
}

void FactsSummary::chooseClass(int index) {
    const QString chosen = m_class->itemText(index);
    if (m_config == nullptr || chosen == m_className) {
        return;
    }
    OpenOptions options = m_options;
    const std::string name = chosen.toStdString();
    options.className = name == m_config->ownClass ? std::string() : name;
    Q_EMIT choiceRequested(options);
}

void FactsSummary::setBusy(bool busy) {
    m_class->setEnabled(!busy);
    m_editSizes->setEnabled(!busy);
    if (!busy) {
        // As it is, after another one could not be opened.
        showChosenClass();
    }
    m_part->setEnabled(!busy);
    m_asStored->setEnabled(!busy);
}

void FactsSummary::choosePart(int index) {
    const auto chosen = static_cast<std::size_t>(index);
    if (chosen >= m_parts.size() || QString::fromStdString(m_parts[chosen].prefix) == m_prefix) {
        return;
    }
    // Renamings were for the keys of the other part.
    OpenOptions options = m_options;
    options.prefix = m_parts[chosen].prefix;
    options.renames.clear();
    Q_EMIT choiceRequested(options);
}

void FactsSummary::showEvent(QShowEvent* event) {
    // Becoming part of a dock takes fonts away that were set before.
    applyTheme();
    QScrollArea::showEvent(event);
}

void FactsSummary::applyTheme() {
    const ThemeColors& colors = m_theme->colors();
    const QFont font = m_theme->font(TextRole::Tree);
    m_name->setFont(m_theme->font(TextRole::Verdict));
    m_name->setTextColor(colors.text);
    for (const Line& line : m_lines) {
        line.caption->setFont(font);
        line.caption->setForegroundRole(QPalette::PlaceholderText);
        line.value->setFont(font);
        line.value->setTextColor(colors.text);
    }
    for (QLabel* caption : {m_partCaption, m_classCaption}) {
        caption->setFont(font);
        caption->setForegroundRole(QPalette::PlaceholderText);
    }
    for (QWidget* widget :
         std::initializer_list<QWidget*>{m_part, m_class, m_editSizes, m_asStored}) {
        widget->setFont(font);
    }
}

}  // namespace stowage
