// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/history/load_history_panel.h"

#include "widgets/support/qcustomplot_wrapper.h"

#include "engine/load/report/record_accuracy.h"
#include "widgets/history/load_history.h"
#include "widgets/run/timeline_layout.h"
#include "widgets/support/fact_table.h"
#include "widgets/support/figure_saver.h"
#include "widgets/support/formats.h"
#include "widgets/support/forms.h"
#include "widgets/support/guide_link.h"
#include "widgets/support/spoken_chart.h"
#include "widgets/support/theme.h"
#include "widgets/support/translation.h"

#include <QAccessible>
#include <QComboBox>
#include <QLabel>
#include <QMouseEvent>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QTableView>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace stowage {

/// What was measured over what was predicted, a dot a record, both axes logarithmic and alike: the
/// diagonal is a right prediction, the band around it the stated range.
class AccuracyPlot : public QCustomPlot {
    Q_OBJECT
public:
    explicit AccuracyPlot(const Theme* theme, QWidget* parent = nullptr);

    void setPoints(std::vector<AccuracyPoint> points, QuantityUnit unit);
    [[nodiscard]] const std::vector<AccuracyPoint>& points() const { return m_points; }
    /// Puts a ring around one of them; nothing: around none.
    void mark(std::optional<std::size_t> point);

Q_SIGNALS:
    void pointClicked(std::size_t point);

protected:
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;

private:
    void applyTheme();
    [[nodiscard]] QString spokenFigures() const;
    [[nodiscard]] std::vector<ChartPart> spokenParts();
    [[nodiscard]] QPointF pixelOf(std::size_t point) const;
    [[nodiscard]] std::optional<std::size_t> pointAt(QPointF at) const;

    const Theme* m_theme;
    std::vector<AccuracyPoint> m_points;
    QuantityUnit m_quantity = QuantityUnit::Bytes;
    double m_unit = 1;  ///< bytes or seconds of one on the axes
    std::optional<std::size_t> m_ringed;
    QCPGraph* m_low;
    QCPGraph* m_high;
    QCPGraph* m_diagonal;
    QCPGraph* m_inside;
    QCPGraph* m_outside;
    QCPGraph* m_marked;
};

namespace {

constexpr double kDotSize = 7, kRingSize = 14, kReach = 9;

constexpr double kAxisMargin = 1.6;  ///< beyond the lowest and the highest, as a factor

constexpr int kBandAlpha = 40;

constexpr std::size_t kMostNamed = 3;

QString quantityText(double value, QuantityUnit unit) {
    switch (unit) {
        case QuantityUnit::Bytes:
            return sizeText(value);
        case QuantityUnit::Seconds:
            return durationText(value);
        case QuantityUnit::TokensPerSecond:
            break;
    }
    return AccuracyDialog::tr("%1 tokens/s").arg(QString::number(value, 'g', 3));
}

QString pointText(const AccuracyPoint& point) {
    return QStringLiteral("%1 (%2)").arg(translated(point.name()),
                                         signedPercentText(point.error()));
}

/// The table of the points; `points` must live as long as the table shows them.
FactTable accuracyTable(const std::vector<AccuracyPoint>& points, QuantityUnit unit) {
    using Kind = FactColumn::Kind;
    FactTable table;
    table.rows = points.size();
    table.whenEmpty = AccuracyDialog::tr(
        "No stored load or run has both a prediction and a measurement. To get predicted times, "
        "run stowagectl devices --measure on this machine.");
    const auto number = [&](const QString& title, const QString& hint, auto figure, auto text) {
        FactColumn column{.title = title, .hint = hint, .kind = Kind::Number, .text = {}};
        column.text = [&points, figure, text](std::size_t row) {
            return text(std::invoke(figure, points[row]));
        };
        column.isLess = [&points, figure](std::size_t a, std::size_t b) {
            return std::invoke(figure, points[a]) < std::invoke(figure, points[b]);
        };
        table.columns.push_back(std::move(column));
    };
    const auto inUnit = [unit](double value) { return quantityText(value, unit); };
    table.columns.push_back(
        {.title = AccuracyDialog::tr("Record"),
         .hint = AccuracyDialog::tr("A warning icon marks a record whose error is outside the "
                                    "range stated above the table"),
         .text = [&points](std::size_t row) { return translated(points[row].name()); },
         .icon =
             [&points](std::size_t row) {
                 return points[row].isOutside() ? QStringLiteral("warning") : QString();
             },
         .width = 190});
    number(AccuracyDialog::tr("Predicted"), {}, &AccuracyPoint::predicted, inUnit);
    number(AccuracyDialog::tr("Measured"),
           AccuracyDialog::tr("The value is simulated if the GPUs are simulated"),
           &AccuracyPoint::measured, inUnit);
    number(AccuracyDialog::tr("Error"),
           AccuracyDialog::tr("Measured minus predicted, divided by predicted"),
           &AccuracyPoint::error, signedPercentText);
    number(AccuracyDialog::tr("Repeats"),
           AccuracyDialog::tr("Number of records with the same model, device map and load method, "
                              "including this record"),
           &AccuracyPoint::repeats, [](std::size_t count) { return QString::number(count); });
    number(AccuracyDialog::tr("Median"), AccuracyDialog::tr("Median of the repeated measurements"),
           &AccuracyPoint::median, inUnit);
    number(AccuracyDialog::tr("Spread"),
           AccuracyDialog::tr("Highest minus lowest repeated measurement, divided by the median"),
           &AccuracyPoint::spread, [](const std::optional<double>& share) {
               return share ? signedPercentText(*share).remove(u'+') : kUnknownFigure;
           });
    return table;
}

}  // namespace

