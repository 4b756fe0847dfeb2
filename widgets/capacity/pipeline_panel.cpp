// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/capacity/pipeline_panel.h"

#include "widgets/capacity/capacity_controller.h"
#include "widgets/document/document.h"
#include "widgets/support/fact_table.h"
#include "widgets/support/formats.h"
#include "widgets/support/forms.h"
#include "widgets/support/theme.h"
#include "widgets/support/translation.h"

#include <QItemSelectionModel>
#include <QLabel>
#include <QSortFilterProxyModel>
#include <QTableView>

#include <algorithm>
#include <utility>

namespace stowage {
namespace {

QString modeTitle(OffloadMode mode) {
    switch (mode) {
        case OffloadMode::None:
            return PipelinePanel::tr("All on the GPU");
        case OffloadMode::Model:
            return PipelinePanel::tr("Model by model");
        case OffloadMode::GroupBlock:
            return PipelinePanel::tr("Block by block");
        case OffloadMode::GroupLeaf:
            return PipelinePanel::tr("Layer by layer, in groups");
        case OffloadMode::Sequential:
            return PipelinePanel::tr("Layer by layer, sequential");
        case OffloadMode::Layerwise:
            break;
    }
    return PipelinePanel::tr("Denoiser stored in float8");
}

QString sizeOrDash(std::uint64_t bytes) {
    return bytes == 0 ? QStringLiteral("–") : sizeText(bytes);
}

FactColumn sizeColumn(const QString& title, const QString& hint,
                      std::shared_ptr<const PlannedOffloadModes> modes,
                      std::uint64_t OffloadModeFigures::*bytes) {
    FactColumn column;
    column.title = title;
    column.hint = hint;
    column.kind = FactColumn::Kind::Number;
    column.width = 110;
    column.text = [modes, bytes](std::size_t row) {
        const OffloadModeFigures& mode = modes->modes[row];
        return mode.isAvailable ? sizeOrDash(mode.*bytes) : QString();
    };
    column.isLess = [modes, bytes](std::size_t a, std::size_t b) {
        return modes->modes[a].*bytes < modes->modes[b].*bytes;
    };
    return column;
}

FactColumn freeColumn(std::shared_ptr<const PlannedOffloadModes> modes) {
    FactColumn column;
    column.title = PipelinePanel::tr("Left beside it");
    column.hint = PipelinePanel::tr(
        "What the GPU has left for activations, beside what is reserved, the driver's context and "
        "other programs");
    column.kind = FactColumn::Kind::Number;
    column.width = 150;
    const auto free = [modes](std::size_t row) {
        const OffloadModeFigures& mode = modes->modes[row];
        return mode.isAvailable ? mode.freeOn(modes->gpu) : std::nullopt;
    };
    column.text = [modes, free](std::size_t row) {
        const auto bytes = free(row);
        return !modes->modes[row].isAvailable ? PipelinePanel::tr("not possible")
               : !bytes                       ? PipelinePanel::tr("not known")
               : *bytes < 0
                   ? PipelinePanel::tr("%1 too much").arg(sizeText(static_cast<double>(-*bytes)))
                   : sizeText(static_cast<double>(*bytes));
    };
    column.isLess = [free](std::size_t a, std::size_t b) { return free(a) < free(b); };
    return column;
}

FactTable tableOf(const std::shared_ptr<const PlannedOffloadModes>& modes) {
    FactTable table;
    table.rows = modes == nullptr ? 0 : modes->modes.size();
    table.whenEmpty = PipelinePanel::tr("Add a GPU to compare the ways to bring weights to it.");
    FactColumn name;
    name.title = PipelinePanel::tr("Offloading");
    name.width = 190;
    name.text = [modes](std::size_t row) { return modeTitle(modes->modes[row].mode); };
    table.columns.push_back(std::move(name));
    table.columns.push_back(sizeColumn(PipelinePanel::tr("Allocated"),
                                       PipelinePanel::tr("The most weights on the GPU at once"),
                                       modes, &OffloadModeFigures::peakAllocated));
    table.columns.push_back(sizeColumn(
        PipelinePanel::tr("Reserved"),
        PipelinePanel::tr("The most that PyTorch's caching allocator then holds of the GPU"), modes,
        &OffloadModeFigures::peakReserved));
    table.columns.push_back(freeColumn(modes));
    table.columns.push_back(sizeColumn(PipelinePanel::tr("RAM"),
                                       PipelinePanel::tr("The most weights in RAM at once"), modes,
                                       &OffloadModeFigures::hostBytes));
    table.columns.push_back(sizeColumn(
        PipelinePanel::tr("Moved once"),
        PipelinePanel::tr("Copied to the GPU for a picture, however many steps it takes"), modes,
        &OffloadModeFigures::movedOnce));
    table.columns.push_back(
        sizeColumn(PipelinePanel::tr("Moved each step"),
                   PipelinePanel::tr("Copied to the GPU for each denoising step"), modes,
                   &OffloadModeFigures::movedEachStep));
    return table;
}

}  // namespace

PipelinePanel::PipelinePanel(CapacityController* controller, const Theme* theme, QWidget* parent)
    : QWidget(parent),
      m_controller(controller),
      m_plan(makeSentence(this, "pipeline_plan", theme->font(TextRole::Tree, true))),
      m_about(makeSentence(this, "pipeline_about", theme->font(TextRole::Tree))),
      m_table(
          new FactTableView(QStringLiteral("offload_modes"), tr("Ways to offload"), theme, this)),
      m_call(makeSentence(this, "pipeline_call", theme->fixedFont())),
      m_notes(makeSentence(this, "pipeline_notes", theme->font(TextRole::Caption))) {
    setObjectName(QStringLiteral("pipeline_panel"));
    m_call->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_call->setAccessibleName(tr("The line of Python"));
    m_notes->setForegroundRole(QPalette::PlaceholderText);
    auto* column =
        makeColumn(this, 8, {metrics::kPadding, metrics::kPadding, metrics::kPadding, 8});
    addWidgets(column, {m_plan, m_about});
    column->addWidget(m_table, 1);
    addWidgets(column, {m_call, m_notes});
    connect(m_table->table()->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            &PipelinePanel::showCall);
    connect(controller, &CapacityController::inputChanged, this, [this] {
        m_worker.drop();
        m_isStale = true;
        ask();
    });
}

void PipelinePanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    ask();
}

