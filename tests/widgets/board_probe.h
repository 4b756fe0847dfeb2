// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/board/board_view.h"
#include "widgets/document/document.h"

#include <QEvent>
#include <QJsonObject>
#include <QObject>
#include <QStringList>

#include <memory>
#include <optional>

class QLineEdit;

namespace stowage::test {

/// A shown board with GPT-2 small over two simulated GPUs, and what tests ask of it: where things
/// are by its own geometry, clicks, typing and drops as real events.
class BoardProbe : public QObject {
public:
    [[nodiscard]] QJsonObject lane(const QString& device) const;
    [[nodiscard]] QJsonObject block(const QString& module) const;
    /// Centre of a block, or of a lane's blocks, in viewport coordinates.
    [[nodiscard]] QPoint centerOf(const QString& module) const;
    [[nodiscard]] QPoint laneCenter(const QString& device) const;
    [[nodiscard]] QLineEdit* field(const char* name) const;
    [[nodiscard]] ModuleId module(const char* path) const;
    [[nodiscard]] std::optional<DeviceId> deviceOf(const char* path) const;
    void click(const QString& module, Qt::KeyboardModifiers modifiers = Qt::NoModifier);
    void type(QLineEdit* field, const QString& text);
    /// Sends one drag event of modules; true where it was accepted.
    bool dragTo(QEvent::Type type, QWidget* target, const QStringList& paths, const QPoint& at);

protected:
    void makeTheme();
    void openBoard();
    void closeBoard();

    std::unique_ptr<Theme> m_theme;
    std::unique_ptr<Document> m_document;
    std::unique_ptr<BoardView> m_board;
};

}  // namespace stowage::test
