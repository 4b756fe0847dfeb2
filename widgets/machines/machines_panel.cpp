// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/machines/machines_panel.h"

#include "engine/base/json_fields.h"
#include "widgets/history/load_record_charts.h"
#include "widgets/run/run_fields.h"
#include "widgets/support/figure_saver.h"
#include "widgets/support/formats.h"
#include "widgets/support/forms.h"
#include "widgets/support/guide_link.h"
#include "widgets/support/style_sheet.h"
#include "widgets/support/tables.h"
#include "widgets/support/translation.h"

#include <QDateTime>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QLocale>
#include <QPointer>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QSplitter>
#include <QTableWidget>

#include <algorithm>
#include <utility>
#include <vector>

namespace stowage {
namespace {

using Json = nlohmann::ordered_json;

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
    static constexpr QSize kSize(640, 480);
    setObjectName(QStringLiteral("remote_file_dialog"));
    setWindowTitle(tr("Open a model on %1").arg(connection->host()));
    resizeDialog(this, kSize);
    makeTable();
    const QFont font = theme->font(TextRole::Tree);
    auto* head = new QWidget(this);
    auto* line = makeRow(head, 6);
    m_up = addButton(head, "remote_up", tr("Up"), font);
    m_up->setToolTip(tr("The parent folder"));
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
        m_openFolder->setText(tr("Use this folder as an adapter"));
        m_openFolder->setAccessibleName(m_openFolder->text());
    } else if (companion == Companion::TreeFile) {
        setWindowTitle(tr("Choose a .tree.json file on %1").arg(m_connection->host()));
        m_openFolder->hide();
    }
}

void RemoteFileDialog::makeTable() {
    constexpr int kNameWidth = 320;
    setUpRows(m_table, kRowHeight);
    setColumns(m_table, {tr("Name"), tr("Size"), tr("Modified")}, {1});
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setFont(m_theme->font(TextRole::Tree));
    m_table->setColumnWidth(0, px(kNameWidth));
}

