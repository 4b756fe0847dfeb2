// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/live/segment_map_panel.h"

#include "engine/device/allocator_model.h"
#include "widgets/charts/chart_heads.h"
#include "widgets/document/document.h"
#include "widgets/live/live_charts.h"
#include "widgets/load/load_controller.h"
#include "widgets/support/figure_saver.h"
#include "widgets/support/formats.h"
#include "widgets/support/forms.h"
#include "widgets/support/labels.h"
#include "widgets/support/style_sheet.h"
#include "widgets/support/translation.h"
#include "widgets/support/worker.h"

#include <QComboBox>
#include <QLabel>

#include <algorithm>
#include <array>
#include <chrono>
#include <utility>

namespace stowage {

/// Follows the segments of one GPU of the running or the last load: four times a second while a
/// load runs, once a second else. Pictures are taken in a worker, as many blocks take their time
/// to copy and the allocator is locked meanwhile. UI thread only.
class SegmentWatch : public QObject {
    Q_OBJECT
public:
    enum class Mode { Off, On };

    explicit SegmentWatch(LoadController* controller, QObject* parent = nullptr);

    /// Nothing: no GPU.
    void setDevice(std::optional<DeviceId> device);
    [[nodiscard]] std::optional<DeviceId> device() const { return m_device; }
    /// Off takes no pictures: for a view that nobody sees.
    void setMode(Mode mode);
    /// Null before the first picture, and where there is no such GPU.
    [[nodiscard]] const std::shared_ptr<const SegmentPicture>& picture() const { return m_picture; }

Q_SIGNALS:
    /// Another picture, which differs from the one before.
    void changed();

private:
    void take();
    void show(std::shared_ptr<const SegmentPicture> picture);

    LoadController* m_controller;
    std::optional<DeviceId> m_device;
    std::shared_ptr<const SegmentPicture> m_picture;
    QTimer m_timer;
    Worker m_worker;
};

namespace {

constexpr std::chrono::milliseconds kLoadingInterval(250);

constexpr std::chrono::milliseconds kRestingInterval(1000);

bool isSame(const BlockSnapshot& a, const BlockSnapshot& b) {
    return a.offset == b.offset && a.size == b.size && a.requested == b.requested &&
           a.active == b.active && a.owner == b.owner;
}

bool isSame(const SegmentSnapshot& a, const SegmentSnapshot& b) {
    return a.id == b.id && a.pool == b.pool && a.size == b.size &&
           std::ranges::equal(a.blocks, b.blocks,
                              [](const auto& x, const auto& y) { return isSame(x, y); });
}

bool isSame(const SegmentPicture& a, const SegmentPicture& b) {
    return a.device.id == b.device.id && a.device.usedByOthers == b.device.usedByOthers &&
           std::ranges::equal(a.segments, b.segments,
                              [](const auto& x, const auto& y) { return isSame(x, y); });
}

constexpr double kSegmentGap = 3;

constexpr int kGroupGap = 6;

constexpr std::array kKinds{SegmentKind::Small, SegmentKind::Shared, SegmentKind::Own,
                            SegmentKind::ExpandableSmall, SegmentKind::ExpandableLarge};

/// Sets segments into lines.
class LayoutBuilder {
public:
    LayoutBuilder(const std::vector<SegmentSnapshot>& segments, int width, double bytesPerPixel)
        : m_segments(segments), m_width(std::max(width, 1)) {
        m_layout.bytesPerPixel = bytesPerPixel;
    }

    void addGroup(SegmentKind kind);
    MapLayout take() {
        m_layout.height = m_y;
        return std::move(m_layout);
    }

private:
    void beginRow();
    void endRow();
    void addSegment(std::size_t index);
    void addPiece(const BlockRef& ref, double begin, double end, double wasteFrom);
    [[nodiscard]] double pixels(std::uint64_t bytes) const {
        return static_cast<double>(bytes) / m_layout.bytesPerPixel;
    }

