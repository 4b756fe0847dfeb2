// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/live_figures.h"

#include "engine/load/program/load_schedule.h"
#include "engine/load/program/program_prediction.h"
#include "widgets/support/labels.h"
#include "widgets/support/style_sheet.h"

#include <QPainter>
#include <QStyle>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace stowage {

namespace {

constexpr int kColumnWidth = 57;
constexpr int kTitleHeight = 24;
constexpr int kSquare = 9;

double inBytes(std::uint64_t bytes) {
    return static_cast<double>(bytes);
}

double orUnknown(const std::optional<std::uint64_t>& value) {
    return value ? static_cast<double>(*value) : std::numeric_limits<double>::quiet_NaN();
}

ByteUnit unitOf(const FinishedLoad& run) {
    double largest = std::max(static_cast<double>(run.report->bytesRead),
                              static_cast<double>(run.report->peak.anon.value_or(0)));
    for (const DeviceLoadFigures& device : run.report->devices) {
        largest = std::max(largest, static_cast<double>(device.peakReserved));
    }
    return unitFor(largest);
}

QString sourcesCaption(const LoadReport& report) {
    const bool simulated = std::ranges::any_of(
        report.devices, [](const DeviceLoadFigures& f) { return f.device.simulated; });
    const QString gpus = simulated ? LiveFigures::tr("GPU memory simulated")
                                   : LiveFigures::tr("GPU memory measured");
    return LiveFigures::tr(
               "%1; RAM measured as the increase during the load; %2 samples, one every %3 ms.")
        .arg(gpus)
        .arg(report.samples)
        .arg(report.sampleIntervalSeconds * 1000, 0, 'g', 3);
}

using RowKind = LiveFigureRow::Kind;

LiveFigureRow deviceRow(DeviceId device, const QStringList& values) {
    LiveFigureRow row = liveRow(RowKind::Figure, {}, values);
    row.device = device;
    return row;
}

LiveFigureRow memoryRow(HostClass kind, const QStringList& values) {
    LiveFigureRow row = liveRow(RowKind::Figure, hostClassName(kind), values);
    row.memory = kind;
    return row;
}

void appendPeaks(std::vector<LiveFigureRow>& rows, const FinishedLoad& run, const ByteUnit& unit) {
    rows.push_back(liveRow(
        RowKind::Head, LiveFigures::tr("Peak, %1").arg(unit.name),
        {LiveFigures::tr("allocated"), LiveFigures::tr("reserved"), LiveFigures::tr("predicted")}));
    const QString unknown = kUnknownFigure;
    for (const DeviceLoadFigures& device : run.report->devices) {
        const DeviceId id = device.device.id;
        if (id.isGpu()) {
            const bool known = run.schedule && run.schedule->predictedPeaks.contains(id);
            rows.push_back(deviceRow(
                id, {formatIn(unit, inBytes(device.peakAllocated)),
                     formatIn(unit, inBytes(device.peakReserved)),
                     known ? formatIn(unit, inBytes(run.schedule->predictedPeaks.at(id).allocated))
                           : unknown}));
        }
    }
    rows.push_back(memoryRow(
        HostClass::Anonymous,
        {formatIn(unit, orUnknown(run.report->peak.anon)), QString(),
         run.schedule ? formatIn(unit, inBytes(run.schedule->predictedHostAnonBytes)) : unknown}));
}

/// Measured less explained, which is there whatever it comes to.
void appendUnaccounted(std::vector<LiveFigureRow>& rows, const FinishedLoad& run) {
    const auto errors = run.schedule ? predictionErrors(*run.report, *run.schedule) : std::nullopt;
    for (const auto& [device, bytes] : unaccountedBytes(errors.value_or(PredictionErrors{}))) {
        rows.push_back(deviceRow(device, {unaccountedText(bytes)}));
        rows.back().label = LiveFigures::tr("unaccounted");
    }
}

void appendPaused(std::vector<LiveFigureRow>& rows, double seconds) {
    if (seconds > 0) {
        rows.push_back(liveFigure(LiveFigures::tr("Paused, not included"), formatSeconds(seconds)));
    }
}

QString originText(VramOrigin origin) {
    constexpr std::array kTexts{QT_TRANSLATE_NOOP("stowage::LiveFigures", "measured"),
                                QT_TRANSLATE_NOOP("stowage::LiveFigures", "simulated"),
                                QT_TRANSLATE_NOOP("stowage::LiveFigures", "part sim.")};
    return LiveFigures::tr(kTexts[static_cast<std::size_t>(origin)]);
}

/// The values of a row with a column of predictions, where there are any.
class Columns {
public:
    explicit Columns(const SampleView& view) : m_view(view) {}

