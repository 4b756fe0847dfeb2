// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/capacity/capacity_panels.h"

#include "engine/capacity/estimate.h"
#include "engine/model/quantization.h"
#include "engine/plan/edit/plan_edit.h"
#include "widgets/capacity/capacity_controller.h"
#include "widgets/capacity/point_chart.h"
#include "widgets/support/fact_table.h"
#include "widgets/support/figure_saver.h"
#include "widgets/support/formats.h"
#include "widgets/support/forms.h"
#include "widgets/support/style_sheet.h"
#include "widgets/support/theme.h"
#include "widgets/support/translation.h"
#include "widgets/support/worker.h"

#include <QComboBox>
#include <QLabel>
#include <QWidget>

#include <algorithm>
#include <cmath>
#include <compare>
#include <map>
#include <memory>
#include <utility>
#include <vector>

namespace stowage {

/// A way to run the workload that fits. A value.
struct WayToRun {
    QString label;  ///< "int8, 2 GPUs, offload"
    std::shared_ptr<const CapacityEstimate> estimate;
    bool isPlan = false;  ///< the plan as it is
};

/// The ways that fit.
struct WaysFound {
    std::vector<WayToRun> ways;
    std::map<QString, QStringList> untimed;  ///< those without a known time, by why: a sentence
};

/// The plan, and its model in other dtypes and quantisations on fewer of its GPUs, with offload
/// where it does not fit without, as points of speed over VRAM or RAM: those whose work fits. A
/// dashed line joins what nothing beats with less; points are pale where another one is as fast
/// with no more of both. A point that is clicked becomes the plan.
class WaysPanel : public QWidget {
    Q_OBJECT
public:
    /// Both are borrowed and outlive it.
    WaysPanel(CapacityController* controller, const Theme* theme, QWidget* parent);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void begin();
    /// Removes the ways of another model, or of a plan before one that is not estimated.
    void clearWithoutEstimate();
    void take(WaysFound found);
    void showWays();
    void useWay(std::size_t point);

    CapacityController* m_controller;
    const Theme* m_theme;
    QComboBox* m_memory;  ///< which one the chart is over
    PointChart* m_chart;
    QLabel* m_state;
    std::vector<WayToRun> m_ways;
    QString m_untimed;  ///< ways that fit and are not shown, and why; "": all are shown
    bool m_isStale = true;
    Worker m_worker;
};

/// Where the time of a token goes: the layers, those alike beside each other as one row.
class LayerTimesPanel : public QWidget {
    Q_OBJECT
public:
    /// Both are borrowed and outlive it.
    LayerTimesPanel(CapacityController* controller, const Theme* theme, QWidget* parent);

private:
    void showTimes();

    CapacityController* m_controller;
    FactTableView* m_table;
};

namespace {

constexpr double kBytesInGiB = 1024.0 * 1024.0 * 1024.0;
constexpr double kMsInSecond = 1e3;
constexpr double kAsGood = 1.005;  ///< times of two ways that no one can tell apart
constexpr double kPale = 0.35;     ///< of its colour, where a point is not on the frontier

/// As pale as a thin ring may be and still be seen: WCAG 2.1, 1.4.11.
QColor paler(const QColor& color, const QColor& ground) {
    constexpr double kLeastContrast = 3;
    double share = kPale;
    QColor pale = mixColors(color, ground, share);
    while (share < 1 && contrastRatio(pale, ground) < kLeastContrast) {
        share += 0.05;
        pale = mixColors(color, ground, share);
    }
    return pale;
}

using WayPlan = std::shared_ptr<const PlacementPlan>;

std::uint64_t ramBytesOf(const CapacityEstimate& estimate) {
    const DeviceEstimate* const cpu = estimate.on(DeviceId::cpu());
    return cpu == nullptr ? 0 : cpu->needed();
}

std::uint64_t gpuBytesOf(const CapacityEstimate& estimate) {
    std::uint64_t bytes = 0;
    for (const DeviceEstimate& device : estimate.devices) {
        bytes += device.device.id.isGpu() && device.peakReserved > 0 ? device.needed() : 0;
    }
    return bytes;
}

/// Weights in another dtype or quantised: what it is called, and the edits that make a plan so.
std::vector<std::pair<QString, std::vector<PlanEdit>>> waysOfWeights(const CapacityEstimate& now) {
    std::vector<std::pair<QString, std::vector<PlanEdit>>> ways;
    for (const DType dtype : {DType::Float32, DType::BFloat16}) {
        // Wider weights than the plan's only take more.
        if (dtype == DType::BFloat16 || now.computeType == DType::Float32) {
            const std::string_view name = dtypeName(dtype);
            ways.push_back({QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())),
                            {SetQuantizationEdit{std::nullopt}, SetDtypeEdit{dtype}}});
        }
    }
    for (const char* name : {"int8", "nf4"}) {
        if (const auto quantization = quantizationFromName(name)) {
            ways.push_back({QLatin1String(name), {SetQuantizationEdit{*quantization}}});
        }
    }
    return ways;
}

