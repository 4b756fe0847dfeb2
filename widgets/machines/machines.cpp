// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/machines/machines.h"

#include "engine/base/byte_size.h"
#include "engine/base/json_fields.h"
#include "engine/base/json_reader.h"
#include "engine/base/result.h"
#include "engine/checkpoint/checkpoint.h"
#include "engine/checkpoint/open/headers_only.h"
#include "engine/checkpoint/open_options_json.h"
#include "engine/device/this_machine.h"
#include "engine/plan/edit/plan_edit.h"
#include "widgets/document/document.h"
#include "widgets/support/translation.h"

#include <nlohmann/json.hpp>

#include <QByteArray>
#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QSettings>
#include <QVariantMap>
#include <QVersionNumber>

#include <algorithm>
#include <chrono>
#include <limits>
#include <tuple>
#include <utility>

namespace stowage {

namespace {

struct HeadersCopyTexts {
    Q_DECLARE_TR_FUNCTIONS(HeadersCopy)
};

/// Headers, tokenizers and configurations of any model have less.
constexpr std::uint64_t kMostCopied = 4 * kGiB;
constexpr std::uint64_t kMostFileBytes = std::numeric_limits<std::int64_t>::max();

Unexpected malformed(const std::string& name) {
    return fail(
        ErrorCode::Malformed,
        HeadersCopyTexts::tr("The remote machine sent invalid data for a file of the model: “%1”.")
            .arg(QString::fromStdString(name).left(80))
            .toStdString());
}

/// A path below a folder, which names no other place.
bool isBelow(const QString& path) {
    const QStringList parts = path.split(QLatin1Char('/'));
    return !path.contains(QChar::Null) && std::ranges::none_of(parts, [](const QString& part) {
        return part.isEmpty() || part == QLatin1String(".") || part == QLatin1String("..");
    });
}

bool isHere(const std::string& path) {
    return QFileInfo::exists(QString::fromStdString(path));
}

/// Takes those out of `paths` that are on this machine. False: there are none.
bool takeOwn(std::vector<NamedPath>& paths, std::map<std::size_t, NamedPath>& own) {
    std::vector<NamedPath> theirs;
    std::size_t place = 0;
    for (NamedPath& path : paths) {
        while (own.contains(place)) {
            ++place;
        }
        if (isHere(path.path)) {
            own.emplace(place, std::move(path));
        } else {
            theirs.push_back(std::move(path));
        }
        ++place;
    }
    const bool hasTaken = theirs.size() < paths.size();
    paths = std::move(theirs);
    return hasTaken;
}

std::vector<NamedPath> readPaths(const nlohmann::ordered_json* list, JsonFieldReader& reader) {
    std::vector<NamedPath> paths;
    for (const auto& one : list == nullptr ? nlohmann::ordered_json::array() : *list) {
        NamedPath& path = paths.emplace_back();
        reader.read(one, "name", path.name);
        reader.read(one, "path", path.path);
    }
    return paths;
}

/// Puts those of this machine back in their places, which were counted without what the model there
/// is opened with anyway; that stands before all that was asked for.
void putBack(std::vector<NamedPath>& paths, std::size_t asked,
             std::map<std::size_t, NamedPath>& own) {
    const std::size_t before = paths.size() - asked;
    for (auto& [place, path] : std::exchange(own, {})) {
        paths.insert(paths.begin() + static_cast<std::ptrdiff_t>(before + place), std::move(path));
    }
}

}  // namespace

HeadersCopy::HeadersCopy(QString model, OpenOptions options)
    : m_model(std::move(model)), m_options(std::move(options)) {
    const QString name = QFileInfo(QDir::cleanPath(m_model)).fileName();
    m_folder = m_parent.filePath(isBelow(name) ? name : QStringLiteral("model"));
}

bool HeadersCopy::holds(const QString& path) const {
    return path == m_folder || path.startsWith(m_folder + QLatin1Char('/'));
}

bool HeadersCopy::leaveOwn() {
    bool hasLeft = takeOwn(m_options.adapters, m_ownAdapters);
    hasLeft = takeOwn(m_options.tenants, m_ownTenants) || hasLeft;
    if (!m_options.treeFile.empty() && isHere(m_options.treeFile)) {
        m_ownTree = std::exchange(m_options.treeFile, {});
        hasLeft = true;
    }
    return hasLeft;
}

Result<void> HeadersCopy::openFile(const std::string& name, std::uint64_t bytes) {
    const QString path = m_folder + QLatin1Char('/') + QString::fromStdString(name);
    const auto known = m_sizes.find(name);
    if (known != m_sizes.end() ? known->second != bytes : m_sizes.size() == kMostFiles) {
        return fail(ErrorCode::LimitExceeded,
                    HeadersCopyTexts::tr("The model on the remote machine has more than %1 files, "
                                         "or its files changed while Stowage was reading them.")
                        .arg(kMostFiles)
                        .toStdString());
    }
    m_sizes[name] = bytes;
    if (m_file.isOpen() && m_file.fileName() == path) {
        return {};
    }
    m_file.close();
    m_file.setFileName(path);
    const bool isOpen = m_parent.isValid() && QDir().mkpath(QFileInfo(path).path()) &&
                        m_file.open(QIODevice::ReadWrite) &&
                        m_file.resize(static_cast<qint64>(bytes));
    return isOpen ? Result<void>()
                  : fail(ErrorCode::WriteFailed,
                         HeadersCopyTexts::tr("%1 cannot be written: %2.")
                             .arg(path, m_parent.isValid() ? m_file.errorString()
                                                           : m_parent.errorString())
                             .toStdString());
}

Result<void> HeadersCopy::take(const nlohmann::ordered_json& piece) {
    JsonFieldReader reader(JsonFieldReader::Missing::Refuse);
    std::string name;
    std::string text;
    std::uint64_t bytes = 0;
    std::uint64_t offset = 0;
    reader.read(piece, "file", name);
    reader.read(piece, "bytes", bytes);
    reader.read(piece, "offset", offset);
    reader.read(piece, "data", text);
    const auto data = QByteArray::fromBase64Encoding(QByteArray::fromStdString(text),
                                                     QByteArray::AbortOnBase64DecodingErrors);
    const auto size = static_cast<std::uint64_t>(data.decoded.size());
    if (!reader.trouble().empty() || !data || !isBelow(QString::fromStdString(name)) ||
        bytes > kMostFileBytes || offset > bytes || size > bytes - offset) {
        return malformed(name);
    }
    m_copied += size;
    if (m_copied > kMostCopied) {
        return fail(ErrorCode::LimitExceeded,
                    HeadersCopyTexts::tr("The files of the model on the remote machine contain "
                                         "more than 4 GiB of data in addition to the tensors.")
                        .toStdString());
    }
    STOWAGE_TRY(openFile(name, bytes));
    if (!m_file.seek(static_cast<qint64>(offset)) ||
        m_file.write(data.decoded) != data.decoded.size() || !m_file.flush()) {
        return fail(ErrorCode::WriteFailed, HeadersCopyTexts::tr("%1 cannot be written: %2.")
                                                .arg(m_file.fileName(), m_file.errorString())
                                                .toStdString());
    }
    return {};
}

Result<QString> HeadersCopy::finish(const nlohmann::ordered_json& answer, const QString& machine) {
    m_file.close();
    JsonFieldReader reader(JsonFieldReader::Missing::Refuse);
    std::string model;
    std::string open;
    reader.read(answer, "model", model);
    reader.read(answer, "open", open);
    std::vector<NamedPath> adapters = readPaths(reader.find(answer, "adapters"), reader);
    std::vector<NamedPath> tenants = readPaths(reader.find(answer, "tenants"), reader);
    std::string tree;
    if (const auto* const told = reader.find(answer, "tree"); told != nullptr) {
        reader.read(answer, "tree", tree);
    }
    const bool isWhole = open == ".";
    if (!reader.trouble().empty() || !(isWhole || isBelow(QString::fromStdString(open)))) {
        return malformed(open);
    }
    if (adapters.size() < m_options.adapters.size() || tenants.size() != m_options.tenants.size() ||
        tree.empty() != m_options.treeFile.empty()) {
        return fail(
            ErrorCode::Unsupported,
            HeadersCopyTexts::tr(
                "stowagectl on %1 is too old to read an adapter, another model or a module tree "
                "together with a model: install a newer version of Stowage on that machine.")
                .arg(machine)
                .toStdString());
    }
    putBack(adapters, m_options.adapters.size(), m_ownAdapters);
    putBack(tenants, m_options.tenants.size(), m_ownTenants);
    m_options.adapters = std::move(adapters);
    m_options.tenants = std::move(tenants);
    m_options.treeFile = m_ownTree.empty() ? tree : std::exchange(m_ownTree, {});
    if (m_sizes.empty() && !QDir().mkpath(m_folder)) {
        return malformed(model);
    }
    STOWAGE_TRY(markHeadersOnly(m_folder.toStdString(), {machine.toStdString(), model}));
    return isWhole ? m_folder : m_folder + QLatin1Char('/') + QString::fromStdString(open);
}

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

Machine::Machine(const QString& host, const ServeCommand& command, LoadHistory* history,
                 QObject* parent)
    : QObject(parent), m_connection(host, command), m_load(&m_connection, history) {
    m_timer.setInterval(kAskEveryMs);
    connect(&m_timer, &QTimer::timeout, this, &Machine::ask);
    connect(&m_connection, &MachineConnection::stateChanged, this, [this] {
        const bool isLost = m_connection.state() == MachineConnection::State::Lost;
        if (m_copy != nullptr && m_opening < 0 &&
            (isLost || m_connection.state() == MachineConnection::State::Closed)) {
            const QString reason =
                isLost ? m_connection.reason() : tr("The machine was disconnected.");
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

Machine::~Machine() = default;

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

bool Machine::hasOtherVersion() const {
    const std::string own = QCoreApplication::applicationVersion().toStdString();
    return m_connection.isConnected() && !m_version.empty() && !own.empty() && m_version != own;
}

void Machine::askDevices(bool areChosen) {
    Json members = Json::object();
    if (!m_gpus.isEmpty()) {
        members["gpus"] = m_gpus.toStdString();
    }
    ++m_asked;
    m_connection.send("devices", members, [this, areChosen](const Result<ServeAnswer>& answer) {
        --m_asked;
        if (answer) {
            takeDevices(*answer->object);
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
    if (const Json* const disk = reader.find(answer, "disk"); disk != nullptr) {
        reader.read(*disk, "free", m_devices.diskFree);
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
    m_connection.send("sample", Json::object(), [this](const Result<ServeAnswer>& answer) {
        --m_asked;
        if (answer) {
            takeDevices(*answer->object);
            Q_EMIT changed();
        }
    });
}

void Machine::openModel(const QString& path, const OpenOptions& options) {
    cancelOpening();
    m_copy = std::make_shared<HeadersCopy>(path, options);
    m_pieces.clear();
    m_received = 0;
    m_opened.reset();
    m_copyProblem.reset();
    m_opening = -1;
    if (m_connection.state() != MachineConnection::State::Connecting) {
        askHeaders();
    }
    Q_EMIT changed();
}

void Machine::askHeaders() {
    const OpenOptions& options = m_copy->options();
    OpenOptions there;  // the rest is applied to the copy
    there.adapters = options.adapters;
    there.tenants = options.tenants;
    there.treeFile = options.treeFile;
    const Json members{{"model", m_copy->model().toStdString()},
                       {"open", openOptionsToJson(there)}};
    m_opening = m_connection.send(
        "open", members,
        [this, copy = m_copy](const Result<ServeAnswer>& answer) {
            if (copy == m_copy) {  // else it was cancelled
                m_opened = answer;
                writePieces();
            }
        },
        [this, copy = m_copy](const Json& piece) {
            if (copy == m_copy && !m_copyProblem) {
                m_pieces.push_back(piece);
                m_received += textMember(piece, "data").size() / 4 * 3;  // of Base64
                writePieces();
                Q_EMIT changed();
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

void Machine::endOpening(const Result<ServeAnswer>& answer) {
    // What is not there of that with which it is opened may be on this machine.
    if (!m_copyProblem && !answer && answer.error().code == ErrorCode::FileNotFound &&
        m_copy->leaveOwn()) {
        askHeaders();
        return;
    }
    const auto copy = std::exchange(m_copy, nullptr);
    Q_EMIT changed();
    const Result<QString> path = m_copyProblem ? Unexpected{*m_copyProblem}
                                 : answer      ? copy->finish(*answer->object, host())
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
            if (machine.diskFree) {
                overrideCapacity(other, *machine.diskFree);
            }
        }
    }
    return edit;
}

namespace {

/// A map of names and what was typed for them: simulated GPUs, folders.
const QString kMachinesKey = QStringLiteral("machines");
/// By then a connection's program has ended or was killed, so that nothing waits for it.
constexpr std::chrono::seconds kForgottenAfter(5);

}  // namespace

Machines::Machines(Document* document, LoadHistory* history, QSettings* settings, QObject* parent)
    : QObject(parent), m_document(document), m_history(history), m_settings(settings) {
    const QVariantMap known = settings->value(kMachinesKey).toMap();
    for (auto entry = known.begin(); entry != known.end(); ++entry) {
        if (hostProblem(entry.key()).isEmpty()) {
            const QStringList typed = entry.value().toStringList();
            Machine* const machine = insert(entry.key());
            machine->setGpus(typed.value(0));
            machine->setFolders(typed.value(1));
        }
    }
    connect(document, &Document::modelChanged, this, &Machines::dropCopies);
}

Machine* Machines::find(const QString& host) const {
    const auto found = std::ranges::find(m_machines, host, [](const auto& m) { return m->host(); });
    return found == m_machines.end() ? nullptr : found->get();
}

Machine* Machines::ofModel() const {
    const auto checkpoint = m_document->checkpoint();
    return checkpoint == nullptr || checkpoint->elsewhere == nullptr
               ? nullptr
               : find(QString::fromStdString(checkpoint->elsewhere->machine));
}

Machine* Machines::insert(const QString& host) {
    auto made = std::make_unique<Machine>(host, ServeCommand(), m_history);
    Machine* const machine = made.get();
    machine->connection().setCommand(
        [this, machine] { return m_command(machine->host(), serveLine(machine->folders())); });
    const auto place =
        std::ranges::lower_bound(m_machines, host, {}, [](const auto& m) { return m->host(); });
    m_machines.insert(place, std::move(made));
    connect(machine, &Machine::changed, this, [this, machine] { Q_EMIT machineChanged(machine); });
    connect(machine, &Machine::gpusChosen, this, [this, machine] { Q_EMIT gpusChosen(machine); });
    connect(machine, &Machine::failed, this,
            [this, machine](const QString& sentence, ErrorCode code) {
                Q_EMIT failed(sentence, code);
                endReading(machine);
            });
    connect(machine, &Machine::openingCancelled, this, [this, machine] { endReading(machine); });
    connect(machine, &Machine::copied, this,
            [this, machine](const std::shared_ptr<HeadersCopy>& copy, const QString& path) {
                m_copies.push_back(copy);
                if (m_reading == machine) {
                    m_reading = nullptr;
                    Q_EMIT headersRead(machine->host(), copy->model(), path);
                } else {
                    Q_EMIT modelCopied(machine, path, copy->options());
                }
            });
    return machine;
}

Machine* Machines::add(const QString& host) {
    if (Machine* const there = find(host); there != nullptr) {
        return there;
    }
    Machine* const machine = insert(host);
    remember(*machine);
    Q_EMIT changed();
    return machine;
}

void Machines::readHeaders(const QString& host, const QString& path, const OpenOptions& options) {
    if (Machine* const earlier = std::exchange(m_reading, nullptr)) {
        earlier->cancelOpening();  // or the window would open what it reads
    }
    if (const QString problem = hostProblem(host); !problem.isEmpty()) {
        Q_EMIT failed(problem, ErrorCode::InvalidArgument);
        Q_EMIT headersNotRead();
        return;
    }
    Machine* const machine = add(host);
    machine->cancelOpening();
    m_reading = machine;
    machine->connection().open();
    machine->openModel(path, options);
}

void Machines::endReading(const Machine* machine) {
    if (m_reading == machine) {
        m_reading = nullptr;
        Q_EMIT headersNotRead();
    }
}

void Machines::remove(Machine* machine) {
    const auto found = std::ranges::find(m_machines, machine, &std::unique_ptr<Machine>::get);
    if (found == m_machines.end()) {
        return;
    }
    machine->cancelOpening();
    std::unique_ptr<Machine> gone = std::move(*found);
    m_machines.erase(found);
    store(gone->host(), std::nullopt);
    gone->disconnect(this);
    gone->connection().close();
    gone->setParent(this);
    QTimer::singleShot(kForgottenAfter, gone.get(), &QObject::deleteLater);
    (void)gone.release();
    Q_EMIT changed();
}

void Machines::setGpus(Machine* machine, const QString& spec) {
    machine->setGpus(spec);
    remember(*machine);
}

void Machines::setFolders(Machine* machine, const QString& folders) {
    machine->setFolders(folders);
    remember(*machine);
}

void Machines::remember(const Machine& machine) {
    store(machine.host(), QStringList{machine.gpus(), machine.folders()});
}

void Machines::store(const QString& host, const std::optional<QStringList>& typed) {
    m_settings->sync();  // another program may have added or removed machines
    QVariantMap known = m_settings->value(kMachinesKey).toMap();
    if (typed) {
        known.insert(host, *typed);
    } else {
        known.remove(host);
    }
    m_settings->setValue(kMachinesKey, known);
    m_settings->sync();
}

/// Those of models that are not open any more.
void Machines::dropCopies() {
    std::erase_if(m_copies, [this](const auto& copy) { return !copy->holds(m_document->path()); });
}

}  // namespace stowage
