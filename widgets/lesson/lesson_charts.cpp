// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lesson/lesson_charts.h"

#include "widgets/lesson/lesson_chart_data.h"
#include "widgets/lesson/lesson_session.h"
#include "widgets/live/segment_map_panel.h"
#include "widgets/plan/device_bars.h"
#include "widgets/support/formats.h"
#include "widgets/support/forms.h"
#include "widgets/support/labels.h"
#include "widgets/support/spoken_chart.h"
#include "widgets/support/translation.h"

#include <QCheckBox>
#include <QLabel>
#include <QPainter>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSlider>
#include <QStyle>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

namespace stowage {

/// A load gone through tensor by tensor: the map of the GPU's segments and bars of every device
/// move with each step. The slider goes from single steps to the real speed.
class LessonSteppingView : public QWidget {
    Q_OBJECT
public:
    LessonSteppingView(LessonSession* session, const LessonType* type, QWidget* parent = nullptr);

    /// Tensors a second at a place of the slider: 0 stepped, infinity real.
    [[nodiscard]] static double rateAt(int place);
    static constexpr int kPlaces = 7;

private:
    QWidget* makeControls();
    void applyType();
    void refresh();
    /// The map needs the controller, which is there with the first stepping.
    void makeMap();
    void showBars();
    void showRate(int place);

