// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lesson/lesson_chart_labels.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace stowage {
namespace {

constexpr double kGap = 5;           ///< between a curve and its name
constexpr int kPlaces = 14;          ///< tried along a curve
constexpr double kPointStep = 6;     ///< curves are looked at every so many pixels
constexpr double kTouchCost = 6000;  ///< of a name that touches another one
constexpr double kNameCost = 20000;  ///< and of the share of its area that is covered
constexpr double kCurveCost = 22;    ///< of each point of a curve under a name
constexpr double kOwnCost = 9;       ///< of its own curve
constexpr double kFarCost = 0.02;    ///< of a pixel away from the middle of the curve

/// Points of a line at even distances: long straight parts count, and many small steps do not.
std::vector<QPointF> evenPoints(const QPolygonF& line) {
    std::vector<QPointF> points;
    double sinceLast = kPointStep;
    for (qsizetype i = 0; i + 1 < line.size(); ++i) {
        const QPointF step = line[i + 1] - line[i];
        const double length = std::hypot(step.x(), step.y());
        double done = kPointStep - sinceLast;
        while (done <= length) {
            points.push_back(length > 0 ? line[i] + step * (std::max(done, 0.0) / length)
                                        : line[i]);
            done += kPointStep;
        }
        sinceLast = kPointStep - (done - length);
    }
    if (!line.isEmpty()) {
        points.push_back(line.back());
    }
    return points;
}

double shareCovered(const QRectF& rect, const QRectF& other) {
    const QRectF both = rect.intersected(other);
    return both.isEmpty() ? 0 : both.width() * both.height() / (rect.width() * rect.height());
}

std::vector<QRectF> candidates(const std::vector<QPointF>& points, const QSizeF& size,
                               const QRectF& area) {
    std::vector<QRectF> rects;
    for (int place = 0; place <= kPlaces; ++place) {
        const auto index =
            static_cast<std::size_t>(static_cast<double>(points.size() - 1) * place / kPlaces);
        const QPointF at = points[index];
        const std::array<QPointF, 5> corners{
            QPointF(at.x() - size.width() - kGap, at.y() - size.height() / 2),
            QPointF(at.x() + kGap, at.y() - size.height() / 2),
            QPointF(at.x() - size.width() / 2, at.y() - size.height() - kGap),
            QPointF(at.x() - size.width() / 2, at.y() + kGap),
            QPointF(at.x() + kGap, at.y() - size.height() - kGap)};
        for (const QPointF& corner : corners) {
            QRectF rect(corner, size);
            rect.moveLeft(std::clamp(rect.left(), area.left(),
                                     std::max(area.left(), area.right() - size.width())));
            rect.moveTop(std::clamp(rect.top(), area.top(),
                                    std::max(area.top(), area.bottom() - size.height())));
            rects.push_back(rect);
        }
    }
    return rects;
}

}  // namespace

std::vector<QRectF> placeLabels(const std::vector<LabelWish>& wishes, const QRectF& area,
                                const std::vector<QRectF>& taken) {
    std::vector<std::vector<QPointF>> lines;
    for (const LabelWish& wish : wishes) {
        lines.push_back(evenPoints(wish.line));
    }
    std::vector<QRectF> placed;
    for (std::size_t own = 0; own < wishes.size(); ++own) {
        if (lines[own].empty()) {
            placed.emplace_back();
            continue;
        }
        const QPointF middle = lines[own][lines[own].size() / 2];
        QRectF best;
        double least = std::numeric_limits<double>::infinity();
        for (const QRectF& rect : candidates(lines[own], wishes[own].size, area)) {
            const QPointF away = rect.center() - middle;
            double cost = kFarCost * std::hypot(away.x(), away.y());
            const std::vector<QRectF>* const inTheWay[] = {&placed, &taken};
            for (const std::vector<QRectF>* others : inTheWay) {
                for (const QRectF& other : *others) {
                    const double share = shareCovered(rect, other);
                    cost += share > 0 ? kTouchCost + kNameCost * share : 0;
                }
            }
            for (std::size_t line = 0; line < lines.size() && cost < least; ++line) {
                const auto under = std::ranges::count_if(
                    lines[line], [&rect](const QPointF& point) { return rect.contains(point); });
                cost += (line == own ? kOwnCost : kCurveCost) * static_cast<double>(under);
            }
            if (cost < least) {
                least = cost;
                best = rect;
            }
        }
        placed.push_back(best);
    }
    return placed;
}

}  // namespace stowage
