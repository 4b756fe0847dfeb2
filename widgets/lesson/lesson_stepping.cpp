// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lesson/lesson_stepping.h"

#include "widgets/lesson/flow_layout.h"
#include "widgets/models/table_unit.h"
#include "widgets/session/lesson_session.h"
#include "widgets/views/device_bars.h"
#include "widgets/views/segment_map_panel.h"

#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QSlider>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace stowage {
namespace {

constexpr int kClockMs = 100;
constexpr int kGap = 8;
constexpr int kSliderWidth = 150;
constexpr int kProgressHeight = 6;
constexpr std::array<double, LessonStepping::kPlaces> kRates{
    0, 1, 2, 5, 20, 100, std::numeric_limits<double>::infinity()};

}  // namespace

LessonStepping::LessonStepping(LessonSession* session, const LessonType* type, QWidget* parent)
    : QWidget(parent), m_session(session), m_type(type), m_layout(new QVBoxLayout(this)) {
    setObjectName(QStringLiteral("lesson_stepping"));
    setAccessibleName(tr("A load in steps"));
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(kGap);
    m_layout->addWidget(makeControls());
    m_where = new QLabel(this);
    m_where->setObjectName(QStringLiteral("lesson_stepping_where"));
    m_where->setWordWrap(true);
    m_progress = new QProgressBar(this);
    m_progress->setObjectName(QStringLiteral("lesson_stepping_progress"));
    m_progress->setAccessibleName(tr("How far the load is"));
    m_progress->setTextVisible(false);
    m_progress->setFixedHeight(kProgressHeight);
    m_bars = new DeviceBars(&type->theme(), this);
    m_bars->setObjectName(QStringLiteral("lesson_stepping_bars"));
    m_bars->setAccessibleName(tr("What each device holds"));
    m_layout->addWidget(m_where);
    m_layout->addWidget(m_progress);
    m_layout->addWidget(m_bars);
    m_layout->addStretch(0);
    m_clock.setInterval(kClockMs);
    connect(&m_clock, &QTimer::timeout, this, &LessonStepping::showBars);
    connect(session, &LessonSession::changed, this, &LessonStepping::refresh);
    connect(session, &LessonSession::liveChanged, this, &LessonStepping::showBars);
    connect(type, &LessonType::changed, this, &LessonStepping::applyType);
    applyType();
    refresh();
}

double LessonStepping::rateAt(int place) {
    return kRates[static_cast<std::size_t>(std::clamp(place, 0, kPlaces - 1))];
}

QWidget* LessonStepping::makeControls() {
    auto* row = new QWidget(this);
    m_controls = new FlowLayout(kGap, kGap, row);
    m_step = new QPushButton(tr("Step"), row);
    m_step->setObjectName(QStringLiteral("lesson_step_once"));
    m_step->setProperty("primary", true);
    m_step->setToolTip(tr("Let one more tensor in"));
    m_speedLabel = new QLabel(tr("Speed"), row);
    m_speed = new QSlider(Qt::Horizontal, row);
    m_speed->setObjectName(QStringLiteral("lesson_step_speed"));
    m_speed->setAccessibleName(tr("Speed, from single steps to real"));
    m_speed->setRange(0, kPlaces - 1);
    m_speed->setPageStep(1);
    m_speed->setTickPosition(QSlider::TicksBelow);
    m_speedLabel->setBuddy(m_speed);
    m_rate = new QLabel(row);
    m_rate->setObjectName(QStringLiteral("lesson_step_rate"));
    m_end = new QPushButton(tr("End"), row);
    m_end->setObjectName(QStringLiteral("lesson_step_end"));
    m_end->setToolTip(tr("Give everything back and return to the curves"));
    for (QWidget* widget : {static_cast<QWidget*>(m_step), static_cast<QWidget*>(m_speedLabel),
                            static_cast<QWidget*>(m_speed), static_cast<QWidget*>(m_rate),
                            static_cast<QWidget*>(m_end)}) {
        m_controls->addWidget(widget);
    }
    connect(m_step, &QPushButton::clicked, m_session, &LessonSession::stepOnce);
    connect(m_end, &QPushButton::clicked, m_session, &LessonSession::endStepping);
    connect(m_speed, &QSlider::valueChanged, this, &LessonStepping::showRate);
    return row;
}

