// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/load/preflight_dialog.h"

#include "engine/load/program/load_preflight.h"
#include "engine/load/program/load_schedule.h"
#include "engine/load/program/program_prediction.h"
#include "widgets/support/figure_table.h"
#include "widgets/support/formats.h"
#include "widgets/support/forms.h"
#include "widgets/support/guide_link.h"
#include "widgets/support/style_sheet.h"
#include "widgets/support/translation.h"

#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

namespace stowage {

namespace {

std::optional<double> byteFigure(const std::optional<std::uint64_t>& bytes) {
    return bytes ? std::optional(static_cast<double>(*bytes)) : std::nullopt;
}

double reservedPeak(const LoadSchedule& schedule, DeviceId device) {
    const auto peak = schedule.predictedPeaks.find(device);
    return peak == schedule.predictedPeaks.end() ? 0 : static_cast<double>(peak->second.reserved);
}

/// A plan with more of them has the rest in its list of problems.
constexpr std::size_t kMostObjections = 4;

QString methodName(LoadMethod method) {
    return QString::fromUtf8(loadMethodName(method));
}

QLabel* makeText(const QString& text, const QFont& font, QWidget* parent, const char* name = "") {
    QLabel* label = makeSentence(parent, name, font);
    label->setText(text);
    return label;
}

/// A machine's memory beside a small card says its own unit.
FigureCell bytesCell(const std::optional<double>& bytes, TableUnit unit) {
    FigureCell cell;
    if (!bytes) {
        cell.text = PreflightDialog::tr("unknown");
        return cell;
    }
    const TableUnit own = tableUnitFor(*bytes);
    const bool isOther = unit == TableUnit::MiB && own != unit;
    cell.text = formatInUnit(*bytes, isOther ? own : unit);
    cell.unit = isOther ? tableUnitName(own) : QString();
    cell.toolTip = exactBytesText(*bytes);
    return cell;
}

/// Memory that will be missing is no matter of opinion; a limit that the person set is.
bool isThePlansOwn(const LoadRefusal& refusal) {
    return std::ranges::none_of(
        refusal.objections, [](const PlanIssue& issue) { return issue.code.starts_with("load_"); });
}

QString titleOf(const LoadRefusal& refusal) {
    const QString asked = methodName(refusal.schedule->method);
    if (isThePlansOwn(refusal)) {
        return PreflightDialog::tr("The plan has errors, so nothing was loaded");
    }
    return refusal.nearest
               ? PreflightDialog::tr("Loading with “%1” will not work; loading with “%2” will work")
                     .arg(asked, methodName(refusal.nearest->method))
               : PreflightDialog::tr(
                     "Loading with “%1” will not work, and no other load method will work")
                     .arg(asked);
}

/// A device in the table of a refused load. Bytes; predicted, but for what is free.
struct PeakRow {
    DeviceId device;
    std::optional<double> free;     ///< nothing: not known or not limited
    double asked = 0;               ///< reserved there at the peak, by the method asked for
    std::optional<double> nearest;  ///< by the nearest method that works
    bool isTooMuch = false;
};

/// Predicted peaks of a refused load against what is free: the GPUs of the plan, then the host with
/// the pages behind simulated GPUs.
struct RefusalFigures {
    TableUnit unit = TableUnit::GiB;
    std::vector<PeakRow> rows;
};

RefusalFigures refusalFigures(const LoadRefusal& refusal) {
    RefusalFigures figures;
    const LoadSchedule& schedule = *refusal.schedule;
    double largest = 0;
    const auto add = [&figures, &largest](PeakRow row) {
        row.isTooMuch = row.free && row.asked > *row.free;
        largest = std::max(largest, row.asked);
        figures.rows.push_back(row);
    };
    for (const DevicePlacement& placement : schedule.plan->placements) {
        const DeviceId device = placement.device.id;
        if (!device.isGpu()) {
            continue;
        }
        PeakRow row{device,
                    byteFigure(placement.device.freeBytes()),
                    reservedPeak(schedule, device),
                    {},
                    false};
        if (refusal.nearest) {
            row.nearest = reservedPeak(*refusal.nearest, device);
        }
        add(row);
    }
    PeakRow host{DeviceId::cpu(),
                 byteFigure(refusal.hostFree),
                 static_cast<double>(schedule.prediction->peakMachine),
                 {},
                 false};
    if (refusal.nearest) {
        host.nearest = static_cast<double>(refusal.nearest->prediction->peakMachine);
    }
    add(host);
    figures.unit = tableUnitFor(largest);
    return figures;
}

}  // namespace

PreflightDialog::PreflightDialog(LoadRefusal refusal, const Theme* theme, QWidget* parent)
    : QDialog(parent), m_refusal(std::move(refusal)), m_theme(theme) {
    constexpr int kMargin = 20;
    constexpr int kWidth = 560;
    setObjectName(QStringLiteral("preflight_dialog"));
    setWindowTitle(tr("Before the load"));
    setFixedWidth(px(kWidth));
    auto* layout = makeColumn(this, 8, {kMargin, 16, kMargin, 16});
    layout->addWidget(makeHead());
    addObjections(*layout);
    layout->addSpacing(4);
    addWidgets(layout, {makePeaks(), makeCaption()});
    layout->addSpacing(8);
    layout->addWidget(makeButtons());
    // Wrapped text knows its height only for a width, and that once the style is there.
    ensurePolished();
    resize(px(kWidth), layout->totalHeightForWidth(px(kWidth)));
}

QWidget* PreflightDialog::makeHead() {
    auto* row = new QWidget(this);
    auto* icon = new QLabel(row);
    const ThemeColors& colors = m_theme->colors();
    icon->setPixmap(iconPixmap(QStringLiteral("error"), kIcon, devicePixelRatioF(), colors.error,
                               colors.window));
    QLabel* text = makeText(titleOf(m_refusal), m_theme->font(TextRole::Verdict, true), row,
                            "preflight_title");
    auto* layout = makeRow(row, 8);
    layout->addWidget(icon, 0, Qt::AlignTop);
    layout->addWidget(text, 1);
    return row;
}

void PreflightDialog::addObjections(QVBoxLayout& layout) {
    const std::size_t shown = std::min(m_refusal.objections.size(), kMostObjections);
    for (std::size_t i = 0; i < shown; ++i) {
        QLabel* text =
            makeText(translated(m_refusal.objections[i].text), m_theme->font(TextRole::Base), this);
        text->setObjectName(QStringLiteral("preflight_objection_%1").arg(i));
        text->setContentsMargins(visualMargins({kIcon + 8, 0, 0, 0}));
        layout.addWidget(text);
    }
    if (shown < m_refusal.objections.size()) {
        layout.addWidget(makeText(tr("Problems not shown here: %1; see the list of problems.")
                                      .arg(m_refusal.objections.size() - shown),
                                  m_theme->font(TextRole::Base), this));
    }
}

FigureTable* PreflightDialog::makePeaks() {
    const RefusalFigures figures = refusalFigures(m_refusal);
    auto* table = withName(new FigureTable(m_theme, this), "preflight_peaks",
                           tr("Predicted peaks compared with free memory"));
    QStringList head{tableUnitName(figures.unit), tr("Free"),
                     tr("Peak by %1").arg(methodName(m_refusal.schedule->method))};
    if (m_refusal.nearest) {
        head.append(tr("Peak by %1").arg(methodName(m_refusal.nearest->method)));
    }
    table->setHead(head);
    std::vector<FigureRow> rows;
    for (const PeakRow& peak : figures.rows) {
        FigureRow row;
        row.cells.push_back({.chip = peak.device});
        const auto add = [&](const std::optional<double>& bytes) -> FigureCell& {
            row.cells.push_back(bytesCell(bytes, figures.unit));
            return row.cells.back();
        };
        add(peak.free);
        FigureCell& asked = add(peak.asked);
        if (peak.isTooMuch) {
            asked.errorMark = true;
            asked.tone = CellTone::Error;
            asked.semibold = true;
        }
        if (m_refusal.nearest) {
            add(peak.nearest);
        }
        rows.push_back(std::move(row));
    }
    table->setRows(std::move(rows));
    return table;
}

QWidget* PreflightDialog::makeCaption() {
    QStringList sentences{
        tr("The peaks are predicted. GPU: the memory that its allocator reserves. CPU: the memory "
           "of this machine, including the memory used for simulated GPUs.")};
    const bool hostIsShort = std::ranges::any_of(
        m_refusal.objections, [](const PlanIssue& i) { return i.code == kHostMemoryCode; });
    if (hostIsShort) {
        sentences +=
            tr("If you load anyway, the system may stop this program when memory runs out.");
    }
    QLabel* caption = makeText(joinedSentences(sentences), m_theme->font(TextRole::Caption), this,
                               "preflight_caption");
    caption->setForegroundRole(QPalette::PlaceholderText);
    return caption;
}

QPushButton* PreflightDialog::makeButton(const QString& name, const QString& text,
                                         QWidget* parent) const {
    auto* button = new QPushButton(text, parent);
    button->setObjectName(name);
    button->setAccessibleName(text);
    button->setFont(m_theme->font(TextRole::Tree));
    return button;
}

QWidget* PreflightDialog::makeButtons() {
    auto* row = new QWidget(this);
    auto* layout = makeRow(row, 8);
    QPushButton* force = makeButton(QStringLiteral("preflight_force"), tr("Load anyway"), row);
    force->setAutoDefault(false);
    connect(force, &QPushButton::clicked, this, [this] {
        LoadRequest anyway = m_refusal.request;
        anyway.preflight = PreflightRule::Override;
        request(anyway);
    });
    QPushButton* cancel = makeButton(QStringLiteral("preflight_cancel"), tr("Cancel"), row);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    layout->addWidget(force);
    addDialogHelp(row, m_theme->font(TextRole::Tree))->setError(errorCodeOf(m_refusal));
    layout->addStretch(1);
    layout->addWidget(cancel);
    if (!m_refusal.nearest) {
        cancel->setDefault(true);
        cancel->setFocus();
        return row;
    }
    QPushButton* use =
        makeButton(QStringLiteral("preflight_nearest"),
                   tr("Load with %1").arg(methodName(m_refusal.nearest->method)), row);
    setStyleProperty(use, "primary", true);
    use->setDefault(true);
    use->setFocus();
    connect(use, &QPushButton::clicked, this, [this] {
        LoadRequest other = m_refusal.request;
        other.method = m_refusal.nearest->method;
        request(other);
    });
    layout->addWidget(use);
    return row;
}

void PreflightDialog::request(LoadRequest request) {
    accept();
    Q_EMIT loadRequested(request);
}

}  // namespace stowage
