// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/capacity/capacity_panels.h"

#include "engine/base/number_text.h"
#include "engine/capacity/sweep.h"
#include "widgets/capacity/capacity_controller.h"
#include "widgets/capacity/point_chart.h"
#include "widgets/support/figure_saver.h"
#include "widgets/support/formats.h"
#include "widgets/support/forms.h"
#include "widgets/support/labels.h"
#include "widgets/support/style_sheet.h"
#include "widgets/support/tables.h"
#include "widgets/support/theme.h"
#include "widgets/support/translation.h"
#include "widgets/support/worker.h"

#include <QBuffer>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QPixmap>
#include <QPushButton>
#include <QSlider>
#include <QStackedWidget>
#include <QTableWidget>
#include <QWidget>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

namespace stowage {

/// One or two variables swept over the plan's workload: a line, or a heat map of tokens a second in
/// which the plan's own cell is outlined. A slider goes along the points and says what each comes
/// to; a click on a point, Enter or the button beside the slider makes it the plan. Computed in a
/// worker while it is in sight; a new plan begins it again.
class SweepPanel : public QWidget {
    Q_OBJECT
public:
    /// All are borrowed and outlive it.
    SweepPanel(CapacityController* controller, const Theme* theme,
               std::function<void(const QString&)> notice, QWidget* parent);

protected:
    void showEvent(QShowEvent* event) override;

private:
    QWidget* makeHead();
    QWidget* makeFoot();
    void colorSlider();
    /// Begins where it can be seen, else once it is.
    void begin();
    void take(Result<Sweep>&& sweep);
    /// All points, the plan's outlined where it is among them.
    void showSweep();
    void showMap();
    void showLine();
    [[nodiscard]] QColor fillOf(const SweepPoint& point, double fastest) const;
    [[nodiscard]] QString swatchMarkup(const QColor& color) const;
    [[nodiscard]] std::optional<std::size_t> present() const;
    /// Moves slider and words to a point of the sweep.
    void showPoint(std::size_t point);
    /// The slider has gone to another value of the first variable.
    void goTo(int value);
    void usePoint(std::size_t point);