AccuracyPlot::AccuracyPlot(const Theme* theme, QWidget* parent)
    : QCustomPlot(parent),
      m_theme(theme),
      m_low(addGraph()),
      m_high(addGraph()),
      m_diagonal(addGraph()),
      m_inside(addGraph()),
      m_outside(addGraph()),
      m_marked(addGraph()) {
    speakAsChart(
        this, [this] { return spokenFigures(); }, [this] { return spokenParts(); });
    setMouseTracking(true);
    setMinimumSize(240, 200);
    for (QCPAxis* axis : {xAxis, yAxis}) {
        axis->setScaleType(QCPAxis::stLogarithmic);
        axis->setTicker(QSharedPointer<QCPAxisTickerLog>::create());
        axis->setNumberFormat(QStringLiteral("g"));
        axis->setNumberPrecision(6);
    }
    for (QCPGraph* graph : {m_inside, m_outside, m_marked}) {
        graph->setLineStyle(QCPGraph::lsNone);
    }
    m_high->setChannelFillGraph(m_low);
    connect(theme, &Theme::changed, this, [this] {
        applyTheme();
        replot(rpQueuedReplot);
    });
    applyTheme();
}

void AccuracyPlot::applyTheme() {
    const ThemeColors& colors = m_theme->colors();
    setBackground(colors.base);
    for (QCPAxis* axis : {xAxis, yAxis}) {
        axis->setBasePen(QPen(colors.border, 1));
        axis->setTickPen(QPen(colors.border, 1));
        axis->setSubTickPen(Qt::NoPen);
        axis->setTickLabelFont(m_theme->font(TextRole::Caption));
        axis->setLabelFont(m_theme->font(TextRole::Caption));
        axis->setTickLabelColor(colors.secondaryText);
        axis->setLabelColor(colors.secondaryText);
        axis->grid()->setPen(QPen(colors.chartGrid, 1));
    }
    QColor band = colors.good;
    band.setAlpha(kBandAlpha);
    m_high->setBrush(band);
    m_low->setPen(QPen(colors.border, 1));
    m_high->setPen(QPen(colors.border, 1));
    m_diagonal->setPen(QPen(colors.secondaryText, 1, Qt::DashLine));
    using Scatter = QCPScatterStyle;
    m_inside->setScatterStyle(Scatter(Scatter::ssDisc, colors.accent, kDotSize));
    m_outside->setScatterStyle(
        Scatter(Scatter::ssCrossSquare, QPen(colors.error, 1.5), Qt::NoBrush, kDotSize + 1));
    m_marked->setScatterStyle(
        Scatter(Scatter::ssCircle, QPen(colors.text, 1.5), Qt::NoBrush, kRingSize));
}

