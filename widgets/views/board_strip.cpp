// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/board_strip.h"

#include "widgets/views/board_painter.h"
#include "widgets/views/widget_style.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>

namespace stowage {

namespace {

constexpr int kSwatch = 11;
constexpr int kItemGap = 16;
constexpr int kSwatchGap = 5;

enum class Swatch { Solid, Frame, Hatch, Added, Leaves };

struct LegendItem {
    QString text;
    QColor color;
    Swatch swatch;
};

void paintSwatch(QPainter& painter, const QRect& rect, const LegendItem& item, const Tokens& t) {
    switch (item.swatch) {
        case Swatch::Solid:
            painter.fillRect(rect, item.color);
            return;
        case Swatch::Hatch:
        case Swatch::Added:
            paintHatch(painter, rect, item.color);
            return;
        case Swatch::Frame:
        case Swatch::Leaves:
            painter.setPen(
                QPen(item.color, 1, item.swatch == Swatch::Leaves ? Qt::DashLine : Qt::SolidLine));
            painter.setBrush(t.base);
            painter.drawRect(rect.adjusted(0, 0, -1, -1));
            return;
    }
}

}  // namespace

BoardStrip::BoardStrip(const Theme* theme, QWidget* parent) : QWidget(parent), m_theme(theme) {
    setFixedHeight(kHeight);
    m_linear = makeButton(tr("Linear"), "scale_linear", BoardScale::Linear);
    m_logarithmic = makeButton(tr("Log"), "scale_log", BoardScale::Logarithmic);
    m_linear->setProperty("segment", QStringLiteral("first"));
    m_logarithmic->setProperty("segment", QStringLiteral("last"));
    m_linear->setAccessibleName(tr("Block heights in proportion to bytes"));
    m_logarithmic->setAccessibleName(tr("Block heights by the logarithm of bytes"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(8, 0, 8, 0);
    row->setSpacing(0);
    row->addWidget(m_linear);
    row->addWidget(m_logarithmic);
    row->addStretch(1);
    setScale(BoardScale::Linear);
}

QPushButton* BoardStrip::makeButton(const QString& text, const char* name, BoardScale scale) {
    auto* button = new QPushButton(text, this);
    button->setObjectName(QString::fromLatin1(name));
    button->setCheckable(true);
    button->setFont(m_theme->font(TextRole::Tree));
    connect(button, &QPushButton::clicked, this, [this, scale] {
        setScale(scale);
        Q_EMIT scaleChosen(scale);
    });
    return button;
}

void BoardStrip::setScale(BoardScale scale) {
    m_linear->setChecked(scale == BoardScale::Linear);
    m_logarithmic->setChecked(scale == BoardScale::Logarithmic);
}

void BoardStrip::setDragging(bool dragging) {
    if (dragging != m_dragging) {
        m_dragging = dragging;
        update();
    }
}

void BoardStrip::setComparing(bool comparing, bool proposed) {
    if (comparing != m_comparing || proposed != m_proposed) {
        m_comparing = comparing;
        m_proposed = proposed;
        update();
    }
}

QRect BoardStrip::buttonRect(BoardScale scale) const {
    const QPushButton* button = scale == BoardScale::Linear ? m_linear : m_logarithmic;
    return {button->mapToGlobal(QPoint(0, 0)), button->size()};
}

void BoardStrip::paintEvent(QPaintEvent*) {
    const Tokens& t = m_theme->colors();
    QPainter painter(this);
    painter.setLayoutDirection(Qt::LeftToRight);  // mirrored by hand below
    painter.fillRect(rect(), t.base);
    painter.fillRect(QRect(0, height() - 1, width(), 1), t.softBorder);
    const QColor weights = t.deviceFill(DeviceId::gpu(0));
    std::vector<LegendItem> items{
        {tr("other programs"), t.otherPrograms, Swatch::Solid},
        {tr("context"), t.contextOverhead, Swatch::Solid},
        {tr("weights"), weights, Swatch::Solid},
        {tr("free"), t.border, Swatch::Frame},
        {tr("over"), t.overHatch, Swatch::Hatch},
    };
    if (m_comparing) {
        items.insert(items.begin(),
                     {m_proposed ? tr("would move") : tr("moved"), t.accent, Swatch::Frame});
    }
    if (m_dragging) {
        items.push_back({tr("would be added"), t.ramAnonymous, Swatch::Added});
        items.push_back({tr("would leave"), weights, Swatch::Leaves});
    }
    painter.setFont(m_theme->font(TextRole::Caption));
    const QFontMetrics metrics(painter.font());
    const bool mirrored = layoutDirection() == Qt::RightToLeft;
    int x = (mirrored ? width() - m_logarithmic->geometry().left()
                      : m_logarithmic->geometry().right()) +
            kItemGap;
    for (const LegendItem& item : items) {
        const int width = kSwatch + kSwatchGap + metrics.horizontalAdvance(item.text);
        if (x + width > this->width() - 4) {
            break;  // a narrow board shows the entries that fit whole
        }
        QRect swatch(x, (height() - kSwatch) / 2, kSwatch, kSwatch);
        QRect text(x + kSwatch + kSwatchGap, 0, width, height() - 1);
        if (mirrored) {
            swatch.moveLeft(this->width() - swatch.right() - 1);
            text.moveLeft(this->width() - text.right() - 1);
        }
        paintSwatch(painter, swatch, item, t);
        painter.setPen(t.secondaryText);
        painter.drawText(
            text, static_cast<int>((mirrored ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter),
            item.text);
        x += width + kItemGap;
    }
}

}  // namespace stowage
