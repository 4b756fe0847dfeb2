// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/load/preflight.h"
#include "widgets/support/theme.h"

#include <QDialog>

class QPushButton;
class QVBoxLayout;

namespace stowage {

class FigureTable;

/// Says before a load what will not fit: in plain words what, where, when and by how much, the
/// predicted peaks against what is free, and the nearest method that works as the first button.
/// Shown with open(): nothing waits for it.
class PreflightDialog : public QDialog {
    Q_OBJECT
public:
    PreflightDialog(LoadRefusal refusal, const Theme* theme, QWidget* parent = nullptr);

    [[nodiscard]] const LoadRefusal& refusal() const { return m_refusal; }

Q_SIGNALS:
    /// The person chose to load: by the nearest method, or anyway.
    void loadRequested(const LoadRequest& request);

private:
    static constexpr int kIcon = 16;

    [[nodiscard]] QWidget* makeHead();
    void addObjections(QVBoxLayout& layout);
    [[nodiscard]] FigureTable* makePeaks();
    [[nodiscard]] QWidget* makeCaption();
    [[nodiscard]] QWidget* makeButtons();
    [[nodiscard]] QPushButton* makeButton(const QString& name, const QString& text,
                                          QWidget* parent) const;
    void request(LoadRequest request);

    LoadRefusal m_refusal;
    const Theme* m_theme;
};

}  // namespace stowage