    [[nodiscard]] QStringList head(const QString& first) const {
        return m_view.predicted ? QStringList{first, LiveFigures::tr("predicted")}
                                : QStringList{first};
    }
    [[nodiscard]] QStringList values(const QString& measured, const QString& predicted) const {
        return m_view.predicted ? QStringList{measured, predicted} : QStringList{measured};
    }

private:
    const SampleView& m_view;
};

void addVram(std::vector<LiveFigureRow>& rows, std::size_t row, const SampleView& view) {
    const Columns columns(view);
    const ByteUnit& unit = view.units.vram;
    if (!view.data.gpus().empty()) {
        rows.push_back(liveRow(RowKind::Head, LiveFigures::tr("VRAM, %1").arg(unit.name),
                               columns.head(originText(view.vram))));
    }
    for (const auto& [device, figures] : view.data.gpus()) {
        QString allocated = kUnknownFigure;
        QString reserved = allocated;
        if (view.predicted && view.predicted->gpus.contains(device)) {
            allocated = formatIn(unit, inBytes(view.predicted->gpus.at(device).allocated));
            reserved = formatIn(unit, inBytes(view.predicted->gpus.at(device).reserved));
        }
        LiveFigureRow first =
            deviceRow(device, columns.values(formatIn(unit, figures.allocated[row]), allocated));
        first.label = LiveFigures::tr("allocated");
        rows.push_back(std::move(first));
        rows.push_back(liveRow(RowKind::Figure, LiveFigures::tr("reserved"),
                               columns.values(formatIn(unit, figures.reserved[row]), reserved)));
        rows.back().indented = true;
    }
    if (view.bytesAhead > 0) {
        rows.push_back(liveRow(
            RowKind::Caption,
            LiveFigures::tr(
                "%1 of the VRAM is allocated in advance for the tensors that are read next.")
                .arg(formatWithUnit(unit, view.bytesAhead))));
    }
}

void addRam(std::vector<LiveFigureRow>& rows, std::size_t row, const SampleView& view) {
    const Columns columns(view);
    const ByteUnit& unit = view.units.ram;
    rows.push_back(liveRow(RowKind::Head, LiveFigures::tr("RAM of the process, %1").arg(unit.name),
                           columns.head(LiveFigures::tr("measured"))));
    for (const HostClass kind : kHostClasses) {
        const bool known = kind == HostClass::Anonymous && view.predicted;
        const QString predicted =
            known ? formatIn(unit, view.baseline + view.predicted->hostAnon) : QString();
        rows.push_back(
            memoryRow(kind, columns.values(formatIn(unit, view.data.host(kind)[row]), predicted)));
    }
    LiveFigureRow sum =
        liveRow(RowKind::Figure, LiveFigures::tr("resident (RSS)"),
                columns.values(formatIn(unit, view.data.hostStack(HostClass::File)[row]), {}));
    sum.strong = true;
    rows.push_back(std::move(sum));
    const double held = lastKnown(view.data.machine().allocatorHeld, row);
    if (!std::isnan(held)) {
        rows.push_back(liveRow(RowKind::Figure, LiveFigures::tr("freed, kept by malloc"),
                               columns.values(formatIn(unit, held), {})));
    }
}

void addMachine(std::vector<LiveFigureRow>& rows, std::size_t row, const SampleView& view) {
    const MachineColumns& machine = view.data.machine();
    const auto add = [&rows, row](const ChartColumn& column, const QString& name) {
        const double value = lastKnown(column, row);
        if (!std::isnan(value)) {
            rows.push_back(liveRow(RowKind::Figure, name, {formatInOwnUnit(value)}));
        }
    };
    add(machine.available, LiveFigures::tr("machine: MemAvailable"));
    add(machine.cgroupLimit, LiveFigures::tr("machine: cgroup limit"));
}

void appendTimeCondition(std::vector<LiveFigureRow>& rows, const LoadSchedule& schedule) {
    if (schedule.countsOnFreeMemory) {
        rows.push_back(liveRow(LiveFigureRow::Kind::Caption,
                               LiveFigures::tr("The predicted time assumes that the host of this "
                                               "virtual machine has not reclaimed free memory.")));
    }
}

}  // namespace