    CapacityController* m_controller;
    const Theme* m_theme;
    std::function<void(const QString&)> m_notice;
    QComboBox* m_first = nullptr;
    QComboBox* m_second = nullptr;
    QLabel* m_state = nullptr;
    QPushButton* m_export = nullptr;
    QStackedWidget* m_pages;
    QWidget* m_mapPage;
    QLabel* m_axes;
    QTableWidget* m_map;
    PointChart* m_line;
    QLabel* m_hint;
    QWidget* m_foot = nullptr;
    QSlider* m_slider = nullptr;
    QPushButton* m_use = nullptr;
    QLabel* m_words = nullptr;
    std::size_t m_point = 0;               ///< that the slider stands on
    std::optional<EstimateInput> m_input;  ///< of what is shown
    std::shared_ptr<const Sweep> m_sweep;
    bool m_isStale = true;     ///< another sweep has to be begun
    bool m_isPresent = false;  ///< what is shown is of the present plan
    Worker m_worker;
    Worker m_useWorker;
};

namespace {

constexpr std::size_t kPointsATick = 64;
/// Shares of the accent in the cell of the slowest point, and how much more in the fastest one's.
constexpr double kPalest = 0.12;
constexpr double kDeeper = 0.6;
constexpr int kIsPlanRole = Qt::UserRole;

/// "8k", "24 GiB", "float16".
QString valueText(const SweepVariable& variable, std::size_t value) {
    const SweepValue& own = variable.values[value];
    if (variable.kind == SweepKind::DType || variable.kind == SweepKind::KvDType) {
        return translated(own.text);
    }
    const auto number = static_cast<std::uint64_t>(own.number);
    const bool isRate = variable.kind == SweepKind::Link || variable.kind == SweepKind::MachineLink;
    return variable.kind == SweepKind::Limit      ? formatCapacity(own.number)
           : isRate                               ? formatRate(own.number)
           : number >= 1024 && number % 1024 == 0 ? QStringLiteral("%1k").arg(number / 1024)
                                                  : QString::fromStdString(groupedText(number));
}

QString variableText(const SweepVariable& variable) {
    const auto kind = std::ranges::find(sweepKinds(), variable.kind, &SweepKindName::kind);
    return variable.kind == SweepKind::Limit
               ? SweepPanel::tr("Limit of %1").arg(laneLabel(variable.device))
               : translated(kind->title);
}

QString verdictText(const SweepPoint& point) {
    return point.verdict == Verdict::DoesNotFit     ? SweepPanel::tr("does not fit")
           : point.verdict == Verdict::Undetermined ? SweepPanel::tr("undetermined")
           : point.verdict == Verdict::Fits         ? SweepPanel::tr("fits")
                                                    : SweepPanel::tr("fits with offload");
}

/// What a point is and all that it comes to.
QString pointText(const Sweep& sweep, std::size_t at) {
    const SweepPoint& point = sweep.points[at];
    const auto place = sweep.placeOf(at);
    QStringList parts;
    for (std::size_t i = 0; i < place.size(); ++i) {
        parts.append(variableText(sweep.variables[i]) + u' ' +
                     valueText(sweep.variables[i], place[i]));
    }
    parts.append(verdictText(point));
    if (point.tokensPerSecond && point.toFirstToken && point.verdict != Verdict::DoesNotFit) {
        parts.append(
            SweepPanel::tr("%1 tokens/s, first token after %2")
                .arg(tokenRateText(*point.tokensPerSecond), delayText(*point.toFirstToken)));
    }
    if (point.gpuBytes > 0) {  // none, or more positions than the model has
        parts.append(SweepPanel::tr("%1 on the GPUs").arg(sizeText(point.gpuBytes)));
    }
    if (point.offloadedBytes > 0) {
        parts.append(SweepPanel::tr("%1 offloaded").arg(sizeText(point.offloadedBytes)));
    }
    parts.append(translated(basisText(point.basis)));
    return parts.join(listSeparator());
}

/// Outlines the plan's own cell.
class CellDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        QStyleOptionViewItem own = option;
        own.state &= ~QStyle::State_Selected;  // the fill says what the cell comes to
        QStyledItemDelegate::paint(painter, own, index);
        const bool isPlan = index.data(kIsPlanRole).toBool();
        if (isPlan || (option.state & QStyle::State_HasFocus)) {
            painter->setPen(QPen(option.palette.color(QPalette::Text), isPlan ? 2 : 1,
                                 isPlan ? Qt::SolidLine : Qt::DotLine));
            painter->setBrush(Qt::NoBrush);
            painter->drawRect(option.rect.adjusted(1, 1, -2, -2));
        }
    }

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
        QStyledItemDelegate::initStyleOption(option, index);
        option->text =
            wholeFigure(option->text, option->fontMetrics, option->rect.width() - 2 * kCellPadding);
    }
};

}  // namespace

