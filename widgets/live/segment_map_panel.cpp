// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/live/segment_map_panel.h"

#include "widgets/charts/chart_heads.h"
#include "widgets/document/document.h"
#include "widgets/live/live_charts.h"
#include "widgets/live/segment_map_view.h"
#include "widgets/support/figure_saver.h"
#include "widgets/support/formats.h"
#include "widgets/support/forms.h"
#include "widgets/support/labels.h"
#include "widgets/support/style_sheet.h"
#include "widgets/support/translation.h"

#include <QComboBox>
#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>

namespace stowage {

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
        liveFigure(SegmentMapPanel::tr("asked for by tensors"), inUnit(unit, figures.requested)));
    rows.push_back(liveFigure(SegmentMapPanel::tr("lost to rounding"), ownUnit(figures.waste)));
    const bool expands = std::ranges::any_of(
        picture.segments, [](const SegmentSnapshot& segment) { return segment.granule > 0; });
    rows.push_back(liveFigure(expands ? SegmentMapPanel::tr("free beside blocks in use")
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
                      "Fragmentation: how much of the free bytes lies outside the largest free "
                      "block. Expandable segments give back whole steps of 2 MiB (small pool) or "
                      "20 MiB (large pool) in which no block is in use.")
                : SegmentMapPanel::tr(
                      "Fragmentation: how much of the free bytes lies outside the largest free "
                      "block. Used segments cannot be given back.")));
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
    setObjectName(QStringLiteral("segment_panel"));
    setAccessibleName(tr("Segments"));
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
    m_device->setObjectName(QStringLiteral("segment_device"));
    m_device->setAccessibleName(tr("GPU whose segments are shown"));
    m_details->setObjectName(QStringLiteral("segment_details"));
    m_details->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    m_details->setContentsMargins(metrics::kPadding, 2, metrics::kPadding, 4);
    m_side->setObjectName(QStringLiteral("segment_side"));

    setFigureCaptions(m_map, m_title);
    auto* head = makeRow(nullptr, metrics::kPadding, {metrics::kPadding, 4, metrics::kPadding, 2});
    head->addWidget(m_device);
    head->addWidget(m_title, 1);
    auto* left = new QVBoxLayout;
    left->setSpacing(0);
    left->addLayout(head);
    left->addWidget(m_map, 1);
    left->addWidget(m_details);

    auto* whole = makeRow(this, 0);
    whole->addLayout(left, 1);
    addFigures(*whole, m_side, "segment_side_scroll");
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
        m_map->setEmptyText(tr("There is no GPU: segments are what a GPU's allocator makes."));
    } else if (picture == nullptr) {
        m_map->setEmptyText(
            tr("Nothing was loaded yet. Load a model: here stands every segment of %1, with the "
               "tensors inside it and what is wasted.")
                .arg(gpu));
    } else {
        m_map->setEmptyText(tr("The allocator of %1 holds no segment.").arg(gpu));
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
                             ? tr("Point at a block, or go through them with the arrow keys; a "
                                  "click selects its module. Ctrl and the wheel, + and − zoom.")
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