void AccuracyPlot::setPoints(std::vector<AccuracyPoint> points, QuantityUnit unit) {
    m_points = std::move(points);
    m_quantity = unit;
    m_unit = unit == QuantityUnit::Bytes ? 1024.0 * 1024 : 1;
    const QString name = unit == QuantityUnit::Bytes     ? tr("MiB")
                         : unit == QuantityUnit::Seconds ? tr("seconds")
                                                         : tr("tokens per second");
    xAxis->setLabel(tr("Predicted, %1").arg(name));
    yAxis->setLabel(tr("Measured, %1").arg(name));
    double least = std::numeric_limits<double>::max();
    double most = 0;
    for (QCPGraph* graph : {m_inside, m_outside, m_marked}) {
        graph->data()->clear();
    }
    for (const AccuracyPoint& point : m_points) {
        (point.isOutside() ? m_outside : m_inside)
            ->addData(point.predicted / m_unit, point.measured / m_unit);
        least = std::min({least, point.predicted, point.measured});
        most = std::max({most, point.predicted, point.measured});
    }
    const double from = m_points.empty() ? 1 : least / m_unit / kAxisMargin;
    const double to = m_points.empty() ? 10 : most / m_unit * kAxisMargin;
    for (QCPAxis* axis : {xAxis, yAxis}) {
        axis->setRange(from, to);
    }
    for (const auto& [graph, factor] :
         {std::pair(m_low, 1 - kStatedRange), std::pair(m_high, 1 + kStatedRange),
          std::pair(m_diagonal, 1.0)}) {
        graph->setData({from / 2, to * 2}, {from / 2 * factor, to * 2 * factor});
    }
    chartPartsChanged(this);
    replot(rpQueuedReplot);
}

QString AccuracyPlot::spokenFigures() const {
    const auto outside = std::ranges::count_if(m_points, &AccuracyPoint::isOutside);
    return tr("%1 records, of which %2 are outside the stated range. The table shows the figures.")
        .arg(m_points.size())
        .arg(outside);
}

std::vector<ChartPart> AccuracyPlot::spokenParts() {
    std::vector<ChartPart> parts;
    for (std::size_t i = 0; i < m_points.size(); ++i) {
        const AccuracyPoint& point = m_points[i];
        QRect rect(0, 0, static_cast<int>(kRingSize), static_cast<int>(kRingSize));
        rect.moveCenter(pixelOf(i).toPoint());
        const QString figures =
            point.isOutside() ? tr("Predicted %1, measured %2, error %3, outside the stated range")
                              : tr("Predicted %1, measured %2, error %3");
        parts.push_back(
            {.key = QStringLiteral("point %1").arg(i),
             .name = translated(point.name()),
             .value = quantityText(point.measured, m_quantity),
             .description = figures.arg(quantityText(point.predicted, m_quantity),
                                        quantityText(point.measured, m_quantity),
                                        signedPercentText(point.error())),
             .rect = rect,
             .choice = m_ringed == i ? ChartPart::Choice::Chosen : ChartPart::Choice::CanBeChosen,
             .actions = {{QAccessibleActionInterface::pressAction(), {}, [this, i] {
                              Q_EMIT pointClicked(i);
                          }}}});
    }
    return parts;
}

void AccuracyPlot::mark(std::optional<std::size_t> point) {
    m_ringed = point;
    chartPartChosen(this);
    m_marked->data()->clear();
    if (point && *point < m_points.size()) {
        m_marked->addData(m_points[*point].predicted / m_unit, m_points[*point].measured / m_unit);
    }
    replot(rpQueuedReplot);
}

QPointF AccuracyPlot::pixelOf(std::size_t point) const {
    return {xAxis->coordToPixel(m_points[point].predicted / m_unit),
            yAxis->coordToPixel(m_points[point].measured / m_unit)};
}

std::optional<std::size_t> AccuracyPlot::pointAt(QPointF at) const {
    std::optional<std::size_t> nearest;
    double least = kReach;
    for (std::size_t i = 0; i < m_points.size(); ++i) {
        const QPointF apart = pixelOf(i) - at;
        if (const double distance = std::hypot(apart.x(), apart.y()); distance < least) {
            least = distance;
            nearest = i;
        }
    }
    return nearest;
}

void AccuracyPlot::mousePressEvent(QMouseEvent* event) {
    if (const auto point = pointAt(event->position())) {
        Q_EMIT pointClicked(*point);
    }
}

void AccuracyPlot::mouseMoveEvent(QMouseEvent* event) {
    const auto point = pointAt(event->position());
    setToolTip(point ? pointText(m_points[*point]) : QString());
}

