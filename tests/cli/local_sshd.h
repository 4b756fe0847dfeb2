// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProcess>
#include <QString>

namespace stowage::test {

/// A real sshd on a port of this machine, for this user alone, with keys of its own.
class LocalSshd {
public:
    ~LocalSshd();

    /// Writes keys and both programs' settings below `folder` and starts the server, whose shells
    /// have `variables` ("NAME=value NAME=value") in their environment and find stowagectl. Why
    /// there is no sshd that answers; "" where there is one.
    [[nodiscard]] QString start(const QString& folder, const QString& variables);

    /// ssh's own settings, by which any host's name leads here.
    [[nodiscard]] QString clientSettings() const { return file("client"); }
    /// A folder whose `ssh` is the real one with these settings.
    [[nodiscard]] QString wrapperFolder() const { return file("wrapper"); }

private:
    [[nodiscard]] bool writeSettings(const QString& variables);
    [[nodiscard]] QString file(const char* name) const {
        return m_folder + u'/' + QLatin1String(name);
    }

    QString m_folder;
    QProcess m_server;
    quint16 m_port = 0;
    bool m_madeRunFolder = false;
};

}  // namespace stowage::test