void PipelinePanel::ask() {
    const auto plan = m_controller->pipelinePlan();
    if (!m_isStale || !isVisible() || plan == nullptr) {
        return;
    }
    m_isStale = false;
    m_plan->setText(tr("As planned: %1.").arg(translated(plan->verdictText)));
    m_worker.start([plan](const std::stop_token&) { return offloadModes(*plan); },
                   [this](Result<PlannedOffloadModes>&& modes) {
                       m_modes =
                           modes ? std::make_shared<const PlannedOffloadModes>(std::move(*modes))
                                 : nullptr;
                       m_problem = modes ? std::nullopt : std::optional(modes.error());
                       showModes();
                   });
}

void PipelinePanel::showModes() {
    m_about->setText(
        m_problem ? translated(m_problem->message)
        : m_modes != nullptr
            ? tr("One by one on %1 (%2): weights alone, estimated. Activations come on top; they "
                 "depend on the size of the picture.")
                  .arg(translated(deviceLabel(m_modes->gpu.id)), shownDeviceName(m_modes->gpu))
            : QString());
    m_table->setTable(tableOf(m_modes));
    showCall();
}

void PipelinePanel::showCall() {
    const QModelIndex current = m_table->table()->currentIndex();
    const auto* const proxy = qobject_cast<const QSortFilterProxyModel*>(current.model());
    const int row = proxy != nullptr ? proxy->mapToSource(current).row() : current.row();
    const bool isShown = m_modes != nullptr && !m_modes->modes.empty();
    m_call->setVisible(isShown);
    m_notes->setVisible(isShown);
    if (!isShown) {
        return;
    }
    if (row < 0) {
        m_call->clear();
        m_notes->setText(tr("Select a way to see the line of Python that switches it on."));
        return;
    }
    const OffloadModeFigures& mode = m_modes->modes[static_cast<std::size_t>(row)];
    m_call->setText(QString::fromStdString(mode.call));
    QStringList notes;
    if (mode.isAvailable && mode.mode != OffloadMode::None && !mode.peakModule.empty()) {
        notes.append(tr("The most is there with %1.").arg(QString::fromStdString(mode.peakModule)));
    }
    notes.append(textList(mode.notes));
    m_notes->setText(joinedSentences(notes));
}

}  // namespace stowage