/// The plan's own machine with its first GPUs only.
SetDevicesEdit fewerGpus(const PlacementPlan& plan, std::size_t gpus) {
    SetDevicesEdit edit;
    for (const DeviceInfo& device : plan.request.devices) {
        if (!device.id.isGpu() || device.id.index < gpus) {
            edit.devices.push_back(device);
            edit.places[device.id] = device.id;
        }
    }
    return edit;
}

/// The plan after the edits; null where one of them is refused.
WayPlan edited(WayPlan plan, const std::vector<PlanEdit>& edits, const std::stop_token& stop) {
    for (const PlanEdit& edit : edits) {
        auto next = plan == nullptr ? Result<WayPlan>(nullptr) : applyEdit(*plan, edit, stop);
        plan = next ? *next : nullptr;
    }
    return plan;
}

/// Null where the work does not fit.
std::shared_ptr<const CapacityEstimate> fittingEstimate(EstimateInput input, WayPlan plan,
                                                        const std::stop_token& stop) {
    input.plan = std::move(plan);
    input.byFormula = true;
    auto estimate = input.plan == nullptr ? Result<std::shared_ptr<const CapacityEstimate>>(nullptr)
                                          : estimateCapacity(input, stop);
    return estimate && *estimate != nullptr && isYes((*estimate)->verdict) ? *estimate : nullptr;
}

/// Whether it can be a point; else `found` says that it is none.
bool isTimed(const CapacityEstimate& estimate, const QString& label, WaysFound& found) {
    const TimeEstimate* const time = estimate.toldTime();
    if (time != nullptr && time->tokensPerSecond > 0) {
        return true;
    }
    const Message why = estimate.whyNoTime();
    const QString sentence = !why.empty()      ? translated(why)
                             : time != nullptr ? WaysPanel::tr("This model generates no tokens.")
                                               : translated(missingText(estimate.missing));
    found.untimed[sentence].append(label);
    return false;
}

/// Whether the plan itself is the same: as fast, with as much.
bool isAsGood(const std::vector<WayToRun>& ways, const CapacityEstimate& estimate) {
    return !ways.empty() && ways.front().isPlan &&
           std::abs(ways.front().estimate->time->tokensPerSecond / estimate.time->tokensPerSecond -
                    1) < kAsGood - 1 &&
           gpuBytesOf(*ways.front().estimate) == gpuBytesOf(estimate);
}

Result<WaysFound> waysToRun(const EstimateInput& input, const CapacityEstimate& now,
                            const std::stop_token& stop) {
    WaysFound found;
    std::vector<WayToRun>& ways = found.ways;
    const QString ownLabel = WaysPanel::tr("the plan");
    if (auto own = fittingEstimate(input, input.plan, stop);
        own != nullptr && isTimed(*own, ownLabel, found)) {
        ways.push_back({ownLabel, std::move(own), true});
    }
    const auto gpus = static_cast<std::size_t>(std::ranges::count_if(
        input.plan->request.devices, [](const DeviceInfo& device) { return device.id.isGpu(); }));
    for (const auto& [name, edits] : waysOfWeights(now)) {
        const std::size_t before = ways.size();
        for (std::size_t count = gpus;; count /= 2) {
            if (stop.stop_requested()) {
                return fail(
                    ErrorCode::Cancelled,
                    WaysPanel::tr("The search for ways to run was cancelled.").toStdString());
            }
            const WayPlan machine = count == gpus
                                        ? input.plan
                                        : edited(input.plan, {fewerGpus(*input.plan, count)}, stop);
            const WayPlan plan = edited(machine, edits, stop);
            auto estimate = fittingEstimate(input, plan, stop);
            if (estimate == nullptr && count > 0) {
                estimate = fittingEstimate(input, edited(plan, {FitEdit{}}, stop), stop);
            }
            if (estimate != nullptr) {
                QString label = count == 0   ? WaysPanel::tr("%1, CPU").arg(name)
                                : count == 1 ? WaysPanel::tr("%1, 1 GPU").arg(name)
                                             : WaysPanel::tr("%1, %2 GPUs").arg(name).arg(count);
                if (estimate->verdict != Verdict::Fits && count > 0) {
                    label = WaysPanel::tr("%1, offload").arg(label);
                }
                if (!isTimed(*estimate, label, found) || isAsGood(ways, *estimate)) {
                    estimate = nullptr;
                }
                // The same weights on more GPUs that bring nothing would lie over this point.
                if (estimate != nullptr && ways.size() > before &&
                    ways.back().estimate->time->tokensPerSecond <=
                        estimate->time->tokensPerSecond * kAsGood) {
                    ways.pop_back();
                }
                if (estimate != nullptr) {
                    ways.push_back({std::move(label), std::move(estimate), false});
                }
            }
            if (count == 0) {
                break;
            }
        }
    }
    return found;
}

