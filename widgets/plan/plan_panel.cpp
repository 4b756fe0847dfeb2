// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plan/plan_panels.h"

#include "widgets/document/document.h"
#include "widgets/document/plan_view.h"
#include "widgets/plan/verdict_card.h"
#include "widgets/support/figure_table.h"
#include "widgets/support/formats.h"
#include "widgets/support/forms.h"
#include "widgets/support/translation.h"

#include <QCoreApplication>
#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>
#include <QToolButton>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace stowage {
namespace {

/// Whose texts these are, for the catalogues.
struct PlanTablesTexts {
    Q_DECLARE_TR_FUNCTIONS(PlanTables)
};

FigureCell textCell(const QString& text) {
    FigureCell cell;
    cell.text = text;
    return cell;
}

FigureCell bytesCell(double bytes, TableUnit unit) {
    FigureCell cell = textCell(formatInUnit(bytes, unit));
    cell.toolTip = exactBytesText(bytes);
    return cell;
}

/// How far the weights are from the limit.
FigureCell limitCell(const DevicePlacement& placement, TableUnit unit) {
    if (!placement.budget) {
        return textCell(kUnknownFigure);
    }
    const double shown = placement.weights - *placement.budget;
    // A small model is counted in MiB; how much of a machine's RAM is left is not.
    const TableUnit own = tableUnitFor(std::abs(shown));
    const bool other = unit == TableUnit::MiB && own != unit;
    FigureCell cell = textCell(formatDifference(shown, other ? own : unit));
    cell.unit = other ? tableUnitName(own) : QString();
    cell.toolTip = exactBytesText(shown);
    if (shown > 0) {
        cell.tone = CellTone::Over;
        cell.semibold = true;
    }
    return cell;
}

/// What lies on a device is marked where the device has no room for it.
void markOverCapacity(FigureCell& cell, const DevicePlacement& placement) {
    const auto over = static_cast<double>(placement.overCapacity());
    if (over > 0) {
        cell.tone = CellTone::Over;
        cell.semibold = true;
        cell.toolTip =
            PlanTablesTexts::tr("%1; %2 over the capacity").arg(cell.toolTip, sizeText(over));
    }
}

FigureRow totalRow(int blocks, double weights, double reserved, TableUnit unit) {
    FigureRow row;
    row.cells = {textCell(PlanTablesTexts::tr("Total")), textCell(QString::number(blocks)),
                 bytesCell(weights, unit), bytesCell(reserved, unit), textCell({})};
    for (FigureCell& cell : row.cells) {
        cell.semibold = true;
    }
    return row;
}

FigureCell timeCell(const std::optional<double>& seconds) {
    FigureCell cell = textCell(seconds ? formatSeconds(*seconds) : kUnknownFigure);
    cell.toolTip =
        seconds
            ? PlanTablesTexts::tr(
                  "Predicted from the rates that `stowagectl devices --measure` measured")
            : PlanTablesTexts::tr("Unknown: the read speed of the file's disk was not measured");
    return cell;
}

/// Red where a device has no room for a peak.
/// `form`: "%1; %2 more than …", of the tooltip and what is missing.
void markMissing(FigureCell& cell, std::uint64_t missing, const QString& form) {
    if (missing > 0) {
        cell.errorMark = true;
        cell.tone = CellTone::Error;
        cell.toolTip = form.arg(cell.toolTip, sizeText(static_cast<double>(missing)));
    }
}

/// What a method would take, behind its name.
void addPredicted(FigureRow& row, const LoadPrediction& found, TableUnit unit, bool timed) {
    if (timed) {
        row.cells.push_back(timeCell(found.seconds));
    }
    FigureCell gpu = textCell(kUnknownFigure);
    if (found.device) {
        gpu = bytesCell(static_cast<double>(found.allocated), unit);
        gpu.toolTip = PlanTablesTexts::tr("Allocated %1, reserved %2, predicted")
                          .arg(exactBytesText(static_cast<double>(found.allocated)),
                               exactBytesText(static_cast<double>(found.reserved)));
        markMissing(gpu, found.missingOnDevice,
                    PlanTablesTexts::tr("%1; %2 more than the free memory of the card"));
    }
    FigureCell device =
        textCell(found.device ? translated(deviceLabel(*found.device)) : kUnknownFigure);
    device.tone = CellTone::Secondary;
    FigureCell host = bytesCell(static_cast<double>(found.hostAnonBytes), unit);
    host.toolTip =
        PlanTablesTexts::tr("Anonymous memory of the process: %1, predicted").arg(host.toolTip);
    markMissing(host, found.missingOnHost, PlanTablesTexts::tr("%1; %2 more than the free RAM"));
    row.cells.push_back(device);
    row.cells.push_back(gpu);
    row.cells.push_back(host);
}

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
            size.setWidth(std::clamp(width, size.width(), px(kMostWidth)));
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

PlanTable makeDeviceTable(const BoardModel& board) {
    double weights = 0;
    double reserved = 0;
    for (const DevicePlacement& placement : board.lanes) {
        weights += placement.weights;
        reserved +=
            placement.device.id.isGpu() ? static_cast<double>(placement.weightsReserved) : 0;
    }
    const TableUnit unit = tableUnitFor(weights);
    std::map<DeviceId, int> blocks;
    for (const BoardBlock& block : board.blocks) {
        ++blocks[block.device];
    }
    PlanTable table;
    table.head = {tableUnitName(unit), PlanTablesTexts::tr("Blocks"),
                  PlanTablesTexts::tr("Weights"), PlanTablesTexts::tr("Reserved"),
                  PlanTablesTexts::tr("To limit")};
    for (const DevicePlacement& placement : board.lanes) {
        FigureRow row;
        FigureCell chip;
        chip.chip = placement.device.id;
        FigureCell reservedCell = textCell(kUnknownFigure);
        if (placement.device.id.isGpu()) {
            reservedCell = bytesCell(static_cast<double>(placement.weightsReserved), unit);
            reservedCell.toolTip = PlanTablesTexts::tr("%1, predicted by the allocator's rules")
                                       .arg(reservedCell.toolTip);
        }
        FigureCell weightsCell = bytesCell(placement.weights, unit);
        markOverCapacity(placement.device.id.isGpu() ? reservedCell : weightsCell, placement);
        row.cells = {chip, textCell(QString::number(blocks[placement.device.id])), weightsCell,
                     reservedCell, limitCell(placement, unit)};
        table.rows.push_back(std::move(row));
    }
    table.rows.push_back(totalRow(static_cast<int>(board.blocks.size()), weights, reserved, unit));
    return table;
}

PlanTable makeLoadTable(const std::vector<LoadPrediction>& predictions, AskedMethod chosen) {
    double largest = 0;
    bool timed = false;
    for (const LoadPrediction& prediction : predictions) {
        largest = std::max({largest, static_cast<double>(prediction.allocated),
                            static_cast<double>(prediction.hostAnonBytes)});
        timed = timed || prediction.seconds;
    }
    const TableUnit unit = tableUnitFor(largest);
    PlanTable table;
    table.unit = tableUnitName(unit);
    table.head = {PlanTablesTexts::tr("Method"), PlanTablesTexts::tr("On"),
                  PlanTablesTexts::tr("GPU peak"), PlanTablesTexts::tr("RAM peak")};
    if (timed) {
        table.head.insert(1, PlanTablesTexts::tr("Time"));
    }
    for (const LoadMethod method : allLoadMethods()) {
        const auto found = std::ranges::find(predictions, method, &LoadPrediction::method);
        FigureRow row;
        row.highlighted =
            chosen ? method == *chosen : found != predictions.end() && found->isAutomatic;
        row.cells.push_back(textCell(QString::fromUtf8(loadMethodName(method))));
        if (found != predictions.end() && found->problem.empty()) {
            addPredicted(row, *found, unit, timed);
        } else {
            const QString why = found == predictions.end() ? QString() : translated(found->problem);
            while (static_cast<qsizetype>(row.cells.size()) < table.head.size()) {
                row.cells.push_back(textCell(kUnknownFigure));
                row.cells.back().toolTip = why;
            }
        }
        table.rows.push_back(std::move(row));
    }
    return table;
}

PlanPanel::PlanPanel(Document* document, const Theme* theme, QWidget* parent)
    : QWidget(parent), m_document(document), m_theme(theme) {
    setObjectName(QStringLiteral("plan_panel"));
    // The verdict stays in view; what it is made of scrolls below it.
    m_verdict = new VerdictCard(theme, this);
    auto* head = makeColumn(nullptr, 0, {metrics::kPadding, 10, metrics::kPadding, 0});
    head->addWidget(m_verdict);
    auto* scroll = withName(new TableScrollArea(this), "plan_scroll");
    setUpScrollArea(scroll);
    scroll->setWidget(makeContent());
    auto* whole = makeColumn(this, 0);
    whole->addLayout(head);
    whole->addWidget(scroll, 1);
    setFieldBackground(this);

    connect(document, &Document::planChanged, this, &PlanPanel::showPlan);
    showPlan();
}

QWidget* PlanPanel::makeContent() {
    auto* content = makePage(this);
    auto* layout = makeColumn(content, 6, {metrics::kPadding, 8, metrics::kPadding, 10});
    layout->addWidget(new PlanOptions(m_document, m_theme, content));
    m_switches = new PlanSwitches(m_document, m_theme, content);
    addWidgets(layout, {m_switches, makeHeading(tr("Budgets"), &m_budgetUnit)->parentWidget()});
    m_budgets = new BudgetTable(m_document, m_theme, content);
    connect(m_budgets, &BudgetTable::unitChanged, m_budgetUnit, &QLabel::setText);
    m_budgetUnit->parentWidget()->layout()->addWidget(m_budgets->addButton());
    addWidgets(layout, {m_budgets, makeHostLimitNote(m_document, m_theme, content)});
    layout->addSpacing(2);
    m_devices =
        withName(new FigureTable(m_theme, content), "device_table", tr("Contents of each device"));
    layout->addWidget(m_devices);
    layout->addSpacing(2);
    layout->addWidget(makeHeading(tr("Load, predicted"), &m_loadUnit)->parentWidget());
    m_loads = withName(new FigureTable(m_theme, content), "load_table",
                       tr("Predicted peaks of each load method"));
    layout->addWidget(m_loads);
    layout->addStretch(1);
    return content;
}

QLabel* PlanPanel::makeHeading(const QString& text, QLabel** unit) {
    auto* row = new QWidget(this);
    QLabel* label = makeTextLine(text, m_theme->font(TextRole::Tree, true), row);
    *unit = makeTextLine({}, m_theme->font(TextRole::Caption), row, QPalette::PlaceholderText);
    auto* layout = makeRow(row, 6);
    addWidgets(layout, {label, *unit});
    layout->addStretch(1);
    return label;
}

void PlanPanel::setMethod(AskedMethod method) {
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
    for (QWidget* widget : std::initializer_list<QWidget*>{m_verdict, m_devices, m_loads,
                                                           m_budgetUnit->parentWidget(),
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
    const PlanTable table = makeDeviceTable(*m_document->view()->board);
    m_devices->setHead(table.head);
    m_devices->setRows(table.rows);
}

void PlanPanel::predict() {
    const auto plan = m_document->plan();
    const auto checkpoint = m_document->checkpoint();
    m_loads->setStale(true);
    const auto show = [this](std::vector<LoadPrediction> predictions) {
        m_predictions = std::move(predictions);
        m_loads->setStale(false);
        showPredictions();
    };
    m_worker.start(
        [plan, checkpoint, rates = m_rates](std::stop_token stop) {
            return predictLoads(plan, checkpoint, rates, stop);
        },
        show,
        // Figures of an earlier plan would be taken for this one's.
        [show](const Error&) { show({}); });
    if (m_predictions.empty()) {
        showPredictions();
    }
}

void PlanPanel::showPredictions() {
    if (m_document->plan() == nullptr) {
        return;
    }
    const PlanTable table = makeLoadTable(m_predictions, m_method);
    m_loads->setHead(table.head);
    m_loads->setRows(table.rows);
    m_loadUnit->setText(table.unit);
}

}  // namespace stowage
