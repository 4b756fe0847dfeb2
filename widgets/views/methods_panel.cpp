// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/methods_panel.h"

#include "engine/load/ram_limit.h"
#include "widgets/models/run_texts.h"
#include "widgets/views/run_charts.h"
#include "widgets/views/widget_style.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QSplitter>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace stowage {
namespace {

constexpr int kClockMs = 250;
constexpr int kRowHeight = 20;
constexpr int kLeastChartsWidth = 400;
constexpr int kTableShare = 600;
constexpr int kChartsShare = 400;
constexpr int kProgressWidth = 120;
constexpr int kColumnGap = 6;
constexpr int kLimitWidth = 130;

}  // namespace

MethodsPanel::MethodsPanel(MethodComparison* comparison, const Theme* theme, QWidget* parent)
    : QWidget(parent),
      m_comparison(comparison),
      m_theme(theme),
      m_model(new MethodsModel(comparison, theme, this)) {
    setObjectName(QStringLiteral("methods_panel"));
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    makeTable();
    m_charts = new RunCharts(
        theme, tr("Curves of the methods are laid over each other here, as they are measured."),
        this);
    m_charts->setMinimumWidth(kLeastChartsWidth);
    m_sentence = new QLabel(this);
    m_sentence->setObjectName(QStringLiteral("methods_sentence"));
    m_sentence->setFont(theme->font(TextRole::Tree));
    m_sentence->setWordWrap(true);
    auto* left = new QWidget(this);
    auto* column = new QVBoxLayout(left);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addWidget(m_table, 1);
    column->addWidget(m_sentence);
    auto* columns = new QSplitter(this);
    columns->setObjectName(QStringLiteral("methods_splitter"));
    columns->setChildrenCollapsible(false);
    columns->setHandleWidth(metrics::kPadding);
    columns->addWidget(left);
    columns->addWidget(m_charts);
    columns->setSizes({kTableShare, kChartsShare});
    columns->setStretchFactor(0, kTableShare);
    columns->setStretchFactor(1, kChartsShare);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(metrics::kPadding, 4, metrics::kPadding, 8);
    layout->setSpacing(4);
    layout->addWidget(makeHeader());
    layout->addWidget(columns, 1);
    m_clock.setInterval(kClockMs);
    connect(&m_clock, &QTimer::timeout, m_table->viewport(), qOverload<>(&QWidget::update));
    connect(comparison, &MethodComparison::changed, this, [this] {
        m_failure.clear();
        showState();
    });
    connect(comparison, &MethodComparison::failed, this, [this](const QString& sentence) {
        m_failure = sentence;
        showState();
    });
    connect(theme, &Theme::changed, this, &MethodsPanel::showState);
    showState();
}

QWidget* MethodsPanel::makeHeader() {
    auto* row = new QWidget(this);
    m_cache = new QComboBox(row);
    m_cache->setObjectName(QStringLiteral("methods_cache"));
    m_cache->setAccessibleName(tr("Page cache before each run"));
    m_cache->addItem(tr("Page cache as it is"), static_cast<int>(PageCacheState::AsIs));
    m_cache->addItem(tr("Cold page cache"), static_cast<int>(PageCacheState::Cold));
    m_cache->addItem(tr("Warm page cache"), static_cast<int>(PageCacheState::Warm));
    m_cache->setToolTip(
        tr("Whether the file's pages lie in memory before each run: dropped from "
           "the cache, or read once"));
    m_verify = new QCheckBox(tr("Verify"), row);
    m_verify->setObjectName(QStringLiteral("methods_verify"));
    m_verify->setToolTip(tr("Compare every loaded byte with the file; not part of the time"));
    m_verify->setChecked(true);
    m_ramLimit = new QLineEdit(row);
    m_ramLimit->setObjectName(QStringLiteral("methods_ram_limit"));
    m_ramLimit->setAccessibleName(tr("RAM limit"));
    m_ramLimit->setPlaceholderText(tr("No RAM limit"));
    m_ramLimit->setToolTip(
        tr("The most RAM that each method may hold, as 4GiB: %1. A method that needs more is "
           "stopped when it gets there.")
            .arg(QLatin1String(ramLimitCounts())));
    m_ramLimit->setFixedWidth(kLimitWidth);
    m_run = new QPushButton(row);
    m_run->setObjectName(QStringLiteral("methods_run"));
    m_run->setProperty("primary", true);
    m_progress = new QProgressBar(row);
    m_progress->setObjectName(QStringLiteral("methods_progress"));
    m_progress->setAccessibleName(tr("Methods that are over"));
    m_progress->setFixedWidth(kProgressWidth);
    m_progress->setTextVisible(false);
    m_progress->setFixedHeight(6);
    m_summary = new QLabel(row);
    m_summary->setObjectName(QStringLiteral("methods_summary"));
    m_summary->setForegroundRole(QPalette::PlaceholderText);
    m_summary->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(m_run);
    layout->addWidget(m_cache);
    layout->addWidget(m_verify);
    layout->addWidget(m_ramLimit);
    layout->addWidget(m_progress);
    layout->addWidget(m_summary, 1);
    for (QWidget* widget : {static_cast<QWidget*>(m_cache), static_cast<QWidget*>(m_verify),
                            static_cast<QWidget*>(m_ramLimit), static_cast<QWidget*>(m_run),
                            static_cast<QWidget*>(m_summary)}) {
        widget->setFont(m_theme->font(TextRole::Tree));
    }
    connect(m_run, &QPushButton::clicked, this, &MethodsPanel::toggleRun);
    connect(m_ramLimit, &QLineEdit::editingFinished, this, &MethodsPanel::takeRamLimit);
    return row;
}

