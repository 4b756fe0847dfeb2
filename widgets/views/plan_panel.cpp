// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/plan_panel.h"

#include "widgets/models/table_unit.h"
#include "widgets/session/document.h"
#include "widgets/session/plan_view.h"
#include "widgets/views/budget_table.h"
#include "widgets/views/figure_table.h"
#include "widgets/views/host_limit_note.h"
#include "widgets/views/plan_options.h"
#include "widgets/views/plan_switches.h"
#include "widgets/views/plan_tables.h"
#include "widgets/views/verdict_card.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace stowage {
namespace {

/// Scrolls up and down only: it is as wide as its tables, so that no figure of them is cut.
class TableScrollArea : public QScrollArea {
public:
    using QScrollArea::QScrollArea;

    [[nodiscard]] QSize minimumSizeHint() const override {
        constexpr int kMostWidth = 440;  // of a window that is 800 wide at least
        QSize size = QScrollArea::minimumSizeHint();
        if (widget() != nullptr) {
            const int width =
                widget()->minimumSizeHint().width() + verticalScrollBar()->sizeHint().width();
            size.setWidth(std::clamp(width, size.width(), kMostWidth));
        }
        return size;
    }

    bool eventFilter(QObject* object, QEvent* event) override {
        if (object == widget() && event->type() == QEvent::LayoutRequest) {
            updateGeometry();
        }
        return QScrollArea::eventFilter(object, event);
    }
};

}  // namespace

PlanPanel::PlanPanel(Document* document, const Theme* theme, QWidget* parent)
    : QWidget(parent), m_document(document), m_theme(theme), m_worker(std::make_unique<Worker>()) {
    setObjectName(QStringLiteral("plan_panel"));
    // The verdict stays in sight; what it is made of scrolls below it.
    m_verdict = new VerdictCard(theme, this);
    auto* head = new QVBoxLayout;
    head->setContentsMargins(metrics::kPadding, 10, metrics::kPadding, 0);
    head->addWidget(m_verdict);
    auto* scroll = new TableScrollArea(this);
    scroll->setObjectName(QStringLiteral("plan_scroll"));
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setWidget(makeContent());
    auto* whole = new QVBoxLayout(this);
    whole->setContentsMargins({});
    whole->setSpacing(0);
    whole->addLayout(head);
    whole->addWidget(scroll, 1);
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);

    connect(document, &Document::planChanged, this, &PlanPanel::showPlan);
    showPlan();
}

QWidget* PlanPanel::makeContent() {
    auto* content = new QWidget(this);
    content->setBackgroundRole(QPalette::Base);
    content->setAutoFillBackground(true);
    auto* layout = new QVBoxLayout(content);
    layout->setContentsMargins(metrics::kPadding, 8, metrics::kPadding, 10);
    layout->setSpacing(6);
    layout->addWidget(new PlanOptions(m_document, m_theme, content));
    m_switches = new PlanSwitches(m_document, m_theme, content);
    layout->addWidget(m_switches);
    layout->addWidget(makeHeading(tr("Budgets"), &m_budgetUnit)->parentWidget());
    m_budgets = new BudgetTable(m_document, m_theme, content);
    connect(m_budgets, &BudgetTable::unitChanged, m_budgetUnit, &QLabel::setText);
    m_budgetUnit->parentWidget()->layout()->addWidget(m_budgets->addButton());
    layout->addWidget(m_budgets);
    layout->addWidget(new HostLimitNote(m_document, m_theme, content));
    layout->addSpacing(2);
    m_devices = new FigureTable(m_theme, content);
    m_devices->setObjectName(QStringLiteral("device_table"));
    m_devices->setAccessibleName(tr("What lies on each device"));
    layout->addWidget(m_devices);
    layout->addSpacing(2);
    layout->addWidget(makeHeading(tr("Load, predicted"), &m_loadUnit)->parentWidget());
    m_loads = new FigureTable(m_theme, content);
    m_loads->setObjectName(QStringLiteral("load_table"));
    m_loads->setAccessibleName(tr("Predicted peaks of each load method"));
    layout->addWidget(m_loads);
    layout->addStretch(1);
    return content;
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

void PlanPanel::setMethod(LoadMethod method) {
    m_method = method;
    showPredictions();
}

std::string PlanPanel::offloadFolder() const {
    return m_switches->offloadFolder();
}

void PlanPanel::setDialogs(FileDialogs* dialogs) {
    m_switches->setDialogs(dialogs);
}

void PlanPanel::setMachineRates(std::shared_ptr<const MachineRates> rates) {
    m_rates = std::move(rates);
    if (m_document->plan() != nullptr) {
        predict();
    }
}

void PlanPanel::showPlan() {
    const auto plan = m_document->plan();
    for (QWidget* widget : {static_cast<QWidget*>(m_verdict), static_cast<QWidget*>(m_devices),
                            static_cast<QWidget*>(m_loads), m_budgetUnit->parentWidget(),
                            m_loadUnit->parentWidget()}) {
        widget->setVisible(plan != nullptr);
    }
    if (plan == nullptr) {
        return;
    }
    m_verdict->setView(*m_document->view());
    showDevices();
    predict();
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
        [plan, checkpoint, rates = m_rates](std::stop_token stop) {
            return predictLoads(plan, checkpoint, rates, stop);
        },
        [this](std::vector<LoadPrediction> predictions) {
            m_predictions = std::move(predictions);
            m_loads->setStale(false);
            showPredictions();
        },
        [this](const Error&) {  // figures of an earlier plan would be taken for this one's
            m_predictions.clear();
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
