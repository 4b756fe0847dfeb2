// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/base/strings.h"
#include "widgets/support/worker.h"

#include <nlohmann/json_fwd.hpp>

#include <QByteArray>
#include <QObject>
#include <QString>
#include <QStringList>
#include <QTimer>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

class QProcess;

namespace stowage {

/// A program whose standard streams are those of `stowagectl serve` (docs/serve.md).
struct ServeCommand {
    QString program;
    QStringList arguments;
};

/// The last line that is not empty of what a program said.
[[nodiscard]] QString lastLineOf(const QByteArray& text);

/// The line of shell that starts it. `folders`: those that are served, with commas between them;
/// "": the home folder.
[[nodiscard]] QString serveLine(const QString& folders);

/// Runs a line of shell on another machine. Host, user and keys are ssh's own business.
[[nodiscard]] ServeCommand sshCommand(const QString& host, const QString& line);

/// Why a text cannot be a machine's name for ssh: one sentence; "" where it can.
[[nodiscard]] QString hostProblem(const QString& host);

/// Lets ssh ask for a password in a window where this program has no terminal.
void letAskInWindow(QProcess* process);

/// What a request came to.
struct ServeAnswer {
    std::shared_ptr<const nlohmann::ordered_json> object;
    int status = 0;  ///< 1: the answer is no
};

/// The requests and answers of one machine. Lines are parsed in a worker, so that no answer,
/// however long, holds the window. UI thread only, never waits there but in its destructor.
class MachineConnection : public QObject {
    Q_OBJECT
public:
    using Json = nlohmann::ordered_json;
    using Done = std::function<void(const Result<ServeAnswer>&)>;
    using Progressed = std::function<void(const Json&)>;
    enum class State {
        Closed,
        Connecting,
        Connected,
        Lost,  ///< by itself; reason() says why
    };

    MachineConnection(QString host, ServeCommand command, QObject* parent = nullptr);
    /// Ends the programs that run, and waits for their end.
    ~MachineConnection() override;

    /// Makes the command of the next open(), in the place of the one that it was made with.
    void setCommand(std::function<ServeCommand()> make) { m_makeCommand = std::move(make); }
    /// Starts the program and asks for its devices: opened() follows, or the state becomes Lost.
    /// Does nothing while one runs.
    void open();
    /// Ends the program, which is killed where it does not end within three seconds; what is under
    /// way fails as Cancelled.
    void close();

    /// `done` is called once, from the event loop or, where there is no program to ask, at once;
    /// `progressed` for each line before that. Where the connection is lost `done` gets the reason.
    /// Returns the request's id.
    std::int64_t send(const char* what, Json members, Done done, Progressed progressed = {});

    [[nodiscard]] const QString& host() const { return m_host; }
    [[nodiscard]] State state() const { return m_state; }
    [[nodiscard]] bool isConnected() const { return m_state == State::Connected; }
    /// Why it is Lost: one sentence.
    [[nodiscard]] const QString& reason() const { return m_reason; }
    /// Lost because there is no stowagectl that can be asked: none, or one that is too old.
    [[nodiscard]] bool lacksProgram() const { return m_lacksProgram; }
    /// 0 while none runs: for tests.
    [[nodiscard]] qint64 processId() const;

Q_SIGNALS:
    void stateChanged();
    /// It is Connected; `devices` is the answer to that request.
    void opened(const nlohmann::ordered_json& devices);

private:
    struct Request {
        Done done;
        Progressed progressed;
    };
    static constexpr std::size_t kMostLineBytes = std::size_t{16} << 20;
    /// The program there ends after 60 seconds without one, as when this machine has vanished.
    static constexpr int kSignOfLifeMs = 15'000;
    /// A line as it was read.
    struct Line;

    [[nodiscard]] static std::vector<Line> parse(const std::vector<std::string>& lines);
    void takeOutput();
    void readLines();
    void take(const Line& line);
    void onDevices(const Result<ServeAnswer>& answer);
    void onEnded();
    [[nodiscard]] QString tooOldText();
    [[nodiscard]] QString whyEnded();
    void lose(const QString& reason);
    void end(State state, const QString& reason);

    QString m_host;
    ServeCommand m_command;
    std::function<ServeCommand()> m_makeCommand;
    State m_state = State::Closed;
    QString m_reason;
    QProcess* m_process = nullptr;
    bool m_lacksProgram = false;
    bool m_hasEnded = false;  ///< the process has; its last lines are still being read
    LineSplitter m_lines{kMostLineBytes};
    std::vector<std::string> m_waiting;  ///< lines that come while others are being parsed
    std::size_t m_waitingBytes = 0;
    QByteArray m_diagnostics;
    std::map<std::int64_t, std::shared_ptr<const Request>> m_requests;
    std::int64_t m_lastId = -1;
    std::uint64_t m_times = 0;  ///< how often it was opened or ended
    QTimer m_signOfLife;
    Worker m_parser;
};

/// What is copied: this program's own stowagectl, and the module that opens LibTorch for it.
struct InstallFiles {
    QString stowagectl;
    QString module;  ///< "": there is none, and nothing can be loaded there
    [[nodiscard]] qint64 bytes() const;
};

/// The files that lie beside this program. `stowagectl` is "" where there is none.
[[nodiscard]] InstallFiles ownInstallFiles();

/// Copies stowagectl to another machine by ssh, into ~/.local, where the machine is of this one's
/// kind, and starts it there once to see that it does. UI thread only; never waits.
class InstallThere : public QObject {
    Q_OBJECT
public:
    /// `command` makes the program that runs a line of shell on the machine.
    InstallThere(QString host, std::function<ServeCommand(const QString& line)> command,
                 InstallFiles files, QObject* parent = nullptr);
    /// Ends a program that runs.
    ~InstallThere() override;

    void start();
    /// Ends it; nothing half copied stays in the place of a program. finished() follows.
    void cancel();

    [[nodiscard]] const QString& host() const { return m_host; }
    /// What is being done: one sentence. To be called between start() and finished().
    [[nodiscard]] const QString& doing() const { return m_steps[m_next].told; }

Q_SIGNALS:
    /// doing() is another.
    void progressed();
    /// Why it was not installed, or "" where it was.
    void finished(const QString& problem);

private:
    struct Step {
        QString told;
        QString line;     ///< of shell, run there
        QString input{};  ///< a file of this machine
        /// Whether what it printed is right: "" or why not.
        std::function<QString(const QString& printed)> check{};
        QString failed;  ///< "%1" is what the program said
    };

    void runNext();
    void onEnded(int status);
    void end(const QString& problem);

    QString m_host;
    std::function<ServeCommand(const QString&)> m_command;
    std::vector<Step> m_steps;
    std::size_t m_next = 0;
    QProcess* m_process = nullptr;
};

}  // namespace stowage
