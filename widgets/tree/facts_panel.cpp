// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tree/facts_panel.h"

#include "engine/checkpoint/config_checkpoint.h"
#include "engine/checkpoint/keys/key_check.h"
#include "engine/model/quantization.h"
#include "engine/plan/plan_basis.h"
#include "engine/plan/quantized_plan.h"
#include "widgets/document/document.h"
#include "widgets/document/model_texts.h"
#include "widgets/support/fact_table.h"
#include "widgets/support/formats.h"
#include "widgets/support/forms.h"
#include "widgets/support/labels.h"
#include "widgets/support/style_sheet.h"
#include "widgets/support/translation.h"

#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabBar>
#include <QTabWidget>

#include <algorithm>
#include <numeric>
#include <utility>

namespace stowage {

struct ConfigOrigin;

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
    static constexpr int kGap = 8;

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
    Line m_source{}, m_format{}, m_files{}, m_model{}, m_totals{}, m_declared{}, m_keys{},
        m_renamed{};
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
    withName(this, "facts_summary", tr("About the open model"));
    setUpScrollArea(this);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_grid->setContentsMargins(visualMargins({0, 0, 8, 0}));
    m_grid->setHorizontalSpacing(kSummaryColumnGap);
    m_grid->setVerticalSpacing(kSummaryLineGap);
    m_grid->setColumnStretch(1, 1);
    m_grid->addWidget(m_name, 0, 0, 1, 2);
    m_grid->addWidget(m_card, 1, 0, 1, 2);
    addClassLine();
    m_model = addLine(QStringLiteral("facts_recognised"), tr("Model"));
    m_totals = addLine(QStringLiteral("facts_totals"), tr("Contents"));
    m_declared = addLine(QStringLiteral("facts_declared"), tr("Quantised"));
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
                      tr("Part of the checkpoint to open as the model"));
    m_part->setToolTip(tr("The checkpoint is nested: choose the part that is the model"));
    m_partCaption = addChoice(m_part, tr("Part"));
    connect(m_part, &QComboBox::activated, this, &FactsSummary::choosePart);
}

void FactsSummary::addClassLine() {
    m_class = withName(new QComboBox(m_content), "facts_class",
                       tr("Class of the model that is built from config.json"));
    m_classCaption = addChoice(m_class, tr("Class"));
    connect(m_class, &QComboBox::activated, this, &FactsSummary::chooseClass);
}

