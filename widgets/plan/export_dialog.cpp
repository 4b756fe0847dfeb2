// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plan/plan_dialogs.h"

#include "engine/base/file_writer.h"
#include "engine/exchange/export_text.h"
#include "widgets/document/document.h"
#include "widgets/load/load_controller.h"
#include "widgets/support/file_dialogs.h"
#include "widgets/support/formats.h"
#include "widgets/support/forms.h"
#include "widgets/support/guide_link.h"
#include "widgets/support/theme.h"
#include "widgets/support/translation.h"

#include <QCheckBox>
#include <QClipboard>
#include <QDir>
#include <QGuiApplication>
#include <QLabel>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSplitter>

#include <map>
#include <utility>

namespace stowage {
namespace {

QString countText(std::size_t count, const QString& one, const QString& many) {
    return count == 1 ? one : many.arg(count);
}

/// What a person should know before the text is used.
QString summaryOf(const EngineExport& made, const ExportTarget& target) {
    QStringList parts{
        ExportDialog::tr("Written for %1 %2.")
            .arg(QString::fromUtf8(target.title.data(), qsizetype(target.title.size())),
                 QString::fromStdString(made.writtenFor))};
    if (!made.cannotExpress.empty()) {
        parts << countText(
            made.cannotExpress.size(),
            ExportDialog::tr(
                "One property of the plan cannot be expressed in the engine's settings."),
            ExportDialog::tr(
                "%1 properties of the plan cannot be expressed in the engine's settings."));
    }
    if (!made.differs.empty()) {
        parts << countText(
            made.differs.size(),
            ExportDialog::tr("One part of the model will not be placed as planned."),
            ExportDialog::tr("%1 parts of the model will not be placed as planned."));
    }
    if (made.verdict == Verdict::DoesNotFit) {
        parts << translated(asSentence(made.verdictText));
    } else if (made.differs.empty()) {
        parts << ExportDialog::tr("All modules will be placed as planned.");
    }
    return joinedSentences(parts);
}

/// The first of the files that is there already; "" for none.
QString presentFile(const QString& folder, const std::map<std::string, std::string>& files) {
    for (const auto& [name, content] : files) {
        if (QDir(folder).exists(QString::fromStdString(name))) {
            return QString::fromStdString(name);
        }
    }
    return {};
}

}  // namespace

ExportDialog::ExportDialog(Document* document, LoadController* loads, FileDialogs* dialogs,
                           const Theme* theme, QWidget* parent)
    : QDialog(parent), m_document(document), m_loads(loads), m_dialogs(dialogs), m_theme(theme) {
    constexpr std::pair kShares(220, 640);
    constexpr QSize kSize(900, 560);
    setObjectName(QStringLiteral("export_dialog"));
    setWindowTitle(tr("Export the plan"));
    resizeDialog(this, kSize);
    auto* layout = makeColumn(this, 10, {16, 14, 16, 14});
    layout->addWidget(makeSplitter(this, "export_splitter", makeList(), makeText(), kShares), 1);
    layout->addWidget(makeButtons());
    connect(m_list, &QListWidget::currentRowChanged, this, &ExportDialog::write);
    connect(document, &Document::planChanged, this, &ExportDialog::write);
    m_list->setCurrentRow(0);
    m_list->setFocus();
}

QWidget* ExportDialog::makeList() {
    m_list = withName(new QListWidget(this), "export_engines", tr("Engines"));
    m_list->setFont(m_theme->font(TextRole::Tree));
    for (const ExportTarget& target : exportTargets()) {
        auto* item = new QListWidgetItem(
            QString::fromUtf8(target.title.data(), qsizetype(target.title.size())), m_list);
        item->setData(Qt::UserRole,
                      QString::fromUtf8(target.id.data(), qsizetype(target.id.size())));
    }
    return m_list;
}

QWidget* ExportDialog::makeText() {
    auto* box = new QWidget(this);
    m_summary = makeSentence(box, "export_summary", m_theme->font(TextRole::Tree));
    m_text = withName(new QPlainTextEdit(box), "export_text", tr("Text to paste into a shell"));
    m_text->setReadOnly(true);
    m_text->setFont(m_theme->fixedFont());
    m_text->setTabChangesFocus(true);
    auto* layout = makeColumn(box, 8);
    m_force = withName(new QCheckBox(tr("Export even though the fit is undetermined"), box),
                       "export_force");
    m_force->setFont(m_theme->font(TextRole::Tree));
    m_force->hide();
    connect(m_force, &QCheckBox::toggled, this, [this] {
        if (m_made) {
            show(Result<EngineExport>(*m_made));
        }
    });
    addWidgets(layout, {m_summary, m_force});
    layout->addWidget(m_text, 1);
    return box;
}

QWidget* ExportDialog::makeButtons() {
    auto* foot = new QWidget(this);
    const QFont font = m_theme->font(TextRole::Tree);
    auto* layout = makeRow(foot, 12);
    addDialogHelp(foot, font);
    layout->addStretch(1);
    m_save = addButton(foot, "export_save", tr("Save the files…"), font);
    m_copy = addButton(foot, "export_copy", tr("Copy"), font);
    QPushButton* close = addButton(foot, "export_close", tr("Close"), font);
    connect(m_save, &QPushButton::clicked, this, &ExportDialog::saveFiles);
    connect(m_copy, &QPushButton::clicked, this, &ExportDialog::copy);
    connect(close, &QPushButton::clicked, this, &QDialog::reject);
    return foot;
}

void ExportDialog::choose(const QString& target) {
    for (int row = 0; row < m_list->count(); ++row) {
        if (m_list->item(row)->data(Qt::UserRole).toString() == target) {
            m_list->setCurrentRow(row);
        }
    }
}

QString ExportDialog::chosen() const {
    const QListWidgetItem* const item = m_list->currentItem();
    return item == nullptr ? QString() : item->data(Qt::UserRole).toString();
}

std::function<Result<EngineExport>(const std::stop_token&)> ExportDialog::job() const {
    return [plan = m_document->plan(), checkpoint = m_document->checkpoint(),
            rates = m_loads->machineRates(), source = m_document->pretrainedSource(),
            id = chosen().toStdString()](const std::stop_token& stop) -> Result<EngineExport> {
        const auto target = findExportTarget(id, "--to");
        STOWAGE_TRY(target);
        ExportInput input{plan, checkpoint, source()};
        if (const auto asked = planForEngine(plan, *target)) {
            const auto estimate =
                estimateCapacity({asked, checkpoint, *asked->request.workload, rates}, stop);
            STOWAGE_TRY(estimate);
            input.estimate = *estimate;
            input.plan = judgedPlan(**estimate);
        }
        return exportPlan(id, input);
    };
}

void ExportDialog::write() {
    if (m_document->plan() == nullptr || chosen().isEmpty()) {
        return;
    }
    m_copy->setEnabled(false);
    m_save->setEnabled(false);
    m_made.reset();
    m_force->setChecked(false);
    m_summary->setText(tr("Writing…"));
    m_worker.start(
        job(), [this](const Result<EngineExport>& made) { show(made); },
        [this](const Error& error) { show(Unexpected{error}); });
}

/// A plan that the engine cannot carry out is a sentence in the place of the text. One of which it
/// is undetermined whether it fits is exported only if the person asks for it.
void ExportDialog::show(const Result<EngineExport>& made) {
    const bool isUndetermined = made && made->verdict == Verdict::Undetermined;
    const bool isText = made && (!isUndetermined || m_force->isChecked());
    m_made = made ? std::optional(*made) : std::nullopt;
    m_text->setPlainText(isText ? QString::fromStdString(exportToShell(*made, ShellFiles::InText))
                                : QString());
    const auto target = findExportTarget(chosen().toStdString(), "--to");
    QStringList sentences;
    if (isUndetermined) {
        sentences.append(translated(made->verdictText));
    }
    if (!made || (isText && target)) {
        sentences.append(made ? summaryOf(*made, *target) : translated(made.error().message));
    }
    m_summary->setText(joinedSentences(sentences));
    m_force->setVisible(isUndetermined);
    m_copy->setEnabled(isText);
    m_save->setEnabled(isText && !made->files.empty());
    m_save->setToolTip(made && made->files.empty() ? tr("The command needs no files.") : QString());
}

void ExportDialog::copy() {
    QGuiApplication::clipboard()->setText(m_text->toPlainText());
}

void ExportDialog::saveFiles() {
    if (!m_made) {
        return;
    }
    const auto files = m_made->files;
    m_dialogs->chooseModelFolder(this, m_document->folder(), [this, files](const QString& folder) {
        if (const QString present = presentFile(folder, files); !present.isEmpty()) {
            m_summary->setText(tr("%1 already exists; choose another folder.")
                                   .arg(QDir(folder).filePath(present)));
            return;
        }
        m_writer.start(
            [files, folder](const std::stop_token&) -> Result<void> {
                for (const auto& [name, content] : files) {
                    STOWAGE_TRY(writeFileAtomically(
                        QDir(folder).filePath(QString::fromStdString(name)).toStdString(),
                        content));
                }
                return {};
            },
            [this, folder, count = files.size()](const Result<void>& written) {
                m_summary->setText(!written ? translated(written.error().message)
                                   : count == 1
                                       ? tr("One file was written to %1.").arg(folder)
                                       : tr("%1 files were written to %2.").arg(count).arg(folder));
            },
            [this](const Error& error) { m_summary->setText(translated(error.message)); });
    });
}

}  // namespace stowage
