// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/device_card.h"

#include "engine/base/byte_size.h"
#include "widgets/views/chip_label.h"
#include "widgets/views/figure_table.h"
#include "widgets/views/use_bar.h"
#include "widgets/views/widget_style.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QVBoxLayout>

namespace stowage {

namespace {

constexpr int kMargin = 10;
constexpr int kFieldWidth = 72;
constexpr int kNameShare = 40;  ///< percent of the table's width

using Figure = std::optional<double>;

FigureCell cellOf(const Figure& bytes, TableUnit unit) {
    FigureCell cell;
    cell.text = bytes ? formatInUnit(*bytes, unit) : DeviceCard::tr("unknown");
    cell.toolTip = bytes ? exactBytesText(*bytes) : QString();
    return cell;
}

FigureCell differenceOf(const Figure& before, const Figure& now, TableUnit unit) {
    FigureCell cell;
    cell.text = QStringLiteral("–");
    if (before && now && *before != *now) {
        cell.text = formatDifference(*now - *before, unit);
        cell.toolTip = exactBytesText(*now - *before);
    }
    return cell;
}

FigureRow rowOf(const QString& name, const Figure& before, const Figure& now, TableUnit unit) {
    FigureRow row;
    FigureCell first;
    first.text = name;
    FigureCell was = cellOf(before, unit);
    was.tone = CellTone::Secondary;
    row.cells = {first, was, cellOf(now, unit), differenceOf(before, now, unit)};
    return row;
}

void makeBold(FigureRow& row) {
    for (FigureCell& cell : row.cells) {
        cell.semibold = true;
    }
}

}  // namespace

DeviceCard::DeviceCard(DeviceId device, const Theme* theme, QWidget* parent)
    : QFrame(parent), m_theme(theme) {
    m_figures.device.id = device;
    const QString name = QString::fromStdString(deviceLabel(device));
    setObjectName(QStringLiteral("device_card_") + deviceObjectName(device));
    setAccessibleName(tr("Memory of %1").arg(name));
    m_bar = new UseBar(theme, this);
    m_table = new FigureTable(theme, this);
    m_table->setObjectName(QStringLiteral("device_use_") + deviceObjectName(device));
    m_table->setAccessibleName(tr("Who uses %1").arg(name));
    m_table->setFirstColumnShare(kNameShare);
    m_peaks = new QLabel(this);
    m_peaks->setObjectName(QStringLiteral("device_peaks_") + deviceObjectName(device));
    m_peaks->setFont(theme->font(TextRole::Caption));
    m_peaks->setForegroundRole(QPalette::PlaceholderText);
    m_peaks->setWordWrap(true);
    m_message = new QLabel(this);
    m_message->setObjectName(QStringLiteral("others_message_") + deviceObjectName(device));
    m_message->setFont(theme->font(TextRole::Caption));
    m_message->setWordWrap(true);
    m_message->setContentsMargins(4, 0, 0, 0);
    m_message->hide();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(kMargin, 6, kMargin, 6);
    layout->setSpacing(4);
    layout->addWidget(makeHead());
    layout->addWidget(m_bar);
    layout->addWidget(m_table);
    layout->addWidget(makeFoot());
    layout->addWidget(m_message);
    layout->addStretch(1);
    connect(theme, &Theme::changed, this, [this] { setFigures(m_figures); });
}

QWidget* DeviceCard::makeHead() {
    auto* row = new QWidget(this);
    m_name = new QLabel(row);
    m_name->setFont(m_theme->font(TextRole::Tree, true));
    m_name->setTextFormat(Qt::PlainText);
    m_kind = new QLabel(row);
    m_kind->setObjectName(QStringLiteral("device_kind_") + deviceObjectName(device()));
    m_kind->setFont(m_theme->font(TextRole::Caption));
    m_kind->setForegroundRole(QPalette::PlaceholderText);
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(new ChipLabel(m_theme, device(), row));
    layout->addWidget(m_name);
    layout->addStretch(1);
    layout->addWidget(m_kind);
    return row;
}

QWidget* DeviceCard::makeFoot() {
    auto* row = new QWidget(this);
    const QString name = QString::fromStdString(deviceLabel(device()));
    m_othersCaption = new QLabel(tr("Others"), row);
    m_othersCaption->setFont(m_theme->font(TextRole::Tree));
    m_others = new QLineEdit(row);
    m_others->setObjectName(QStringLiteral("others_") + deviceObjectName(device()));
    m_others->setAccessibleName(tr("What other programs hold of %1").arg(name));
    m_others->setToolTip(
        tr("What other programs hold of this simulated GPU: takes effect at once, "
           "also while a load runs"));
    m_others->setFont(m_theme->font(TextRole::Tree));
    m_others->setFixedWidth(kFieldWidth);
    m_othersCaption->setBuddy(m_others);
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(4, 0, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(m_peaks, 1);
    layout->addWidget(m_othersCaption);
    layout->addWidget(m_others);
    connect(m_others, &QLineEdit::editingFinished, this, &DeviceCard::commitOthers);
    return row;
}

void DeviceCard::commitOthers() {
    if (!m_others->isModified()) {
        return;
    }
    m_others->setModified(false);
    const QString text = m_others->text().trimmed();
    const Result<ParsedSize> size = parseSize(text.isEmpty() ? "0" : text.toStdString());
    if (!size) {
        showRefusal(QString::fromStdString(size.error().message));
        return;
    }
    m_message->hide();
    setStyleProperty(m_others, "invalid", false);
    Q_EMIT othersEdited(device(), static_cast<std::uint64_t>(size->bytes));
}

void DeviceCard::showRefusal(const QString& sentence) {
    setStyleProperty(m_others, "invalid", true);
    setTextColor(m_message, m_theme->colors().error);
    m_message->setText(sentence);
    m_message->show();
}

void DeviceCard::setFigures(const DeviceUseFigures& figures) {
    m_figures = figures;
    m_name->setText(QString::fromStdString(figures.device.name));
    const QString kind =
        figures.device.id.isGpu() && figures.device.simulated ? tr("simulated") : tr("measured");
    m_kind->setText(figures.freeNow ? tr("%1 free, %2").arg(sizeText(*figures.freeNow), kind)
                                    : kind);
    m_kind->setToolTip(figures.freeNow ? exactBytesText(*figures.freeNow) : QString());
    m_bar->setFigures(figures);
    showTable();
    showPeaks();
    showOthers();
}

void DeviceCard::showTable() {
    const TableUnit unit = m_figures.unit;
    m_table->setHead({tableUnitName(unit), tr("Before"), tr("Now"), tr("Difference")});
    std::vector<FigureRow> rows;
    // The load first: it is what the card is looked at for.
    for (const MemoryHolder holder :
         {MemoryHolder::Load, MemoryHolder::Cached, MemoryHolder::Process,
          MemoryHolder::SimulatedGpus, MemoryHolder::Context, MemoryHolder::Others}) {
        if (const HolderUse* use = m_figures.find(holder)) {
            FigureRow row = rowOf(holderName(holder), use->before, use->now, unit);
            row.cells.front().swatch = UseBar::holderColor(holder, device(), m_theme->colors());
            rows.push_back(std::move(row));
        }
    }
    FigureRow used = rowOf(tr("Used"), m_figures.usedBefore, m_figures.usedNow, unit);
    makeBold(used);
    rows.push_back(std::move(used));
    m_table->setRows(std::move(rows));
}

void DeviceCard::showPeaks() {
    if (m_figures.peakAllocated && m_figures.peakReserved) {
        const TableUnit unit = tableUnitFor(*m_figures.peakReserved);
        m_peaks->setText(tr("Peak: allocated %1, reserved %2 %3")
                             .arg(formatInUnit(*m_figures.peakAllocated, unit),
                                  formatInUnit(*m_figures.peakReserved, unit),
                                  tableUnitName(unit)));
        m_peaks->setToolTip(tr("Allocated %1, reserved %2, since the load began or the peaks were "
                               "reset; the tick in the bar is the highest reserved")
                                .arg(exactBytesText(*m_figures.peakAllocated),
                                     exactBytesText(*m_figures.peakReserved)));
    } else if (m_figures.fileBacked) {
        m_peaks->setText(tr("File-backed %1: evictable cache, counted as free")
                             .arg(sizeText(*m_figures.fileBacked)));
        m_peaks->setToolTip(exactBytesText(*m_figures.fileBacked));
    }
    m_peaks->setVisible(!m_peaks->text().isEmpty());
}

void DeviceCard::showOthers() {
    const bool settable = m_figures.device.id.isGpu() && m_figures.device.simulated;
    m_othersCaption->setVisible(settable);
    m_others->setVisible(settable);
    // What is being typed, or was refused, is the person's.
    if (m_others->isModified() || !m_message->isHidden()) {
        return;
    }
    const QString text = sizeFieldText(m_figures.device.usedByOthers);
    if (m_others->text() != text) {
        m_others->setText(text);
    }
}

void DeviceCard::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(m_theme->colors().border);
    painter.setBrush(m_theme->colors().base);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), metrics::kRadius,
                            metrics::kRadius);
}

}  // namespace stowage
