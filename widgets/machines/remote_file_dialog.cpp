// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/machines/remote_file_dialog.h"

#include "engine/base/json_fields.h"
#include "widgets/support/formats.h"
#include "widgets/support/forms.h"
#include "widgets/support/guide_link.h"
#include "widgets/support/style_sheet.h"
#include "widgets/support/tables.h"
#include "widgets/support/translation.h"

#include <QDateTime>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPointer>
#include <QPushButton>
#include <QTableWidget>

#include <algorithm>
#include <utility>
#include <vector>

namespace stowage {
namespace {

using Json = nlohmann::ordered_json;

constexpr QSize kRemoteDialogSize(640, 480);
constexpr int kRemoteRowHeight = 22;
constexpr int kRemoteNameWidth = 320;
constexpr int kIsFolderRole = Qt::UserRole;

struct RemoteEntry {
    std::string name;
    std::string kind;
    std::optional<std::uint64_t> bytes;
    std::string modified;
};

constexpr auto kEntryFields = std::tuple{
    JsonField{"name", &RemoteEntry::name}, JsonField{"kind", &RemoteEntry::kind},
    JsonField{"bytes", &RemoteEntry::bytes}, JsonField{"modified", &RemoteEntry::modified}};

}  // namespace

RemoteFileDialog::RemoteFileDialog(MachineConnection* connection, const QString& path,
                                   const Theme* theme, QWidget* parent)
    : QDialog(parent),
      m_connection(connection),
      m_theme(theme),
      m_path(withName(new QLineEdit(this), "remote_path", tr("Folder"))),
      m_table(withName(new QTableWidget(this), "remote_table", tr("Files and folders"))),
      m_sentence(makeSentence(this, "remote_sentence", theme->font(TextRole::Tree))) {
    setObjectName(QStringLiteral("remote_file_dialog"));
    setWindowTitle(tr("Open a model on %1").arg(connection->host()));
    resizeDialog(this, kRemoteDialogSize);
    makeTable();
    const QFont font = theme->font(TextRole::Tree);
    auto* head = new QWidget(this);
    auto* line = makeRow(head, 6);
    m_up = addButton(head, "remote_up", tr("Up"), font);
    m_up->setToolTip(tr("The folder that holds this one"));
    line->addWidget(m_path, 1);
    auto* foot = new QWidget(this);
    auto* buttons = makeRow(foot, 6);
    addDialogHelp(foot, font);
    buttons->addStretch(1);
    m_openFolder = addButton(foot, "remote_open_folder", tr("Open this folder as a model"), font);
    m_open = addButton(foot, "remote_open", tr("Open"), font);
    QPushButton* const cancel = addButton(foot, "remote_cancel", tr("Cancel"), font);
    auto* column = makeColumn(this, 6, {12, 12, 12, 12});
    addWidgets(column, {head, m_table, m_sentence, foot});
    connect(m_up, &QPushButton::clicked, this, [this] { list(m_parent); });
    connect(m_path, &QLineEdit::returnPressed, this, [this] { list(m_path->text().trimmed()); });
    connect(m_open, &QPushButton::clicked, this, [this] { enter(m_table->currentRow()); });
    connect(m_openFolder, &QPushButton::clicked, this, [this] { choose(m_folder); });
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_table, &QTableWidget::itemActivated, this,
            [this](const QTableWidgetItem* item) { enter(item->row()); });
    connect(m_table, &QTableWidget::itemSelectionChanged, this,
            [this] { m_open->setEnabled(m_table->currentRow() >= 0); });
    list(path);
}

void RemoteFileDialog::askFor(Companion companion) {
    if (companion == Companion::Adapter) {
        setWindowTitle(tr("Choose an adapter on %1").arg(m_connection->host()));
        m_openFolder->setText(tr("Take this folder as an adapter"));
        m_openFolder->setAccessibleName(m_openFolder->text());
    } else if (companion == Companion::TreeFile) {
        setWindowTitle(tr("Choose a .tree.json on %1").arg(m_connection->host()));
        m_openFolder->hide();
    }
}

