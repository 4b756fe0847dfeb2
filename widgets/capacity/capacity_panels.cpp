// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/capacity/capacity_panels.h"

#include "engine/base/number_text.h"
#include "engine/capacity/logs/log_comparison.h"
#include "engine/capacity/pipeline/offload_modes.h"
#include "engine/checkpoint/checkpoint_facts.h"
#include "widgets/capacity/capacity_controller.h"
#include "widgets/document/document.h"
#include "widgets/support/fact_table.h"
#include "widgets/support/formats.h"
#include "widgets/support/forms.h"
#include "widgets/support/style_sheet.h"
#include "widgets/support/theme.h"
#include "widgets/support/translation.h"
#include "widgets/support/worker.h"

#include <QItemSelectionModel>
#include <QLabel>
#include <QPlainTextEdit>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QTableView>

#include <algorithm>
#include <optional>
#include <utility>

namespace stowage {

/// What another program printed of its memory, pasted: each figure beside the plan's with its
/// error, and what an out-of-memory sentence means. Read in a worker.
class LogPanel : public QWidget {
    Q_OBJECT
public:
    /// Both are borrowed and outlive it.
    LogPanel(CapacityController* controller, const Theme* theme, QWidget* parent);

private:
    /// What was read of the text.
    struct Reading {
        EngineLog log;
        std::vector<LogRow> rows;
        Message explanation;  ///< of an out-of-memory sentence; "": there is none
    };

    void begin();
    void take(Reading reading);