    const std::vector<SegmentSnapshot>& m_segments;
    double m_width;
    MapLayout m_layout;
    int m_y = 0;
    double m_x = 0;
};

void LayoutBuilder::addGroup(SegmentKind kind) {
    MapGroup group{kind, m_y, 0, 0, 0, 0};
    const std::size_t rowsBefore = m_layout.rows.size();
    for (std::size_t i = 0; i < m_segments.size(); ++i) {
        if (kindOf(m_segments[i]) != kind) {
            continue;
        }
        if (group.segments++ == 0) {
            m_y += px(MapLayout::kHeadHeight);
            beginRow();
        }
        group.bytes += m_segments[i].size;
        for (const BlockSnapshot& block : m_segments[i].blocks) {
            group.free += block.active ? 0 : block.size;
            group.waste += block.waste();
        }
        addSegment(i);
    }
    if (m_layout.rows.size() > rowsBefore) {
        endRow();
        m_y += kGroupGap;
        m_layout.groups.push_back(group);
    }
}

void LayoutBuilder::beginRow() {
    m_layout.rows.push_back({m_y, m_layout.pieces.size(), m_layout.pieces.size(),
                             m_layout.frames.size(), m_layout.frames.size()});
    m_x = 0;
}

void LayoutBuilder::endRow() {
    m_layout.rows.back().lastPiece = m_layout.pieces.size();
    m_layout.rows.back().lastFrame = m_layout.frames.size();
    m_y += px(MapLayout::kRowHeight) + px(MapLayout::kRowGap);
}

void LayoutBuilder::addSegment(std::size_t index) {
    const SegmentSnapshot& segment = m_segments[index];
    if (m_x > 0 && m_x + pixels(segment.size) > m_width) {
        endRow();
        beginRow();
    }
    // Pixels of the segment's own line, of which `cut` are set already.
    double cut = 0;
    std::size_t block = 0;
    const double whole = pixels(segment.size);
    while (true) {
        const double room = m_width - m_x;
        const double end = std::min(whole, cut + room);
        const bool goesOn = end < whole;
        m_layout.frames.push_back({index, m_x, m_x + end - cut, cut > 0, goesOn});
        for (; block < segment.blocks.size(); ++block) {
            const BlockSnapshot& part = segment.blocks[block];
            const double begins = pixels(part.offset);
            const double ends = pixels(part.offset + part.size);
            if (begins >= end) {
                break;
            }
            const double asked = part.active ? pixels(part.offset + part.requested) : ends;
            const double left = std::max(begins, cut);
            const double right = std::min(ends, end);
            addPiece({index, block}, m_x + left - cut, m_x + right - cut,
                     m_x + std::clamp(asked, left, right) - cut);
            if (ends > end) {
                break;  // the rest of it lies in the next row
            }
        }
        m_x += end - cut + kSegmentGap;
        cut = end;
        if (!goesOn) {
            return;
        }
        endRow();
        beginRow();
    }
}

void LayoutBuilder::addPiece(const BlockRef& ref, double begin, double end, double wasteFrom) {
    m_layout.pieces.push_back({ref, begin, end, wasteFrom});
}

}  // namespace

SegmentWatch::SegmentWatch(LoadController* controller, QObject* parent)
    : QObject(parent), m_controller(controller) {
    connect(&m_timer, &QTimer::timeout, this, &SegmentWatch::take);
    connect(controller, &LoadController::stateChanged, this, [this](LoadState state) {
        const bool moving = state == LoadState::Loading || state == LoadState::Cancelling;
        m_timer.setInterval(moving ? kLoadingInterval : kRestingInterval);
        take();
    });
    m_timer.setInterval(kRestingInterval);
}

void SegmentWatch::setDevice(std::optional<DeviceId> device) {
    if (device != m_device) {
        m_device = device;
        m_worker.drop();
        show(nullptr);
        take();
    }
}

void SegmentWatch::setMode(Mode mode) {
    if (mode == Mode::Off) {
        m_timer.stop();
    } else if (!m_timer.isActive()) {
        m_timer.start();
        take();
    }
}

void SegmentWatch::take() {
    if (!m_timer.isActive() || m_worker.isRunning()) {
        return;  // the picture that is being taken is as good as the next one
    }
    const auto& devices = m_controller->devices();
    const auto found = std::ranges::find_if(
        devices, [this](const auto& device) { return device->info().id == m_device; });
    if (!m_device || found == devices.end()) {
        show(nullptr);
        return;
    }
    m_worker.start(
        [device = *found,
         before = m_picture](std::stop_token) -> std::shared_ptr<const SegmentPicture> {
            SegmentPicture picture{device->info(), device->segments(), {}};
            if (before && isSame(*before, picture)) {
                return before;
            }
            picture.figures = figuresOf(picture.segments);
            return std::make_shared<const SegmentPicture>(std::move(picture));
        },
        [this](std::shared_ptr<const SegmentPicture> picture) { show(std::move(picture)); },
        [this](const Error&) { show(nullptr); });
}

void SegmentWatch::show(std::shared_ptr<const SegmentPicture> picture) {
    if (picture != m_picture) {
        m_picture = std::move(picture);
        Q_EMIT changed();
    }
}

SegmentKind kindOf(const SegmentSnapshot& segment) {
    const bool isSmall = segment.pool == AllocatorPool::Small;
    if (segment.granule > 0) {
        return isSmall ? SegmentKind::ExpandableSmall : SegmentKind::ExpandableLarge;
    }
    if (isSmall) {
        return SegmentKind::Small;
    }
    return segment.size == allocator_rules::kMiddleSegment ? SegmentKind::Shared : SegmentKind::Own;
}

MapLayout layoutSegments(const std::vector<SegmentSnapshot>& segments, int width,
                         double bytesPerPixel) {
    LayoutBuilder builder(segments, width, bytesPerPixel);
    for (const SegmentKind kind : kKinds) {
        builder.addGroup(kind);
    }
    return builder.take();
}

double fittingScale(const std::vector<SegmentSnapshot>& segments, int width, int height) {
    double scale = kCoarsestScale;
    while (scale > kFinestScale && layoutSegments(segments, width, scale / 2).height <= height) {
        scale /= 2;
    }
    return scale;
}

std::size_t MapLayout::firstRowFrom(int y) const {
    const auto row = std::ranges::upper_bound(
        rows, y, {}, [](const MapRow& candidate) { return candidate.top + px(kRowHeight); });
    return static_cast<std::size_t>(row - rows.begin());
}

std::optional<BlockRef> MapLayout::blockAt(double x, int y) const {
    const std::size_t index = firstRowFrom(y);
    if (index == rows.size() || y < rows[index].top) {
        return {};
    }
    const auto first = pieces.begin() + static_cast<std::ptrdiff_t>(rows[index].firstPiece);
    const auto last = pieces.begin() + static_cast<std::ptrdiff_t>(rows[index].lastPiece);
    const auto piece = std::upper_bound(
        first, last, x, [](double at, const MapPiece& candidate) { return at < candidate.right; });
    if (piece == last || x < piece->left) {
        return {};
    }
    return piece->ref;
}

std::optional<std::size_t> MapLayout::rowOf(const BlockRef& ref) const {
    for (std::size_t row = 0; row < rows.size(); ++row) {
        for (std::size_t i = rows[row].firstPiece; i < rows[row].lastPiece; ++i) {
            if (pieces[i].ref == ref) {
                return row;
            }
        }
    }
    return {};
}

namespace {

QString inUnit(const ByteUnit& unit, std::uint64_t bytes) {
    return formatIn(unit, static_cast<double>(bytes));
}

/// A loss may be far below the unit of the whole.
QString ownUnit(std::uint64_t bytes) {
    return bytes == 0 ? QStringLiteral("0") : sizeText(bytes);
}

std::vector<LiveFigureRow> figureRows(const SegmentPicture& picture) {
    const SegmentMapFigures& figures = picture.figures;
    const ByteUnit unit = unitFor(static_cast<double>(figures.reserved));
    std::vector<LiveFigureRow> rows;
    rows.push_back(liveRow(
        LiveFigureRow::Kind::Head,
        SegmentMapPanel::tr("%1, %2").arg(unit.name, picture.device.simulated
                                                         ? SegmentMapPanel::tr("simulated")
                                                         : SegmentMapPanel::tr("measured"))));
    LiveFigureRow reserved =
        liveFigure(SegmentMapPanel::tr("reserved, all segments"), inUnit(unit, figures.reserved));
    reserved.strong = true;
    rows.push_back(std::move(reserved));
    rows.push_back(liveFigure(SegmentMapPanel::tr("allocated, blocks in use"),
                              inUnit(unit, figures.allocated)));
    rows.push_back(
        liveFigure(SegmentMapPanel::tr("requested by tensors"), inUnit(unit, figures.requested)));
    rows.push_back(liveFigure(SegmentMapPanel::tr("lost to rounding"), ownUnit(figures.waste)));
    const bool expands = std::ranges::any_of(
        picture.segments, [](const SegmentSnapshot& segment) { return segment.granule > 0; });
    rows.push_back(liveFigure(expands ? SegmentMapPanel::tr("free, in a segment with blocks in use")
                                      : SegmentMapPanel::tr("free inside used segments"),
                              ownUnit(figures.trapped)));
    rows.push_back(
        liveFigure(SegmentMapPanel::tr("cached, no block in use"), ownUnit(figures.cached)));
    rows.push_back(
        liveFigure(SegmentMapPanel::tr("largest free block"), ownUnit(figures.largestFree)));
    rows.push_back(
        liveFigure(SegmentMapPanel::tr("fragmentation"),
                   SegmentMapPanel::tr("%1 %").arg(figures.fragmentation * 100, 0, 'f', 0)));
    rows.push_back(liveRow(
        LiveFigureRow::Kind::Caption,
        expands ? SegmentMapPanel::tr(
                      "Fragmentation: the share of free bytes outside the largest free block. "
                      "Expandable segments can release whole steps of 2 MiB (small pool) or 20 MiB "
                      "(large pool) that contain no block in use.")
                : SegmentMapPanel::tr("Fragmentation: the share of free bytes outside the largest "
                                      "free block. Segments in use cannot be released.")));
    return rows;
}

}  // namespace

SegmentMapPanel::SegmentMapPanel(LoadController* controller, const Theme* theme, QWidget* parent)
    : QWidget(parent),
      m_controller(controller),
      m_document(controller->document()),
      m_theme(theme),
      m_watch(new SegmentWatch(controller, this)),
      m_device(new QComboBox(this)),
      m_title(new ChartTitle(theme)),
      m_map(new SegmentMapView(theme)),
      m_details(new ElidedLabel(this, Qt::ElideRight)),
      m_side(new LiveFigures(theme)) {
    withName(this, "segment_panel", tr("Segments"));
    buildLayout();
    connect(m_watch, &SegmentWatch::changed, this, &SegmentMapPanel::showPicture);
    connect(m_map, &SegmentMapView::pointedAtChanged, this, &SegmentMapPanel::showPointedAt);
    connect(m_map, &SegmentMapView::tensorRequested, this, &SegmentMapPanel::selectTensor);
    connect(m_device, &QComboBox::activated, this, [this] {
        m_watch->setDevice(parseDevice(m_device->currentData().toString().toStdString()).value());
        showLegend();
    });
    connect(controller, &LoadController::stateChanged, this, &SegmentMapPanel::listDevices);
    connect(m_document, &Document::planChanged, this, &SegmentMapPanel::listDevices);
    connect(m_document, &Document::selectionChanged, this, &SegmentMapPanel::followSelection);
    connect(theme, &Theme::changed, this, &SegmentMapPanel::applyTheme);
    applyTheme();
    listDevices();
    showPicture();
}

void SegmentMapPanel::buildLayout() {
    setAutoFillBackground(true);
    withName(m_device, "segment_device", tr("GPU whose segments are shown"));
    m_details->setObjectName(QStringLiteral("segment_details"));
    m_details->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    m_details->setContentsMargins(metrics::kPadding, 2, metrics::kPadding, 4);
    m_side->setObjectName(QStringLiteral("segment_side"));

    setFigureCaptions(m_map, m_title);
    auto* head = makeRow(nullptr, metrics::kPadding, {metrics::kPadding, 4, metrics::kPadding, 2});
    head->addWidget(m_device);
    head->addWidget(m_title, 1);
    auto* left = makeColumn(nullptr, 0);
    left->addLayout(head);
    left->addWidget(m_map, 1);
    left->addWidget(m_details);

    auto* whole = makeRow(this, 0);
    whole->addLayout(left, 1);
    addFigures(*whole, m_side, "segment_side_scroll");
}

std::optional<DeviceId> SegmentMapPanel::device() const {
    return m_watch->device();
}

std::shared_ptr<const SegmentPicture> SegmentMapPanel::picture() const {
    return m_watch->picture();
}

void SegmentMapPanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    m_watch->setMode(SegmentWatch::Mode::On);
}