void RemoteFileDialog::makeTable() {
    setUpRows(m_table, kRemoteRowHeight);
    setColumns(m_table, {tr("Name"), tr("Size"), tr("Modified")}, {1});
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setFont(m_theme->font(TextRole::Tree));
    m_table->setColumnWidth(0, px(kRemoteNameWidth));
}

void RemoteFileDialog::list(const QString& path) {
    say(tr("Reading the folder…"), false);
    Json members = Json::object();
    if (!path.isEmpty()) {
        members["path"] = path.toStdString();
    }
    const QPointer<RemoteFileDialog> alive(this);  // a dialog may be closed before the answer
    m_connection->send("list", members,
                       [alive, asked = ++m_asked](const Result<MachineAnswer>& answer) {
                           if (alive.isNull() || alive->m_asked != asked) {
                               return;
                           }
                           if (answer) {
                               alive->showFolder(answer->object);
                           } else {
                               alive->say(translatedText(answer.error().message), true);
                           }
                       });
}

void RemoteFileDialog::showFolder(const Json& folder) {
    JsonFieldReader reader(JsonFieldReader::Missing::Keep);
    std::string path;
    std::string parent;
    std::uint64_t leftOff = 0;
    reader.read(folder, "path", path);
    reader.read(folder, "parent", parent);
    reader.read(folder, "left_off", leftOff);
    m_folder = QString::fromStdString(path);
    m_parent = QString::fromStdString(parent);
    m_path->setText(m_folder);
    std::vector<RemoteEntry> entries;
    if (const Json* const list = reader.find(folder, "entries"); list != nullptr) {
        for (const Json& one : *list) {
            reader.readFields(one, entries.emplace_back(), kEntryFields);
        }
    }
    // What is hidden comes last: models seldom lie there, but a cache of them does.
    std::ranges::stable_partition(
        entries, [](const RemoteEntry& entry) { return !entry.name.starts_with('.'); });
    m_table->setRowCount(static_cast<int>(entries.size()));
    for (int row = 0; row < m_table->rowCount(); ++row) {
        const RemoteEntry& entry = entries[static_cast<std::size_t>(row)];
        const bool isFolder = entry.kind == "folder";
        const QString name = QString::fromStdString(entry.name);
        auto* item = new QTableWidgetItem(isFolder ? name + QLatin1Char('/') : name);
        item->setData(kIsFolderRole, isFolder);
        m_table->setItem(row, 0, item);
        m_table->setItem(
            row, 1,
            new QTableWidgetItem(isFolder || !entry.bytes ? QString() : sizeText(*entry.bytes)));
        const auto modified =
            QDateTime::fromString(QString::fromStdString(entry.modified), Qt::ISODate)
                .toLocalTime();
        m_table->setItem(row, 2,
                         new QTableWidgetItem(QLocale().toString(modified, QLocale::ShortFormat)));
    }
    m_table->setCurrentCell(m_table->rowCount() > 0 ? 0 : -1, 0);
    m_table->setFocus();
    say(leftOff > 0                ? tr("%1 more are not listed; type a path.").arg(leftOff)
        : m_table->rowCount() == 0 ? tr("The folder is empty.")
                                   : QString(),
        false);
}

QString RemoteFileDialog::pathOf(const QString& name) const {
    return m_folder + (m_folder.endsWith(QLatin1Char('/')) ? QString() : QStringLiteral("/")) +
           name;
}

void RemoteFileDialog::enter(int row) {
    const QTableWidgetItem* const item = m_table->item(row, 0);
    if (item == nullptr) {
        return;
    }
    const QString path = pathOf(item->text());
    if (item->data(kIsFolderRole).toBool()) {
        list(path.chopped(1));
    } else {
        choose(path);
    }
}

void RemoteFileDialog::choose(const QString& path) {
    Q_EMIT chosen(path);
    accept();
}

void RemoteFileDialog::say(const QString& sentence, bool isError) {
    m_sentence->setText(sentence);
    setTextColor(m_sentence, isError ? m_theme->colors().error : m_theme->colors().text);
    m_up->setEnabled(!m_parent.isEmpty());
    m_openFolder->setEnabled(!m_folder.isEmpty());
    m_open->setEnabled(m_table->currentRow() >= 0);
}

}  // namespace stowage