/// Of those that are no slower with no more VRAM and no more RAM, and better in one of the three,
/// the fastest with the least; null: this one is on the frontier of all.
const WayToRun* betterThan(const WayToRun& way, const std::vector<WayToRun>& ways) {
    struct Cost {
        double secondsPerToken;
        std::uint64_t gpu, ram;
        auto operator<=>(const Cost&) const = default;
    };
    const auto costOf = [](const WayToRun& one) {
        return Cost{1 / one.estimate->time->tokensPerSecond, gpuBytesOf(*one.estimate),
                    ramBytesOf(*one.estimate)};
    };
    const Cost own = costOf(way);
    const WayToRun* best = nullptr;
    for (const WayToRun& other : ways) {
        const Cost cost = costOf(other);
        const bool isNoWorse = cost.secondsPerToken <= own.secondsPerToken && cost.gpu <= own.gpu &&
                               cost.ram <= own.ram;
        if (isNoWorse && cost != own && (best == nullptr || cost < costOf(*best))) {
            best = &other;
        }
    }
    return best;
}

}  // namespace

WaysPanel::WaysPanel(CapacityController* controller, const Theme* theme, QWidget* parent)
    : QWidget(parent),
      m_controller(controller),
      m_theme(theme),
      m_memory(withName(new QComboBox(this), "ways_memory", tr("Memory on the horizontal axis"))),
      m_chart(new PointChart("ways_chart", tr("Ways to run: tokens per second over memory"), theme,
                             this)),
      m_state(withName(
          makeParagraph({}, theme->font(TextRole::Caption), this, QPalette::PlaceholderText),
          "ways_state")) {
    setObjectName(QStringLiteral("ways_panel"));
    auto* layout = makeColumn(this, 4, {metrics::kPadding, 8, metrics::kPadding, 4});
    auto* head = new QWidget(this);
    auto* row = makeRow(head, 8);
    m_memory->addItems({tr("over VRAM"), tr("over RAM")});
    m_memory->setFont(theme->font(TextRole::Tree));
    row->addWidget(m_memory);
    row->addWidget(m_state, 1);
    layout->addWidget(head);
    layout->addWidget(m_chart->widget(), 1);
    offerFigure(m_chart->widget(), {QStringLiteral("ways"), SavedFigure::Picture::Drawn,
                                    [this] { return m_chart->pointsCsv(); }});
    connect(m_memory, &QComboBox::activated, this, &WaysPanel::showWays);
    connect(controller, &CapacityController::inputChanged, this, [this] {
        m_worker.drop();
        m_isStale = true;
        setDimmed(m_chart->widget(), !m_ways.empty());
        clearWithoutEstimate();
    });
    connect(controller, &CapacityController::estimateChanged, this, [this] {
        clearWithoutEstimate();
        begin();
    });
    connect(m_chart, &PointChart::pointRequested, this, &WaysPanel::useWay);
}

void WaysPanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    begin();
}

void WaysPanel::begin() {
    const auto input = m_controller->input();
    const auto& estimate = m_controller->estimate();
    if (!m_isStale || !isVisible() || estimate == nullptr || m_controller->isEstimating() ||
        !input) {
        return;
    }
    m_isStale = false;
    m_state->setText(tr("Trying dtypes, quantisations and numbers of GPUs…"));
    m_worker.start([input = *input, estimate](
                       const std::stop_token& stop) { return waysToRun(input, *estimate, stop); },
                   [this](Result<WaysFound>&& ways) {
                       if (ways) {
                           take(std::move(*ways));
                       } else {
                           m_state->setText(translated(ways.error().message));
                       }
                   });
}