void RemoteFileDialog::list(const QString& path) {
    say(tr("Reading the folder…"), false);
    Json members = Json::object();
    if (!path.isEmpty()) {
        members["path"] = path.toStdString();
    }
    const QPointer<RemoteFileDialog> alive(this);  // a dialog may be closed before the answer
    m_connection->send("list", members,
                       [alive, asked = ++m_asked](const Result<ServeAnswer>& answer) {
                           if (alive.isNull() || alive->m_asked != asked) {
                               return;
                           }
                           if (answer) {
                               alive->showFolder(*answer->object);
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
        if (entry.kind == "outside") {
            item->setFlags(Qt::NoItemFlags);
            item->setToolTip(
                tr("The link leads out of the machine's folders. To open its target, "
                   "add the folder of the target to Folders in Machines."));
        }
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
    say(leftOff > 0 ? tr("%1 more files and folders are not listed; to open one, type its path.")
                          .arg(leftOff)
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

namespace {

using ConnectionState = MachineConnection::State;
using LoadingState = RemoteLoad::State;

constexpr int kMostGenerated = 100'000;

QString sizeOrUnknown(const std::optional<std::uint64_t>& bytes) {
    return bytes ? sizeText(*bytes) : kUnknownFigure;
}

/// A disabled button says why.
void enable(QPushButton* button, const QString& whyNot, const QString& use) {
    button->setEnabled(whyNot.isEmpty());
    button->setToolTip(whyNot.isEmpty() ? use : whyNot);
}

/// While something is loaded there GPUs are not asked: what the load holds comes off what was free.
std::optional<std::uint64_t> freeNow(const DeviceInfo& gpu, const RemoteLoad& load) {
    const auto before = gpu.freeBytes();
    if (load.state() == LoadingState::Idle || !before) {
        return before;
    }
    const auto held = load.reservedOn(gpu.id);
    return held ? std::optional(*before - std::min(*before, *held)) : std::nullopt;
}

QStringList rowOf(const DeviceInfo& gpu, const RemoteLoad& load) {
    return {translated(deviceLabel(gpu.id)),
            shownDeviceName(gpu),
            sizeOrUnknown(gpu.capacity),
            sizeOrUnknown(freeNow(gpu, load)),
            sizeText(gpu.usedByOthers),
            gpu.simulated ? MachinesPanel::tr("simulated") : MachinesPanel::tr("real")};
}

}  // namespace

MachinesPanel::MachinesPanel(Machines* machines, WhyNot whyNot, const Theme* theme, QWidget* parent)
    : QWidget(parent), m_machines(machines), m_whyNot(std::move(whyNot)), m_theme(theme) {
    constexpr std::pair kShares(640, 360);
    constexpr int kLeastCharts = 300;
    setObjectName(QStringLiteral("machines_panel"));
    setFieldBackground(this);
    m_charts = new LoadRecordCharts(
        theme, tr("During a load on the machine, this area shows the measured curves."), this);
    m_charts->setMinimumWidth(px(kLeastCharts));
    auto* layout = makeRow(this, metrics::kPadding, {metrics::kPadding, 4, metrics::kPadding, 8});
    layout->addWidget(makeList(this));
    layout->addWidget(makeSplitter(this, "machines_splitter",
                                   makeScrollArea(this, makeDetails(this)), m_charts, kShares),
                      1);
    connect(machines, &Machines::changed, this, &MachinesPanel::fillList);
    connect(machines, &Machines::machineChanged, this, &MachinesPanel::refresh);
    connect(theme, &Theme::changed, this, &MachinesPanel::refresh);
    fillList();
}

QWidget* MachinesPanel::makeList(QWidget* parent) {
    static constexpr int kListWidth = 170;
    auto* part = new QWidget(parent);
    part->setFixedWidth(px(kListWidth));
    auto* column = makeColumn(part, 4);
    m_list = withName(new QListWidget(part), "machines_list", tr("Machines"));
    m_list->setFont(m_theme->font(TextRole::Tree));
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);  // its texts are elided
    m_list->setMinimumHeight(px(kRowHeight));
    column->addWidget(m_list, 1);
    auto* add = addButton(part, "machines_add", tr("Add Machine…"), m_theme->font(TextRole::Tree));
    m_remove = addButton(part, "machines_remove", tr("Remove"), m_theme->font(TextRole::Tree));
    connect(add, &QPushButton::clicked, this, &MachinesPanel::addRequested);
    connect(m_remove, &QPushButton::clicked, this, [this] { Q_EMIT removeRequested(chosen()); });
    connect(m_list, &QListWidget::currentRowChanged, this, &MachinesPanel::showChosen);
    return part;
}

QWidget* MachinesPanel::makeDetails(QWidget* parent) {
    static constexpr int kDevicesHeight = 110;
    const QFont font = m_theme->font(TextRole::Tree);
    QWidget* const part = makePage(parent);
    part->setMinimumWidth(px(kLeastDetails));
    auto* column = makeColumn(part, 4, {0, 0, metrics::kPadding, 0});
    m_state = makeSentence(part, "machines_state", font);
    column->addWidget(m_state);
    makeRows(part, column);
    m_progress = makeProgressBar(part, "machines_progress", tr("Progress of the load"));
    m_progressText = makeSentence(part, "machines_progress_text", font);
    m_report = makeSentence(part, "machines_report", font);
    m_devices = withName(new QTableWidget(part), "machines_devices", tr("Devices of the machine"));
    setUpRows(m_devices, kRowHeight);
    setColumns(
        m_devices,
        {tr("Device"), tr("Name"), tr("Capacity"), tr("Free"), tr("Used by others"), tr("Kind")},
        {2, 3, 4});
    m_devices->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_devices->setFont(font);
    m_devices->setMinimumHeight(px(kDevicesHeight));
    m_devices->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    offerFigure(m_devices, {QStringLiteral("machine"), SavedFigure::Picture::None,
                            [this] { return tableCsv(*m_devices->model()); }});
    addWidgets(column, {m_progress, m_progressText, m_report});
    column->addWidget(m_devices, 1);
    return part;
}

void MachinesPanel::makeRows(QWidget* parent, QBoxLayout* column) {
    const QFont font = m_theme->font(TextRole::Tree);
    auto* first = new QWidget(parent);
    new FlowLayout(6, 4, first);
    m_connect = addButton(first, "machines_connect", tr("Connect"), font);
    m_install = addButton(first, "machines_install", tr("Install There…"), font);
    m_install->setToolTip(
        tr("Copy this program's stowagectl to the machine, after a confirmation"));
    m_open = addButton(first, "machines_open", tr("Open Model There…"), font);
    m_gpus = withName(new QLineEdit(first), "machines_gpus", tr("Simulated GPUs of the machine"));
    m_gpus->setPlaceholderText(tr("Real GPUs"));
    m_gpus->setToolTip(
        tr("GPUs to simulate on a machine without a card, for example 24GiB or 2GiB*2; leave the "
           "field empty to use the machine's real GPUs"));
    m_gpus->setFont(font);
    first->layout()->addWidget(m_gpus);
    m_folders = withName(new QLineEdit(first), "machines_folders", tr("Folders of the machine"));
    m_folders->setPlaceholderText(tr("Home folder"));
    m_folders->setToolTip(
        tr("Folders of the machine from which models can be opened, with commas between them, for "
           "example ~/models, /data; leave the field empty for the home folder. A change takes "
           "effect with the next connection."));
    m_folders->setFont(font);
    first->layout()->addWidget(m_folders);
    auto* second = new QWidget(parent);
    new FlowLayout(6, 4, second);
    m_load = addButton(second, "machines_load", tr("Load There"), font);
    m_force = addButton(second, "machines_force", tr("Load Anyway"), font);
    m_pause = addButton(second, "machines_pause", tr("Pause"), font);
    m_step = addButton(second, "machines_step", tr("Step"), font);
    m_cancel = addButton(second, "machines_cancel", tr("Cancel"), font);
    auto* third = new QWidget(parent);
    QHBoxLayout* const thirdRow = makeRow(third, 6);
    m_run = addButton(third, "machines_run", tr("Run There"), font);
    m_prompt = withName(new QLineEdit(third), "machines_prompt", tr("Prompt"));
    m_prompt->setPlaceholderText(tr("Prompt: text or tokens (15496,11,995)"));
    m_generate = withName(new TokenBox(third), "machines_generate", tr("Tokens to generate"));
    m_generate->setRange(0, kMostGenerated);
    m_generate->setButtonSymbols(QAbstractSpinBox::NoButtons);
    m_generate->setValue(16);
    countTokensIn(m_generate);
    setFontOf({m_prompt, m_generate}, font);
    thirdRow->addWidget(m_prompt, 1);
    thirdRow->addWidget(m_generate);
    addWidgets(column, {first, second, third});
    connect(m_connect, &QPushButton::clicked, this, [this] {
        MachineConnection& connection = chosen()->connection();
        const bool isThere =
            connection.isConnected() || connection.state() == ConnectionState::Connecting;
        isThere ? connection.close() : connection.open();
    });
    connect(m_install, &QPushButton::clicked, this, [this] { Q_EMIT installRequested(chosen()); });
    connect(m_open, &QPushButton::clicked, this, [this] { Q_EMIT openRequested(chosen()); });
    connect(m_load, &QPushButton::clicked, this, [this] { Q_EMIT loadRequested(chosen(), false); });
    connect(m_force, &QPushButton::clicked, this, [this] { Q_EMIT loadRequested(chosen(), true); });
    connect(m_pause, &QPushButton::clicked, this, [this] {
        RemoteLoad& load = chosen()->load();
        load.state() == LoadingState::Paused ? load.resume() : load.pause();
    });
    connect(m_step, &QPushButton::clicked, this, [this] { chosen()->load().step(); });
    connect(m_cancel, &QPushButton::clicked, this, [this] { chosen()->load().cancel(); });
    connect(m_run, &QPushButton::clicked, this, [this] {
        Q_EMIT runRequested(chosen(), m_prompt->text().trimmed(), m_generate->value());
    });
    connect(m_prompt, &QLineEdit::textChanged, this, &MachinesPanel::refresh);
    connect(m_gpus, &QLineEdit::editingFinished, this, [this] {
        m_gpus->setModified(false);
        if (chosen() != nullptr) {
            m_machines->setGpus(chosen(), m_gpus->text().trimmed());
        }
    });
    connect(m_folders, &QLineEdit::editingFinished, this, [this] {
        m_folders->setModified(false);
        if (chosen() != nullptr) {
            m_machines->setFolders(chosen(), m_folders->text().trimmed());
        }
    });
}

Machine* MachinesPanel::chosen() const {
    const int row = m_list->currentRow();
    return row < 0 || row >= std::ssize(m_machines->all())
               ? nullptr
               : m_machines->all()[static_cast<std::size_t>(row)].get();
}

void MachinesPanel::choose(const Machine* machine) {
    const auto& all = m_machines->all();
    const auto found = std::ranges::find(all, machine, &std::unique_ptr<Machine>::get);
    m_list->setCurrentRow(static_cast<int>(found == all.end() ? -1 : found - all.begin()));
}

void MachinesPanel::fillList() {
    const int row = m_list->currentRow();
    {
        const QSignalBlocker quiet(m_list);
        m_list->clear();
        for (const auto& machine : m_machines->all()) {
            m_list->addItem(machine->host());
        }
        m_list->setCurrentRow(std::min(std::max(row, 0), m_list->count() - 1));
        // Nothing is seen of a focus where there is nothing to choose.
        m_list->setFocusPolicy(m_list->count() == 0 ? Qt::NoFocus : Qt::StrongFocus);
    }
    showChosen();
}

void MachinesPanel::showChosen() {
    m_gpus->setModified(false);  // what was typed there is another machine's
    m_folders->setModified(false);
    watch();
    refresh();
}

/// Only the machine in sight is asked for its devices again and again.
void MachinesPanel::watch() {
    for (const auto& machine : m_machines->all()) {
        machine->setWatched(isVisible() && machine.get() == chosen());
    }
}

void MachinesPanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    watch();
    refresh();
}

void MachinesPanel::hideEvent(QHideEvent* event) {
    QWidget::hideEvent(event);
    watch();
}

void MachinesPanel::refresh() {
    if (!isVisible()) {
        return;
    }
    for (int row = 0; row < m_list->count(); ++row) {
        const Machine& machine = *m_machines->all()[static_cast<std::size_t>(row)];
        m_list->item(row)->setText(machine.host() + QLatin1Char('\n') + machine.stateText());
        m_list->item(row)->setToolTip(machine.stateText());
    }
    Machine* const machine = chosen();
    QStringList state;
    bool isError = false;
    if (machine == nullptr) {
        state.append(
            tr("Add a machine that you can reach over ssh and that has stowagectl. This window can "
               "then load and run models on that machine."));
    } else {
        isError = machine->connection().state() == ConnectionState::Lost ||
                  !machine->gpusProblem().isEmpty();
        state.append(machine->stateText());
        state.append(machine->gpusProblem());
        state.removeAll(QString());
    }
    m_state->setText(state.join(QLatin1Char('\n')));
    setTextColor(m_state, isError ? m_theme->colors().error : m_theme->colors().text);
    // What is being typed stays, in a window that lies behind another, too.
    const auto show = [machine](QLineEdit* field, const QString& text) {
        if (machine == nullptr || !(field->hasFocus() || field->isModified())) {
            field->setText(text);
        }
    };
    show(m_gpus, machine == nullptr ? QString() : machine->gpus());
    show(m_folders, machine == nullptr ? QString() : machine->folders());
    showDevices(machine);
    showProgress(machine == nullptr ? nullptr : &machine->load());
    enableButtons(machine);
}

void MachinesPanel::showDevices(Machine* machine) {
    QList<QStringList> rows;
    if (machine != nullptr && machine->connection().isConnected()) {
        const MachineDevices& has = machine->devices();
        for (const DeviceInfo& gpu : has.gpus) {
            rows.append(rowOf(gpu, machine->load()));
        }
        if (has.ramTotal) {
            rows.append({tr("RAM"), QString(), sizeOrUnknown(has.ramTotal),
                         sizeOrUnknown(has.ramAvailable), QString(), tr("real")});
        }
    }
    m_devices->setRowCount(static_cast<int>(rows.size()));
    m_devices->setFocusPolicy(rows.isEmpty() ? Qt::NoFocus : Qt::StrongFocus);
    for (int row = 0; row < rows.size(); ++row) {
        for (int column = 0; column < rows[row].size(); ++column) {
            m_devices->setItem(row, column, new QTableWidgetItem(rows[row][column]));
        }
    }
}

void MachinesPanel::showProgress(const RemoteLoad* load) {
    const auto state = load == nullptr ? LoadingState::Idle : load->state();
    const bool isLoading = state == LoadingState::Loading || state == LoadingState::Paused;
    QString text;
    if (isLoading) {
        const Progress& at = load->progress();
        m_progress->setRange(0, 1000);
        m_progress->setValue(at.bytesTotal == 0
                                 ? 0
                                 : static_cast<int>(1000 * (static_cast<double>(at.bytesDone) /
                                                            static_cast<double>(at.bytesTotal))));
        text = at.phase.empty()
                   ? tr("The remote machine is planning the load.")
                   : tr("%1: %2 of %3, %4")
                         .arg(capitalised(translated(at.phase)), sizeText(at.bytesDone),
                              sizeText(at.bytesTotal), formatRate(load->bytesPerSecond()));
        text = state == LoadingState::Paused ? tr("Paused. %1").arg(text) : text;
    } else if (state == LoadingState::Running) {
        m_progress->setRange(0, 0);
        text =
            tr("The remote machine is loading and running the model. The tokens are shown at the "
               "end of the run.");
    } else if (state == LoadingState::Ending) {
        text = tr(
            "The load or run on the remote machine is stopping, and its memory is being released.");
    }
    m_progress->setVisible(isLoading || state == LoadingState::Running);
    m_progressText->setText(text);
    m_progressText->setVisible(!text.isEmpty());
    m_report->setText(load == nullptr ? QString() : load->report());
    m_report->setVisible(!m_report->text().isEmpty() && m_report->text() != m_state->text());
    setTextColor(m_report, load != nullptr && load->hasFailed() ? m_theme->colors().error
                                                                : m_theme->colors().text);
    const auto record = load == nullptr ? nullptr : load->record();
    if (record != m_shown) {
        m_shown = record;
        m_charts->setRecords(record == nullptr ? std::vector<std::shared_ptr<const LoadRecord>>()
                                               : std::vector{record});
    }
}

void MachinesPanel::enableButtons(Machine* machine) {
    const QString none = machine == nullptr ? tr("Add a machine first.") : QString();
    const auto state = machine == nullptr ? ConnectionState::Closed : machine->connection().state();
    const auto loading = machine == nullptr ? LoadingState::Idle : machine->load().state();
    const bool isThere =
        state == ConnectionState::Connected || state == ConnectionState::Connecting;
    m_connect->setText(isThere                          ? tr("Disconnect")
                       : state == ConnectionState::Lost ? tr("Reconnect")
                                                        : tr("Connect"));
    enable(m_connect, none,
           isThere ? tr("Close the connection; models loaded on the machine are released")
                   : tr("Start stowagectl on the machine over ssh"));
    m_install->setVisible(machine != nullptr &&
                          (machine->connection().lacksProgram() || machine->hasOtherVersion()));
    enable(m_remove, none, tr("Remove the machine from the list and close its connection"));
    m_gpus->setEnabled(none.isEmpty());
    m_folders->setEnabled(none.isEmpty());
    const QString unreached = !none.isEmpty() ? none
                              : state != ConnectionState::Connected
                                  ? tr("Connect to the machine first.")
                                  : QString();
    enable(m_open, unreached,
           tr("Choose a model in the machine's folders to plan it in this window"));
    const QString busy =
        !unreached.isEmpty() ? unreached
        : loading != LoadingState::Idle
            ? tr("A model is already loaded or running on the machine: cancel or unload it first.")
            : m_whyNot(*machine);
    enable(m_load, busy, tr("Load the open model on the machine, using the plan that is shown"));
    m_force->setVisible(machine != nullptr && machine->load().wasRefused());
    enable(m_force, busy,
           tr("Load the open model although the check before the load has refused it; the load can "
              "fail when memory runs out"));
    const QString noPrompt =
        m_prompt->text().trimmed().isEmpty() ? tr("Type a prompt first.") : QString();
    enable(m_run, busy.isEmpty() ? noPrompt : busy,
           tr("Load the open model on the machine, generate tokens, and release all memory"));
    const bool isLoading = loading == LoadingState::Loading || loading == LoadingState::Paused;
    const QString notLoading = isLoading ? QString() : tr("No load is in progress on the machine.");
    m_pause->setText(loading == LoadingState::Paused ? tr("Resume") : tr("Pause"));
    enable(m_pause, notLoading, tr("Pause the load between two tensors, or resume it"));
    enable(m_step, notLoading, tr("Load one more tensor, then pause"));
    m_cancel->setText(loading == LoadingState::Loaded ? tr("Unload") : tr("Cancel"));
    enable(m_cancel,
           loading == LoadingState::Idle     ? tr("No model is loaded or running on the machine.")
           : loading == LoadingState::Ending ? tr("The load or run is already stopping.")
                                             : QString(),
           tr("Stop or unload the model and release all its memory on the machine"));
}

}  // namespace stowage
