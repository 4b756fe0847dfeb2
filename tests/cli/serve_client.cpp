// SPDX-License-Identifier: GPL-3.0-or-later
#include "serve_client.h"

#include <QElapsedTimer>
#include <QJsonDocument>

namespace stowage::test {

namespace {

constexpr int kPatienceMs = 120'000;

}  // namespace

ServeClient::ServeClient(const QString& program, const QStringList& arguments,
                         const QStringList& environment, const QString& folder) {
    m_process.setWorkingDirectory(folder);
    m_process.setEnvironment(QProcess::systemEnvironment() +
                             QStringList{"XDG_CONFIG_HOME=/nonexistent"} + environment);
    m_process.setProcessChannelMode(QProcess::SeparateChannels);
    m_process.start(program, arguments);
    m_process.waitForStarted();
}

ServeClient::~ServeClient() {
    m_process.kill();
    m_process.waitForFinished();
}

void ServeClient::send(const QByteArray& line) {
    m_process.write(line + '\n');
    while (m_process.bytesToWrite() > 0 && m_process.waitForBytesWritten(kPatienceMs)) {
        take();
    }
}

void ServeClient::send(const QJsonObject& request) {
    send(QJsonDocument(request).toJson(QJsonDocument::Compact));
}

qint64 ServeClient::begin(QJsonObject request) {
    request.insert("v", 2);
    request.insert("id", ++m_lastId);
    send(request);
    return m_lastId;
}

QJsonObject ServeClient::ask(QJsonObject request) {
    return answer(begin(std::move(request)));
}

QJsonObject ServeClient::answer(qint64 id) {
    takeUntil([&] { return m_answers.contains(id); });
    return m_answers.take(id);
}

QJsonObject ServeClient::nobodysAnswer() {
    takeUntil([&] { return !m_nobodys.isEmpty(); });
    return m_nobodys.isEmpty() ? QJsonObject() : m_nobodys.takeFirst();
}

QJsonObject ServeClient::waitForProgress(qint64 id,
                                         const std::function<bool(const QJsonObject&)>& is) {
    qsizetype at = 0;
    QJsonObject found;
    takeUntil([&] {
        const QList<QJsonObject> all = m_progress.value(id);
        for (; at < all.size() && found.isEmpty(); ++at) {
            found = is(all[at]) ? all[at] : QJsonObject();
        }
        return !found.isEmpty() || m_answers.contains(id);
    });
    return found;
}

bool ServeClient::takeUntil(const std::function<bool()>& isDone) {
    QElapsedTimer time;
    time.start();
    take();
    while (!isDone()) {
        const qint64 left = kPatienceMs - time.elapsed();
        if (left <= 0 || !m_process.waitForReadyRead(static_cast<int>(left))) {
            take();
            return isDone();
        }
        take();
    }
    return true;
}

int ServeClient::waitForEnd(int milliseconds) {
    const bool isEnded =
        m_process.state() == QProcess::NotRunning || m_process.waitForFinished(milliseconds);
    take();
    return isEnded && m_process.exitStatus() == QProcess::NormalExit ? m_process.exitCode() : -1;
}

void ServeClient::take() {
    const QByteArray piece = m_process.readAllStandardOutput();
    m_received += piece.size();
    m_rest += piece;
    qsizetype begin = 0;
    for (qsizetype end = 0; (end = m_rest.indexOf('\n', begin)) >= 0; begin = end + 1) {
        const QByteArray line = m_rest.mid(begin, end - begin);
        const QJsonObject object = QJsonDocument::fromJson(line).object();
        const qint64 id = object.value("id").toInteger(-1);
        if (!object.contains("id")) {
            m_odd << line;
        } else if (object.contains("progress")) {
            m_progress[id] << object.value("progress").toObject();
        } else if (id < 0) {
            m_nobodys << object;
        } else {
            m_answers[id] = object;
        }
    }
    m_rest.remove(0, begin);
}

QJsonObject requestTo(const char* what, QJsonObject members) {
    members.insert("do", QLatin1String(what));
    return members;
}

QString errorKind(const QJsonObject& answer) {
    return answer.value("error").toObject().value("kind").toString();
}

}  // namespace stowage::test