    LessonSession* m_session;
    const LessonType* m_type;
    QVBoxLayout* m_layout;
    FlowLayout* m_controls = nullptr;
    QPushButton* m_step = nullptr;
    QPushButton* m_end = nullptr;
    QSlider* m_speed = nullptr;
    QLabel* m_speedLabel = nullptr;
    QLabel* m_rate = nullptr;
    QLabel* m_where = nullptr;
    QProgressBar* m_progress = nullptr;
    DeviceBars* m_bars = nullptr;
    SegmentMapPanel* m_map = nullptr;
    QTimer m_clock;
};

namespace {

constexpr int kHead = 34, kBarGap = 10;

constexpr int kBar = 17;

constexpr int kLetter = 20;

constexpr int kControlGap = 8;

constexpr int kSliderWidth = 150;

constexpr std::array<double, LessonSteppingView::kPlaces> kRates{
    0, 1, 2, 5, 20, 100, std::numeric_limits<double>::infinity()};

}  // namespace

LessonFileView::LessonFileView(const LessonType* type, QWidget* parent)
    : QWidget(parent), m_type(type) {
    speakAsChart(this, {}, [this] { return spokenParts(); });
    withName(this, "lesson_parts", tr("Contents of the file"));
    connect(type, &LessonType::changed, this, [this] {
        updateGeometry();
        update();
    });
}

void LessonFileView::setFacts(const LessonFacts& facts) {
    const double guide = kGuideParameters * kFloatBytes;
    const QString model = tr("model");
    const QString stateDict = tr("state dict");
    // Each chart has one scale and one unit, that of its longest bar.
    const auto twice = [](double bytes, TableUnit unit) {
        return tr("%1 + %1 %2").arg(formatInUnit(bytes, unit), tableUnitName(unit));
    };
    const TableUnit doubled = tableUnitFor(std::max(guide, facts.weightBytes));
    m_doubled = {{.name = tr("Example of Accelerate's guide: %1 billion parameters")
                              .arg(kGuideParameters / 1e9, 0, 'f', 0),
                  .shares = {guide, guide},
                  .pieces = {model, stateDict},
                  .figure = twice(guide, doubled),
                  .letter = {}},
                 {.name = facts.name,
                  .shares = {facts.weightBytes, facts.weightBytes},
                  .pieces = {model, stateDict},
                  .figure = twice(facts.weightBytes, doubled),
                  .letter = {}}};
    m_parts.clear();
    double largest = 0;
    for (const LessonTensorGroup& part : facts.parts) {
        largest = std::max(largest, part.bytes);
    }
    const TableUnit unit = tableUnitFor(largest);
    QStringList lines;
    for (const Bar& bar : m_doubled) {
        lines.append(tr("%1: %2").arg(bar.name, bar.figure));
    }
    for (const LessonTensorGroup& part : facts.parts) {
        const bool first = m_parts.empty();
        const QString count =
            part.tensors == 1 ? tr("1 tensor") : tr("%1 tensors").arg(part.tensors);
        m_parts.push_back(
            {.name = part.name,
             .shares = {part.bytes},
             .pieces = {QString()},
             .figure =
                 tr("%1 %2, %3").arg(formatInUnit(part.bytes, unit), tableUnitName(unit), count),
             .letter = !part.isTrained ? QStringLiteral("B")
                       : first         ? QStringLiteral("A")
                                       : QString(),
             .isConstant = !part.isTrained});
        lines.append(tr("%1: %2").arg(part.name, m_parts.back().figure));
    }
    setAccessibleDescription(lines.join(QStringLiteral("; ")));
    chartPartsChanged(this);
    updateGeometry();
    update();
}

std::vector<ChartPart> LessonFileView::spokenParts() const {
    std::vector<ChartPart> parts;
    int y = 0;
    for (const auto* bars : {&m_doubled, &m_parts}) {
        y += m_type->px(kHead);
        for (const Bar& bar : *bars) {
            parts.push_back({.key = QStringLiteral("bar %1").arg(parts.size()),
                             .name = bar.name,
                             .value = bar.figure,
                             .description = bar.letter,
                             .rect = placed({0, y, width(), rowHeight()})});
            y += rowHeight();
        }
        y += m_type->px(kBarGap);
    }
    return parts;
}

void LessonFileView::setLettersShown(bool shown) {
    m_lettersShown = shown;
    update();
}

int LessonFileView::nameWidth() const {
    const QFontMetrics metrics(m_type->font(LessonText::Table));
    int widest = 0;
    for (const auto* bars : {&m_doubled, &m_parts}) {
        for (const Bar& bar : *bars) {
            widest = std::max(widest, metrics.horizontalAdvance(bar.name));
        }
    }
    return widest + m_type->px(kLetter + 2 * kBarGap);
}

QSize LessonFileView::minimumSizeHint() const {
    const QFontMetrics metrics(m_type->font(LessonText::Table));
    const int rows = static_cast<int>(m_doubled.size() + m_parts.size());
    return {nameWidth() + metrics.horizontalAdvance(QStringLiteral("888.8 MiB + 888.8 MiB")) +
                m_type->px(120),
            rows * rowHeight() + 2 * m_type->px(kHead) + m_type->px(kBarGap)};
}

QSize LessonFileView::sizeHint() const {
    return minimumSizeHint().expandedTo({m_type->px(700), 0});
}

QRect LessonFileView::placed(const QRect& at) const {
    return QStyle::visualRect(layoutDirection(), rect(), at);
}

int LessonFileView::paintHead(QPainter& painter, const QString& text, int y) const {
    painter.setFont(m_type->font(LessonText::Table, true));
    painter.setPen(m_type->colors().text);
    const int height = m_type->px(kHead);
    painter.drawText(QRect(0, y, width(), height), Qt::AlignLeading | Qt::AlignVCenter, text);
    return y + height;
}

void LessonFileView::paintBar(QPainter& painter, const Bar& bar, const QRect& track,
                              double scale) const {
    const ThemeColors& colors = m_type->colors();
    painter.setFont(m_type->font(LessonText::Caption));
    painter.setBrush(Qt::NoBrush);
    int x = track.left();
    for (std::size_t i = 0; i < bar.shares.size(); ++i) {
        const int wide = std::max(2, static_cast<int>(track.width() * bar.shares[i] / scale));
        const QRect piece = placed({x, track.top(), wide, track.height()});
        const QColor fill = mixColors(colors.accent, colors.base, i == 0 ? 0.30 : 0.16);
        painter.fillRect(piece,
                         bar.isConstant ? mixColors(colors.warning, colors.base, 0.30) : fill);
        painter.setPen(QPen(bar.isConstant ? colors.warning : colors.accent, m_type->line(1)));
        painter.drawRect(QRectF(piece).adjusted(0.5, 0.5, -0.5, -0.5));
        painter.setPen(colors.text);
        if (painter.fontMetrics().horizontalAdvance(bar.pieces[static_cast<qsizetype>(i)]) + 8 <
            wide) {
            painter.drawText(piece, Qt::AlignCenter, bar.pieces[static_cast<qsizetype>(i)]);
        }
        x += wide;
    }
}

int LessonFileView::paintBars(QPainter& painter, const std::vector<Bar>& bars, int y) const {
    const ThemeColors& colors = m_type->colors();
    const QFont font = m_type->font(LessonText::Table);
    const QFontMetrics metrics(font);
    double scale = 1;
    int figures = 0;
    for (const Bar& bar : bars) {
        scale = std::max(scale, std::accumulate(bar.shares.begin(), bar.shares.end(), 0.0));
        figures = std::max(figures, metrics.horizontalAdvance(bar.figure));
    }
    const int names = nameWidth();
    const int gap = m_type->px(kBarGap);
    const int room = std::max(40, width() - names - figures - 2 * gap);
    for (const Bar& bar : bars) {
        painter.setFont(font);
        painter.setPen(colors.text);
        painter.drawText(placed({0, y, names, rowHeight()}), Qt::AlignLeading | Qt::AlignVCenter,
                         bar.name);
        const int height = m_type->px(kBar);
        paintBar(painter, bar, {names, y + (rowHeight() - height) / 2, room, height}, scale);
        painter.setFont(font);
        painter.setPen(colors.text);
        painter.drawText(placed({names + room + gap, y, figures + 2, rowHeight()}),
                         Qt::AlignLeading | Qt::AlignVCenter, bar.figure);
        if (!bar.letter.isEmpty()) {
            const int side = m_type->px(kLetter);
            const QRect box =
                placed({names - side - gap, y + (rowHeight() - side) / 2, side, side});
            painter.setFont(m_type->font(LessonText::Table, true));
            painter.setPen(QPen(colors.accent, m_type->line(m_lettersShown ? 2 : 1.2)));
            painter.setBrush(m_lettersShown ? colors.accent : colors.base);
            painter.drawRoundedRect(box, 3, 3);
            painter.setPen(m_lettersShown ? colors.accentText : colors.accent);
            painter.drawText(box, Qt::AlignCenter, bar.letter);
        }
        y += rowHeight();
    }
    return y;
}

void LessonFileView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    int y = paintHead(painter, tr("Memory of a plain load at its peak"), 0);
    y = paintBars(painter, m_doubled, y) + m_type->px(kBarGap);
    y = paintHead(painter, tr("Contents of the file, computed from its layout"), y);
    paintBars(painter, m_parts, y);
}