SweepPanel::SweepPanel(CapacityController* controller, const Theme* theme,
                       std::function<void(const QString&)> notice, QWidget* parent)
    : QWidget(parent),
      m_controller(controller),
      m_theme(theme),
      m_notice(std::move(notice)),
      m_pages(new QStackedWidget(this)),
      m_mapPage(makePage(m_pages)),
      m_axes(withName(
          makeTextLine({}, theme->font(TextRole::Caption), m_mapPage, QPalette::PlaceholderText),
          "sweep_axes")),
      m_map(withName(new QTableWidget(m_mapPage), "sweep_map",
                     tr("Tokens per second of each point"))),
      m_line(new PointChart("sweep_line", tr("Tokens per second of each point"), theme, m_pages)),
      m_hint(makeHint(m_pages, "sweep_hint", {}, metrics::kPadding)) {
    setObjectName(QStringLiteral("sweep_panel"));
    m_pages->addWidget(m_hint);
    auto* mapColumn = makeColumn(m_mapPage, 2);
    mapColumn->addWidget(m_axes);
    mapColumn->addWidget(m_map, 1);
    addWidgets(m_pages, {m_mapPage, m_line->widget()});
    m_axes->setTextFormat(Qt::RichText);
    m_axes->setWordWrap(true);
    m_map->setItemDelegate(new CellDelegate(m_map));
    m_map->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_map->setSelectionMode(QAbstractItemView::SingleSelection);
    constexpr int kLeastRow = 16;
    m_map->verticalHeader()->setMinimumSectionSize(px(kLeastRow));
    m_map->setTabKeyNavigation(false);
    m_map->setCornerButtonEnabled(false);
    m_map->setFont(theme->font(TextRole::Caption));
    for (QWidget* page : {m_mapPage, m_line->widget()}) {
        offerFigure(page, {QStringLiteral("sweep"), SavedFigure::Picture::Drawn, [this] {
                               return m_sweep == nullptr ? std::string() : sweepToCsv(*m_sweep);
                           }});
    }
    auto* layout = makeColumn(this, 6, {metrics::kPadding, 8, metrics::kPadding, 4});
    addWidgets(layout, {makeHead(), m_state});
    layout->addWidget(m_pages, 1);
    layout->addWidget(makeFoot());
    const auto outdate = [this] {
        m_isStale = true;
        m_isPresent = false;
        m_use->setEnabled(false);
        setDimmed(m_pages, m_sweep != nullptr);
        setDimmed(m_foot, m_sweep != nullptr);
    };
    const auto restart = [this, outdate] {
        outdate();
        begin();
    };
    connect(controller, &CapacityController::inputChanged, this, [this, outdate] {
        m_worker.drop();
        outdate();
        if (m_controller->estimate() == nullptr) {
            take(fail(ErrorCode::Cancelled, Message()));
        }
    });
    connect(controller, &CapacityController::estimateChanged, this, [this, restart] {
        restart();
        if (const auto& problem = m_controller->problem()) {  // nothing of this workload is known
            take(Unexpected{*problem});
        }
    });
    connect(m_first, &QComboBox::activated, this, restart);
    connect(m_second, &QComboBox::activated, this, restart);
    connect(m_line, &PointChart::pointRequested, this, &SweepPanel::usePoint);
    connect(m_line, &PointChart::pointChosen, this, &SweepPanel::showPoint);
    const auto pointOf = [this](int row, int column) {
        const auto across = static_cast<std::size_t>(m_map->columnCount());
        const auto up = static_cast<std::size_t>(m_map->rowCount() - 1 - row);
        return up * across + static_cast<std::size_t>(column);
    };
    const auto useCell = [this, pointOf](int row, int column) { usePoint(pointOf(row, column)); };
    connect(m_map, &QTableWidget::cellClicked, this, useCell);
    connect(m_map, &QTableWidget::cellActivated, this, useCell);
    connect(m_map, &QTableWidget::currentCellChanged, this, [this, pointOf](int row, int column) {
        if (row >= 0 && column >= 0) {
            showPoint(pointOf(row, column));
        }
    });
    connect(theme, &Theme::changed, this, [this] {
        colorSlider();
        if (m_sweep != nullptr && m_pages->currentWidget() == m_mapPage) {
            showMap();
        }
    });
}

QWidget* SweepPanel::makeHead() {
    auto* head = new QWidget(this);
    const QFont font = m_theme->font(TextRole::Tree);
    m_first = withName(new QComboBox(head), "sweep_first", tr("Horizontal variable"));
    m_second = withName(new QComboBox(head), "sweep_second", tr("Vertical variable"));
    m_second->addItem(tr("none"), -1);
    for (const SweepKindName& kind : sweepKinds()) {
        m_first->addItem(translated(kind.title), static_cast<int>(kind.kind));
        m_second->addItem(translated(kind.title), static_cast<int>(kind.kind));
    }
    m_first->setCurrentIndex(m_first->findData(static_cast<int>(SweepKind::Context)));
    m_second->setCurrentIndex(m_second->findData(static_cast<int>(SweepKind::Batch)));
    setFontOf({m_first, m_second}, font);
    constexpr int kLeastChoice = 96;
    for (QComboBox* choice : {m_first, m_second}) {
        letNamesBeElided(choice);  // where there is no room for them
        choice->setSizeAdjustPolicy(QComboBox::AdjustToContents);
        choice->setMinimumWidth(px(kLeastChoice));
    }
    m_state = withName(
        makeParagraph({}, m_theme->font(TextRole::Caption), this, QPalette::PlaceholderText),
        "sweep_state");
    auto* row = makeRow(head, 6);
    addWidgets(row, {m_first, makeTextLine(tr("by"), font, head), m_second});
    row->addStretch(1);
    m_export = addButton(head, "sweep_export", tr("Export…"), m_theme->font(TextRole::Caption));
    m_export->setToolTip(tr("Export as a table (CSV) or a picture (PNG, SVG)"));
    m_export->setEnabled(false);
    auto* menu = withName(new QMenu(m_export), "sweep_export_menu");
    m_export->setMenu(menu);
    connect(menu, &QMenu::aboutToShow, this, [this, menu] {
        menu->clear();
        menu->addActions(m_pages->currentWidget()->actions());
    });
    return head;
}

