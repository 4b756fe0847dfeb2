// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/board_probe.h"

#include "tests/widgets/board_fixture.h"
#include "widgets/document/placement_input.h"
#include "widgets/document/plan_view.h"

#include <QApplication>
#include <QDragEnterEvent>
#include <QJsonArray>
#include <QLineEdit>
#include <QMimeData>
#include <QTest>

namespace stowage::test {

void BoardProbe::makeTheme() {
    m_theme = std::make_unique<Theme>(qApp, ThemeMode::Light);
}

void BoardProbe::openBoard() {
    m_document = std::make_unique<Document>(std::vector<DeviceInfo>{});
    m_board = std::make_unique<BoardView>(m_document.get(), m_theme.get());
    m_board->resize(820, 760);
    m_document->showView(makePlanView(makePlan({}, "2GiB:used=300MiB,2GiB")));
    m_board->show();
    m_board->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_board.get()));
    m_board->setFocus();
}

void BoardProbe::closeBoard() {
    m_board.reset();
    m_document.reset();
}

QJsonObject BoardProbe::lane(const QString& device) const {
    const QJsonObject geometry = m_board->geometry();
    for (const QJsonValue& value : geometry[u"lanes"].toArray()) {
        if (value.toObject()[u"device"].toString() == device) {
            return value.toObject();
        }
    }
    return {};
}

QJsonObject BoardProbe::block(const QString& module) const {
    const QJsonObject geometry = m_board->geometry();
    for (const QJsonValue& value : geometry[u"blocks"].toArray()) {
        if (value.toObject()[u"module"].toString() == module) {
            return value.toObject();
        }
    }
    return {};
}

QPoint BoardProbe::centerOf(const QString& module) const {
    const QJsonArray rect = block(module)[u"rect"].toArray();
    const QPoint global(rect[0].toInt() + rect[2].toInt() / 2,
                        rect[1].toInt() + rect[3].toInt() / 2);
    return m_board->viewport()->mapFromGlobal(global);
}

QPoint BoardProbe::laneCenter(const QString& device) const {
    const QJsonArray rect = lane(device)[u"rect"].toArray();
    const QPoint global(rect[0].toInt() + rect[2].toInt() / 2, rect[1].toInt() + 300);
    return m_board->viewport()->mapFromGlobal(global);
}

QLineEdit* BoardProbe::field(const char* name) const {
    return m_board->findChild<QLineEdit*>(QString::fromLatin1(name));
}

ModuleId BoardProbe::module(const char* path) const {
    return *m_document->tree()->findModule(path);
}

std::optional<DeviceId> BoardProbe::deviceOf(const char* path) const {
    return m_document->plan()->deviceOf(module(path));
}

void BoardProbe::click(const QString& module, Qt::KeyboardModifiers modifiers) {
    QTest::mouseClick(m_board->viewport(), Qt::LeftButton, modifiers, centerOf(module));
}

void BoardProbe::type(QLineEdit* field, const QString& text) {
    field->setFocus();
    field->selectAll();
    QTest::keyClicks(field, text);
}

bool BoardProbe::dragTo(QEvent::Type type, QWidget* target, const QStringList& paths,
                        const QPoint& at) {
    const std::unique_ptr<QMimeData> mime(makeModulesMimeData(paths));
    std::unique_ptr<QDropEvent> event;
    if (type == QEvent::DragEnter) {
        event = std::make_unique<QDragEnterEvent>(at, Qt::MoveAction, mime.get(), Qt::LeftButton,
                                                  Qt::NoModifier);
    } else if (type == QEvent::DragMove) {
        event = std::make_unique<QDragMoveEvent>(at, Qt::MoveAction, mime.get(), Qt::LeftButton,
                                                 Qt::NoModifier);
    } else {
        event = std::make_unique<QDropEvent>(at, Qt::MoveAction, mime.get(), Qt::LeftButton,
                                             Qt::NoModifier);
    }
    event->ignore();
    qApp->notify(target, event.get());
    return event->isAccepted();
}

}  // namespace stowage::test