LessonSteppingView::LessonSteppingView(LessonSession* session, const LessonType* type,
                                       QWidget* parent)
    : QWidget(parent), m_session(session), m_type(type), m_layout(makeColumn(this, kControlGap)) {
    constexpr int kClockMs = 100;
    withName(this, "lesson_stepping", tr("A load in single steps"));
    m_layout->addWidget(makeControls());
    m_where = withName(new ProseLabel(this), "lesson_stepping_where");
    m_progress = makeProgressBar(this, "lesson_stepping_progress", tr("Progress of the load"));
    m_bars = withName(new DeviceBars(&type->theme(), this), "lesson_stepping_bars",
                      tr("Memory on each device"));
    addWidgets(m_layout, {m_where, m_progress, m_bars});
    m_layout->addStretch(0);
    m_clock.setInterval(kClockMs);
    connect(&m_clock, &QTimer::timeout, this, &LessonSteppingView::showBars);
    connect(session, &LessonSession::changed, this, &LessonSteppingView::refresh);
    connect(session, &LessonSession::liveChanged, this, &LessonSteppingView::showBars);
    connect(type, &LessonType::changed, this, &LessonSteppingView::applyType);
    applyType();
    refresh();
}

double LessonSteppingView::rateAt(int place) {
    return kRates[static_cast<std::size_t>(std::clamp(place, 0, kPlaces - 1))];
}

QWidget* LessonSteppingView::makeControls() {
    auto* row = new QWidget(this);
    m_controls = new FlowLayout(kControlGap, kControlGap, row);
    m_step = withName(new QPushButton(tr("Step"), row), "lesson_step_once");
    m_step->setProperty("primary", true);
    m_step->setToolTip(tr("Load one more tensor"));
    m_speedLabel = new QLabel(tr("Speed"), row);
    m_speed = withName(new QSlider(Qt::Horizontal, row), "lesson_step_speed",
                       tr("Speed, from single steps to real speed"));
    m_speed->setRange(0, kPlaces - 1);
    m_speed->setPageStep(1);
    m_speed->setTickPosition(QSlider::TicksBelow);
    m_speedLabel->setBuddy(m_speed);
    m_rate = withName(new QLabel(row), "lesson_step_rate");
    m_end = withName(new QPushButton(tr("End"), row), "lesson_step_end");
    m_end->setToolTip(tr("Release all loaded tensors and return to the curves"));
    for (QWidget* widget :
         std::initializer_list<QWidget*>{m_step, m_speedLabel, m_speed, m_rate, m_end}) {
        m_controls->addWidget(widget);
    }
    connect(m_step, &QPushButton::clicked, m_session, &LessonSession::stepOnce);
    connect(m_end, &QPushButton::clicked, m_session, &LessonSession::endStepping);
    connect(m_speed, &QSlider::valueChanged, this, &LessonSteppingView::showRate);
    return row;
}

