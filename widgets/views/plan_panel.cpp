// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/plan_panel.h"

#include "widgets/models/table_unit.h"
#include "widgets/session/document.h"
#include "widgets/session/plan_view.h"
#include "widgets/views/budget_table.h"
#include "widgets/views/figure_table.h"
#include "widgets/views/plan_tables.h"
#include "widgets/views/verdict_card.h"

#include <QComboBox>
#include <QCompleter>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QVBoxLayout>

#include <algorithm>

namespace stowage {
namespace {

constexpr Strategy kStrategies[] = {Strategy::Auto, Strategy::Balanced, Strategy::BalancedLow0,
                                    Strategy::Sequential};
constexpr DType kTypes[] = {DType::Float32, DType::Float16, DType::BFloat16};

QString fromView(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

QLabel* makeCaption(const QString& text, const Theme& theme, QWidget* buddy, QWidget* parent) {
    auto* label = new QLabel(text, parent);
    label->setFont(theme.font(TextRole::Tree));
    label->setForegroundRole(QPalette::PlaceholderText);
    label->setBuddy(buddy);
    return label;
}

QString joined(const std::vector<std::string>& names) {
    QStringList list;
    for (const std::string& name : names) {
        list.append(QString::fromStdString(name));
    }
    return list.isEmpty() ? PlanPanel::tr("none") : list.join(QStringLiteral(", "));
}

}  // namespace

PlanPanel::PlanPanel(Document* document, const Theme* theme, QWidget* parent)
    : QWidget(parent), m_document(document), m_theme(theme), m_worker(std::make_unique<Worker>()) {
    setObjectName(QStringLiteral("plan_panel"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(metrics::kPadding, 10, metrics::kPadding, 10);
    layout->setSpacing(6);
    layout->addWidget(makeOptions());
    layout->addWidget(makeHeading(tr("Budgets"), &m_budgetUnit)->parentWidget());
    m_budgets = new BudgetTable(document, theme, this);
    connect(m_budgets, &BudgetTable::unitChanged, m_budgetUnit, &QLabel::setText);
    layout->addWidget(m_budgets);
    layout->addSpacing(2);
    m_verdict = new VerdictCard(theme, this);
    layout->addWidget(m_verdict);
    m_devices = new FigureTable(theme, this);
    m_devices->setObjectName(QStringLiteral("device_table"));
    m_devices->setAccessibleName(tr("What lies on each device"));
    layout->addWidget(m_devices);
    layout->addSpacing(2);
    layout->addWidget(makeHeading(tr("Load, predicted"), &m_loadUnit)->parentWidget());
    m_loads = new FigureTable(theme, this);
    m_loads->setObjectName(QStringLiteral("load_table"));
    m_loads->setAccessibleName(tr("Predicted peaks of each load method"));
    layout->addWidget(m_loads);
    layout->addStretch(1);

    connect(document, &Document::planChanged, this, &PlanPanel::showPlan);
    connect(document, &Document::editRefused, this, [this] { showPlan(); });
    showPlan();
}

QLabel* PlanPanel::makeHeading(const QString& text, QLabel** unit) {
    auto* row = new QWidget(this);
    auto* label = new QLabel(text, row);
    label->setFont(m_theme->font(TextRole::Tree, true));
    *unit = new QLabel(row);
    (*unit)->setFont(m_theme->font(TextRole::Caption));
    (*unit)->setForegroundRole(QPalette::PlaceholderText);
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(6);
    layout->addWidget(label);
    layout->addWidget(*unit);
    layout->addStretch(1);
    return label;
}

QWidget* PlanPanel::makeOptions() {
    auto* options = new QWidget(this);
    m_strategy = new QComboBox(options);
    m_strategy->setObjectName(QStringLiteral("strategy_combo"));
    m_strategy->setAccessibleName(tr("Strategy"));
    for (const Strategy strategy : kStrategies) {
        m_strategy->addItem(fromView(strategyName(strategy)), static_cast<int>(strategy));
    }
    m_noSplit = new QComboBox(options);
    m_noSplit->setObjectName(QStringLiteral("no_split_combo"));
    m_noSplit->setAccessibleName(tr("Classes that must not be split"));
    m_noSplit->setEditable(true);
    m_noSplit->setInsertPolicy(QComboBox::NoInsert);
    m_noSplit->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_noSplit->setMinimumContentsLength(10);
    m_type = new QComboBox(options);
    m_type->setObjectName(QStringLiteral("type_combo"));
    m_type->setAccessibleName(tr("Type"));
    m_type->addItem(tr("as stored"));
    for (const DType type : kTypes) {
        m_type->addItem(fromView(dtypeName(type)));
    }

    auto* grid = new QGridLayout(options);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(6);
    grid->addWidget(makeCaption(tr("Strategy"), *m_theme, m_strategy, options), 0, 0);
    grid->addWidget(m_strategy, 0, 1, 1, 3);
    grid->addWidget(makeCaption(tr("No-split"), *m_theme, m_noSplit, options), 1, 0);
    grid->addWidget(m_noSplit, 1, 1);
    grid->addWidget(makeCaption(tr("Type"), *m_theme, m_type, options), 1, 2);
    grid->addWidget(m_type, 1, 3);
    grid->setColumnStretch(1, 1);
    connect(m_strategy, &QComboBox::activated, this, &PlanPanel::commitStrategy);
    connect(m_noSplit, &QComboBox::textActivated, this, &PlanPanel::commitNoSplit);
    connect(m_noSplit->lineEdit(), &QLineEdit::editingFinished, this, [this] {
        // Also where the completer finished the text, which then counts as not modified.
        commitNoSplit(m_noSplit->currentText());
    });
    connect(m_type, &QComboBox::activated, this, &PlanPanel::commitType);
    return options;
}

void PlanPanel::commitStrategy(int index) {
    const auto strategy = static_cast<Strategy>(m_strategy->itemData(index).toInt());
    if (strategy == Strategy::Manual) {
        showPlan();
        return;
    }
    m_document->edit(SetStrategyEdit{strategy});
}

void PlanPanel::commitNoSplit(const QString& text) {
    const auto plan = m_document->plan();
    if (plan == nullptr) {
        return;
    }
    std::vector<std::string> classes;
    for (const QString& name : text.split(QLatin1Char(','), Qt::SkipEmptyParts)) {
        const QString trimmed = name.trimmed();
        if (!trimmed.isEmpty() && trimmed != tr("none")) {
            classes.push_back(trimmed.toStdString());
        }
    }
    if (classes == plan->noSplitClasses()) {
        return;
    }
    const bool own = classes == plan->request.tree->noSplitClasses();
    m_document->edit(SetNoSplitEdit{own ? std::nullopt : std::optional(std::move(classes))});
}

void PlanPanel::commitType(int index) {
    m_document->edit(SetDtypeEdit{
        index == 0 ? std::nullopt : std::optional(kTypes[static_cast<std::size_t>(index - 1)])});
}

void PlanPanel::setMethod(LoadMethod method) {
    m_method = method;
    showPredictions();
}

void PlanPanel::showPlan() {
    const auto plan = m_document->plan();
    for (QWidget* widget : {static_cast<QWidget*>(m_strategy), static_cast<QWidget*>(m_noSplit),
                            static_cast<QWidget*>(m_type)}) {
        widget->setEnabled(plan != nullptr);
    }
    for (QWidget* widget : {static_cast<QWidget*>(m_verdict), static_cast<QWidget*>(m_devices),
                            static_cast<QWidget*>(m_loads), m_budgetUnit->parentWidget(),
                            m_loadUnit->parentWidget()}) {
        widget->setVisible(plan != nullptr);
    }
    if (plan == nullptr) {
        return;
    }
    showStrategy(*plan);
    showNoSplit(*plan);
    showType(*plan);
    m_verdict->setPlan(*plan);
    showDevices();
    predict();
}

void PlanPanel::showStrategy(const PlacementPlan& plan) {
    const int manual = m_strategy->findData(static_cast<int>(Strategy::Manual));
    if (plan.request.strategy == Strategy::Manual && manual < 0) {
        m_strategy->addItem(tr("given map"), static_cast<int>(Strategy::Manual));
    } else if (plan.request.strategy != Strategy::Manual && manual >= 0) {
        m_strategy->removeItem(manual);
    }
    const auto moves = static_cast<int>(plan.request.moves.size());
    for (int i = 0; i < m_strategy->count(); ++i) {
        const auto strategy = static_cast<Strategy>(m_strategy->itemData(i).toInt());
        QString text =
            strategy == Strategy::Manual ? tr("given map") : fromView(strategyName(strategy));
        if (strategy == plan.request.strategy) {
            if (moves == 1) {
                text = tr("%1, then 1 manual move").arg(text);
            } else if (moves > 1) {
                text = tr("%1, then %2 manual moves").arg(text).arg(moves);
            }
            m_strategy->setCurrentIndex(i);
        }
        m_strategy->setItemText(i, text);
    }
}

void PlanPanel::showNoSplit(const PlacementPlan& plan) {
    const QString own = joined(plan.request.tree->noSplitClasses());
    const QString current = joined(plan.noSplitClasses());
    QStringList choices{own, tr("none"), current};
    choices.removeDuplicates();
    m_noSplit->clear();
    m_noSplit->addItems(choices);
    m_noSplit->setCurrentText(current);
    m_noSplit->lineEdit()->setModified(false);
    m_noSplit->lineEdit()->setCursorPosition(0);
    m_noSplit->setToolTip(current);
}

void PlanPanel::showType(const PlacementPlan& plan) {
    const auto& dtype = plan.request.constraints.dtype;
    const auto* found = dtype ? std::ranges::find(kTypes, *dtype) : std::end(kTypes);
    const auto index = found == std::end(kTypes) ? 0 : 1 + (found - std::begin(kTypes));
    m_type->setCurrentIndex(static_cast<int>(index));
}

void PlanPanel::showDevices() {
    const DeviceTable table = makeDeviceTable(*m_document->view()->board);
    m_devices->setHead(table.head);
    m_devices->setRows(table.rows);
}

void PlanPanel::predict() {
    const auto plan = m_document->plan();
    const auto checkpoint = m_document->checkpoint();
    m_loads->setStale(true);
    m_worker->start(
        [plan, checkpoint](std::stop_token stop) { return predictLoads(plan, checkpoint, stop); },
        [this](std::vector<LoadPrediction> predictions) {
            m_predictions = std::move(predictions);
            m_loads->setStale(false);
            showPredictions();
        });
    if (m_predictions.empty()) {
        showPredictions();
    }
}

void PlanPanel::showPredictions() {
    if (m_document->plan() == nullptr) {
        return;
    }
    const LoadTable table = makeLoadTable(m_predictions, m_method);
    m_loads->setHead(table.head);
    m_loads->setRows(table.rows);
    m_loadUnit->setText(table.unit);
}

}  // namespace stowage
