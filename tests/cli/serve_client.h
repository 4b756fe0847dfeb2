// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QJsonObject>
#include <QList>
#include <QMap>
#include <QProcess>
#include <QString>
#include <QStringList>

#include <functional>

namespace stowage::test {

/// One `stowagectl serve`, its lines in and out.
class ServeClient {
public:
    /// Starts a program in a folder ("": this process's); its environment is this process's with
    /// `environment` ("NAME=value").
    ServeClient(const QString& program, const QStringList& arguments,
                const QStringList& environment, const QString& folder = {});
    /// Kills it where it still runs.
    ~ServeClient();

    void send(const QByteArray& line);
    void send(const QJsonObject& request);
    /// Sends a request with "v" and an id of its own, and waits for its answer.
    [[nodiscard]] QJsonObject ask(QJsonObject request);
    /// The same, not waiting. Returns its id.
    qint64 begin(QJsonObject request);
    /// Waits for the line with "ok" or "error" of that id; empty where none comes in time.
    [[nodiscard]] QJsonObject answer(qint64 id);
    /// The next answer without an id that can be read.
    [[nodiscard]] QJsonObject nobodysAnswer();
    /// What "progress" held, as far as it came.
    [[nodiscard]] QList<QJsonObject> progress(qint64 id) const { return m_progress.value(id); }
    /// Waits until a line of progress is such a one; empty where none comes in time.
    [[nodiscard]] QJsonObject waitForProgress(qint64 id,
                                              const std::function<bool(const QJsonObject&)>& is);
    /// Takes what comes until `isDone`; false where it is not in time, or the program ends before.
    bool takeUntil(const std::function<bool()>& isDone);

    void closeInput() { m_process.closeWriteChannel(); }
    /// Waits for the program's end. −1: it crashed, or did not end in time.
    [[nodiscard]] int waitForEnd(int milliseconds);
    [[nodiscard]] QProcess& process() { return m_process; }
    /// Bytes that came so far.
    [[nodiscard]] qint64 received() const { return m_received; }
    /// Lines that were no object of JSON with an id.
    [[nodiscard]] QList<QByteArray> oddLines() const { return m_odd; }

private:
    void take();

    QProcess m_process;
    QByteArray m_rest;
    qint64 m_received = 0;
    qint64 m_lastId = 1'000'000;
    QMap<qint64, QJsonObject> m_answers;
    QMap<qint64, QList<QJsonObject>> m_progress;
    QList<QJsonObject> m_nobodys;
    QList<QByteArray> m_odd;
};

/// A request: {"do": what} and `members`.
[[nodiscard]] QJsonObject requestTo(const char* what, QJsonObject members = {});

/// The kind of an answer that is an error; "" of another.
[[nodiscard]] QString errorKind(const QJsonObject& answer);

}  // namespace stowage::test