void SegmentMapPanel::hideEvent(QHideEvent* event) {
    QWidget::hideEvent(event);
    m_watch->setMode(SegmentWatch::Mode::Off);
}

void SegmentMapPanel::listDevices() {
    std::vector<DeviceInfo> gpus;
    for (const auto& device : m_controller->devices()) {
        gpus.push_back(device->info());
    }
    if (gpus.empty()) {
        gpus = m_document->devices();
    }
    std::erase_if(gpus, [](const DeviceInfo& info) { return !info.id.isGpu(); });
    QStringList names;
    for (const DeviceInfo& gpu : gpus) {
        names.append(QString::fromStdString(deviceName(gpu.id)));
    }
    QStringList listed;
    for (int i = 0; i < m_device->count(); ++i) {
        listed.append(m_device->itemData(i).toString());
    }
    if (names != listed) {
        const QString chosen = m_device->currentData().toString();
        m_device->clear();
        for (const DeviceInfo& gpu : gpus) {
            m_device->addItem(translated(deviceLabel(gpu.id)),
                              QString::fromStdString(deviceName(gpu.id)));
        }
        m_device->setCurrentIndex(std::max(0, m_device->findData(chosen)));
        m_device->setEnabled(m_device->count() > 0);
    }
    const auto device = parseDevice(m_device->currentData().toString().toStdString());
    m_watch->setDevice(m_device->count() > 0 && device ? std::optional(*device) : std::nullopt);
    showPicture();
}

