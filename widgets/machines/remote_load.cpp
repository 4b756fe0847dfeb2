// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/machines/remote_load.h"

#include "engine/base/json_fields.h"
#include "engine/base/json_reader.h"
#include "engine/base/strings.h"
#include "engine/load/report/load_report_json.h"
#include "engine/plan/placement_plan.h"
#include "widgets/history/load_history.h"
#include "widgets/history/load_record_display.h"
#include "widgets/support/formats.h"
#include "widgets/support/translation.h"

#include <QStringList>

#include <algorithm>
#include <utility>

namespace stowage {
namespace {

using Json = nlohmann::ordered_json;

QString tokensText(const Json& tokens) {
    QStringList words;
    for (const Json& token : tokens) {
        words.append(QString::fromStdString(jsonText(token)));
    }
    return words.join(QStringLiteral(", "));
}

}  // namespace

RemoteLoad::RemoteLoad(MachineConnection* connection, LoadHistory* history, QObject* parent)
    : QObject(parent), m_connection(connection), m_history(history) {
    m_clock.setInterval(kLiveMs);
    m_clock.setSingleShot(true);
    connect(&m_clock, &QTimer::timeout, this, &RemoteLoad::changed);
    connect(connection, &MachineConnection::stateChanged, this, [this] {
        if (m_connection->state() == MachineConnection::State::Connecting) {
            tell({}, false);  // what failed in the connection before says nothing of this one
        }
    });
}

void RemoteLoad::load(RemoteTask task) {
    (*task.members)["hold"] = true;
    begin("load", State::Loading, std::move(task));
}

void RemoteLoad::run(RemoteTask task) {
    begin("run", State::Running, std::move(task));
}

void RemoteLoad::begin(const char* what, State state, RemoteTask task) {
    m_task = std::move(task);
    m_progress = {};
    m_phase.clear();
    m_rateBegin.reset();
    m_rate = 0;
    m_curves = {};
    m_record = nullptr;
    tell({}, false);
    m_state = state;
    m_id = m_connection->send(
        what, std::move(*std::exchange(m_task.members, nullptr)),
        [this](const Result<ServeAnswer>& answer) { onDone(answer); },
        [this](const Json& progress) { takeProgress(progress); });
    Q_EMIT changed();
}

void RemoteLoad::ask(const char* what, State after) {
    if (m_state != State::Loading && m_state != State::Paused) {
        return;
    }
    m_connection->send(
        what, {{"request", m_id}}, [this, after, id = m_id](const Result<ServeAnswer>& answer) {
            const bool goesOn = m_state == State::Loading || m_state == State::Paused;
            if (answer && goesOn && id == m_id) {
                m_rateBegin.reset();
                m_rate = 0;
                setState(after);
            }
        });
}

void RemoteLoad::pause() {
    ask("pause", State::Paused);
}

void RemoteLoad::resume() {
    ask("resume", State::Loading);
}

void RemoteLoad::step() {
    ask("step", State::Paused);
}

void RemoteLoad::cancel() {
    if (m_state != State::Idle && m_state != State::Ending) {
        setState(State::Ending);
        m_connection->send("cancel", {{"request", m_id}}, [](const auto&) {});
    }
}

void RemoteLoad::takeProgress(const Json& progress) {
    if (const auto loaded = progress.find("loaded"); loaded != progress.end()) {
        takeLoaded(*loaded);
        return;
    }
    // A line that makes no sense is passed over: what counts is the load's own report.
    const auto event = readLoadEvent(progress);
    if (!event) {
        return;
    }
    const bool isNew = m_phase != event->phase;
    if (isNew || !m_rateBegin) {
        m_phase = event->phase;
        m_rateBegin = event->seconds;
        m_rateBytes = isNew ? 0 : event->bytesDone;
    }
    const double seconds = event->seconds - *m_rateBegin;
    m_rate = seconds > 0 && m_state != State::Paused
                 ? static_cast<double>(event->bytesDone - m_rateBytes) / seconds
                 : 0;
    m_progress = {translatedText(event->phase).toStdString(),
                  event->bytesDone,
                  event->bytesTotal,
                  event->itemsDone,
                  event->itemsTotal,
                  event->item};
    appendEvent(m_curves, *event);
    if (!m_clock.isActive()) {
        m_clock.start();
    }
}

std::shared_ptr<LoadRecord> RemoteLoad::makeRecord(const Json& object) {
    auto record = std::make_shared<LoadRecord>();
    record->source = LoadRecordSource::Import;
    record->date = recordDateNow();
    record->modelPath = (m_connection->host() + QLatin1Char(':') + m_task.model).toStdString();
    record->modelName = m_task.modelName.toStdString();
    setPlan(*record, *m_task.plan);
    if (const auto set = setLoadObject(*record, object, m_connection->host().toStdString()); !set) {
        tell(translated(set.error().message), true);
        return nullptr;
    }
    return record;
}

void RemoteLoad::keep(const std::shared_ptr<const LoadRecord>& record) {
    m_record = record;
    m_history->add([record]() -> Result<LoadRecord> { return *record; });
}

void RemoteLoad::takeLoaded(const Json& object) {
    if (m_state != State::Loading && m_state != State::Paused) {
        return;  // it is being cancelled
    }
    if (const auto record = makeRecord(object); record != nullptr) {
        record->curves = m_curves;
        const LoadFigures& figures = record->figures;
        const auto rate = figures.rate();
        QStringList lines{
            tr("Loaded on %1: %2 in %3, %4, with the load method %5.")
                .arg(m_connection->host(), sizeText(figures.bytes),
                     formatSeconds(figures.seconds.value_or(0)),
                     !rate ? tr("rate unknown")
                     : figures.bytesRead < figures.bytes
                         ? tr("%1 read at %2").arg(sizeText(figures.bytesRead), formatRate(*rate))
                         : formatRate(*rate),
                     methodText(figures.method))};
        if (figures.verified) {
            lines.append(tr("Verified: %1").arg(recordVerifiedText(figures)));
        }
        lines.append(recordVramToolTip(figures));
        lines.append(tr("Measured minus predicted: %1").arg(recordErrorText(figures)));
        if (!figures.why.empty()) {
            lines.append(translatedText(figures.why));
        }
        tell(lines.join(QLatin1Char('\n')), figures.state != LoadEnding::Done);
        keep(record);
    }
    setState(State::Loaded);
}

void RemoteLoad::takeRun(Json object) {
    QStringList lines;
    JsonFieldReader reader(JsonFieldReader::Missing::Keep);
    if (const Json* const tokens = reader.find(object, "tokens"); tokens != nullptr) {
        lines.append(tr("Tokens: %1").arg(tokensText(*tokens)));
    }
    std::string text;
    reader.read(object, "text", text);
    if (!text.empty()) {
        lines.append(tr("Text: %1").arg(QString::fromStdString(text)));
    }
    // As in the window, a record holds nothing of what was asked and answered.
    for (const char* const key : {"prompt", "tokens", "prompt_text", "text", "top", "layers"}) {
        object.erase(key);
    }
    const auto record = makeRecord(object);
    if (record == nullptr) {
        return;
    }
    lines.append(recordTimesText(*record));
    tell(lines.join(QLatin1Char('\n')), false);
    keep(record);
}

void RemoteLoad::onDone(const Result<ServeAnswer>& answer) {
    const State before = std::exchange(m_state, State::Idle);
    const QString host = m_connection->host();
    if (!answer) {
        const bool isCancelled = answer.error().code == ErrorCode::Cancelled;
        // Who disconnects does not hear of the end there.
        tell(isCancelled && m_connection->isConnected()
                 ? tr("The load or run on %1 was cancelled, and all its memory was released.")
                       .arg(host)
                 : translatedText(answer.error().message),
             !isCancelled);
    } else if (answer->status != 0) {
        const auto record = makeRecord(*answer->object);
        const QString why = record == nullptr ? QString() : translatedText(record->figures.why);
        if (!why.isEmpty()) {
            tell(why, true);
            m_wasRefused = before != State::Running && record->figures.state == LoadEnding::Refused;
        }
    } else if (before == State::Running) {
        takeRun(*answer->object);
    } else {
        tell(tr("All memory of the load on %1 was released.").arg(host), false);
    }
    Q_EMIT changed();
}

std::shared_ptr<const LoadRecord> RemoteLoad::record() const {
    if (m_record != nullptr || m_curves.isEmpty()) {
        return m_record;
    }
    auto live = std::make_shared<LoadRecord>();
    live->curves = m_curves;
    live->modelName = m_task.modelName.toStdString();
    if (m_task.method) {
        live->figures.method = *m_task.method;
    } else {
        live->note = tr("loading").toStdString();  // its method is not known yet
    }
    for (const DeviceInfo& device : m_task.plan->request.devices) {
        if (device.id.isGpu()) {
            GpuLoadFigures& figures = live->figures.devices.emplace_back();
            figures.device = device.id;
            figures.simulated = device.simulated;
        }
    }
    return live;
}

std::optional<std::uint64_t> RemoteLoad::reservedOn(DeviceId gpu) const {
    if (m_state == State::Loaded && m_record != nullptr) {
        const auto& devices = m_record->figures.devices;
        const auto found = std::ranges::find(devices, gpu, &GpuLoadFigures::device);
        return found == devices.end() ? 0 : found->finalReserved;
    }
    const auto found = std::ranges::find(m_curves.devices, gpu, &DeviceCurve::device);
    const bool isLoading = m_state == State::Loading || m_state == State::Paused;
    if (!isLoading || found == m_curves.devices.end() || !(found->reserved.back() >= 0)) {
        return std::nullopt;
    }
    return static_cast<std::uint64_t>(found->reserved.back());
}

void RemoteLoad::tell(const QString& report, bool hasFailed) {
    m_report = report;
    m_hasFailed = hasFailed;
    m_wasRefused = false;
}

void RemoteLoad::setState(State state) {
    m_state = state;
    Q_EMIT changed();
}

}  // namespace stowage