void LessonSteppingView::applyType() {
    for (QWidget* widget :
         std::initializer_list<QWidget*>{m_step, m_speedLabel, m_rate, m_end, m_where}) {
        widget->setFont(m_type->font(LessonText::Table));
    }
    // As the style sheet writes the button that goes on.
    m_step->setFont(m_type->font(LessonText::Table, true));
    m_speed->setMinimumWidth(m_type->px(kSliderWidth));
    // As wide as its longest text, so that nothing moves with the slider.
    m_rate->setMinimumWidth(
        QFontMetrics(m_rate->font()).horizontalAdvance(tr("%1 tensors/s").arg(888)));
    m_controls->setGaps(m_type->px(kControlGap), m_type->px(kControlGap));
    showRate(m_speed->value());
}

void LessonSteppingView::showRate(int place) {
    const double rate = rateAt(place);
    m_rate->setText(rate <= 0          ? tr("single steps")
                    : std::isinf(rate) ? tr("real speed")
                                       : tr("%1 tensors/s").arg(rate, 0, 'f', 0));
    if (m_session->stepRate() != rate) {
        m_session->setStepRate(rate);
    }
}

void LessonSteppingView::makeMap() {
    LoadController* const controller = m_session->stepper();
    if (m_map == nullptr && controller != nullptr) {
        m_map = new SegmentMapPanel(controller, &m_type->theme(), this);
        m_layout->insertWidget(m_layout->count() - 1, m_map, 1);
    }
}

