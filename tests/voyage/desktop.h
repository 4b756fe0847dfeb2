// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonObject>
#include <QProcess>
#include <QRect>
#include <QString>
#include <QStringList>

namespace stowage::test {

/// An X server without a screen, with a window manager, and hands: xdotool. Everything is ended
/// by the destructor.
class Desktop {
public:
    ~Desktop();
    /// False where Xvfb, openbox or xdotool is missing (the test is skipped then).
    [[nodiscard]] static bool isAvailable();
    [[nodiscard]] bool start();
    [[nodiscard]] const QString& display() const { return m_display; }
    /// True once the window manager has announced itself on the root window.
    [[nodiscard]] bool hasWindowManager() const;

    void xdotool(const QStringList& arguments) const;
    void click(QPoint where) const;
    void key(const QString& name) const;
    /// Presses at `from`, moves in steps as a hand does, releases at `to`.
    void drag(QPoint from, QPoint to) const;

private:
    QProcess m_server;
    QProcess m_manager;
    QString m_display;
};

/// The program under test, and what it says of itself on request (tests/tools/watched).
class Window {
public:
    Window(const Desktop& desktop, const QString& stateFile);
    ~Window();
    [[nodiscard]] bool start(const QStringList& arguments);
    /// Asks for the state (SIGUSR1) and waits for it; empty when it did not come.
    [[nodiscard]] QJsonObject state();
    /// A line of /proc/PID/status in bytes ("RssAnon"), read from outside.
    [[nodiscard]] qint64 processMemory(const QString& field) const;
    /// st_blocks × 512 of all memfds named like a simulated GPU, read from outside.
    [[nodiscard]] qint64 simulatedPages() const;
    [[nodiscard]] bool isRunning() const;
    bool quit();

private:
    const Desktop& m_desktop;
    QString m_stateFile;
    QProcess m_process;
};

/// [x, y, w, h] → QRect.
[[nodiscard]] QRect rectOf(const QJsonValue& value);

}  // namespace stowage::test