QWidget* SweepPanel::makeFoot() {
    const QFont font = m_theme->font(TextRole::Caption);
    m_foot = new QWidget(this);
    auto* row = new QWidget(m_foot);
    m_slider = withName(new QSlider(Qt::Horizontal, row), "sweep_slider",
                        tr("Value of the horizontal variable"));
    m_slider->setTickPosition(QSlider::TicksBelow);
    m_slider->setPageStep(1);
    colorSlider();
    makeRow(row, 6)->addWidget(m_slider, 1);
    m_use = addButton(row, "sweep_use", tr("Use as the plan"), font);
    m_words = withName(makeParagraph({}, font, m_foot), "sweep_words");
    addWidgets(makeColumn(m_foot, 2), {row, m_words});
    m_foot->hide();
    connect(m_slider, &QSlider::valueChanged, this, &SweepPanel::goTo);
    connect(m_use, &QPushButton::clicked, this, [this] { usePoint(m_point); });
    return m_foot;
}

void SweepPanel::colorSlider() {
    QPalette palette = m_slider->palette();
    palette.setColor(QPalette::Button, m_theme->colors().accent);  // its handle, seen on dark too
    m_slider->setPalette(palette);
}

void SweepPanel::showPoint(std::size_t point) {
    if (m_sweep == nullptr || point >= m_sweep->points.size()) {
        return;
    }
    m_point = point;
    const QSignalBlocker quiet(m_slider);
    m_slider->setValue(static_cast<int>(m_sweep->placeOf(point).front()));
    m_words->setText(tr("%1.").arg(pointText(*m_sweep, point)));
    m_use->setEnabled(m_isPresent && present() != point);
}

void SweepPanel::goTo(int value) {
    const std::size_t across = m_sweep->variables.front().values.size();
    const std::size_t row = m_point / across;
    const std::size_t point = row * across + static_cast<std::size_t>(value);
    if (m_pages->currentWidget() == m_mapPage) {
        m_map->setCurrentCell(m_map->rowCount() - 1 - static_cast<int>(row), value);
    } else {
        m_line->choose(point);
    }
}

void SweepPanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    begin();
}

void SweepPanel::begin() {
    const auto input = m_controller->input();
    if (!m_isStale || !isVisible() || m_controller->estimate() == nullptr ||
        m_controller->isEstimating() || !input) {
        return;
    }
    m_isStale = false;
    m_input = input;
    m_state->setText(tr("Sweeping…"));
    if (m_sweep != nullptr) {
        m_point = present().value_or(m_point);  // what is outlined is what the line below is about
        showSweep();
    }
    std::vector<SweepKind> kinds{static_cast<SweepKind>(m_first->currentData().toInt())};
    if (const int second = m_second->currentData().toInt();
        second >= 0 && second != m_first->currentData().toInt()) {
        kinds.push_back(static_cast<SweepKind>(second));
    }
    const std::uint64_t generation = m_worker.nextGeneration();
    m_worker.start(
        [this, generation, input = *input, kinds](const std::stop_token& stop) -> Result<Sweep> {
            std::vector<SweepVariable> variables;
            for (const SweepKind kind : kinds) {
                variables.push_back(usualSweepVariable(kind, input));
                if (variables.back().values.empty()) {
                    return fail(ErrorCode::InvalidArgument,
                                tr("The selected variable has no values to compare for this plan. "
                                   "Choose another variable.")
                                    .toStdString());
                }
            }
            std::size_t done = 0;
            const auto tell = [&](std::size_t, const SweepPoint&) {
                if (++done % kPointsATick == 0) {
                    m_worker.post(generation, [this, done] {
                        m_state->setText(tr("Sweeping, %1 points done…").arg(done));
                    });
                }
            };
            return runSweep(input, variables, tell, stop);
        },
        [this](Result<Sweep>&& sweep) { take(std::move(sweep)); });
}