void SegmentMapPanel::showPicture() {
    const auto& picture = m_watch->picture();
    const QString gpu = m_device->currentText();
    if (gpu.isEmpty()) {
        m_map->setEmptyText(tr("There is no GPU. Only the allocator of a GPU creates segments."));
    } else if (picture == nullptr) {
        m_map->setEmptyText(tr("No model has been loaded yet. Load a model to see every segment of "
                               "%1, the tensors in the segments and the wasted space.")
                                .arg(gpu));
    } else {
        m_map->setEmptyText(tr("The allocator of %1 has no segment.").arg(gpu));
    }
    m_map->setPicture(picture);
    showLegend();
    showFigures();
    followSelection();
}

void SegmentMapPanel::showLegend() {
    const auto& picture = m_watch->picture();
    const bool simulated = picture == nullptr || picture->device.simulated;
    m_title->setTitle(simulated ? tr("Segments, simulated") : tr("Segments"), tr("bars to scale"));
    if (!m_watch->device()) {
        m_title->setEntries({});
        return;
    }
    const ThemeColors& themeColors = m_theme->colors();
    const SegmentBrushes brushes = segmentBrushes(themeColors, *m_watch->device());
    const QPen edge(themeColors.border);
    m_title->setEntries({{tr("tensor"), edge, brushes.used},
                         {tr("lost to rounding"), edge, brushes.waste},
                         {tr("free in a used segment"), edge, brushes.free},
                         {tr("cached segment"), edge, brushes.cached}});
}

