// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/machines/install_there.h"
#include "widgets/machines/machine.h"

#include <QObject>
#include <QString>

#include <functional>
#include <memory>
#include <vector>

class QSettings;

namespace stowage {

class Document;
class LoadHistory;

/// The machines that a person added, remembered by their names, and the headers of the open model
/// where its weights are on one of them. UI thread only.
class Machines : public QObject {
    Q_OBJECT
public:
    using Command = std::function<MachineCommand(const QString& host, const QString& line)>;

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
    void save() const;
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
