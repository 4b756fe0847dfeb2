// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/methods/method_comparison.h"

#include "engine/lesson/lesson_figures.h"
#include "widgets/document/document.h"
#include "widgets/support/translation.h"

#include <QDir>

#include <algorithm>
#include <utility>

namespace stowage {
namespace {

using MethodState = ComparedMethod::State;

bool isOver(MethodState state) {
    return state == MethodState::Refused || state == MethodState::Done ||
           state == MethodState::Failed || state == MethodState::Cancelled;
}

}  // namespace

MethodComparison::MethodComparison(Document* document, LoadHistory* store, QString program,
                                   QObject* parent)
    : QObject(parent),
      m_document(document),
      m_store(store),
      m_program(std::move(program)),
      m_predictor(std::make_unique<Worker>()),
      m_worker(std::make_unique<Worker>()) {
    setObjectName(QStringLiteral("method_comparison"));
    showPreflights({});
    connect(document, &Document::planChanged, this, &MethodComparison::predict);
}

MethodComparison::~MethodComparison() {
    m_predictor->stopAndJoin();
    m_worker->stopAndJoin();
}

void MethodComparison::setWatched(bool watched) {
    const bool isNew = watched && !m_isWatched;
    m_isWatched = watched;
    if (isNew) {
        predict();
    }
}

void MethodComparison::setMachineRates(std::shared_ptr<const MachineRates> rates) {
    m_rates = std::move(rates);
    predict();
}

void MethodComparison::setRamLimit(std::optional<std::uint64_t> bytes) {
    if (m_isRunning || bytes == m_ramLimit) {
        return;
    }
    m_ramLimit = bytes;
    m_plan = nullptr;
    showPreflights({});
    predict();
    Q_EMIT changed();
}

void MethodComparison::predict() {
    if (m_isRunning || !m_isWatched || !m_document->plan() || !m_document->checkpoint()) {
        return;
    }
    m_predictor->start(
        [plan = m_document->plan(), checkpoint = m_document->checkpoint(), rates = m_rates,
         limit = m_ramLimit](std::stop_token stop) {
            return preflightMethods(plan, checkpoint, rates, limit, stop);
        },
        [this, plan = m_document->plan(),
         checkpoint = m_document->checkpoint()](std::vector<MethodPreflight> preflights) {
            if (m_isRunning) {
                return;
            }
            m_isPublished = stowage::isPublishedModel(*checkpoint) &&
                            !plan->request.constraints.dtype.has_value();
            if (plan != m_plan) {
                // The figures beside would be those of another plan.
                showPreflights(std::move(preflights));
            }
            Q_EMIT changed();
        },
        [this](const Error& error) { Q_EMIT failed(translated(error.message)); });
}

void MethodComparison::showPreflights(std::vector<MethodPreflight> preflights) {
    m_rows.clear();
    for (const LoadMethod method : allLoadMethods()) {
        ComparedMethod& row = m_rows.emplace_back();
        const auto found = std::ranges::find(preflights, method, &MethodPreflight::method);
        if (found != preflights.end()) {
            row.preflight = std::move(*found);
        }
        row.preflight.method = method;
    }
}

bool MethodComparison::isAsked(LoadMethod method) const {
    return std::ranges::find(m_request.methods, method) != m_request.methods.end();
}

void MethodComparison::start(const ComparisonRequest& request) {
    if (m_isRunning) {
        return;
    }
    if (!m_document->plan() || !m_document->checkpoint()) {
        Q_EMIT failed(tr("Load methods cannot be compared without a model: open a model first."));
        return;
    }
    if (request.methods.empty()) {
        Q_EMIT failed(tr("No load method is selected: select the methods to compare."));
        return;
    }
    if (stowagectlPath(m_program).empty()) {
        Q_EMIT failed(
            tr("The load methods cannot be compared because stowagectl was not found: %1.")
                .arg(stowagectlPlace(m_program)));
        return;
    }
    auto folder = std::make_unique<QTemporaryDir>();
    if (!folder->isValid()) {
        Q_EMIT failed(
            tr("A temporary folder could not be created: %1.").arg(folder->errorString()));
        return;
    }
    m_folder = std::move(folder);
    m_request = request;
    m_plan = m_document->plan();
    m_checkpoint = m_document->checkpoint();
    m_opening = m_document->openOptions();
    m_modelName = m_document->displayName();
    m_id = recordDateNow();
    m_isPublished = stowage::isPublishedModel(*m_checkpoint) && !m_plan->request.constraints.dtype;
    m_isRunning = true;
    m_isCancelled = false;
    for (ComparedMethod& row : m_rows) {
        row.state = isAsked(row.preflight.method) ? MethodState::Waiting : MethodState::NotRun;
        row.run = nullptr;
        row.sentence.clear();
    }
    if (const auto loadable = requireOneKindOfGpu(*m_plan); !loadable) {
        m_isCancelled = true;
        end();
        Q_EMIT failed(translated(loadable.error().message));
        return;
    }
    m_worker->start(
        [plan = m_plan, checkpoint = m_checkpoint, rates = m_rates,
         limit = m_ramLimit](std::stop_token stop) {
            return preflightMethods(plan, checkpoint, rates, limit, stop);
        },
        [this](const std::vector<MethodPreflight>& preflights) { onPrepared(preflights); },
        [this](const Error& error) {
            m_isCancelled = true;
            end();
            Q_EMIT failed(translated(error.message));
        });
    Q_EMIT changed();
}

LoadProcessRequest MethodComparison::processRequestFor(LoadMethod method) const {
    LoadProcessRequest order{.plan = m_plan,
                             .model = QString::fromStdString(m_checkpoint->path),
                             .checkpoint = m_checkpoint,
                             .folder = m_folder->path(),
                             .method = method,
                             .cache = m_request.cache,
                             .verify = m_request.verify};
    order.opening = m_opening;
    order.ramLimit = m_ramLimit;
    const auto row = std::ranges::find(
        m_rows, method, [](const ComparedMethod& one) { return one.preflight.method; });
    order.force = row != m_rows.end() && row->preflight.isOnlyOverRamLimit;
    return order;
}

void MethodComparison::onPrepared(const std::vector<MethodPreflight>& preflights) {
    for (std::size_t i = 0; i < m_rows.size() && i < preflights.size(); ++i) {
        ComparedMethod& row = m_rows[i];
        row.preflight = preflights[i];
        const bool isRefused = !row.preflight.refusal.empty() && !row.preflight.isOnlyOverRamLimit;
        if (row.state == MethodState::Waiting && isRefused) {
            row.state = MethodState::Refused;
            row.sentence = translated(row.preflight.refusal);
        }
    }
    runNext();
}

void MethodComparison::runNext() {
    const auto next = std::ranges::find(m_rows, MethodState::Waiting, &ComparedMethod::state);
    if (m_isCancelled || next == m_rows.end()) {
        end();
        return;
    }
    startProcess(*next);
    Q_EMIT changed();
}

void MethodComparison::startProcess(ComparedMethod& row) {
    row.state = MethodState::Running;
    m_elapsed.start();
    m_worker->start(
        [order = processRequestFor(row.preflight.method), program = stowagectlPath(m_program),
         name = m_modelName.toStdString(), id = m_id](const std::stop_token& stop) {
            auto record = runLoadProcess(order, program, {}, stop);
            if (record) {
                record->modelPath = order.model.toStdString();
                record->modelName = name;
                record->comparison = id;
            }
            return record;
        },
        [this](Result<LoadRecord>&& record) { onRead(std::move(record)); });
}

ComparedMethod* MethodComparison::runningRow() {
    const auto found = std::ranges::find(m_rows, MethodState::Running, &ComparedMethod::state);
    return found == m_rows.end() ? nullptr : &*found;
}

void MethodComparison::onRead(Result<LoadRecord> record) {
    ComparedMethod& row = *runningRow();
    if (m_isCancelled) {
        end();
        return;
    }
    if (record) {
        row.sentence = translatedText(record->figures.why);
        const LoadEnding state = record->figures.state;
        row.state = state == LoadEnding::Done      ? MethodState::Done
                    : state == LoadEnding::Refused ? MethodState::Refused
                                                   : MethodState::Failed;
        if (row.state != MethodState::Refused) {
            row.run = std::make_shared<const LoadRecord>(*record);
            m_store->add([run = std::move(*record)]() -> Result<LoadRecord> { return run; });
        }
    } else {
        row.state = MethodState::Failed;
        row.sentence = translated(record.error().message);
    }
    runNext();
}

void MethodComparison::cancel() {
    if (!m_isRunning || m_isCancelled) {
        return;
    }
    m_isCancelled = true;
    if (runningRow() != nullptr) {
        m_worker->requestStop();
    } else {
        m_worker->drop();  // still being prepared
        end();
    }
}

void MethodComparison::end() {
    for (ComparedMethod& row : m_rows) {
        const bool isOpen = row.state == MethodState::Waiting || row.state == MethodState::Running;
        row.state = isOpen ? MethodState::Cancelled : row.state;
    }
    m_isRunning = false;
    m_folder.reset();
    Q_EMIT changed();
    Q_EMIT finished();
}

double MethodComparison::elapsedSeconds() const {
    return m_elapsed.isValid() ? static_cast<double>(m_elapsed.elapsed()) / 1000 : 0;
}

int MethodComparison::doneCount() const {
    return static_cast<int>(
        std::ranges::count_if(m_rows, [](const ComparedMethod& row) { return isOver(row.state); }));
}

}  // namespace stowage