void LessonStepping::applyType() {
    for (QWidget* widget : {static_cast<QWidget*>(m_step), static_cast<QWidget*>(m_speedLabel),
                            static_cast<QWidget*>(m_rate), static_cast<QWidget*>(m_end),
                            static_cast<QWidget*>(m_where)}) {
        widget->setFont(m_type->font(LessonText::Table));
    }
    // As the style sheet writes the button that goes on.
    m_step->setFont(m_type->font(LessonText::Table, true));
    m_speed->setMinimumWidth(m_type->px(kSliderWidth));
    // As wide as its longest text, so that nothing moves with the slider.
    m_rate->setMinimumWidth(
        QFontMetrics(m_rate->font()).horizontalAdvance(tr("%1 tensors a second").arg(888)));
    m_controls->setGaps(m_type->px(kGap), m_type->px(kGap));
    showRate(m_speed->value());
}

void LessonStepping::showRate(int place) {
    const double rate = rateAt(place);
    m_rate->setText(rate <= 0          ? tr("single steps")
                    : std::isinf(rate) ? tr("real speed")
                                       : tr("%1 tensors a second").arg(rate, 0, 'f', 0));
    if (m_session->stepRate() != rate) {
        m_session->setStepRate(rate);
    }
}

void LessonStepping::makeMap() {
    LoadController* const controller = m_session->stepper();
    if (m_map == nullptr && controller != nullptr) {
        m_map = new SegmentMapPanel(controller, &m_type->theme(), this);
        m_layout->insertWidget(m_layout->count() - 1, m_map, 1);
    }
}

void LessonStepping::refresh() {
    const bool stepping = m_session->isStepping();
    if (stepping != m_clock.isActive()) {
        stepping ? m_clock.start() : m_clock.stop();
    }
    if (stepping) {
        makeMap();
    }
    // Whoever set the speed, the slider shows it.
    const auto* const place = std::ranges::find(kRates, m_session->stepRate());
    if (place != kRates.end()) {
        m_speed->setValue(static_cast<int>(place - kRates.begin()));
    }
    showBars();
}

void LessonStepping::showBars() {
    LoadController* const controller = m_session->isStepping() ? m_session->stepper() : nullptr;
    if (controller == nullptr) {
        m_where->setText(m_session->isStepping() ? tr("The model's files are being made.")
                                                 : QString());
        return;
    }
    std::vector<DeviceBar> bars;
    for (const auto& device : controller->devices()) {
        const DeviceInfo& info = device->info();
        DeviceBar bar{info.id, static_cast<double>(device->statistics().allocated), {}, 0};
        if (info.id.isGpu() && info.capacity) {
            bar.limit = static_cast<double>(*info.capacity);
        }
        bars.push_back(bar);
    }
    m_bars->setBars(std::move(bars));
    const Progress& progress = controller->progress();
    const LoadState state = controller->state();
    m_step->setEnabled(state == LoadState::Paused);
    constexpr int kParts = 1000;
    // A phase that reads nothing is measured by its tensors.
    const bool byBytes = progress.bytesTotal > 0;
    const auto done = static_cast<double>(byBytes ? progress.bytesDone : progress.itemsDone);
    const auto total = static_cast<double>(byBytes ? progress.bytesTotal : progress.itemsTotal);
    const double share = total > 0 ? done / total : 0;
    m_progress->setRange(0, kParts);
    m_progress->setValue(static_cast<int>(share * kParts));
    const QString phase = QString::fromStdString(progress.phase);
    const QString item = QString::fromStdString(progress.currentItem);
    if (state == LoadState::Loaded) {
        m_where->setText(tr("Everything is in its place."));
    } else if (state == LoadState::Loading || state == LoadState::Paused) {
        m_where->setText(item.isEmpty() ? tr("%1: %2 of %3 tensors")
                                              .arg(phase)
                                              .arg(progress.itemsDone)
                                              .arg(progress.itemsTotal)
                                        : tr("%1: %2 of %3 tensors, %4")
                                              .arg(phase)
                                              .arg(progress.itemsDone)
                                              .arg(progress.itemsTotal)
                                              .arg(item));
    } else {
        m_where->setText(tr("The load is being prepared."));
    }
}

}  // namespace stowage