LiveFigures::LiveFigures(const Theme* theme, QWidget* parent) : QWidget(parent), m_theme(theme) {
    setObjectName(QStringLiteral("live_side"));
    setFixedWidth(px(kWidth));
    connect(theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void LiveFigures::setRows(std::vector<LiveFigureRow> rows) {
    if (rows == m_rows) {
        return;
    }
    m_rows = std::move(rows);
    int height = metrics::kGrid;
    QStringList spoken;
    for (const LiveFigureRow& row : m_rows) {
        height += rowHeight(row);
        spoken.append((row.label + u' ' + row.values.join(u' ')).trimmed());
    }
    setAccessibleName(m_rows.empty() ? QString() : m_rows.front().label);
    setAccessibleDescription(spoken.join(QStringLiteral("; ")));
    if (height != minimumHeight()) {
        setFixedHeight(height);
    }
    update();
}

int LiveFigures::rowHeight(const LiveFigureRow& row) const {
    switch (row.kind) {
        case LiveFigureRow::Kind::Title:
            return px(kTitleHeight);
        case LiveFigureRow::Kind::Caption: {
            const QFontMetrics metrics(m_theme->font(TextRole::Caption));
            const QRect room(0, 0, px(kWidth) - 2 * metrics::kPadding, 1000);
            return metrics.boundingRect(room, Qt::TextWordWrap, unbrokenFigures(row.label))
                       .height() +
                   6;
        }
        case LiveFigureRow::Kind::Head:
        case LiveFigureRow::Kind::Figure:
            break;
    }
    return px(metrics::kTableRow);
}

void LiveFigures::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), m_theme->colors().base);
    int y = metrics::kGrid;
    for (const LiveFigureRow& row : m_rows) {
        const int height = rowHeight(row);
        paintRow(painter, QRect(metrics::kPadding, y, width() - 2 * metrics::kPadding, height),
                 row);
        y += height;
    }
}

void LiveFigures::paintRow(QPainter& painter, const QRect& rect, const LiveFigureRow& row) const {
    const ThemeColors& colors = m_theme->colors();
    const bool title = row.kind == LiveFigureRow::Kind::Title;
    const bool small =
        row.kind == LiveFigureRow::Kind::Head || row.kind == LiveFigureRow::Kind::Caption;
    const QFont font =
        m_theme->font(small ? TextRole::Caption : TextRole::Tree, title || row.strong);
    painter.setFont(font);
    painter.setPen(small ? colors.secondaryText : colors.text);
    if (row.kind == LiveFigureRow::Kind::Caption) {
        paintProse(painter, rect.adjusted(0, 4, 0, 0), Qt::AlignLeft, unbrokenFigures(row.label));
        return;
    }
    const auto mirrored = [this, &rect](const QRect& place) {
        return QStyle::visualRect(layoutDirection(), rect, place);
    };
    QRect left = rect;
    if (row.device) {
        constexpr int kChipHeight = 15;
        const QRect chip(rect.left(), rect.center().y() - px(kChipHeight) / 2,
                         px(metrics::kChipWidth), px(kChipHeight));
        paintDeviceChip(painter, mirrored(chip), *row.device, colors,
                        m_theme->font(TextRole::Caption, true));
        left.setLeft(chip.right() + 6);
    } else if (row.indented) {
        left.setLeft(rect.left() + px(metrics::kChipWidth) + 6);
    } else if (row.memory) {
        const QRect square(rect.left(), rect.center().y() - kSquare / 2, kSquare, kSquare);
        painter.fillRect(mirrored(square), hostClassBrush(*row.memory, colors));
        paintOutline(painter, mirrored(square), hostClassColor(*row.memory, colors));
        painter.setPen(colors.text);
        left.setLeft(square.right() + 6);
    }
    // A label gives way to its figures, but not to a long name beside it.
    const QFontMetrics fontMetrics(font);
    int figures = 0;
    if (!row.values.empty()) {
        const int most = row.values.size() == 1 ? 2 * px(kColumnWidth) + 8 : px(kColumnWidth);
        figures = std::min(fontMetrics.horizontalAdvance(row.values.front()) + 8, most) +
                  (static_cast<int>(row.values.size()) - 1) * px(kColumnWidth);
    }
    const QString label = fontMetrics.elidedText(row.label, Qt::ElideRight, left.width() - figures);
    painter.drawText(mirrored(left), Qt::AlignLeft | Qt::AlignVCenter, label);
    int right = rect.right() + 1;
    for (auto value = row.values.crbegin(); value != row.values.crend(); ++value) {
        // A single value may be as wide as it likes; several stand in columns.
        const int beside = left.left() - rect.left() + fontMetrics.horizontalAdvance(label) + 8;
        const int width = row.values.size() == 1 ? std::max(rect.width() - beside, px(kColumnWidth))
                                                 : px(kColumnWidth);
        painter.drawText(mirrored(QRect(right - width, rect.top(), width, rect.height())),
                         Qt::AlignRight | Qt::AlignVCenter,
                         fontMetrics.elidedText(*value, Qt::ElideMiddle, width));
        right -= width;
    }
}

