// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lesson/lesson_style.h"

#include "widgets/history/load_record_display.h"

#include <QCoreApplication>
#include <QFontDatabase>
#include <QPainter>
#include <QSettings>
#include <QWidget>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

namespace stowage {
namespace {

constexpr std::array<double, 6> kFactors{0.85, 1, 1.2, LessonType::kProjectorFactor, 1.75, 2};

constexpr double kSame = 0.001;

const QString kFactorKey = QStringLiteral("lesson/type");

constexpr std::array kPixelSizes{20, 15, 13, 12, 13};  ///< by LessonText

constexpr int kSampleWidth = 46, kSampleHeight = 8;

constexpr double kSampleLine = 2.2;

/// Of the step with several devices, which has no method of its own. Teal, in long dashes.
constexpr QRgb kSeveralColor = 0xff2A7F77;

const QList<qreal> kSeveralDashes{14, 4};

struct LessonStyleWords {
    Q_DECLARE_TR_FUNCTIONS(stowage::LessonMachineCheck)
};

/// By step, in the order of the lesson.
constexpr std::array kSubtitles{
    QT_TRANSLATE_NOOP("stowage::LessonMachineCheck", "Contents of the file"),
    QT_TRANSLATE_NOOP("stowage::LessonMachineCheck", "Build, move, copy"),
    QT_TRANSLATE_NOOP("stowage::LessonMachineCheck", "Tensor by tensor"),
    QT_TRANSLATE_NOOP("stowage::LessonMachineCheck", "Without storage"),
    QT_TRANSLATE_NOOP("stowage::LessonMachineCheck", "Map and assign"),
    QT_TRANSLATE_NOOP("stowage::LessonMachineCheck", "One file per tensor"),
    QT_TRANSLATE_NOOP("stowage::LessonMachineCheck", "Shard after shard"),
    QT_TRANSLATE_NOOP("stowage::LessonMachineCheck", "Through a small ring"),
    QT_TRANSLATE_NOOP("stowage::LessonMachineCheck", "GPU, CPU and disk")};

/// Pixels of lines and gaps of a pen whose pattern counts in its widths.
QList<qreal> pixelsOf(const QPen& pen) {
    QList<qreal> pixels;
    if (pen.style() == Qt::CustomDashLine) {
        for (const qreal part : pen.dashPattern()) {
            pixels.append(part * pen.widthF());
        }
    }
    return pixels;
}

QColor severalColor(const ThemeColors& colors) {
    const QColor color = QColor::fromRgb(kSeveralColor);
    return colors.dark ? legibleColor(color, Qt::white, colors.base) : color;
}

}  // namespace

LessonType::LessonType(const Theme* theme, QSettings* settings, QObject* parent)
    : QObject(parent), m_theme(theme), m_settings(settings) {
    if (settings != nullptr) {
        m_textSize = theme->textSize() / 100.0;
        const double kept = settings->value(kFactorKey, 1.0).toDouble();
        m_factor = std::clamp(std::isfinite(kept) ? kept : 1.0, kFactors.front(), kFactors.back());
    }
    connect(theme, &Theme::changed, this, &LessonType::changed);
}

void LessonType::setFactor(double factor) {
    const double bounded = std::clamp(factor, kFactors.front(), kFactors.back());
    if (std::abs(bounded - m_factor) < kSame) {
        return;
    }
    m_factor = bounded;
    if (m_settings != nullptr) {
        m_settings->setValue(kFactorKey, bounded);
    }
    Q_EMIT changed();
}

void LessonType::grow() {
    const auto* const next = std::ranges::upper_bound(kFactors, m_factor + kSame);
    setFactor(next == kFactors.end() ? m_factor : *next);
}

void LessonType::shrink() {
    const auto* const here = std::ranges::lower_bound(kFactors, m_factor - kSame);
    setFactor(here == kFactors.begin() ? m_factor : *std::prev(here));
}

bool LessonType::canGrow() const {
    return m_factor < kFactors.back() - kSame;
}

bool LessonType::canShrink() const {
    return m_factor > kFactors.front() + kSame;
}

void LessonType::toggleProjector() {
    setFactor(isProjector() ? 1 : kProjectorFactor);
}

QFont LessonType::font(LessonText role, bool semibold) const {
    QFont font = role == LessonText::Code ? QFontDatabase::systemFont(QFontDatabase::FixedFont)
                                          : m_theme->font(TextRole::Base);
    font.setPixelSize(px(kPixelSizes[static_cast<std::size_t>(role)]));
    font.setWeight(semibold || role == LessonText::Title ? QFont::DemiBold : QFont::Normal);
    return font;
}

int LessonType::px(double pixels) const {
    return static_cast<int>(std::lround(pixels * m_factor * m_textSize));
}

double LessonType::line(double pixels) const {
    return m_factor > 1 ? pixels * (1 + (m_factor - 1) * 1.4) : pixels;
}

void showIndicator(QWidget* checkBox, const ThemeColors& colors) {
    QPalette palette = checkBox->palette();
    palette.setColor(QPalette::Window, colors.dark ? colors.secondaryText : colors.window);
    checkBox->setPalette(palette);
}

int lessonStepNumber(LessonStep step) {
    const auto steps = allLessonSteps();
    return static_cast<int>(std::ranges::find(steps, step) - steps.begin()) + 1;
}

QString lessonStepTitle(LessonStep step) {
    switch (step) {
        case LessonStep::Checkpoint:
            return LessonStyleWords::tr("checkpoint");
        case LessonStep::SeveralDevices:
            return LessonStyleWords::tr("devices");
        default:
            // A method's name is the same in every language.
            return methodText(*methodOf(step));
    }
}

QString lessonStepHeading(LessonStep step) {
    const QString number = QString::number(lessonStepNumber(step)) + QStringLiteral("  ");
    switch (step) {
        case LessonStep::Checkpoint:
            return number + LessonStyleWords::tr("what a checkpoint is");
        case LessonStep::SeveralDevices:
            return number + LessonStyleWords::tr("one map, several devices");
        default:
            return lessonStepNumbered(step);
    }
}

QString lessonStepNumbered(LessonStep step) {
    return LessonStyleWords::tr("%1  %2", "number and name of a step")
        .arg(lessonStepNumber(step))
        .arg(lessonStepTitle(step));
}

QString lessonStepSubtitle(LessonStep step) {
    return LessonStyleWords::tr(kSubtitles[static_cast<std::size_t>(step)]);
}

QPen lessonPen(LessonStep step, const ThemeColors& colors, double width) {
    const auto method = methodOf(step);
    const bool several = step == LessonStep::SeveralDevices || !method;
    QPen pen = several ? QPen(severalColor(colors), width) : methodPen(*method, colors);
    const QList<qreal> pixels = several ? kSeveralDashes : pixelsOf(pen);
    pen.setWidthF(width);
    pen.setCapStyle(Qt::FlatCap);
    pen.setJoinStyle(Qt::RoundJoin);
    if (!pixels.isEmpty()) {
        QList<qreal> pattern;
        // Thin lines keep the rhythm of a line of usual width; wide ones stretch it.
        const double stretch = std::max(1.0, width / 2);
        for (const qreal part : pixels) {
            pattern.append(part * stretch / width);
        }
        pen.setDashPattern(pattern);
    }
    return pen;
}

QPixmap lessonLineSample(LessonStep step, const LessonType& type, double ratio) {
    const QSize size(type.px(kSampleWidth), type.px(kSampleHeight));
    QPixmap pixmap(size * ratio);
    pixmap.setDevicePixelRatio(ratio);
    pixmap.fill(Qt::transparent);
    if (step == LessonStep::Checkpoint) {
        return pixmap;
    }
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(lessonPen(step, type.colors(), type.line(kSampleLine)));
    painter.drawLine(QPointF(0, size.height() / 2.0), QPointF(size.width(), size.height() / 2.0));
    return pixmap;
}

}  // namespace stowage
