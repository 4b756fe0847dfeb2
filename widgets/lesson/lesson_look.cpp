// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lesson/lesson_look.h"

#include "widgets/models/run_texts.h"
#include "widgets/views/run_overlay.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>

namespace stowage {
namespace {

constexpr double kLeastContrast = 4.5;
constexpr double kLighterStep = 0.08;
constexpr int kSampleWidth = 46, kSampleHeight = 8;
constexpr double kSampleLine = 2.2;

/// Of the step with several devices, which has no method of its own. Teal, in long dashes.
constexpr QRgb kSeveralColor = 0xff2A7F77;
const QList<qreal> kSeveralDashes{14, 4};

struct Words {
    Q_DECLARE_TR_FUNCTIONS(stowage::LessonLook)
};

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

QColor severalColor(const Tokens& colors) {
    QColor color = QColor::fromRgb(kSeveralColor);
    for (double share = kLighterStep;
         colors.dark && share < 1 && contrastRatio(color, colors.base) < kLeastContrast;
         share += kLighterStep) {
        color = mixColors(Qt::white, QColor::fromRgb(kSeveralColor), share);
    }
    return color;
}

}  // namespace

int lessonStepNumber(LessonStep step) {
    const auto steps = allLessonSteps();
    return static_cast<int>(std::ranges::find(steps, step) - steps.begin()) + 1;
}

QString lessonStepTitle(LessonStep step) {
    switch (step) {
        case LessonStep::Checkpoint:
            return Words::tr("checkpoint");
        case LessonStep::SeveralDevices:
            return Words::tr("devices");
        default:
            // A method's name is the same in every language.
            return methodText(*methodOf(step));
    }
}

QString lessonStepHeading(LessonStep step) {
    const QString number = QString::number(lessonStepNumber(step)) + QStringLiteral("  ");
    switch (step) {
        case LessonStep::Checkpoint:
            return number + Words::tr("what a checkpoint is");
        case LessonStep::SeveralDevices:
            return number + Words::tr("one map, several devices");
        default:
            return lessonStepNumbered(step);
    }
}

QString lessonStepNumbered(LessonStep step) {
    return Words::tr("%1  %2", "number and name of a step")
        .arg(lessonStepNumber(step))
        .arg(lessonStepTitle(step));
}

QString lessonStepSubtitle(LessonStep step) {
    switch (step) {
        case LessonStep::Checkpoint:
            return Words::tr("What is in the file");
        case LessonStep::Naive:
            return Words::tr("Build, move, copy");
        case LessonStep::Sequential:
            return Words::tr("Tensor by tensor");
        case LessonStep::Meta:
            return Words::tr("Without storage");
        case LessonStep::Mmap:
            return Words::tr("Map and assign");
        case LessonStep::PerTensor:
            return Words::tr("One file per tensor");
        case LessonStep::Sharded:
            return Words::tr("Shard after shard");
        case LessonStep::Streamed:
            return Words::tr("Through a small ring");
        case LessonStep::SeveralDevices:
            return Words::tr("GPU, CPU and disk");
    }
    return {};
}

QPen lessonPen(LessonStep step, const Tokens& colors, double width) {
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