    CapacityController* m_controller;
    QPlainTextEdit* m_text;
    FactTableView* m_table;
    QLabel* m_state;
    Worker m_worker;
};

namespace {

QString logFigureText(double value, LogUnit unit) {
    return unit == LogUnit::Bytes ? sizeText(value)
                                  : QString::fromStdString(formatGeneral(value, 7));
}

FactColumn logColumn(const QString& title, FactColumn::Kind kind, int width,
                     std::function<QString(std::size_t)> text) {
    return {.title = title, .kind = kind, .text = std::move(text), .width = width};
}

}  // namespace

LogPanel::LogPanel(CapacityController* controller, const Theme* theme, QWidget* parent)
    : QWidget(parent),
      m_controller(controller),
      m_text(withName(new QPlainTextEdit(this), "engine_log_text",
                      tr("Pasted memory figures of another program"))),
      m_table(new FactTableView(
          QStringLiteral("engine_log_rows"),
          tr("Figures of the pasted text compared with the figures of the plan"), theme, this)),
      m_state(makeSentence(this, "engine_log_state", theme->font(TextRole::Tree))) {
    setObjectName(QStringLiteral("engine_log_panel"));
    m_text->setPlaceholderText(
        tr("Paste PyTorch's out-of-memory error or memory summary, or the start-up lines of vLLM, "
           "SGLang or llama.cpp. Stowage compares each figure with the figure of the plan."));
    m_text->setFont(theme->font(TextRole::Tree));
    m_text->setTabChangesFocus(true);
    m_text->setLineWrapMode(QPlainTextEdit::WidgetWidth);
    auto* right = new QWidget(this);
    auto* column = makeColumn(right, 4);
    column->addWidget(m_state);
    column->addWidget(m_table, 1);
    auto* layout = makeColumn(this, 0, {metrics::kPadding, 8, metrics::kPadding, 4});
    layout->addWidget(makeSplitter(this, "engine_log_splitter", m_text, right, {1, 1}));
    connect(m_text, &QPlainTextEdit::textChanged, this, &LogPanel::begin);
    connect(controller, &CapacityController::estimateChanged, this, &LogPanel::begin);
    connect(controller, &CapacityController::findingsChanged, this, &LogPanel::begin);
    begin();
}

void LogPanel::begin() {
    const auto& estimate = m_controller->estimate();
    const QString text = m_text->toPlainText();
    if (text.trimmed().isEmpty() || estimate == nullptr) {
        m_worker.drop();
        take({});
        return;
    }
    const auto& facts = m_controller->document()->facts();
    const bool fits = isYes(estimate->verdict);
    m_worker.start(
        [text = text.toStdString(), estimate,
         remedies = fits ? std::vector<CapacityChange>() : m_controller->findings().changes,
         model = facts == nullptr ? nullptr : facts->model](const std::stop_token&) {
            Reading reading;
            reading.log = readEngineLog(text);
            reading.rows = compareLog(reading.log, *estimate);
            reading.explanation = outOfMemoryText(reading.log, *estimate, model.get(), remedies);
            return reading;
        },
        [this](Reading&& reading) { take(std::move(reading)); },
        [this](const Error& error) { m_state->setText(translated(error.message)); });
}

void LogPanel::take(Reading reading) {
    QStringList sentences;
    if (!reading.explanation.empty()) {
        sentences.append(translated(reading.explanation).trimmed());
    }
    if (!reading.log.unread.empty()) {
        sentences.append(tr("%n line(s) with figures were not read.", nullptr,
                            static_cast<int>(reading.log.unread.size())));
    }
    m_state->setText(sentences.join(u'\n'));
    m_state->setVisible(!sentences.isEmpty());
    const auto shared = std::make_shared<const Reading>(std::move(reading));
    const auto rowAt = [shared](std::size_t row) -> const LogRow& { return shared->rows[row]; };
    FactTable table;
    table.rows = shared->rows.size();
    table.whenEmpty =
        m_text->toPlainText().trimmed().isEmpty()
            ? tr("This table shows the figures of the pasted text next to the figures of the plan.")
            : tr("The text contains no figures that Stowage can read.");
    using Kind = FactColumn::Kind;
    table.columns.push_back(logColumn(tr("Figure"), Kind::Text, 190, [rowAt](std::size_t row) {
        return QString::fromStdString(logRowTitle(rowAt(row)));
    }));
    table.columns.push_back(
        logColumn(tr("Printed"), Kind::Number, 100, [shared, rowAt](std::size_t row) {
            return logFigureText(rowAt(row).printed, logRowUnit(shared->log, rowAt(row)));
        }));
    table.columns.push_back(
        logColumn(tr("The plan's"), Kind::Number, 100, [shared, rowAt](std::size_t row) {
            const auto& predicted = rowAt(row).predicted;
            return predicted ? logFigureText(*predicted, logRowUnit(shared->log, rowAt(row)))
                             : kUnknownFigure;
        }));
    table.columns.push_back(logColumn(tr("Difference"), Kind::Number, 90, [rowAt](std::size_t row) {
        const auto& error = rowAt(row).error;
        return error ? percentText(QString::fromStdString(formatSigned(*error * 100, 1))
                                       .replace(u'-', QStringLiteral("−")))
                     : kUnknownFigure;
    }));
    m_table->setTable(std::move(table));
}

QWidget* makeLogPanel(CapacityController* controller, const Theme* theme, QWidget* parent) {
    return new LogPanel(controller, theme, parent);
}

/// What several models of a plan take of each device under the workload: each as if it were alone,
/// and all together.
class TenantsPanel : public QWidget {
    Q_OBJECT
public:
    /// Both are borrowed and outlive it.
    TenantsPanel(CapacityController* controller, const Theme* theme, QWidget* parent);

private:
    void showEstimate();

