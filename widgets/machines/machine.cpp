// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/machines/machine.h"

#include "engine/base/json_fields.h"
#include "engine/device/this_machine.h"
#include "widgets/support/translation.h"

#include <QCoreApplication>
#include <QVersionNumber>

#include <algorithm>
#include <tuple>
#include <utility>

namespace stowage {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kAskEveryMs = 4000;

constexpr auto kGpuFields =
    std::tuple{JsonField{"name", &DeviceInfo::name}, JsonField{"simulated", &DeviceInfo::simulated},
               JsonField{"capacity", &DeviceInfo::capacity},
               JsonField{"used_by_others", &DeviceInfo::usedByOthers},
               JsonField{"context", &DeviceInfo::context}};

std::vector<DeviceInfo> gpusOf(const Json& devices) {
    JsonFieldReader reader(JsonFieldReader::Missing::Keep);
    std::vector<DeviceInfo> gpus;
    for (const Json& device : devices.is_array() ? devices : Json::array()) {
        std::string id;
        reader.read(device, "id", id);
        const auto known = parseDevice(id);
        if (!known || !known->isGpu() || gpus.size() == kMaxSimulatedGpus) {
            continue;
        }
        DeviceInfo& gpu = gpus.emplace_back();
        gpu.id = *known;
        reader.readFields(device, gpu, kGpuFields);
        if (const Json* const rates = reader.find(device, "rates"); rates != nullptr) {
            reader.read(*rates, "h2d", gpu.linkBytesPerSecond);
        }
        std::string allocator(allocatorName(AllocatorKind::Native));
        reader.read(device, "allocator", allocator);
        gpu.allocator =
            allocatorFromName(allocator) ? *allocatorFromName(allocator) : AllocatorKind::Native;
    }
    return gpus;
}

/// ", which is newer than this program": nothing where both are the same, or this one has no name.
QString versionText(const std::string& there) {
    const QString version = QString::fromStdString(there);
    const int order =
        QVersionNumber::compare(QVersionNumber::fromString(version),
                                QVersionNumber::fromString(QCoreApplication::applicationVersion()));
    if (order == 0 || QCoreApplication::applicationVersion().isEmpty()) {
        return Machine::tr("stowagectl %1").arg(version);
    }
    return (order > 0 ? Machine::tr("stowagectl %1, newer than this program")
                      : Machine::tr("stowagectl %1, older than this program"))
        .arg(version);
}

}  // namespace

Machine::Machine(const QString& host, const MachineCommand& command, LoadHistory* history,
                 QObject* parent)
    : QObject(parent), m_connection(host, command), m_load(&m_connection, history) {
    m_timer.setInterval(kAskEveryMs);
    connect(&m_timer, &QTimer::timeout, this, &Machine::ask);
    connect(&m_connection, &MachineConnection::stateChanged, this, [this] {
        const bool isLost = m_connection.state() == MachineConnection::State::Lost;
        if (m_copy != nullptr && m_opening < 0 &&
            (isLost || m_connection.state() == MachineConnection::State::Closed)) {
            const QString reason = isLost ? m_connection.reason() : tr("It was disconnected.");
            endOpening(fail(ErrorCode::DeviceLost, reason.toStdString()));
        }
        Q_EMIT changed();
    });
    connect(&m_connection, &MachineConnection::opened, this, [this](const Json& devices) {
        takeDevices(devices);
        if (!m_gpus.isEmpty()) {
            askDevices(false);
        }
        if (m_copy != nullptr && m_opening < 0) {
            askHeaders();
        }
        Q_EMIT changed();
    });
    connect(&m_load, &RemoteLoad::changed, this, &Machine::changed);
}

QString Machine::stateText() const {
    switch (m_connection.state()) {
        case MachineConnection::State::Closed:
            return tr("Not connected");
        case MachineConnection::State::Connecting:
            return tr("Connecting");
        case MachineConnection::State::Lost:
            return m_connection.reason();
        case MachineConnection::State::Connected:
            break;
    }
    return tr("Connected: %1 on %2").arg(versionText(m_version), QString::fromStdString(m_system));
}

void Machine::setWatched(bool watched) {
    if (watched != m_timer.isActive()) {
        watched ? m_timer.start() : m_timer.stop();
    }
}

void Machine::setGpus(const QString& spec) {
    if (spec == m_gpus) {
        return;
    }
    m_gpus = spec;
    if (m_connection.isConnected()) {
        askDevices(true);
    }
}

void Machine::askDevices(bool areChosen) {
    Json members = Json::object();
    if (!m_gpus.isEmpty()) {
        members["gpus"] = m_gpus.toStdString();
    }
    ++m_asked;
    m_connection.send("devices", members, [this, areChosen](const Result<MachineAnswer>& answer) {
        --m_asked;
        if (answer) {
            takeDevices(answer->object);
        }
        m_gpusProblem = answer ? QString() : translatedText(answer.error().message);
        if (answer && areChosen) {
            Q_EMIT gpusChosen();
        }
        Q_EMIT changed();
    });
}

void Machine::takeDevices(const Json& answer) {
    JsonFieldReader reader(JsonFieldReader::Missing::Keep);
    if (const Json* const devices = reader.find(answer, "devices"); devices != nullptr) {
        m_devices.gpus = gpusOf(*devices);
    }
    if (const Json* const host = reader.find(answer, "host"); host != nullptr) {
        reader.read(*host, "total", m_devices.ramTotal);
        reader.read(*host, "available", m_devices.ramAvailable);
    }
    if (const Json* const serve = reader.find(answer, "serve"); serve != nullptr) {
        reader.read(*serve, "stowagectl", m_version);
        reader.read(*serve, "system", m_system);
    }
}