QString loadTitle(const FinishedLoad& run) {
    return LiveFigures::tr("Run %1: load with %2")
        .arg(run.number)
        .arg(QString::fromUtf8(loadMethodName(run.report->method)));
}

LiveFigureRow liveRow(LiveFigureRow::Kind kind, const QString& label, const QStringList& values) {
    LiveFigureRow row;
    row.kind = kind;
    row.label = label;
    row.values = values;
    return row;
}

LiveFigureRow liveFigure(const QString& label, const QString& value) {
    return liveRow(LiveFigureRow::Kind::Figure, label, {value});
}

void appendTimes(std::vector<LiveFigureRow>& rows, double seconds, double pausedSeconds,
                 const std::optional<double>& predictedSeconds) {
    rows.push_back(liveFigure(LiveFigures::tr("Time, measured"), formatSeconds(seconds)));
    appendPaused(rows, pausedSeconds);
    if (predictedSeconds) {
        rows.push_back(
            liveFigure(LiveFigures::tr("Time, predicted"), formatSeconds(*predictedSeconds)));
    }
}

std::vector<LiveFigureRow> loadRows(const FinishedLoad& run) {
    const LoadReport& report = *run.report;
    const ByteUnit unit = unitOf(run);
    std::vector<LiveFigureRow> rows;
    rows.push_back(liveRow(LiveFigureRow::Kind::Title, loadTitle(run)));
    rows.push_back(liveFigure(LiveFigures::tr("Model"), run.modelName));
    appendTimes(rows, report.seconds, report.pausedSeconds,
                run.schedule ? run.schedule->predictedSeconds : std::nullopt);
    rows.push_back(liveFigure(LiveFigures::tr("Bytes read, measured"),
                              formatWithUnit(unit, static_cast<double>(report.bytesRead))));
    if (const auto rate = loadRate(report)) {
        rows.push_back(liveFigure(LiveFigures::tr("Mean rate, measured"), formatRate(*rate)));
    }
    appendPeaks(rows, run, unit);
    appendUnaccounted(rows, run);
    rows.push_back(liveRow(LiveFigureRow::Kind::Caption, sourcesCaption(report)));
    if (run.schedule) {
        appendTimeCondition(rows, *run.schedule);
    }
    return rows;
}

std::vector<LiveFigureRow> sampleRows(const QString& title, std::size_t row,
                                      const SampleView& view) {
    std::vector<LiveFigureRow> rows;
    const double seconds = view.data.times()[row] - view.began - view.pausedSeconds;
    rows.push_back(liveRow(RowKind::Title, title, {formatSeconds(std::max(0.0, seconds))}));
    appendPaused(rows, view.pausedSeconds);
    if (view.tensor) {
        rows.push_back(liveRow(RowKind::Caption,
                               LiveFigures::tr("%1, fully loaded at %2")
                                   .arg(view.tensor->name, formatSeconds(view.tensor->seconds))));
    }
    addVram(rows, row, view);
    addRam(rows, row, view);
    addMachine(rows, row, view);
    rows.push_back(
        liveRow(RowKind::Caption, LiveFigures::tr("File-backed memory is evictable cache: the "
                                                  "kernel can reclaim its pages at any time.")));
    return rows;
}