    CapacityController* m_controller;
    QLabel* m_sentence;
    QLabel* m_about;
    FactTableView* m_table;
    QLabel* m_notes;
};

namespace {

/// A line of the table: a device's figures for one model, or for all.
struct TenantRow {
    QString model;
    DeviceEstimate device;
    bool isTogether = false;
};

using Rows = std::shared_ptr<const std::vector<TenantRow>>;

bool isUsed(const DeviceEstimate& device) {
    return device.peakAllocated > 0 || device.weights > 0;
}

/// Device after device, the models of each and then all of them.
Rows rowsOf(const TenantsEstimate& estimate) {
    auto rows = std::make_shared<std::vector<TenantRow>>();
    for (std::size_t i = 0; i < estimate.devices.size(); ++i) {
        for (const TenantEstimate& tenant : estimate.tenants) {
            const DeviceEstimate& own = tenant.estimate->devices[i];
            if (isUsed(own)) {
                rows->push_back({QString::fromStdString(tenant.name), own, false});
            }
        }
        if (isUsed(estimate.devices[i])) {
            rows->push_back({TenantsPanel::tr("together"), estimate.devices[i], true});
        }
    }
    return rows;
}

FactColumn textColumn(const QString& title, int width, std::function<QString(std::size_t)> text) {
    return {.title = title, .text = std::move(text), .width = width};
}

FactColumn tenantSizeColumn(const QString& title, const QString& hint, const Rows& rows,
                            std::function<std::uint64_t(const DeviceEstimate&)> bytes) {
    const auto size = [rows, bytes](std::size_t row) { return bytes((*rows)[row].device); };
    return {.title = title,
            .hint = hint,
            .kind = FactColumn::Kind::Number,
            .text = [size](std::size_t row) { return sizeOrDash(size(row)); },
            .isLess = [size](std::size_t a, std::size_t b) { return size(a) < size(b); },
            .width = 82};
}

QString roomLeftText(const TenantRow& row) {
    if (!row.isTogether) {
        return {};
    }
    const auto free = row.device.free();
    return !free       ? TenantsPanel::tr("not known")
           : *free < 0 ? TenantsPanel::tr("%1 short").arg(sizeText(static_cast<double>(-*free)))
                       : sizeText(static_cast<double>(*free));
}

FactTable tenantsTable(const Rows& rows) {
    FactTable table;
    table.rows = rows == nullptr ? 0 : rows->size();
    table.whenEmpty =
        TenantsPanel::tr("This table shows the memory that the models need on each device.");
    if (rows == nullptr) {
        return table;
    }
    const auto size = [&](const QString& title, const QString& hint, auto bytes) {
        table.columns.push_back(tenantSizeColumn(title, hint, rows, bytes));
    };
    table.columns.push_back(textColumn(TenantsPanel::tr("Device"), 56, [rows](std::size_t row) {
        return translated(deviceLabel((*rows)[row].device.device.id));
    }));
    table.columns.push_back(textColumn(TenantsPanel::tr("Model"), 76,
                                       [rows](std::size_t row) { return (*rows)[row].model; }));
    size(TenantsPanel::tr("Weights"), TenantsPanel::tr("Always in memory"),
         [](const DeviceEstimate& device) { return device.weights; });
    size(TenantsPanel::tr("KV cache"),
         TenantsPanel::tr("Keys, values and state of the whole context"),
         [](const DeviceEstimate& device) { return device.kvCache + device.state; });
    size(TenantsPanel::tr("Activations"), TenantsPanel::tr("Maximum while the model runs"),
         [](const DeviceEstimate& device) {
             return std::max(device.prefillActivations, device.decodeActivations) + device.logits;
         });
    size(TenantsPanel::tr("Brought in"),
         TenantsPanel::tr("Offloaded weights that are copied to the device for a pass"),
         [](const DeviceEstimate& device) { return device.window; });
    size(TenantsPanel::tr("Needed"),
         TenantsPanel::tr(
             "Memory that PyTorch's allocator reserves at the peak, plus the driver's context"),
         [](const DeviceEstimate& device) { return device.needed(); });
    FactColumn free = textColumn(TenantsPanel::tr("Left"), 122,
                                 [rows](std::size_t row) { return roomLeftText((*rows)[row]); });
    free.hint = TenantsPanel::tr("Memory left after all models and other programs");
    free.kind = FactColumn::Kind::Number;
    table.columns.push_back(std::move(free));
    return table;
}

}  // namespace

TenantsPanel::TenantsPanel(CapacityController* controller, const Theme* theme, QWidget* parent)
    : QWidget(parent),
      m_controller(controller),
      m_sentence(makeSentence(this, "tenants_verdict", theme->font(TextRole::Tree, true))),
      m_about(makeSentence(this, "tenants_about", theme->font(TextRole::Tree))),
      m_table(new FactTableView(QStringLiteral("tenants"), tr("Models of the plan"), theme, this)),
      m_notes(makeSentence(this, "tenants_notes", theme->font(TextRole::Caption))) {
    setObjectName(QStringLiteral("tenants_panel"));
    m_about->setText(
        tr("All models share one process, which runs one model at a time. The weights and caches "
           "of all models are in memory at once, together with the largest activations of one "
           "model. All figures are estimated."));
    m_notes->setForegroundRole(QPalette::PlaceholderText);
    auto* column =
        makeColumn(this, 8, {metrics::kPadding, metrics::kPadding, metrics::kPadding, 8});
    addWidgets(column, {m_sentence, m_about});
    column->addWidget(m_table, 1);
    column->addWidget(m_notes);
    connect(controller, &CapacityController::inputChanged, this, &TenantsPanel::showEstimate);
    connect(controller, &CapacityController::estimateChanged, this, &TenantsPanel::showEstimate);
}

void TenantsPanel::showEstimate() {
    const bool isBusy = m_controller->isEstimating();
    const auto& estimate = m_controller->tenants();
    setDimmed(m_table, isBusy && estimate != nullptr);
    setDimmed(m_notes, isBusy && estimate != nullptr);
    if (isBusy && estimate != nullptr) {
        m_sentence->setText(tr("Estimating…"));
        return;
    }
    if (estimate == nullptr) {
        const auto& problem = m_controller->problem();
        m_sentence->setText(isBusy    ? tr("Estimating…")
                            : problem ? translated(problem->message)
                                      : QString());
        m_table->setTable(tenantsTable(nullptr));
        m_notes->clear();
        return;
    }
    m_sentence->setText(translated(tenantsSentence(*estimate)));
    m_table->setTable(tenantsTable(rowsOf(*estimate)));
    QStringList notes;
    for (const TenantEstimate& tenant : estimate->tenants) {
        const CapacityEstimate& own = *tenant.estimate;
        QStringList words{translated(workloadText(own.workload))};
        words.append(textList(own.notes));
        notes.append(tr("%1: %2").arg(QString::fromStdString(tenant.name), inSentences(words)));
    }
    m_notes->setText(notes.join(u'\n'));
}

QWidget* makeTenantsPanel(CapacityController* controller, const Theme* theme, QWidget* parent) {
    return new TenantsPanel(controller, theme, parent);
}

/// The Capacity page of a pipeline of diffusers: the ways to offload it side by side, and the line
/// of Python for the one that is selected.
class PipelinePanel : public QWidget {
    Q_OBJECT
public:
    /// Both are borrowed and outlive it.
    PipelinePanel(CapacityController* controller, const Theme* theme, QWidget* parent);

protected:
    void showEvent(QShowEvent* event) override;

private:
    /// Nothing is computed while nobody looks.
    void ask();
    void showModes();
    void showCall();