void SweepPanel::take(Result<Sweep>&& sweep) {
    m_isPresent = sweep.has_value();
    m_export->setEnabled(sweep.has_value());
    m_foot->setVisible(sweep.has_value());
    setDimmed(m_pages, false);
    setDimmed(m_foot, false);
    if (!sweep) {
        m_sweep.reset();
        m_state->clear();
        m_hint->setText(translated(sweep.error().message));
        m_pages->setCurrentWidget(m_hint);
        return;
    }
    const auto plan = presentPoint(*sweep, m_controller->estimate().get());
    if (plan) {  // it says what the page above says
        sweep->points[*plan] = sweepPointOf(*m_controller->estimate());
    }
    m_sweep = std::make_shared<const Sweep>(std::move(*sweep));
    const auto& now = m_controller->estimate();
    const Message noTime = now != nullptr ? now->whyNoTime() : Message();
    m_state->setText(
        !noTime.empty()
            ? joinedSentences({translated(noTime), tr("The point of the plan is outlined. Click "
                                                      "another point to make it the plan.")})
            : tr("Estimated tokens per second, total of all sequences. %1 points were computed in "
                 "%2, %3 of them by replaying allocations. The point of the plan is outlined. "
                 "Click another point to make it the plan.")
                  .arg(m_sweep->points.size())
                  .arg(formatSeconds(m_sweep->seconds))
                  .arg(std::ranges::count(m_sweep->points, EstimateBasis::Replay,
                                          &SweepPoint::basis)));
    m_point = plan.value_or(0);
    {
        const QSignalBlocker quiet(m_slider);
        m_slider->setRange(0, static_cast<int>(m_sweep->variables.front().values.size()) - 1);
    }
    showSweep();
}

void SweepPanel::showSweep() {
    m_sweep->variables.size() > 1 ? showMap() : showLine();
    showPoint(m_point);
}

QColor SweepPanel::fillOf(const SweepPoint& point, double fastest) const {
    const ThemeColors& colors = m_theme->colors();
    if (point.verdict != Verdict::Fits) {
        return point.verdict == Verdict::DoesNotFit ? colors.window : colors.warningBackground;
    }
    const double share = fastest > 0 ? point.tokensPerSecond.value_or(0) / fastest : 0;
    return mixColors(colors.accent, colors.base, kPalest + kDeeper * std::sqrt(share));
}

/// Outlined, as it may be hardly lighter than what it stands on.
QString SweepPanel::swatchMarkup(const QColor& color) const {
    constexpr QSize kSize(18, 9);
    QPixmap swatch(kSize * devicePixelRatioF());
    swatch.setDevicePixelRatio(devicePixelRatioF());
    swatch.fill(color);
    QPainter painter(&swatch);
    paintOutline(painter, QRect(QPoint(), kSize), m_theme->colors().border);
    painter.end();
    QByteArray png;
    QBuffer file(&png);
    swatch.save(&file, "PNG");
    return QStringLiteral("<img src=\"data:image/png;base64,%1\" width=\"%2\" height=\"%3\"/>")
        .arg(QString::fromLatin1(png.toBase64()))
        .arg(kSize.width())
        .arg(kSize.height());
}