void LessonSteppingView::refresh() {
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

void LessonSteppingView::showBars() {
    LoadController* const controller = m_session->isStepping() ? m_session->stepper() : nullptr;
    if (controller == nullptr) {
        m_where->setText(m_session->isStepping() ? tr("The model's files are being created.")
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
    const QString phase = translated(progress.phase);
    const QString item = QString::fromStdString(progress.currentItem);
    if (state == LoadState::Loaded) {
        m_where->setText(tr("All tensors are loaded."));
    } else if (state == LoadState::Loading || state == LoadState::Paused) {
        m_where->setText(item.isEmpty() ? tr("%1: %2 of %3 tensors")
                                              .arg(phase)
                                              .arg(progress.itemsDone)
                                              .arg(progress.itemsTotal)
                                        : tr("%1: %2 of %3 tensors, at %4")
                                              .arg(phase)
                                              .arg(progress.itemsDone)
                                              .arg(progress.itemsTotal)
                                              .arg(item));
    } else {
        m_where->setText(tr("The load is being prepared."));
    }
}

LessonCharts::LessonCharts(LessonSession* session, const LessonType* type, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_type(type),
      m_parts(new LessonFileView(type)),
      m_partsScroll(new QScrollArea),
      m_stepping(new LessonSteppingView(session, type)) {
    setObjectName(QStringLiteral("lesson_charts"));
    m_chartsPage = makeCharts();
    withName(m_partsScroll, "lesson_parts_scroll", tr("Contents of the file"));
    m_partsScroll->setWidgetResizable(true);
    m_partsScroll->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_partsScroll->setWidget(m_parts);
    m_parts->setBackgroundRole(QPalette::Base);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    // No stack of pages: one that is hidden shall not keep room.
    for (QWidget* page : std::initializer_list<QWidget*>{m_chartsPage, m_partsScroll, m_stepping}) {
        layout->addWidget(page);
    }
    connect(session, &LessonSession::changed, this, &LessonCharts::refresh);
    connect(session, &LessonSession::currentChanged, this, &LessonCharts::refresh);
    connect(session, &LessonSession::liveChanged, this, &LessonCharts::refresh);
    connect(type, &LessonType::changed, this, &LessonCharts::applyType);
    const auto guess = [this](std::optional<double> LessonGuess::*which) {
        return [this, which](double bytes) {
            const LessonStep step = m_session->current();
            LessonGuess all = m_session->step(step).guess;
            all.*which = bytes;
            m_session->setGuess(step, all);
        };
    };
    connect(m_vram, &LessonChart::guessChanged, this, guess(&LessonGuess::vram));
    connect(m_ram, &LessonChart::guessChanged, this, guess(&LessonGuess::ram));
    applyType();
}

QWidget* LessonCharts::makeCharts() {
    auto* page = new QWidget(this);
    m_pair = makeRow(page, metrics::kPadding);
    m_vram = withName(new LessonChart(m_type, page), "lesson_vram_chart", tr("VRAM, allocated"));
    m_ram = withName(new LessonChart(m_type, page), "lesson_ram_chart", tr("RAM, anonymous"));
    m_vramTitle = withName(new QLabel(page), "lesson_vram_title");
    m_vramNote = withName(new ProseLabel(page), "lesson_vram_note");
    m_ramTitle = withName(new QLabel(page), "lesson_ram_title");
    m_ramNote = withName(new ProseLabel(page), "lesson_ram_note");
    m_currentOnly = withName(new QCheckBox(tr("This step only"), page), "lesson_current_only");
    m_currentOnly->setToolTip(
        tr("Hide the curves of all other steps, so that the curve of this step uses the whole time "
           "axis"));
    connect(m_currentOnly, &QCheckBox::toggled, this, &LessonCharts::refresh);
    const auto cell = [this](QLabel* title, QLabel* note, LessonChart* chart) {
        auto* column = makeColumn(nullptr, 2);
        auto* head = makeRow(nullptr, metrics::kGrid * 2);
        head->addWidget(title);
        head->addWidget(note, 1);
        if (chart == m_vram) {
            head->addWidget(m_currentOnly);
        }
        column->addLayout(head);
        column->addWidget(chart, 1);
        m_pair->addLayout(column, 1);
    };
    cell(m_vramTitle, m_vramNote, m_vram);
    cell(m_ramTitle, m_ramNote, m_ram);
    return page;
}

void LessonCharts::applyType() {
    m_currentOnly->setFont(m_type->font(LessonText::Table));
    showIndicator(m_currentOnly, m_type->colors());
    for (QLabel* title : {m_vramTitle, m_ramTitle}) {
        title->setFont(m_type->font(LessonText::Table, true));
        // Both charts begin at one height, with the box beside one of their titles.
        title->setMinimumHeight(m_currentOnly->sizeHint().height());
    }
    for (QLabel* note : {m_vramNote, m_ramNote}) {
        note->setFont(m_type->font(LessonText::Caption));
        note->setForegroundRole(QPalette::PlaceholderText);
    }
    const int bar = m_partsScroll->horizontalScrollBar()->sizeHint().height();
    m_partsScroll->setMinimumHeight(m_parts->minimumSizeHint().height() + bar);
    refresh();
}

void LessonCharts::setAvailableWidth(int width) {
    const int both = 2 * m_vram->minimumSizeHint().width() + m_pair->spacing();
    m_pair->setDirection(width >= both ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
}

void LessonCharts::setPrediction(LessonGuessMode prediction) {
    m_prediction = prediction;
    refresh();
}

void LessonCharts::setSnap(LessonSnap snap) {
    m_vram->setSnap(snap);
    m_ram->setSnap(snap);
}

void LessonCharts::setLettersShown(bool shown) {
    m_lettersShown = shown;
    refresh();
}

void LessonCharts::refresh() {
    LessonChartQuery query;
    query.current = m_session->current();
    query.isPredicting = m_prediction == LessonGuessMode::On;
    query.lettersShown = m_lettersShown;
    query.isCurrentOnly = m_currentOnly->isChecked();
    if (m_session->isRunning() && !m_session->liveCurves().isEmpty()) {
        query.live = m_session->running();
        query.liveCurves = &m_session->liveCurves();
    }
    LessonChartPair charts = lessonChartContents(m_session->steps(), m_session->setup(), query);
    m_vram->setContent(std::move(charts.vram));
    m_ram->setContent(std::move(charts.ram));
    m_parts->setLettersShown(m_lettersShown);
    if (m_factsOf != m_session->setup().size) {
        m_factsOf = m_session->setup().size;
        m_parts->setFacts(lessonFacts(*m_factsOf));
    }
    showTitles();
    showPage();
}

void LessonCharts::showTitles() {
    const LessonSetup& setup = m_session->setup();
    const bool dry = setup.kind == LessonSetup::Kind::DryRun;
    m_vramTitle->setText(tr("VRAM, allocated"));
    m_vramNote->setText(dry                   ? tr("GiB, forecast")
                        : setup.gpu.simulated ? tr("GiB, simulated")
                                              : tr("GiB, measured"));
    m_vramNote->setToolTip(tr("The time of each run is counted from the start of the run"));
    m_ramTitle->setText(tr("RAM, anonymous"));
    m_ramNote->setText(dry ? tr("GiB, forecast; thin dots: file-backed")
                           : tr("GiB, measured; thin dots: file-backed"));
}

void LessonCharts::showPage() {
    const bool stepping = m_session->isStepping();
    const bool parts = !stepping && m_session->current() == LessonStep::Checkpoint;
    m_stepping->setVisible(stepping);
    m_partsScroll->setVisible(parts);
    m_chartsPage->setVisible(!stepping && !parts);
}

}  // namespace stowage

#include "lesson_charts.moc"
