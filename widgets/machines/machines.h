// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/device/device_info.h"
#include "widgets/machines/machine_connection.h"
#include "widgets/machines/remote_load.h"
#include "widgets/support/worker.h"

#include <nlohmann/json_fwd.hpp>

#include <QFile>
#include <QObject>
#include <QString>
#include <QTemporaryDir>
#include <QTimer>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

class QSettings;

namespace stowage {

class Document;
class LoadHistory;
struct SetDevicesEdit;

/// A model of another machine without its weights: its files, with holes where the tensors are, in
/// a folder that goes with this object. What comes from there is not trusted: no file lies outside
/// of the folder, and there are not too many. For one thread at a time.
class HeadersCopy {
public:
    /// `model` is its path there, as those of the adapters, further models and the module tree in
    /// `options`, with which it is opened.
    explicit HeadersCopy(QString model, OpenOptions options = {});

    /// Writes a piece, as the answers to `open` have it. Errors: Malformed, LimitExceeded, those of
    /// writing.
    [[nodiscard]] Result<void> take(const nlohmann::ordered_json& piece);
    /// Marks the folder as one whose weights are on `machine`. Returns what is to be opened;
    /// `answer` is the object that ends `open`. Errors: Malformed, Unsupported (a stowagectl that
    /// does not send what is opened with a model), those of writing.
    [[nodiscard]] Result<QString> finish(const nlohmann::ordered_json& answer,
                                         const QString& machine);

    /// Leaves out of what comes from there what lies on this machine of that with which the model
    /// is opened: it is read here, and finish() has it in its place. False: there is nothing more.
    [[nodiscard]] bool leaveOwn();

    /// Its path there, as it was asked for.
    [[nodiscard]] const QString& model() const { return m_model; }
    /// How it is opened there; once it is finished with what came with it, and what is of this
    /// machine.
    [[nodiscard]] const OpenOptions& options() const { return m_options; }
    [[nodiscard]] std::size_t files() const { return m_sizes.size(); }
    /// Whether a path lies in the folder.
    [[nodiscard]] bool holds(const QString& path) const;

    static constexpr std::size_t kMostFiles = 100'000;

private:
    [[nodiscard]] Result<void> openFile(const std::string& name, std::uint64_t bytes);

    QString m_model;
    OpenOptions m_options;
    using Places = std::map<std::size_t, NamedPath>;
    Places m_ownAdapters;  ///< those of this machine, by their places
    Places m_ownTenants;
    std::string m_ownTree;
    QTemporaryDir m_parent;
    QString m_folder;  ///< in it, called as the model is
    QFile m_file;      ///< the last one
    std::map<std::string, std::uint64_t> m_sizes;
    std::uint64_t m_copied = 0;
};

/// What a machine has, as it told last.
struct MachineDevices {
    std::vector<DeviceInfo> gpus;
    std::optional<std::uint64_t> ramTotal;
    std::optional<std::uint64_t> ramAvailable;
    std::optional<std::uint64_t> diskFree;  ///< of the folder for offloaded weights
};

/// One machine that a person added: its connection, its devices, models opened there and what is
/// loaded there. UI thread only.
class Machine : public QObject {
    Q_OBJECT
public:
    /// `history` is borrowed and outlives it.
    Machine(const QString& host, const ServeCommand& command, LoadHistory* history,
            QObject* parent = nullptr);
    ~Machine() override;

    [[nodiscard]] const QString& host() const { return m_connection.host(); }
    [[nodiscard]] MachineConnection& connection() { return m_connection; }
    [[nodiscard]] RemoteLoad& load() { return m_load; }
    [[nodiscard]] const MachineDevices& devices() const { return m_devices; }
    /// "Not connected", "Connected: stowagectl 1.0 …": one sentence without its full stop, or why
    /// the connection was lost.
    [[nodiscard]] QString stateText() const;

    /// Simulated GPUs to plan for there, as `--gpus` takes them; "": the real ones.
    void setGpus(const QString& spec);
    [[nodiscard]] const QString& gpus() const { return m_gpus; }
    /// Folders there in which models may be read, with commas between them; "": the home folder.
    /// A connection that is open keeps those it was opened with.
    void setFolders(const QString& folders) { m_folders = folders; }
    [[nodiscard]] const QString& folders() const { return m_folders; }
    /// Whether a stowagectl of another version than this program's was reached.
    [[nodiscard]] bool hasOtherVersion() const;
    /// Why the devices are not those that were asked for; "" where they are.
    [[nodiscard]] const QString& gpusProblem() const { return m_gpusProblem; }
    /// While it is watched its devices are asked for every few seconds.
    void setWatched(bool watched);