void SweepPanel::showMap() {
    const QSignalBlocker quiet(m_map);  // cells that go are no choice of anyone's
    const ThemeColors& colors = m_theme->colors();
    const SweepVariable& across = m_sweep->variables[0];
    const SweepVariable& upwards = m_sweep->variables[1];
    const auto columns = static_cast<int>(across.values.size());
    const auto rows = static_cast<int>(upwards.values.size());
    m_map->clear();
    m_map->setColumnCount(columns);
    m_map->setRowCount(rows);
    double fastest = 0;
    const SweepPoint* slowest = nullptr;
    for (const SweepPoint& point : m_sweep->points) {
        if (point.verdict == Verdict::Fits) {
            fastest = std::max(fastest, point.tokensPerSecond.value_or(0));
            slowest = slowest == nullptr || point.tokensPerSecond < slowest->tokensPerSecond
                          ? &point
                          : slowest;
        }
    }
    const auto plan = present();
    for (std::size_t i = 0; i < m_sweep->points.size(); ++i) {
        const SweepPoint& point = m_sweep->points[i];
        auto* cell = new QTableWidgetItem(point.verdict == Verdict::DoesNotFit ? kUnknownFigure
                                          : point.tokensPerSecond && isYes(point.verdict)
                                              ? tokenRateText(*point.tokensPerSecond)
                                              : verdictText(point));
        const QColor fill = fillOf(point, fastest);
        cell->setBackground(fill);
        // Of the theme's own text and base neither is read on every tint.
        cell->setForeground(contrastRatio(Qt::white, fill) >= contrastRatio(Qt::black, fill)
                                ? QColor(Qt::white)
                                : QColor(Qt::black));
        cell->setTextAlignment(Qt::AlignCenter);
        cell->setToolTip(pointText(*m_sweep, i));
        cell->setData(Qt::AccessibleTextRole, pointText(*m_sweep, i));
        cell->setData(kIsPlanRole, plan == i);
        const auto at = static_cast<int>(i);
        m_map->setItem(rows - 1 - at / columns, at % columns, cell);
        if (m_point == i) {
            m_map->setCurrentItem(cell);
        }
    }
    QStringList names;
    for (int column = 0; column < columns; ++column) {
        names.append(valueText(across, static_cast<std::size_t>(column)));
    }
    m_map->setHorizontalHeaderLabels(names);
    names.clear();
    for (int row = rows - 1; row >= 0; --row) {
        names.append(valueText(upwards, static_cast<std::size_t>(row)));
    }
    m_map->setVerticalHeaderLabels(names);
    m_map->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    m_map->verticalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    const auto swatch = [this](const QColor& color) { return swatchMarkup(color); };
    m_axes->setText(
        tr("Horizontal axis: %1. Vertical axis: %2. %3 slower, %4 faster, %5 with offload, – does "
           "not fit.")
            .arg(variableText(across), variableText(upwards),
                 swatch(slowest != nullptr ? fillOf(*slowest, fastest)
                                           : mixColors(colors.accent, colors.base, kPalest)),
                 swatch(mixColors(colors.accent, colors.base, kPalest + kDeeper)),
                 swatch(colors.warningBackground)));
    m_pages->setCurrentWidget(m_mapPage);
}

void SweepPanel::showLine() {
    const ThemeColors& colors = m_theme->colors();
    const SweepVariable& variable = m_sweep->variables.front();
    ChartPoints chart;
    chart.xTitle = variableText(variable);
    chart.yTitle = tr("tokens per second");
    chart.plan = present();
    for (std::size_t i = 0; i < m_sweep->points.size(); ++i) {
        const SweepPoint& point = m_sweep->points[i];
        const bool fits = isYes(point.verdict) && point.tokensPerSecond;
        chart.xNames.append(valueText(variable, i));
        chart.points.push_back({static_cast<double>(i), fits ? *point.tokensPerSecond : 0,
                                !isYes(point.verdict)            ? colors.border
                                : point.verdict == Verdict::Fits ? colors.accent
                                                                 : colors.warning,
                                fits ? QString() : kUnknownFigure, pointText(*m_sweep, i)});
        if (fits) {
            chart.line.push_back(i);
        }
    }
    m_line->setPoints(std::move(chart));
    m_pages->setCurrentWidget(m_line->widget());
}

std::optional<std::size_t> SweepPanel::present() const {
    return presentPoint(*m_sweep, m_controller->estimate().get());
}

void SweepPanel::usePoint(std::size_t point) {
    // Until the next sweep is there, the cells are those of another question.
    if (!m_isPresent || point == present()) {
        return;
    }
    QStringList values;
    const auto place = m_sweep->placeOf(point);
    for (std::size_t i = 0; i < place.size(); ++i) {
        values.append(variableText(m_sweep->variables[i]) + u' ' +
                      valueText(m_sweep->variables[i], place[i]));
    }
    const QString name = tr("Use %1").arg(values.join(listSeparator()));
    m_useWorker.start(
        [input = *m_input, sweep = m_sweep, place](const std::stop_token& stop) {
            return sweepInput(input, sweep->variables, place, stop);
        },
        [this, name](Result<EstimateInput>&& chosen) {
            if (chosen) {
                m_controller->use(chosen->plan, chosen->workload, name);
            } else {
                m_notice(translated(chosen.error().message));
            }
        });
}

QWidget* makeSweepPanel(CapacityController* controller, const Theme* theme,
                        std::function<void(const QString& sentence)> notice, QWidget* parent) {
    return new SweepPanel(controller, theme, std::move(notice), parent);
}

}  // namespace stowage

#include "sweep_panel.moc"