    CapacityController* m_controller;
    QLabel* m_plan;
    QLabel* m_about;
    FactTableView* m_table;
    QLabel* m_call;
    QLabel* m_notes;
    std::shared_ptr<const PlannedOffloadModes> m_modes;
    std::optional<Error> m_problem;
    bool m_isStale = true;
    Worker m_worker;
};

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

FactColumn sizeColumn(const QString& title, const QString& hint,
                      std::shared_ptr<const PlannedOffloadModes> modes,
                      std::uint64_t OffloadModeFigures::*bytes) {
    const auto text = [modes, bytes](std::size_t row) {
        const OffloadModeFigures& mode = modes->modes[row];
        return mode.isAvailable ? sizeOrDash(mode.*bytes) : QString();
    };
    const auto isLess = [modes, bytes](std::size_t a, std::size_t b) {
        return modes->modes[a].*bytes < modes->modes[b].*bytes;
    };
    return {.title = title,
            .hint = hint,
            .kind = FactColumn::Kind::Number,
            .text = text,
            .isLess = isLess,
            .width = 110};
}

FactColumn freeColumn(std::shared_ptr<const PlannedOffloadModes> modes) {
    FactColumn column;
    column.title = PipelinePanel::tr("Left");
    column.hint = PipelinePanel::tr(
        "GPU memory left for activations after reserved memory, the driver's context and other "
        "programs");
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
                   ? PipelinePanel::tr("%1 short").arg(sizeText(static_cast<double>(-*bytes)))
                   : sizeText(static_cast<double>(*bytes));
    };
    column.isLess = [free](std::size_t a, std::size_t b) { return free(a) < free(b); };
    return column;
}