    /// Copies a model's headers, once the machine is connected where it is connecting: copied() or
    /// failed() follows. One that is being copied is dropped. `options` are those with which it is
    /// opened; their adapters, further models and module tree are there, too, and copied along.
    void openModel(const QString& path, const OpenOptions& options = {});
    /// openingCancelled() follows where there was something to cancel.
    void cancelOpening();
    [[nodiscard]] bool isOpening() const { return m_copy != nullptr; }
    /// Bytes of the headers that have come so far.
    [[nodiscard]] std::uint64_t receivedBytes() const { return m_received; }

Q_SIGNALS:
    void changed();
    /// Other GPUs than before are to be planned for.
    void gpusChosen();
    /// The folder goes with `copy`.
    void copied(const std::shared_ptr<HeadersCopy>& copy, const QString& path);
    /// A model could not be opened: one sentence.
    void failed(const QString& sentence, ErrorCode code);
    void openingCancelled();

private:
    void askDevices(bool areChosen);
    void takeDevices(const nlohmann::ordered_json& answer);
    void ask();
    void askHeaders();
    void writePieces();
    void stopSending();
    void endOpening(const Result<ServeAnswer>& answer);

    MachineConnection m_connection;
    RemoteLoad m_load;
    MachineDevices m_devices;
    std::string m_version;
    std::string m_system;
    QString m_gpus;
    QString m_gpusProblem;
    QString m_folders;
    int m_asked = 0;  ///< requests for its devices that are not answered
    std::shared_ptr<HeadersCopy> m_copy;
    std::int64_t m_opening = -1;  ///< the request; -1: not connected yet
    std::uint64_t m_received = 0;
    std::vector<nlohmann::ordered_json> m_pieces;  ///< of the copy, not yet written
    std::optional<Result<ServeAnswer>> m_opened;   ///< the answer that ends it, until all are
    std::optional<Error> m_copyProblem;
    QTimer m_timer;
    Worker m_writer;  ///< has the copy to itself while it runs
};

/// The edit that plans for a machine: its GPUs, its RAM and the free space of its disk in the place
/// of those that a plan has.
[[nodiscard]] SetDevicesEdit devicesOf(const MachineDevices& machine,
                                       const std::vector<DeviceInfo>& planned);

/// The machines that a person added, remembered by their names, and the headers of the open model
/// where its weights are on one of them. UI thread only.
class Machines : public QObject {
    Q_OBJECT
public:
    using Command = std::function<ServeCommand(const QString& host, const QString& line)>;

    /// All are borrowed and outlive it. None is connected.
    Machines(Document* document, LoadHistory* history, QSettings* settings,
             QObject* parent = nullptr);

    /// In the place of sshCommand() for machines that are added from now on, for tests.
    void setCommand(Command command) { m_command = std::move(command); }
    [[nodiscard]] const Command& command() const { return m_command; }
    /// What is copied to a machine that has none; in the place of ownInstallFiles(), for tests.
    void setInstallFiles(InstallFiles files) { m_installFiles = std::move(files); }
    [[nodiscard]] const InstallFiles& installFiles() const { return m_installFiles; }

    /// By their names.
    [[nodiscard]] const std::vector<std::unique_ptr<Machine>>& all() const { return m_machines; }
    /// Null where there is none of that name.
    [[nodiscard]] Machine* find(const QString& host) const;
    /// The one that has the open model's weights; null: none has.
    [[nodiscard]] Machine* ofModel() const;
    /// changed() follows; the one that is there where it was added before.
    Machine* add(const QString& host);
    /// Ends its connection and forgets it.
    void remove(Machine* machine);
    /// Copies the headers of a model for who has a plan of it already, from a machine that is added
    /// and connected where it is not yet: headersRead() or headersNotRead() follows, and no
    /// modelCopied(). `options` as for Machine::openModel(). One at a time; a later one takes
    /// the place of an earlier one.
    void readHeaders(const QString& host, const QString& path, const OpenOptions& options = {});
    /// Machine::setGpus(), remembered.
    void setGpus(Machine* machine, const QString& spec);
    /// Machine::setFolders(), remembered.
    void setFolders(Machine* machine, const QString& folders);

Q_SIGNALS:
    /// A machine was added or removed.
    void changed();
    /// Something about one is other than before.
    void machineChanged(Machine* machine);
    /// A model of a machine is there to be opened, at `path`.
    void modelCopied(Machine* machine, const QString& path, const OpenOptions& options);
    void gpusChosen(Machine* machine);
    /// The headers of `model`, its path there, lie at `copy`.
    void headersRead(const QString& host, const QString& model, const QString& copy);
    /// They do not: it was cancelled, or failed() says why.
    void headersNotRead();
    /// A model could not be opened: one sentence.
    void failed(const QString& sentence, ErrorCode code);

private:
    Machine* insert(const QString& host);
    /// Stores what was typed for a machine.
    void remember(const Machine& machine);
    /// Changes one machine of the list that all programs of this user share.
    void store(const QString& host, const std::optional<QStringList>& typed);
    void dropCopies();
    void endReading(const Machine* machine);

    Document* m_document;
    LoadHistory* m_history;
    QSettings* m_settings;
    Command m_command = sshCommand;
    InstallFiles m_installFiles = ownInstallFiles();
    std::vector<std::unique_ptr<Machine>> m_machines;
    std::vector<std::shared_ptr<HeadersCopy>> m_copies;
    Machine* m_reading = nullptr;  ///< readHeaders() waits for it
};

}  // namespace stowage