void FactsSummary::addTieLine() {
    m_ties = addLine(QStringLiteral("facts_ties"), tr("Tied"));
    m_editSizes = withName(new QPushButton(tr("Edit sizes…"), m_content), "facts_edit_sizes");
    m_editSizes->setToolTip(tr("Show the values of config.json in the New Model form"));
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
    setLine(m_declared,
            translated(declaredText(*source.tree, source.checkpoint->declaredQuantization.get(),
                                    startingQuantization(*source.checkpoint))));
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
        m_class->setToolTip(tr("%1 specifies the class %2").arg(originName(*m_config), own));
    }
    if (isAlone) {
        setLine(m_model, builtWords(*source.tree, *m_config));
        setLine(m_format, tr("config.json without weights"));
        if (m_config->file.empty()) {
            setLine(m_source, tr("typed, not from a file; “Edit sizes…” can save the config.json"));
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

namespace {

/// More than these are no near misses any more.
constexpr std::size_t kMostProposals = 3;

enum ShownFact { kEmptyPage, kFactsPage };

/// Below it summary and tables stand one above the other.
constexpr int kWideFrom = 700;
constexpr int kSummaryShare = 360;
constexpr int kTablesShare = 720;
constexpr int kNarrowSummaryHeight = 170;

/// Selecting more rows than these takes longer than a click may, and no one sees them all.
constexpr std::size_t kMostSelected = 1000;

/// The dtype of most of the model's bytes.
DType mostlyOf(const CheckpointFacts& facts) {
    return facts.dtypes.empty() ? DType::Float32 : facts.dtypes.front().dtype;
}

}  // namespace

FactsKeys::FactsKeys(const Theme* theme, QWidget* parent)
    : QWidget(parent),
      m_theme(theme),
      m_sentence(withName(new ProseLabel(this), "facts_keys_sentence")),
      m_buttons(new QWidget(this)),
      m_flow(new FlowLayout(kGap, kGap / 2, m_buttons)),
      m_choose(withName(new QPushButton(tr("Compare with a .tree.json…"), m_buttons),
                        "facts_choose_tree")),
      m_table(
          new FactTableView(QStringLiteral("facts_keys"), tr("Keys that differ"), theme, this)) {
    m_sentence->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_choose->setProperty("compact", true);
    m_flow->addWidget(m_choose);
    auto* layout = makeColumn(this, 4, {0, 6, 0, 0});
    addWidgets(layout, {m_sentence, m_buttons});
    layout->addWidget(m_table, 1);
    connect(m_choose, &QPushButton::clicked, this, &FactsKeys::treeFileRequested);
    connect(theme, &Theme::changed, this, &FactsKeys::applyTheme);
    applyTheme();
}

void FactsKeys::setModel(const FactSource& source, const OpenOptions& options) {
    const auto& check = source.facts->keyCheck;
    m_options = options;
    m_sentence->setVisible(check != nullptr && !check->agrees());
    m_sentence->setText(check == nullptr ? QString() : keyCheckWords(*check));
    m_choose->setVisible(source.facts->hasWeights());
    showProposals(check == nullptr ? std::vector<KeyRename>() : check->proposals);
    m_table->setTable(keyTable(source));
}

void FactsKeys::showProposals(const std::vector<KeyRename>& proposals) {
    for (QPushButton* button : m_proposals) {
        delete button;
    }
    m_proposals.clear();
    for (std::size_t i = 0; i < std::min(proposals.size(), kMostProposals); ++i) {
        auto* button = new QPushButton(renameWords(proposals[i]), m_buttons);
        button->setObjectName(QStringLiteral("facts_rename_%1").arg(i));
        button->setToolTip(
            tr("Renames keys so that more keys agree with the model; the file is not changed"));
        button->setProperty("compact", true);
        button->setFont(m_theme->font(TextRole::Tree));
        m_flow->addWidget(button);
        m_proposals.push_back(button);
        connect(button, &QPushButton::clicked, this, [this, rename = proposals[i]] {
            OpenOptions options = m_options;
            options.renames.push_back(rename);
            Q_EMIT choiceRequested(options);
        });
    }
}

void FactsKeys::setBusy(bool busy) {
    m_buttons->setEnabled(!busy);
}

void FactsKeys::showEvent(QShowEvent* event) {
    // As in FactTableView: becoming the page of a tab takes fonts away.
    applyTheme();
    QWidget::showEvent(event);
}

void FactsKeys::applyTheme() {
    m_sentence->setFont(m_theme->font(TextRole::Tree));
    m_choose->setFont(m_theme->font(TextRole::Tree));
    for (QPushButton* button : m_proposals) {
        button->setFont(m_theme->font(TextRole::Tree));
    }
}

FactsPanel::FactsPanel(Document* document, FileDialogs* dialogs, const Theme* theme,
                       QWidget* parent)
    : QWidget(parent),
      m_document(document),
      m_dialogs(dialogs),
      m_theme(theme),
      m_pages(new QStackedWidget(this)),
      m_empty(new ProseLabel(tr("No model is open. For an open model, this panel shows the files, "
                                "types, sizes and largest tensors."),
                             m_pages)),
      m_splitter(withName(new QSplitter(m_pages), "facts_splitter")),
      m_summary(new FactsSummary(theme, m_splitter)),
      m_tabs(new QTabWidget(m_splitter)) {
    withName(this, "facts_panel", tr("Model facts"));
    setFieldBackground(this);
    m_empty->setObjectName(QStringLiteral("facts_empty"));
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setForegroundRole(QPalette::PlaceholderText);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->setHandleWidth(metrics::kPadding);
    makePages();
    addWidgets(m_pages, {m_empty, m_splitter});
    makeColumn(this, 0, {metrics::kPadding, 8, metrics::kPadding, 8})->addWidget(m_pages);
    const auto reopen = [this](const OpenOptions& options) {
        Q_EMIT openRequested(m_document->path(), options);
    };
    connect(m_summary, &FactsSummary::choiceRequested, this, reopen);
    connect(m_summary, &FactsSummary::editSizesRequested, this, &FactsPanel::editSizesRequested);
    connect(m_keys, &FactsKeys::choiceRequested, this, reopen);
    connect(m_keys, &FactsKeys::treeFileRequested, this, &FactsPanel::chooseTreeFile);
    connect(document, &Document::modelChanged, this, &FactsPanel::showModel);
    connect(document, &Document::planChanged, this, &FactsPanel::showPlanned);
    connect(document, &Document::busyChanged, this, [this](bool busy) {
        m_summary->setBusy(busy);
        m_keys->setBusy(busy);
        m_summary->showChosenPart();
    });
    connect(theme, &Theme::changed, this, &FactsPanel::applyTheme);
    applyTheme();
    showModel();
}

FactTableView* FactsPanel::addTable(const QString& name, const QString& title) {
    auto* view = new FactTableView(name, title, m_theme, m_tabs);
    connect(view, &FactTableView::modulesRequested, this, &FactsPanel::showModules);
    return view;
}

void FactsPanel::makePages() {
    m_tabs->setObjectName(QStringLiteral("facts_tabs"));
    m_tabs->tabBar()->setAccessibleName(tr("Facts about the model"));
    m_tabs->setDocumentMode(true);
    m_tabs->tabBar()->setDrawBase(false);
    m_tabs->setUsesScrollButtons(true);
    m_tabs->tabBar()->setElideMode(Qt::ElideNone);
    m_classes = addTable(QStringLiteral("facts_classes"), tr("Sizes by class"));
    m_types = addTable(QStringLiteral("facts_types"), tr("Types of the tensors"));
    m_largest = addTable(QStringLiteral("facts_largest"), tr("Largest tensors"));
    m_files = addTable(QStringLiteral("facts_files"), tr("Files that contain tensors"));
    m_tied = addTable(QStringLiteral("facts_tied"), tr("Names that share a tensor"));
    m_keys = new FactsKeys(m_theme, m_tabs);
    connect(m_keys->table(), &FactTableView::modulesRequested, this, &FactsPanel::showModules);
    m_notes = addTable(QStringLiteral("facts_notes"), tr("Notes about the checkpoint"));
    for (QWidget* page : std::initializer_list<QWidget*>{m_classes, m_types, m_largest, m_files,
                                                         m_tied, m_keys, m_notes}) {
        m_tabs->addTab(page, QString());
    }
}

void FactsPanel::showPage(Page page) {
    m_tabs->setCurrentIndex(static_cast<int>(page));
}

void FactsPanel::setTabTitle(Page page, const QString& title, std::size_t count) {
    m_tabs->setTabText(static_cast<int>(page),
                       count == 0 ? title : tr("%1 (%2)").arg(title, countText(count)));
}

void FactsPanel::showModel() {
    const bool open = m_document->plan() != nullptr && m_document->facts() != nullptr;
    m_pages->setCurrentIndex(open ? kFactsPage : kEmptyPage);
    if (!open) {
        return;
    }
    const FactSource source{m_document->facts(), m_document->checkpoint(),
                            m_document->plan()->request.tree};
    const CheckpointFacts& facts = *source.facts;
    m_summary->setModel(m_document->displayName(), source, m_document->openOptions());
    m_summary->setConfig(m_document->config(), source);
    m_summary->card()->setFacts(facts.model, mostlyOf(facts));
    showPlanned();
    m_classes->setTable(classTable(source));
    m_types->setTable(dtypeTable(source));
    m_largest->setTable(largestTable(source));
    m_files->setTable(fileTable(source));
    m_tied->setTable(tiedTable(source));
    m_keys->setModel(source, m_document->openOptions());
    m_notes->setTable(noteTable(source));
    setTabTitle(Page::Classes, tr("Classes"), facts.classes.size());
    setTabTitle(Page::Types, tr("Types"), facts.dtypes.size());
    setTabTitle(Page::Largest, tr("Largest"), 0);
    setTabTitle(Page::Files, tr("Files"), facts.files.size());
    setTabTitle(Page::Tied, tr("Tied"), facts.tied.size());
    setTabTitle(Page::Keys, tr("Keys"), m_keys->table()->model()->table().rows);
    setTabTitle(Page::Notes, tr("Notes"), m_notes->model()->table().rows);
    applyTheme();
}

/// The card also says what the plan makes of the model.
void FactsPanel::showPlanned() {
    const auto plan = m_document->plan();
    if (plan == nullptr || plan->strategyResult == nullptr || m_document->facts() == nullptr) {
        return;
    }
    const auto& storages = plan->strategyResult->facts->storageBytes;
    const auto bytes = std::accumulate(storages.begin(), storages.end(), std::uint64_t{0});
    const auto& dtype = plan->request.constraints.dtype;
    const DType type = dtype.value_or(mostlyOf(*m_document->facts()));
    const auto& quantization = plan->request.constraints.quantization;
    const QString words =
        quantization ? translated(quantizationText(*quantization)) : plannedDtypeText(*plan);
    m_summary->card()->setPlanned(type, bytes, words);
}

void FactsPanel::showModules(const std::vector<ModuleId>& modules, const QString& filter) {
    if (modules.size() <= kMostSelected) {
        if (!modules.empty()) {
            m_document->select(modules);
        }
        return;
    }
    if (!filter.isEmpty()) {
        Q_EMIT filterRequested(filter);
        Q_EMIT notice(tr("The filter %2 shows %1 modules, which are too many to select at once.")
                          .arg(countText(modules.size()), filter));
    } else {
        Q_EMIT notice(
            tr("%1 modules are too many to select at once.").arg(countText(modules.size())));
    }
}

void FactsPanel::chooseTreeFile() {
    if (const auto& elsewhere = m_document->checkpoint()->elsewhere;
        elsewhere != nullptr && !elsewhere->machine.empty()) {
        Q_EMIT treeFileThereRequested();
        return;
    }
    const QString folder = m_document->folder();
    m_dialogs->openFile(this, folder, [this](const QString& path) {
        OpenOptions options = m_document->openOptions();
        options.treeFile = path.toStdString();
        Q_EMIT openRequested(m_document->path(), options);
    });
}

void FactsPanel::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    const Qt::Orientation wanted = width() >= px(kWideFrom) ? Qt::Horizontal : Qt::Vertical;
    if (m_splitter->orientation() == wanted && m_splitter->property("placed").toBool()) {
        return;
    }
    m_splitter->setProperty("placed", true);
    m_splitter->setOrientation(wanted);
    m_splitter->setSizes(wanted == Qt::Horizontal
                             ? QList<int>{kSummaryShare, kTablesShare}
                             : QList<int>{px(kNarrowSummaryHeight), kTablesShare});
    m_splitter->setStretchFactor(0, wanted == Qt::Horizontal ? 1 : 0);
    m_splitter->setStretchFactor(1, 2);
}

void FactsPanel::applyTheme() {
    const ThemeColors& colors = m_theme->colors();
    m_empty->setFont(m_theme->font(TextRole::Tree));
    m_tabs->tabBar()->setFont(m_theme->font(TextRole::Tree));
    const auto mark = [&colors](const QString& name, const QColor& color) {
        return makeIcon(name, color, colors.secondaryText, colors.window);
    };
    const auto& facts = m_document->facts();
    const bool keysDiffer =
        facts != nullptr && facts->keyCheck != nullptr && !facts->keyCheck->agrees();
    const bool warned =
        facts != nullptr && (!facts->warnings.empty() || !facts->metaTensors.empty());
    m_tabs->setTabIcon(static_cast<int>(Page::Keys),
                       keysDiffer ? mark(QStringLiteral("error"), colors.error) : QIcon());
    m_tabs->setTabIcon(static_cast<int>(Page::Notes),
                       warned ? mark(QStringLiteral("warning"), colors.warning) : QIcon());
}

}  // namespace stowage

#include "facts_panel.moc"
