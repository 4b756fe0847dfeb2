// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/help/log_window.h"

#include "engine/base/file_writer.h"
#include "widgets/support/file_dialogs.h"
#include "widgets/support/formats.h"
#include "widgets/support/forms.h"
#include "widgets/support/guide_link.h"
#include "widgets/support/translation.h"

#include <QDir>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTextDocumentFragment>

namespace stowage {
namespace {

constexpr QSize kLogSize(860, 460);

}  // namespace

LogWindow::LogWindow(const SessionLog* log, FileDialogs* dialogs, const Theme* theme,
                     QWidget* parent)
    : QDialog(parent, Qt::Window),
      m_log(log),
      m_dialogs(dialogs),
      m_theme(theme),
      m_text(withName(new QPlainTextEdit(this), "log_text", tr("What the program reported"))),
      m_notice(withName(new QLabel(this), "log_notice")) {
    setObjectName(QStringLiteral("log_window"));
    setWindowTitle(tr("Log"));
    m_text->setReadOnly(true);
    m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_text->setUndoRedoEnabled(false);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_text->setPlaceholderText(tr("Nothing was reported yet."));
    m_notice->setTextFormat(Qt::PlainText);
    m_notice->setForegroundRole(QPalette::PlaceholderText);
    auto* row = new QWidget(this);
    auto* buttons = makeRow(row, 8, {12, 8, 12, 10});
    buttons->addWidget(m_notice, 1);
    const QFont font = m_theme->font(TextRole::Tree);
    addDialogHelp(row, font);
    QPushButton* copyAll = addButton(row, "log_copy", tr("Copy"), font);
    copyAll->setToolTip(tr("Copy what is selected, or all of it"));
    connect(copyAll, &QPushButton::clicked, this, &LogWindow::copy);
    connect(addButton(row, "log_save", tr("Save as…"), font), &QPushButton::clicked, this,
            &LogWindow::save);
    auto* layout = makeColumn(this, 0);
    layout->addWidget(m_text, 1);
    layout->addWidget(row);
    connect(theme, &Theme::changed, this, &LogWindow::applyTheme);
    resize(px(kLogSize));
    applyTheme();
    showAll();
}

void LogWindow::append(const LogLine& line) {
    if (m_log->dropped() > 0) {
        showAll();  // the text has no more than the log, and says so
    } else {
        m_text->appendPlainText(logLineText(line));
    }
}

void LogWindow::showAll() {
    m_text->setPlainText(m_log->lines().empty() ? QString() : m_log->text().trimmed());
    m_text->moveCursor(QTextCursor::End);
    m_text->moveCursor(QTextCursor::StartOfBlock);  // long lines are read from their beginning
}

void LogWindow::copy() {
    const QString selected = m_text->textCursor().selection().toPlainText();
    copyToClipboard(selected.isEmpty() ? m_log->text() : selected);
    m_notice->setText(selected.isEmpty() ? tr("All of it was copied.")
                                         : tr("What is selected was copied."));
}

void LogWindow::save() {
    m_dialogs->saveFile(this, QDir::homePath() + QStringLiteral("/stowage-log.txt"),
                        {QStringLiteral("txt")}, [this](const QString& path) { write(path); });
}

void LogWindow::write(const QString& path) {
    m_worker.start([file = path.toStdString(), text = m_log->text().toStdString()](
                       const std::stop_token&) { return writeFileAtomically(file, text); },
                   [this, path](const Result<void>& written) {
                       m_notice->setText(written ? tr("Saved as %1.").arg(path)
                                                 : translated(written.error().message));
                   });
}

void LogWindow::applyTheme() {
    m_text->setFont(m_theme->fixedFont());
    m_notice->setFont(m_theme->font(TextRole::Caption));
}

}  // namespace stowage