/// Asking real cards may wait for a load that uses them, so then only the RAM is asked for. It may
/// take longer than until the next time, too: requests must not pile up there.
void Machine::ask() {
    if (!m_connection.isConnected() || m_asked > 0) {
        return;
    }
    if (m_load.state() == RemoteLoad::State::Idle) {
        askDevices(false);
        return;
    }
    ++m_asked;
    m_connection.send("sample", Json::object(), [this](const Result<MachineAnswer>& answer) {
        --m_asked;
        if (answer) {
            takeDevices(answer->object);
            Q_EMIT changed();
        }
    });
}

void Machine::openModel(const QString& path, const OpenOptions& options) {
    cancelOpening();
    m_copy = std::make_shared<HeadersCopy>(path, options);
    m_pieces.clear();
    m_opened.reset();
    m_copyProblem.reset();
    m_opening = -1;
    if (m_connection.state() != MachineConnection::State::Connecting) {
        askHeaders();
    }
    Q_EMIT changed();
}

void Machine::askHeaders() {
    Json members{{"model", m_copy->model().toStdString()}};
    const OpenOptions& options = m_copy->options();
    for (const auto& [member, paths] :
         {std::pair("adapter", &options.adapters), std::pair("tenant", &options.tenants)}) {
        for (const NamedPath& path : *paths) {
            members[member].push_back(path.name + "=" + path.path);
        }
    }
    if (!options.treeFile.empty()) {
        members["tree"] = options.treeFile;
    }
    m_opening = m_connection.send(
        "open", members,
        [this, copy = m_copy](const Result<MachineAnswer>& answer) {
            if (copy == m_copy) {  // else it was cancelled
                m_opened = answer;
                writePieces();
            }
        },
        [this, copy = m_copy](const Json& piece) {
            if (copy == m_copy && !m_copyProblem) {
                m_pieces.push_back(piece);
                writePieces();
            }
        });
}

/// What has come so far, in a worker; then what came meanwhile, until all is there.
void Machine::writePieces() {
    if (m_writer.isRunning()) {
        return;
    }
    if (m_pieces.empty()) {
        if (m_opened) {
            endOpening(*std::exchange(m_opened, std::nullopt));
        }
        return;
    }
    m_writer.start(
        [copy = m_copy,
         pieces = std::exchange(m_pieces, {})](const std::stop_token& stop) -> Result<void> {
            for (const Json& piece : pieces) {
                if (stop.stop_requested()) {
                    break;
                }
                STOWAGE_TRY(copy->take(piece));
            }
            return {};
        },
        [this](const Result<void>& taken) {
            if (!taken) {
                m_copyProblem = taken.error();
                m_pieces.clear();
                stopSending();
            }
            writePieces();
        });
}

void Machine::stopSending() {
    if (!m_opened && m_opening >= 0) {  // else that number may be another request's by now
        m_connection.send("cancel", {{"request", m_opening}}, [](const auto&) {});
    }
}

void Machine::cancelOpening() {
    if (std::exchange(m_copy, nullptr) != nullptr) {
        m_writer.drop();
        stopSending();
        if (m_opening < 0 && m_connection.state() == MachineConnection::State::Connecting) {
            m_connection.close();
        }
        Q_EMIT openingCancelled();
        Q_EMIT changed();
    }
}

void Machine::endOpening(const Result<MachineAnswer>& answer) {
    // What is not there of that with which it is opened may be on this machine.
    if (!m_copyProblem && !answer && answer.error().code == ErrorCode::FileNotFound &&
        m_copy->leaveOwn()) {
        askHeaders();
        return;
    }
    const auto copy = std::exchange(m_copy, nullptr);
    Q_EMIT changed();
    const Result<QString> path = m_copyProblem ? Unexpected{*m_copyProblem}
                                 : answer      ? copy->finish(answer->object, host())
                                               : Result<QString>(answer.unexpected());
    if (path) {
        Q_EMIT copied(copy, *path);
    } else {
        Q_EMIT failed(tr("The model on %1 cannot be opened: %2")
                          .arg(host(), translatedText(path.error().message)),
                      path.error().code);
    }
}

SetDevicesEdit devicesOf(const MachineDevices& machine, const std::vector<DeviceInfo>& planned) {
    SetDevicesEdit edit{machine.gpus};
    for (const DeviceInfo& device : planned) {
        if (device.id.isGpu()) {
            if (findDevice(machine.gpus, device.id) == nullptr) {
                edit.places[device.id] = std::nullopt;
            }
            continue;
        }
        DeviceInfo& other = edit.devices.emplace_back(device);
        if (device.id == DeviceId::cpu() && machine.ramTotal) {
            overrideCapacity(other, *machine.ramTotal);
            other.usedByOthers =
                *machine.ramTotal -
                std::min(*machine.ramTotal, machine.ramAvailable.value_or(*machine.ramTotal));
        } else if (device.id == DeviceId::disk()) {
            other = {};
            other.id = DeviceId::disk();
            other.name = "Disk";
        }
    }
    return edit;
}

}  // namespace stowage
