// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/report/plan_report.h"
#include "widgets/support/worker.h"

#include <QByteArray>
#include <QDialog>
#include <QString>
#include <QStringList>

#include <functional>
#include <memory>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QTextEdit;

namespace stowage {

class Document;
class FileDialogs;
class LoadController;
class ProjectSession;
class Theme;

/// A report of the plan that is shown, or of all plans of the project, in one of several formats,
/// with the records that the project names and others that are added: what it will hold is shown
/// before it is written. It follows the plan while it is open. Plans are judged and files written
/// in workers.
class ReportDialog : public QDialog {
    Q_OBJECT
public:
    /// All are borrowed and outlive it.
    ReportDialog(Document* document, LoadController* loads, ProjectSession* session,
                 FileDialogs* dialogs, const Theme* theme, QWidget* parent);

    /// Where it goes, unless the person says otherwise; its ending chooses the format.
    void setFile(const QString& path);
    [[nodiscard]] QString file() const;
    [[nodiscard]] bool isBusy() const { return m_maker.isRunning() || m_writer.isRunning(); }

private:
    [[nodiscard]] QWidget* makeChoices();
    [[nodiscard]] QWidget* makeFile();
    [[nodiscard]] QWidget* makeButtons();
    [[nodiscard]] QString ending() const;
    [[nodiscard]] bool isOfOnePlan() const;
    /// What the worker does: the report as the plans are now.
    [[nodiscard]] std::function<Result<PlanReport>(const std::stop_token&)> job() const;
    void follow();
    void make();
    void showReport();
    void followEnding();
    void chooseFormat();
    void showState();
    void say(const QString& sentence, bool isError);
    void write();
    void showWritten(const QString& path, const Result<void>& written);

    Document* m_document;
    LoadController* m_loads;
    ProjectSession* m_session;
    FileDialogs* m_dialogs;
    const Theme* m_theme;
    QComboBox* m_format = nullptr;
    QComboBox* m_scope = nullptr;
    QLineEdit* m_file = nullptr;
    QTextEdit* m_preview = nullptr;
    QLabel* m_state = nullptr;
    QPushButton* m_openFolder = nullptr;
    QPushButton* m_write = nullptr;
    bool m_wantsAll = true;  ///< wherever a format has room for all plans
    QStringList m_records;   ///< files that were added here
    std::shared_ptr<const PlanReport> m_report;
    Worker m_maker;
    Worker m_writer;
};

/// The report on A4 pages: each plan begins one, no heading is parted from what it is above, heads
/// of tables are repeated. May be called in a worker. Error: WriteFailed.
[[nodiscard]] Result<QByteArray> reportToPdf(const PlanReport& report);

}  // namespace stowage
