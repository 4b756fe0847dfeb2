// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/capacity/capacity_panels.h"

#include "engine/capacity/estimate.h"
#include "widgets/support/figure_saver.h"
#include "widgets/support/formats.h"
#include "widgets/support/forms.h"
#include "widgets/support/spoken_chart.h"
#include "widgets/support/style_sheet.h"
#include "widgets/support/tables.h"
#include "widgets/support/theme.h"
#include "widgets/support/translation.h"

#include <QHeaderView>
#include <QLabel>
#include <QPainter>
#include <QScrollArea>
#include <QScrollBar>
#include <QTableWidget>
#include <QTimer>

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

namespace stowage {

/// What each device holds as one segmented bar, all of them to the scale of their own memory, with
/// a legend above. For display only; figures with their bytes are in tooltip and description.
class MemoryBars : public QWidget {
    Q_OBJECT
public:
    explicit MemoryBars(const Theme* theme, QWidget* parent = nullptr);

    /// Null: nothing is known.
    void setEstimate(std::shared_ptr<const CapacityEstimate> estimate);
    [[nodiscard]] QSize sizeHint() const override { return {480, heightForWidth(480)}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {260, heightForWidth(480)}; }
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    static constexpr int kChipHeight = 16;
    static constexpr int kBarHeight = 14;
    static constexpr int kRow = 24;
    /// Devices that hold something, or could.
    [[nodiscard]] std::vector<const DeviceEstimate*> shown() const;
    /// Its height; without a painter it is only measured.
    int paintLegend(QPainter* painter, int width) const;
    void paintBar(QPainter& painter, const DeviceEstimate& device, const QRect& bar) const;