void WaysPanel::clearWithoutEstimate() {
    if (m_controller->estimate() == nullptr) {
        const auto& problem = m_controller->problem();
        take({});
        m_state->setText(problem ? translated(problem->message) : QString());
    }
}

void WaysPanel::take(WaysFound found) {
    m_ways = std::move(found.ways);
    QStringList untimed;
    for (const auto& [why, ways] : found.untimed) {
        untimed += tr("Ways to run that are not shown because their time is unknown: %1. %2")
                       .arg(ways.join(QLatin1String("; ")), why);
    }
    m_untimed = joinedSentences(untimed);
    setDimmed(m_chart->widget(), false);
    showWays();
}

void WaysPanel::showWays() {
    const bool isRam = m_memory->currentIndex() == 1;
    ChartPoints chart;
    chart.xTitle = isRam ? tr("RAM needed, GiB") : tr("VRAM needed, GiB");
    chart.yTitle = tr("tokens per second");
    chart.lineStyle = Qt::DashLine;
    std::vector<std::size_t> order;
    for (const WayToRun& way : m_ways) {
        const double rate = way.estimate->time->tokensPerSecond;
        const auto gpuBytes = static_cast<double>(gpuBytesOf(*way.estimate));
        const auto ramBytes = static_cast<double>(ramBytesOf(*way.estimate));
        if (way.isPlan) {
            chart.plan = chart.points.size();
        }
        const WayToRun* const better = betterThan(way, m_ways);
        const ThemeColors& colors = m_theme->colors();
        const QColor& color =
            way.estimate->verdict == Verdict::Fits ? colors.accent : colors.warning;
        order.push_back(chart.points.size());
        chart.points.push_back(
            {(isRam ? ramBytes : gpuBytes) / kBytesInGiB, rate,
             better == nullptr ? color : paler(color, colors.base), way.label,
             tr("%1: %2 tokens/s, %3 of VRAM, %4 of RAM, estimated by formula")
                 .arg(way.label, tokenRateText(rate), sizeText(gpuBytes), sizeText(ramBytes))});
        if (better != nullptr) {
            QString& words = chart.points.back().words;
            words = tr("%1. Another way is at least as fast and needs no more VRAM or RAM: %2")
                        .arg(words, better->label);
        }
    }
    std::ranges::sort(order, {}, [&](std::size_t point) {
        return std::pair(chart.points[point].x, -chart.points[point].y);
    });
    double fastest = -1;
    for (const std::size_t point : order) {
        if (chart.points[point].y > fastest) {
            fastest = chart.points[point].y;
            chart.line.push_back(point);
        }
    }
    QString state =
        tr("Dashed line: each point is the fastest way found with at most that much %1. Pale "
           "point: another way is at least as fast and needs no more VRAM or RAM. All values are "
           "estimated by formula. Click a point to make it the plan.")
            .arg(isRam ? tr("RAM") : tr("VRAM"));
    if (m_ways.empty()) {
        state = m_untimed.isEmpty() ? tr("No placement was found that fits this workload, in any "
                                         "of the dtypes that were tried.")
                                    : QString();
    }
    const auto& now = m_controller->estimate();
    const bool isOther = !m_ways.empty() || !m_untimed.isEmpty();
    const bool isTooLarge = isOther && now != nullptr && now->verdict == Verdict::DoesNotFit;
    m_state->setText(joinedSentences(
        {state, m_untimed, isTooLarge ? tr("The plan itself does not fit.") : QString()}));
    m_chart->setPoints(std::move(chart));
}

void WaysPanel::useWay(std::size_t point) {
    if (!m_isStale && !m_ways[point].isPlan) {
        m_controller->use(m_ways[point].estimate->plan, m_controller->workload(),
                          tr("Run as %1").arg(m_ways[point].label));
    }
}