FactTable tableOf(const std::shared_ptr<const PlannedOffloadModes>& modes) {
    FactTable table;
    table.rows = modes == nullptr ? 0 : modes->modes.size();
    table.whenEmpty = PipelinePanel::tr("Add a GPU to compare ways to offload weights.");
    table.columns.push_back(textColumn(PipelinePanel::tr("Offloading"), 190, [modes](auto row) {
        return modeTitle(modes->modes[row].mode);
    }));
    table.columns.push_back(sizeColumn(PipelinePanel::tr("Allocated"),
                                       PipelinePanel::tr("Maximum weights on the GPU at once"),
                                       modes, &OffloadModeFigures::peakAllocated));
    table.columns.push_back(sizeColumn(
        PipelinePanel::tr("Reserved"),
        PipelinePanel::tr("Maximum GPU memory that PyTorch's caching allocator reserves"), modes,
        &OffloadModeFigures::peakReserved));
    table.columns.push_back(freeColumn(modes));
    table.columns.push_back(sizeColumn(PipelinePanel::tr("RAM"),
                                       PipelinePanel::tr("Maximum weights in RAM at once"), modes,
                                       &OffloadModeFigures::hostBytes));
    table.columns.push_back(sizeColumn(
        PipelinePanel::tr("Moved once"),
        PipelinePanel::tr(
            "Weights copied to the GPU once per picture, regardless of the number of steps"),
        modes, &OffloadModeFigures::movedOnce));
    table.columns.push_back(
        sizeColumn(PipelinePanel::tr("Moved each step"),
                   PipelinePanel::tr("Weights copied to the GPU for each denoising step"), modes,
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
    m_call->setAccessibleName(tr("Line of Python code"));
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
        setDimmed(m_table, true);
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
    m_plan->setText(tr("Current plan: %1").arg(translated(asSentence(plan->verdictText))));
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
            ? tr("Estimated memory of the weights on %1 (%2) for each way to offload. Activations "
                 "need additional memory, which depends on the size of the picture.")
                  .arg(translated(deviceLabel(m_modes->gpu.id)), shownDeviceName(m_modes->gpu))
            : QString());
    m_table->setTable(tableOf(m_modes));
    setDimmed(m_table, false);
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
        m_notes->setText(
            tr("Select a way to offload to see the line of Python code that enables it."));
        return;
    }
    const OffloadModeFigures& mode = m_modes->modes[static_cast<std::size_t>(row)];
    m_call->setText(QString::fromStdString(mode.call));
    QStringList notes;
    if (mode.isAvailable && mode.mode != OffloadMode::None && !mode.peakModule.empty()) {
        notes.append(tr("The peak occurs when %1 is copied to the GPU.")
                         .arg(QString::fromStdString(mode.peakModule)));
    }
    notes.append(textList(mode.notes));
    m_notes->setText(joinedSentences(notes));
}

QWidget* makePipelinePanel(CapacityController* controller, const Theme* theme, QWidget* parent) {
    return new PipelinePanel(controller, theme, parent);
}

}  // namespace stowage

#include "capacity_panels.moc"