    const Theme* m_theme;
    std::shared_ptr<const CapacityEstimate> m_estimate;
};

namespace {

/// What a bar is made of, from its start.
enum Part {
    kContextPart,
    kWeightsPart,
    kCachePart,
    kWindowPart,
    kPassesPart,
    kOtherPart,
    kOthersPart,
    kFreePart
};
constexpr std::size_t kParts = kFreePart + 1;
constexpr std::array<const char*, kParts> kPartNames{
    QT_TRANSLATE_NOOP("MemoryBars", "context"),
    QT_TRANSLATE_NOOP("MemoryBars", "weights"),
    QT_TRANSLATE_NOOP("MemoryBars", "KV cache and state"),
    QT_TRANSLATE_NOOP("MemoryBars", "streamed weights"),
    QT_TRANSLATE_NOOP("MemoryBars", "activations, logits and slack"),
    QT_TRANSLATE_NOOP("MemoryBars", "load buffers and other"),
    QT_TRANSLATE_NOOP("MemoryBars", "other programs"),
    QT_TRANSLATE_NOOP("MemoryBars", "free")};

/// Parts are each at their own most, which need not be at the same time: together they take what
/// the device needs, no more.
std::array<double, kParts> partsOf(const DeviceEstimate& device) {
    std::array<double, kParts> parts{
        static_cast<double>(device.context), static_cast<double>(device.weights),
        static_cast<double>(device.kvCache + device.state), static_cast<double>(device.window)};
    auto left = static_cast<double>(device.needed());
    for (std::size_t part = kContextPart; part < kPassesPart; ++part) {
        parts[part] = std::min(parts[part], left);
        left -= parts[part];
    }
    parts[kOtherPart] = std::clamp(static_cast<double>(device.other()), 0.0, left);
    parts[kPassesPart] = left - parts[kOtherPart];
    parts[kOthersPart] = static_cast<double>(device.device.usedByOthers);
    parts[kFreePart] = static_cast<double>(std::max<std::int64_t>(device.free().value_or(0), 0));
    return parts;
}

QColor partFill(std::size_t part, DeviceId device, const ThemeColors& colors) {
    switch (part) {
        case kContextPart:
            return colors.contextOverhead;
        case kWeightsPart:
            return colors.deviceFill(device);
        case kWindowPart:
            return colors.deviceBackground(device);
        case kPassesPart:
            return mixColors(colors.secondaryText, colors.base, 0.3);
        case kOtherPart:
            return mixColors(colors.secondaryText, colors.base, 0.75);
        case kOthersPart:
            return colors.otherPrograms;
        default:
            return colors.base;
    }
}

void paintPart(QPainter& painter, const QRect& rect, std::size_t part, DeviceId device,
               const ThemeColors& colors) {
    painter.fillRect(rect, part == kWeightsPart ? colors.deviceBrush(device)
                                                : QBrush(partFill(part, device, colors)));
    if (part == kCachePart) {
        paintHatch(painter, rect, colors.deviceLine(device));
    }
}

using Figure = std::optional<std::int64_t>;

/// A column of the table: its figure in bytes, and under which name the engine explains it.
struct MemoryColumn {
    const char* title;
    std::string_view key;
    Figure (*bytes)(const DeviceEstimate&);
    bool isAlwaysShown;
};

template <std::uint64_t DeviceEstimate::*part>
Figure partFigure(const DeviceEstimate& device) {
    return static_cast<std::int64_t>(device.*part);
}

constexpr MemoryColumn kMemoryColumns[] = {
    {QT_TRANSLATE_NOOP("MemoryView", "weights"), "weights", partFigure<&DeviceEstimate::weights>,
     true},
    {QT_TRANSLATE_NOOP("MemoryView", "KV cache"), "kv_cache", partFigure<&DeviceEstimate::kvCache>,
     true},
    {QT_TRANSLATE_NOOP("MemoryView", "state"), "state", partFigure<&DeviceEstimate::state>, false},
    {QT_TRANSLATE_NOOP("MemoryView", "streamed"), "window", partFigure<&DeviceEstimate::window>,
     false},
    {QT_TRANSLATE_NOOP("MemoryView", "prefill"), "activations",
     partFigure<&DeviceEstimate::prefillActivations>, true},
    {QT_TRANSLATE_NOOP("MemoryView", "decode"), "decode",
     partFigure<&DeviceEstimate::decodeActivations>, true},
    {QT_TRANSLATE_NOOP("MemoryView", "logits"), "logits", partFigure<&DeviceEstimate::logits>,
     false},
    {QT_TRANSLATE_NOOP("MemoryView", "other"), "other",
     [](const DeviceEstimate& device) { return Figure(std::max<std::int64_t>(device.other(), 0)); },
     false},
    {QT_TRANSLATE_NOOP("MemoryView", "not at once"), "other",
     [](const DeviceEstimate& device) { return Figure(std::min<std::int64_t>(device.other(), 0)); },
     false},
    {QT_TRANSLATE_NOOP("MemoryView", "context"), "context", partFigure<&DeviceEstimate::context>,
     false},
    {QT_TRANSLATE_NOOP("MemoryView", "slack"), "slack",
     [](const DeviceEstimate& device) { return Figure(device.slack()); }, true},
    {QT_TRANSLATE_NOOP("MemoryView", "needed"), "needed",
     [](const DeviceEstimate& device) { return Figure(device.needed()); }, true},
    {QT_TRANSLATE_NOOP("MemoryView", "used by others"), "others",
     [](const DeviceEstimate& device) { return Figure(device.device.usedByOthers); }, false},
    {QT_TRANSLATE_NOOP("MemoryView", "free"), "free",
     [](const DeviceEstimate& device) { return device.free(); }, true}};

QString figureText(Figure bytes, TableUnit unit) {
    const QString size = formatInUnit(static_cast<double>(std::abs(bytes.value_or(0))), unit);
    return !bytes       ? MemoryView::tr("unknown")
           : *bytes < 0 ? stowage::figureText(QStringLiteral("−") + size)
                        : size;
}

/// "72.0 MiB (75,497,472 bytes)", "12 bytes".
QString wholeSizeText(std::uint64_t bytes) {
    const QString exact = exactBytesText(static_cast<double>(bytes));
    return bytes < kKiB
               ? exact
               : QStringLiteral("%1 (%2)").arg(sizeText(static_cast<double>(bytes)), exact);
}

QString contextWords(const CapacityEstimate& estimate, const DeviceEstimate& device) {
    const auto& published = estimate.context;
    const QString bytes = wholeSizeText(device.context);
    return device.device.context > 0 || device.context == 0 || !published
               ? MemoryView::tr("memory used on the device before any tensor is allocated: %1.")
                     .arg(bytes)
               : MemoryView::tr(
                     "memory that %1 uses on each GPU before any tensor is allocated: %2 (%3; %4)")
                     .arg(translated(estimate.engine.title), bytes, translatedText(published->note),
                          QString::fromStdString(published->source));
}

/// Columns with parts that have a formula of their own: the column's key and the part's.
constexpr std::pair<std::string_view, const char*> kAmong[]{{"weights", "rotary"},
                                                            {"weights", "experts"},
                                                            {"activations", "collectives"},
                                                            {"activations", "copied"},
                                                            {"decode", "copied"}};

/// How a figure of a device came about, in words, without what is among it.
QString explanationOfWhole(const CapacityEstimate& estimate, const DeviceEstimate& device,
                           const MemoryColumn& column) {
    if (column.key == "context") {
        return contextWords(estimate, device);
    }
    const auto formula = device.explained.find(std::string(column.key));
    if (formula != device.explained.end()) {
        return translated(formula->second);
    }
    const auto words = [](auto bytes) { return wholeSizeText(static_cast<std::uint64_t>(bytes)); };
    if (column.key == "slack") {
        return MemoryView::tr("peak of reserved memory minus peak of allocated memory: %1 − %2.")
            .arg(words(device.peakReserved), words(device.peakAllocated));
    }
    if (column.key == "needed") {
        return MemoryView::tr("peak of reserved memory plus the driver's context: %1 + %2.")
            .arg(words(device.peakReserved), words(device.context));
    }
    if (column.key == "free" && device.device.capacity) {
        return MemoryView::
            tr("capacity minus memory used by other programs minus memory needed: %1 − %2 − %3.")
                .arg(words(*device.device.capacity), words(device.device.usedByOthers),
                     words(device.needed()));
    }
    const Figure bytes = column.bytes(device);
    const QString sentence =
        !bytes                    ? MemoryView::tr("the capacity of this device is not known.")
        : column.key == "others"  ? MemoryView::tr("memory used by other programs: %1.")
        : column.key == "weights" ? MemoryView::tr(
                                        "the weights that the plan places on this device, as "
                                        "stored by the device's allocator: %1.")
        : device.basis == EstimateBasis::Replay ? MemoryView::tr(
                                                      "result of replaying each allocation with "
                                                      "the rules of the device's allocator: %1.")
        : device.basis == EstimateBasis::Incomplete
            ? MemoryView::tr("lower bound, because some of this memory is unknown: %1.")
            : MemoryView::tr(
                  "calculated by formula from the model's dimensions and the engine's rules: %1.");
    return bytes ? sentence.arg(words(*bytes)) : sentence;
}

QString explanationOf(const CapacityEstimate& estimate, const DeviceEstimate& device,
                      const MemoryColumn& column) {
    QStringList parts{explanationOfWhole(estimate, device, column)};
    for (const auto& [key, part] : kAmong) {
        const auto found = device.explained.find(part);
        if (key == column.key && found != device.explained.end()) {
            parts.append(translated(found->second));
        }
    }
    return parts.join(QStringLiteral("; "));
}

}  // namespace

MemoryBars::MemoryBars(const Theme* theme, QWidget* parent) : QWidget(parent), m_theme(theme) {
    speakAsChart(this);
    withName(this, "memory_bars");
    // Not fixed, which would be the height for the width of the hint.
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    setAccessibleName(tr("Memory by device"));
    connect(theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void MemoryBars::setEstimate(std::shared_ptr<const CapacityEstimate> estimate) {
    m_estimate = std::move(estimate);
    QStringList lines;
    for (const DeviceEstimate* device : shown()) {
        QStringList words;
        const auto parts = partsOf(*device);
        for (std::size_t part = 0; part < kParts; ++part) {
            if (parts[part] > 0) {
                words.append(tr(kPartNames[part]) + u' ' + sizeText(parts[part]));
            }
        }
        lines.append(tr("%1: %2").arg(laneLabel(device->device.id), words.join(listSeparator())));
    }
    setToolTip(lines.join(u'\n'));
    setAccessibleDescription(lines.join(QStringLiteral("; ")));
    updateGeometry();
    update();
}

std::vector<const DeviceEstimate*> MemoryBars::shown() const {
    std::vector<const DeviceEstimate*> devices;
    for (const DeviceEstimate& device : m_estimate == nullptr ? std::span<const DeviceEstimate>()
                                                              : std::span(m_estimate->devices)) {
        if (device.needed() > 0 ||
            (device.device.capacity && !(device.device.id == DeviceId::disk()))) {
            devices.push_back(&device);
        }
    }
    return devices;
}

int MemoryBars::heightForWidth(int width) const {
    return paintLegend(nullptr, width) + static_cast<int>(shown().size()) * px(kRow);
}

int MemoryBars::paintLegend(QPainter* painter, int width) const {
    constexpr int kLegendRow = 18;
    constexpr int kSwatch = 9;
    const QFont font = m_theme->font(TextRole::Caption);
    const QFontMetrics metrics(font);
    const ThemeColors& colors = m_theme->colors();
    int x = px(metrics::kChipWidth) + 8;
    int y = 0;
    for (std::size_t part = 0; part < kParts; ++part) {
        const QString name = tr(kPartNames[part]);
        const int room = kSwatch + 4 + metrics.horizontalAdvance(name) + 12;
        if (x + room > width && x > px(metrics::kChipWidth) + 8) {
            x = px(metrics::kChipWidth) + 8;
            y += px(kLegendRow);
        }
        if (painter != nullptr) {
            const QRect swatch =
                visualRect(*this, QRect(x, y + (px(kLegendRow) - kSwatch) / 2, kSwatch, kSwatch));
            paintPart(*painter, swatch, part, DeviceId::gpu(0), colors);
            paintOutline(*painter, swatch, colors.border);
            painter->setFont(font);
            painter->setPen(colors.secondaryText);
            painter->drawText(visualRect(*this, QRect(x + kSwatch + 4, y, room, px(kLegendRow))),
                              Qt::AlignVCenter | Qt::AlignLeading, name);
        }
        x += room;
    }
    return y + px(kLegendRow) + 2;
}

void MemoryBars::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    int y = paintLegend(&painter, width());
    for (const DeviceEstimate* device : shown()) {
        const QRect chip(0, y + (px(kRow) - px(kChipHeight)) / 2, px(metrics::kChipWidth),
                         px(kChipHeight));
        paintDeviceChip(painter, visualRect(*this, chip), device->device.id, m_theme->colors(),
                        m_theme->font(TextRole::Caption, true));
        paintBar(painter, *device,
                 QRect(px(metrics::kChipWidth) + 8, y + (px(kRow) - px(kBarHeight)) / 2,
                       width() - px(metrics::kChipWidth) - 9, px(kBarHeight)));
        y += px(kRow);
    }
}

void MemoryBars::paintBar(QPainter& painter, const DeviceEstimate& device, const QRect& bar) const {
    const ThemeColors& colors = m_theme->colors();
    const auto parts = partsOf(device);
    const double all = std::max(std::accumulate(parts.begin(), parts.end(), 0.0), 1.0);
    const auto capacity = static_cast<double>(device.device.capacity.value_or(0));
    const auto stretch = [&](double from, double to) {
        const int left = static_cast<int>(bar.width() * from / all);
        const int right = static_cast<int>(bar.width() * to / all);
        return visualRect(*this, QRect(bar.left() + left, bar.top(), right - left, bar.height()));
    };
    double from = 0;
    painter.setFont(m_theme->font(TextRole::BarNumber));
    for (std::size_t part = 0; part < kParts; ++part) {
        const QRect rect = stretch(from, from + parts[part]);
        from += parts[part];
        paintPart(painter, rect, part, device.device.id, colors);
        const QString figure = sizeText(parts[part]);  // devices may have another unit each
        const int width = painter.fontMetrics().horizontalAdvance(figure) + 6;
        const bool isOver = capacity > 0 && from > capacity;  // hatched below
        if (width > rect.width() || part == kFreePart || isOver) {
            continue;
        }
        if (part == kCachePart) {  // no figure can be read on a hatch
            painter.fillRect(
                QRect(rect.center().x() - width / 2, rect.top() + 1, width, rect.height() - 2),
                colors.base);
        }
        const QColor fill = partFill(part, device.device.id, colors);
        painter.setPen(part == kWeightsPart ? colors.deviceChipText(device.device.id)
                       : contrastRatio(colors.text, fill) >= contrastRatio(colors.base, fill)
                           ? colors.text
                           : colors.base);
        painter.drawText(rect, Qt::AlignCenter, figure);
    }
    paintOutline(painter, visualRect(*this, bar), colors.border);
    if (capacity > 0 && all > capacity) {
        const QRect over = stretch(capacity, all);  // beyond the device's memory
        paintHatch(painter, over, colors.overHatch);
        paintOutline(painter, over, colors.error, 2);
    }
}

MemoryView::MemoryView(const Theme* theme, QWidget* parent)
    : QWidget(parent),
      m_theme(theme),
      m_bars(new MemoryBars(theme, this)),
      m_table(withName(new QTableWidget(this), "memory_table", tr("Memory by device and kind"))),
      m_explanation(makeSentence(this, "memory_explanation", theme->font(TextRole::Caption))) {
    setUpRows(m_table, metrics::kTableRow + 1);
    m_table->setSelectionBehavior(QAbstractItemView::SelectItems);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_table->setFont(theme->font(TextRole::Tree));
    m_explanation->setForegroundRole(QPalette::PlaceholderText);
    auto* layout = makeColumn(this, 6);
    addWidgets(layout, {m_bars, m_table, m_explanation});
    connect(m_table, &QTableWidget::currentCellChanged, this, [this] {
        explain();
        if (m_table->hasFocus()) {
            showExplanation();
        }
    });
    connect(m_table, &QTableWidget::cellClicked, this, &MemoryView::showExplanation);
    offerFigure(this, {QStringLiteral("memory"), SavedFigure::Picture::Drawn,
                       [this] { return tableCsv(*m_table->model()); }});
}

void MemoryView::setEstimate(std::shared_ptr<const CapacityEstimate> estimate) {
    m_estimate = std::move(estimate);
    m_bars->setEstimate(m_estimate);
    fillTable();
    explain();
}

void MemoryView::fillTable() {
    const int row = m_table->currentRow();
    const int column = m_table->currentColumn();
    m_table->setVisible(m_estimate != nullptr);
    if (m_estimate == nullptr) {
        m_table->setRowCount(0);
        return;
    }
    const auto& devices = m_estimate->devices;
    double largest = 0;
    for (const DeviceEstimate& device : devices) {
        largest = std::max(largest, static_cast<double>(device.needed()));
    }
    const TableUnit unit = tableUnitFor(largest);
    m_columns.clear();
    QStringList titles{tableUnitName(unit)};
    std::vector<int> figures;
    for (std::size_t i = 0; i < std::size(kMemoryColumns); ++i) {
        const MemoryColumn& known = kMemoryColumns[i];
        if (known.isAlwaysShown || std::ranges::any_of(devices, [&](const DeviceEstimate& device) {
                return known.bytes(device).value_or(0) != 0;
            })) {
            m_columns.push_back(i);
            figures.push_back(static_cast<int>(titles.size()));
            titles.append(tr(known.title));
        }
    }
    titles.append(tr("figures"));
    setColumns(m_table, titles, figures);
    m_table->setRowCount(static_cast<int>(devices.size()));
    for (int line = 0; line < m_table->rowCount(); ++line) {
        const DeviceEstimate& device = devices[static_cast<std::size_t>(line)];
        const auto put = [&](int at, const QString& text) {
            auto* item = new QTableWidgetItem(text);
            m_table->setItem(line, at, item);
            return item;
        };
        put(0, laneLabel(device.device.id));
        for (std::size_t i = 0; i < m_columns.size(); ++i) {
            const MemoryColumn& known = kMemoryColumns[m_columns[i]];
            const auto bytes = known.bytes(device);
            auto* item = put(static_cast<int>(i) + 1, figureText(bytes, unit));
            item->setToolTip(explanationOf(*m_estimate, device, known));
            if (known.key == "free" && bytes.value_or(0) < 0) {
                item->setForeground(m_theme->colors().error);
            }
            if (known.key == "needed" || known.key == "free") {
                item->setFont(m_theme->font(TextRole::Tree, true));
            }
        }
        put(static_cast<int>(titles.size()) - 1, translated(basisText(device.basis)));
    }
    fitTable();
    m_table->setCurrentCell(std::min(std::max(row, 0), m_table->rowCount() - 1),
                            std::clamp(column, 1, m_table->columnCount() - 1));
}

void MemoryView::fitTable() {
    constexpr int kRoom = 12;
    fitColumns(m_table, kRoom);
    m_table->setFixedHeight(m_table->horizontalHeader()->sizeHint().height() +
                            m_table->rowCount() * px(metrics::kTableRow + 1) +
                            m_table->horizontalScrollBar()->sizeHint().height() + 2);
    keepFreeInSight();
}

void MemoryView::keepFreeInSight() {
    QHeaderView* const header = m_table->horizontalHeader();
    for (int column = 0; column < header->count(); ++column) {
        header->moveSection(header->visualIndex(column), column);
    }
    const int free = header->count() - 2;  // the last one says where the figures come from
    if (free > 0 && header->length() > width()) {
        header->moveSection(free, 1);
    }
}

void MemoryView::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    keepFreeInSight();
}

void MemoryView::explain() {
    const int row = m_table->currentRow();
    const int at = m_table->currentColumn() - 1;
    const bool isFigure = m_estimate != nullptr && row >= 0 && at >= 0 &&
                          at < static_cast<int>(m_columns.size()) &&
                          row < static_cast<int>(m_estimate->devices.size());
    m_explanation->setVisible(isFigure);
    if (isFigure) {
        const DeviceEstimate& device = m_estimate->devices[static_cast<std::size_t>(row)];
        const MemoryColumn& column = kMemoryColumns[m_columns[static_cast<std::size_t>(at)]];
        m_explanation->setText(tr("%1 on %2: %3")
                                   .arg(capitalised(tr(column.title)), laneLabel(device.device.id),
                                        explanationOf(*m_estimate, device, column)));
    }
}

void MemoryView::showExplanation() {
    static constexpr int kExplanationGap = 8;
    QTimer::singleShot(0, this, [this] {
        for (QWidget* outer = parentWidget(); outer != nullptr; outer = outer->parentWidget()) {
            auto* area = qobject_cast<QScrollArea*>(outer);
            if (area != nullptr && area->widget() != nullptr) {
                if (QLayout* content = area->widget()->layout()) {
                    content->activate();
                }
                area->ensureWidgetVisible(m_explanation, 0, kExplanationGap);
            }
        }
    });
}

}  // namespace stowage

#include "memory_view.moc"