void MethodsPanel::makeTable() {
    m_table = new QTableView(this);
    m_table->setObjectName(QStringLiteral("methods_table"));
    m_table->setAccessibleName(tr("Methods and what they took"));
    m_table->setModel(m_model);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setAlternatingRowColors(true);
    m_table->setShowGrid(false);
    m_table->setWordWrap(false);
    m_table->setTabKeyNavigation(false);
    m_table->setFont(m_theme->font(TextRole::Tree));
    m_table->setIconSize(QSize(kMethodIconWidth, kRowHeight));
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(kRowHeight);
    m_table->horizontalHeader()->setFont(m_theme->font(TextRole::Caption));
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->horizontalHeader()->setStretchLastSection(true);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &MethodsPanel::showSentence);
    connect(m_model, &QAbstractItemModel::modelReset, this, &MethodsPanel::fitColumns);
}

void MethodsPanel::fitColumns() {
    for (int column = 0; column < m_model->columnCount(); ++column) {
        m_table->resizeColumnToContents(column);
        m_table->setColumnWidth(column, m_table->columnWidth(column) + kColumnGap);
    }
}

void MethodsPanel::toggleRun() {
    if (m_comparison->isRunning()) {
        m_comparison->cancel();
        return;
    }
    if (!takeRamLimit()) {
        return;
    }
    m_comparison->start({m_model->ticked(),
                         static_cast<PageCacheState>(m_cache->currentData().toInt()),
                         m_verify->isChecked()});
}

bool MethodsPanel::takeRamLimit() {
    const QString typed = m_ramLimit->text().trimmed();
    const auto limit = parseRamLimit(typed.toStdString());
    const bool isGood = typed.isEmpty() || limit;
    m_failure =
        isGood ? QString() : tr("RAM limit: %1").arg(QString::fromStdString(limit.error().message));
    if (isGood) {
        m_comparison->setRamLimit(limit ? std::optional(*limit) : std::nullopt);
    }
    showState();
    return isGood;
}

QString MethodsPanel::summary() const {
    if (m_comparison->isRunning()) {
        return tr("%1 of %2 methods")
            .arg(m_comparison->doneCount())
            .arg(m_comparison->askedCount());
    }
    return m_comparison->isPublishedModel()
               ? tr("Each method in a fresh process. Published: the lesson's figures.")
               : tr("Each method in a fresh process. Published figures: GPT-2 XL, float32 only.");
}

void MethodsPanel::showState() {
    const bool running = m_comparison->isRunning();
    m_run->setText(running ? tr("Cancel") : tr("Compare methods"));
    setStyleProperty(m_run, "primary", !running);
    m_cache->setEnabled(!running);
    m_verify->setEnabled(!running);
    m_ramLimit->setEnabled(!running);
    m_progress->setVisible(running);
    m_progress->setRange(0, std::max(1, m_comparison->askedCount()));
    m_progress->setValue(m_comparison->doneCount());
    m_summary->setText(summary());
    if (running != m_clock.isActive()) {
        running ? m_clock.start() : m_clock.stop();
    }
    std::vector<std::shared_ptr<const RunRecord>> runs;
    for (const ComparedMethod& row : m_comparison->rows()) {
        if (row.run != nullptr) {
            runs.push_back(row.run);
        }
    }
    m_charts->setRuns(std::move(runs));
    fitColumns();
    showSentence();
}

void MethodsPanel::showSentence() {
    QString sentence = m_failure;
    const QModelIndexList chosen = m_table->selectionModel()->selectedRows();
    const auto& rows = m_comparison->rows();
    const auto saying = [](const ComparedMethod& row) {
        return row.sentence.isEmpty() ? QString::fromStdString(row.preflight.refusal)
                                      : row.sentence;
    };
    const auto named = [&saying](const ComparedMethod& row) {
        return saying(row).isEmpty()
                   ? QString()
                   : tr("%1: %2").arg(methodText(row.preflight.method), saying(row));
    };
    if (sentence.isEmpty() && !chosen.isEmpty()) {
        sentence = named(rows[static_cast<std::size_t>(chosen.front().row())]);
    }
    for (const ComparedMethod& row : rows) {
        // Without a choice the first one that has something to say.
        if (sentence.isEmpty() && chosen.isEmpty()) {
            sentence = named(row);
        }
    }
    m_sentence->setText(sentence);
    m_sentence->setVisible(!sentence.isEmpty());
    setTextColor(m_sentence,
                 m_failure.isEmpty() ? m_theme->colors().secondaryText : m_theme->colors().error);
}

}  // namespace stowage