AccuracyDialog::AccuracyDialog(LoadHistory* store, const Theme* theme, QWidget* parent)
    : QDialog(parent),
      m_store(store),
      m_theme(theme),
      m_plot(withName(new AccuracyPlot(theme), "accuracy_plot",
                      tr("Chart of measured against predicted values"))),
      m_table(new FactTableView(QStringLiteral("accuracy_table"), tr("Predicted and measured"),
                                theme)) {
    static constexpr std::pair<int, int> kShares{480, 600};
    static constexpr QSize kSize(1080, 520);
    setObjectName(QStringLiteral("accuracy_dialog"));
    setWindowTitle(tr("Predicted and Measured"));
    auto* layout = makeColumn(this, 8, {12, 12, 12, 12});
    layout->addWidget(makeHead());
    layout->addWidget(makeSplitter(this, "accuracy_splitter", m_plot, m_table, kShares), 1);
    layout->addWidget(makeFoot());
    offerFigure(m_plot, {QStringLiteral("accuracy"), SavedFigure::Picture::Drawn,
                         [this] { return accuracyToCsv(m_plot->points(), quantity()); }});
    connect(m_plot, &AccuracyPlot::pointClicked, this, &AccuracyDialog::choose);
    connect(m_table->table()->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& row) {
                const auto* sorted =
                    qobject_cast<QSortFilterProxyModel*>(m_table->table()->model());
                if (row.isValid()) {
                    choose(static_cast<std::size_t>(sorted->mapToSource(row).row()));
                }
            });
    connect(store, &LoadHistory::changed, this, &AccuracyDialog::showPoints);
    resizeDialog(this, kSize);
    showPoints();
}

QWidget* AccuracyDialog::makeHead() {
    auto* row = new QWidget(this);
    m_quantity = withName(new QComboBox(row), "accuracy_quantity", tr("Quantity"));
    for (const RecordQuantity& one : recordQuantities()) {
        m_quantity->addItem(translated(one.title));
    }
    m_summary = makeSentence(row, "accuracy_summary", m_theme->font(TextRole::Tree));
    auto* layout = makeRow(row, 8);
    layout->addWidget(m_quantity);
    layout->addWidget(m_summary, 1);
    connect(m_quantity, &QComboBox::currentIndexChanged, this, &AccuracyDialog::showPoints);
    return row;
}

QWidget* AccuracyDialog::makeFoot() {
    auto* row = new QWidget(this);
    auto* layout = makeRow(row, 8);
    addDialogHelp(row, m_theme->font(TextRole::Tree));
    layout->addStretch(1);
    connect(addButton(row, "accuracy_close", tr("Close"), m_theme->font(TextRole::Tree)),
            &QPushButton::clicked, this, &QDialog::close);
    return row;
}

const RecordQuantity& AccuracyDialog::quantity() const {
    return recordQuantities()[static_cast<std::size_t>(m_quantity->currentIndex())];
}

void AccuracyDialog::showPoints() {
    m_table->setTable({});  // it reads the points that go now
    m_plot->setPoints(accuracyPoints(m_store->records(), quantity()), quantity().unit);
    const std::vector<AccuracyPoint>& points = m_plot->points();
    m_table->setTable(accuracyTable(points, quantity().unit));
    const auto outside =
        static_cast<std::size_t>(std::ranges::count_if(points, &AccuracyPoint::isOutside));
    const QString text = tr("Records outside the stated range of ±%1 %: %2 of %3")
                             .arg(kStatedRange * 100)
                             .arg(outside)
                             .arg(points.size());
    QStringList names;
    for (std::size_t i = 0; i < std::min(outside, kMostNamed); ++i) {
        names.append(pointText(points[i]));
    }
    if (outside > kMostNamed) {
        names.append(tr("%1 more").arg(outside - kMostNamed));
    }
    m_summary->setText(
        names.isEmpty() ? text : text + QStringLiteral(": ") + names.join(QStringLiteral("; ")));
    m_plot->mark({});
}

void AccuracyDialog::choose(std::size_t point) {
    const auto* sorted = qobject_cast<QSortFilterProxyModel*>(m_table->table()->model());
    const QModelIndex row =
        sorted->mapFromSource(m_table->model()->index(static_cast<int>(point), 0));
    m_plot->mark(point);
    if (m_table->table()->currentIndex().row() != row.row()) {
        m_table->table()->selectRow(row.row());  // which comes back here
        return;
    }
    Q_EMIT recordChosen(QString::fromStdString(m_plot->points()[point].record->id));
}

}  // namespace stowage

#include "accuracy_dialog.moc"
