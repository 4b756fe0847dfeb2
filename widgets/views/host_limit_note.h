// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/support/theme.h"

#include <QWidget>

class QLabel;
class QPushButton;

namespace stowage {

class Document;

/// Below the budgets: when the free memory was read that the CPU's limit follows from by default,
/// and a button that reads it again. Hidden where it does not follow from a reading.
class HostLimitNote : public QWidget {
    Q_OBJECT
public:
    /// Both are borrowed and outlive it.
    HostLimitNote(Document* document, const Theme* theme, QWidget* parent = nullptr);

private:
    void showReading();

    Document* m_document;
    QLabel* m_text;
    QPushButton* m_refresh;
};

}  // namespace stowage