namespace {

/// Layers beside each other that are alike in name, device and bound.
struct LayerGroup {
    QString stack;  ///< "model.layers" of "model.layers.3"; "" of what is no layer of many
    LayerTime sum;
    std::size_t layers = 0;
};

std::vector<LayerGroup> groupsOf(const std::vector<LayerTime>& layers) {
    std::vector<LayerGroup> groups;
    for (const LayerTime& layer : layers) {
        const QString path = QString::fromStdString(layer.module);
        const qsizetype dot = path.lastIndexOf(QLatin1Char('.'));
        bool isNumber = false;
        static_cast<void>(path.mid(dot + 1).toInt(&isNumber));
        const QString stack = isNumber ? path.left(std::max<qsizetype>(dot, 0)) : QString();
        LayerGroup* last = groups.empty() ? nullptr : &groups.back();
        if (last == nullptr || stack.isEmpty() || stack != last->stack ||
            last->sum.device != layer.device || last->sum.bound != layer.bound) {
            groups.push_back({stack, layer, 1});
            continue;
        }
        ++last->layers;
        last->sum.prefill += layer.prefill;
        last->sum.decode += layer.decode;
    }
    return groups;
}

}  // namespace

LayerTimesPanel::LayerTimesPanel(CapacityController* controller, const Theme* theme,
                                 QWidget* parent)
    : QWidget(parent),
      m_controller(controller),
      m_table(new FactTableView(QStringLiteral("layer_times"), tr("Time by layer"), theme, this)) {
    setObjectName(QStringLiteral("layer_times_panel"));
    makeColumn(this, 4, {metrics::kPadding, 8, metrics::kPadding, 4})->addWidget(m_table);
    connect(controller, &CapacityController::inputChanged, this, &LayerTimesPanel::showTimes);
    connect(controller, &CapacityController::estimateChanged, this, &LayerTimesPanel::showTimes);
    showTimes();
}

void LayerTimesPanel::showTimes() {
    const auto& estimate = m_controller->estimate();
    const auto groups = std::make_shared<const std::vector<LayerGroup>>(
        estimate != nullptr && estimate->toldTime() != nullptr ? groupsOf(estimate->time->layers)
                                                               : std::vector<LayerGroup>());
    FactTable table;
    table.rows = groups->size();
    table.whenEmpty = m_controller->isEstimating() ? QString()
                      : estimate != nullptr && !estimate->whyNoTime().empty()
                          ? translated(estimate->whyNoTime())
                          : tr("No time estimate: the width of the model's layers may be unknown.");
    const auto add = [&table](const QString& title, int width, auto text) -> FactColumn& {
        table.columns.push_back({.title = title, .text = std::move(text), .width = width});
        return table.columns.back();
    };
    const auto addTime = [&](const QString& title, const QString& hint,
                             double LayerTime::*seconds) {
        double largest = 1e-12;
        for (const LayerGroup& group : *groups) {
            largest = std::max(largest, group.sum.*seconds);
        }
        const double most = largest * kMsInSecond;
        const int decimals = most >= 10 ? 1 : most >= 1 ? 2 : 3;  // of an estimate
        FactColumn& column = add(title, 120, [groups, seconds, decimals](std::size_t row) {
            return QString::number((*groups)[row].sum.*seconds * kMsInSecond, 'f', decimals);
        });
        column.hint = hint;
        column.kind = FactColumn::Kind::Number;
        column.share = [groups, seconds, largest](std::size_t row) {
            return (*groups)[row].sum.*seconds / largest;
        };
        column.isLess = [groups, seconds](std::size_t left, std::size_t right) {
            return (*groups)[left].sum.*seconds < (*groups)[right].sum.*seconds;
        };
    };
    add(tr("Part"), 260, [groups](std::size_t row) {
        const LayerGroup& group = (*groups)[row];
        return group.layers == 1 ? QString::fromStdString(group.sum.module)
                                 : tr("%1 layers of %2").arg(group.layers).arg(group.stack);
    });
    add(tr("Runs on"), 80,
        [groups](std::size_t row) { return laneLabel((*groups)[row].sum.device); });
    addTime(tr("Prefill, ms"), tr("Estimated time for all prompts in total"), &LayerTime::prefill);
    addTime(tr("Per token, ms"), tr("Estimated time for one token of each sequence"),
            &LayerTime::decode);
    add(tr("Decode limited by"), 130,
        [groups](std::size_t row) { return translated(boundName((*groups)[row].sum.bound)); });
    m_table->setTable(std::move(table));
}

QWidget* makeWaysPanel(CapacityController* controller, const Theme* theme, QWidget* parent) {
    return new WaysPanel(controller, theme, parent);
}

QWidget* makeLayerTimesPanel(CapacityController* controller, const Theme* theme, QWidget* parent) {
    return new LayerTimesPanel(controller, theme, parent);
}

}  // namespace stowage

#include "ways_panel.moc"
