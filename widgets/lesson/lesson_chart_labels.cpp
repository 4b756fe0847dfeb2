// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lesson/lesson_chart_labels.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace stowage {
namespace {

constexpr double kGap = 5;                  ///< between a curve and its name
constexpr int kPlaces = 14;                 ///< tried along a curve
constexpr double kPointStep = 6;            ///< curves are looked at every so many pixels
constexpr double kClearX = 4, kClearY = 1;  ///< between a name and what else has its place
constexpr double kCurveCost = 22;           ///< of each point of a curve under a name
constexpr double kOwnCost = 9;              ///< of its own curve
constexpr double kFarCost = 0.02;           ///< of a pixel away from the middle of the curve

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

bool isFree(const QRectF& rect, const std::vector<QRectF>& placed,
            const std::vector<QRectF>& taken) {
    const QRectF around = rect.adjusted(-kClearX, -kClearY, kClearX, kClearY);
    const auto touches = [&around](const QRectF& other) { return around.intersects(other); };
    return std::ranges::none_of(placed, touches) && std::ranges::none_of(taken, touches);
}

/// Every place of the area, row by row: for a name that finds none at its curve.
std::vector<QRectF> allPlaces(const QSizeF& size, const QRectF& area) {
    std::vector<QRectF> rects;
    for (double y = area.top(); y + size.height() <= area.bottom(); y += size.height() / 2) {
        for (double x = area.left(); x + size.width() <= area.right(); x += kPointStep) {
            rects.emplace_back(QPointF(x, y), size);
        }
    }
    return rects;
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

/// The places that names have, and the curves that they should keep clear of.
struct Ground {
    std::vector<std::vector<QPointF>> lines;
    std::vector<QRectF> placed;
    std::vector<QRectF> taken;
};

/// The cheapest of the free places for the name of line `own`; empty where none is free.
QRectF cheapest(const std::vector<QRectF>& places, std::size_t own, const Ground& ground) {
    const std::vector<QPointF>& line = ground.lines[own];
    const QPointF middle = line[line.size() / 2];
    QRectF best;
    double least = std::numeric_limits<double>::infinity();
    for (const QRectF& rect : places) {
        if (!isFree(rect, ground.placed, ground.taken)) {
            continue;
        }
        const QPointF away = rect.center() - middle;
        double cost = kFarCost * std::hypot(away.x(), away.y());
        for (std::size_t i = 0; i < ground.lines.size() && cost < least; ++i) {
            const auto under = std::ranges::count_if(
                ground.lines[i], [&rect](const QPointF& point) { return rect.contains(point); });
            cost += (i == own ? kOwnCost : kCurveCost) * static_cast<double>(under);
        }
        if (cost < least) {
            least = cost;
            best = rect;
        }
    }
    return best;
}

}  // namespace

std::vector<QRectF> placeLabels(const std::vector<LabelWish>& wishes, const QRectF& area,
                                const std::vector<QRectF>& taken) {
    Ground ground{{}, {}, taken};
    for (const LabelWish& wish : wishes) {
        ground.lines.push_back(evenPoints(wish.line));
    }
    for (std::size_t own = 0; own < wishes.size(); ++own) {
        QRectF place;
        if (!ground.lines[own].empty()) {
            place = cheapest(candidates(ground.lines[own], wishes[own].size, area), own, ground);
        }
        if (place.isEmpty() && !ground.lines[own].empty()) {
            place = cheapest(allPlaces(wishes[own].size, area), own, ground);
        }
        ground.placed.push_back(place);
    }
    return ground.placed;
}

}  // namespace stowage