std::vector<LiveFigureRow> predictedRows(const QString& where, const PredictedFigures& figures,
                                         double baseline, const LiveUnits& units) {
    std::vector<LiveFigureRow> rows;
    rows.push_back(liveRow(RowKind::Title, LiveFigures::tr("Predicted"), {where}));
    rows.push_back(liveRow(RowKind::Figure, LiveFigures::tr("Read so far"),
                           {formatInOwnUnit(figures.bytesRead)}));
    rows.push_back(liveRow(RowKind::Head, LiveFigures::tr("VRAM, %1").arg(units.vram.name),
                           {LiveFigures::tr("allocated"), LiveFigures::tr("reserved")}));
    for (const auto& [device, held] : figures.gpus) {
        rows.push_back(deviceRow(device, {formatIn(units.vram, inBytes(held.allocated)),
                                          formatIn(units.vram, inBytes(held.reserved))}));
    }
    rows.push_back(liveRow(RowKind::Head, LiveFigures::tr("RAM, %1").arg(units.ram.name)));
    rows.push_back(
        memoryRow(HostClass::Anonymous, {formatIn(units.ram, baseline + figures.hostAnon)}));
    rows.push_back(
        liveRow(RowKind::Caption,
                LiveFigures::tr("The anonymous memory includes %1 from before the load (measured).")
                    .arg(formatWithUnit(units.ram, baseline))));
    return rows;
}

std::vector<LiveFigureRow> planRows(const PredictedCurves& curves) {
    const LoadSchedule& schedule = *curves.schedule;
    double largest = inBytes(schedule.predictedHostAnonBytes);
    for (const auto& [device, peak] : schedule.predictedPeaks) {
        largest = std::max(largest, inBytes(peak.reserved));
    }
    // What a map's views show is in the files already: nothing of it is read.
    const double toBeRead = inBytes(schedule.prediction->bytesRead);
    const ByteUnit unit = unitFor(std::max(largest, toBeRead));
    std::vector<LiveFigureRow> rows;
    rows.push_back(
        liveRow(RowKind::Title, LiveFigures::tr("Predicted load: %1")
                                    .arg(QString::fromUtf8(loadMethodName(schedule.method)))));
    rows.push_back(liveRow(RowKind::Figure, LiveFigures::tr("Time"),
                           {schedule.predictedSeconds ? formatSeconds(*schedule.predictedSeconds)
                                                      : LiveFigures::tr("not known")}));
    rows.push_back(
        liveRow(RowKind::Figure, LiveFigures::tr("To be read"), {formatWithUnit(unit, toBeRead)}));
    rows.push_back(liveRow(RowKind::Head, LiveFigures::tr("Peak, %1").arg(unit.name),
                           {LiveFigures::tr("allocated"), LiveFigures::tr("reserved")}));
    for (const auto& [device, peak] : schedule.predictedPeaks) {
        if (device.isGpu()) {
            rows.push_back(deviceRow(device, {formatIn(unit, inBytes(peak.allocated)),
                                              formatIn(unit, inBytes(peak.reserved))}));
        }
    }
    rows.push_back(memoryRow(HostClass::Anonymous,
                             {formatIn(unit, inBytes(schedule.predictedHostAnonBytes)), {}}));
    if (schedule.prediction->mappedFileBytes > 0) {
        rows.push_back(memoryRow(
            HostClass::File, {formatIn(unit, inBytes(schedule.prediction->mappedFileBytes)), {}}));
    }
    rows.push_back(
        liveRow(RowKind::Caption,
                curves.seconds.empty()
                    ? LiveFigures::tr(
                          "The RAM shown is in addition to the RAM in use now. The time is unknown "
                          "until this machine is measured (stowagectl devices --measure). Until "
                          "then, the axis shows the bytes that the load moves.")
                    : LiveFigures::tr("The RAM shown is in addition to the RAM in use now. The "
                                      "time is based on the measured rates of this machine.")));
    appendTimeCondition(rows, schedule);
    return rows;
}

}  // namespace stowage
