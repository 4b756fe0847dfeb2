// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tree/facts_panel.h"

#include "engine/checkpoint/checkpoint.h"
#include "engine/checkpoint/keys/key_check.h"
#include "engine/model/quantization.h"
#include "engine/plan/plan_basis.h"
#include "widgets/document/document.h"
#include "widgets/document/model_texts.h"
#include "widgets/support/fact_table.h"
#include "widgets/support/flow_layout.h"
#include "widgets/support/forms.h"
#include "widgets/support/icons.h"
#include "widgets/support/labels.h"
#include "widgets/support/translation.h"
#include "widgets/tree/facts_summary.h"
#include "widgets/tree/model_card.h"

#include <QLabel>
#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabBar>
#include <QTabWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <numeric>

namespace stowage {
namespace {

/// More than these are no near misses any more.
constexpr std::size_t kMostProposals = 3;

constexpr int kFactsPanelGap = 8;

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
      m_flow(new FlowLayout(kFactsPanelGap, kFactsPanelGap / 2, m_buttons)),
      m_choose(withName(new QPushButton(tr("Hold against a .tree.json…"), m_buttons),
                        "facts_choose_tree")),
      m_table(new FactTableView(QStringLiteral("facts_keys"), tr("Keys that do not agree"), theme,
                                this)) {
    m_sentence->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_choose->setProperty("compact", true);
    m_flow->addWidget(m_choose);
    auto* layout = makeColumn(this, 4, {0, 6, 0, 0});
    layout->addWidget(m_sentence);
    layout->addWidget(m_buttons);
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
        button->setToolTip(tr("More keys agree then; the file stays as it is"));
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
      m_empty(
          new ProseLabel(tr("No model is open. Its files, types, sizes and largest tensors will "
                            "stand here."),
                         m_pages)),
      m_splitter(withName(new QSplitter(m_pages), "facts_splitter")),
      m_summary(new FactsSummary(theme, m_splitter)),
      m_tabs(new QTabWidget(m_splitter)) {
    setObjectName(QStringLiteral("facts_panel"));
    setAccessibleName(tr("Model facts"));
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    m_empty->setObjectName(QStringLiteral("facts_empty"));
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setForegroundRole(QPalette::PlaceholderText);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->setHandleWidth(metrics::kPadding);
    makePages();
    m_pages->addWidget(m_empty);
    m_pages->addWidget(m_splitter);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(metrics::kPadding, 8, metrics::kPadding, 8);
    layout->addWidget(m_pages);
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
    m_files = addTable(QStringLiteral("facts_files"), tr("Files that hold tensors"));
    m_tied = addTable(QStringLiteral("facts_tied"), tr("Names that share a tensor"));
    m_keys = new FactsKeys(m_theme, m_tabs);
    connect(m_keys->table(), &FactTableView::modulesRequested, this, &FactsPanel::showModules);
    m_notes = addTable(QStringLiteral("facts_notes"), tr("What is odd"));
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
        Q_EMIT notice(tr("%1 modules are shown by the filter %2; so many are not selected at once.")
                          .arg(countText(modules.size()), filter));
    } else {
        Q_EMIT notice(
            tr("%1 modules: so many are not selected at once.").arg(countText(modules.size())));
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
        return makeIcon(name, {color, colors.secondaryText, colors.window});
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