void SegmentMapPanel::showFigures() {
    const auto& picture = m_watch->picture();
    m_side->setRows(picture ? figureRows(*picture) : std::vector<LiveFigureRow>());
}

void SegmentMapPanel::showPointedAt() {
    const auto ref = m_map->pointedAt();
    const QString hint = m_watch->picture() && !m_watch->picture()->segments.empty()
                             ? tr("Point at a block or use the arrow keys; a click selects the "
                                  "module of the block. Ctrl+wheel, + and − zoom.")
                             : QString();
    const QString text = ref ? m_map->describe(*ref) : hint;
    m_details->setText(text);
}

bool SegmentMapPanel::isShownLoaded() const {
    return isOfShownModel(m_controller->schedule(), *m_document);
}

void SegmentMapPanel::followSelection() {
    const ModuleTree* tree = m_document->tree();
    const bool some = isShownLoaded() && !m_document->selection().empty();
    m_map->setMarkedModule(some ? std::optional(tree->path(m_document->currentModule()))
                                : std::nullopt);
}

void SegmentMapPanel::selectTensor(const QString& name) {
    if (const auto module =
            isShownLoaded() ? owningModule(m_document->tree(), name.toStdString()) : std::nullopt) {
        m_document->select({*module});
    }
}

void SegmentMapPanel::applyTheme() {
    QPalette colors = palette();
    colors.setColor(QPalette::Window, m_theme->colors().base);
    colors.setColor(QPalette::Midlight, m_theme->colors().softBorder);
    setPalette(colors);
    m_details->setFont(m_theme->font(TextRole::Tree));
    setTextColor(m_details, m_theme->colors().secondaryText);
    showLegend();
}

}  // namespace stowage

#include "segment_map_panel.moc"
