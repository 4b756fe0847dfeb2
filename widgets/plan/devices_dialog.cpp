// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plan/plan_dialogs.h"

#include "engine/device/card_catalogue.h"
#include "engine/device/machine_link.h"
#include "widgets/document/device_edits.h"
#include "widgets/support/forms.h"
#include "widgets/support/guide_link.h"
#include "widgets/support/labels.h"
#include "widgets/support/style_sheet.h"
#include "widgets/support/tables.h"
#include "widgets/support/theme.h"
#include "widgets/support/translation.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QSpinBox>
#include <QTableWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

namespace stowage {

/// "Links between machines": a row for each two machines of a cluster, and before them one for any
/// two that have no link of their own. A row says where its figures come from: they are given, or
/// those of any two, or assumed. Emptying a cell takes the given ones back.
class MachineLinksTable : public QTableWidget {
    Q_OBJECT
public:
    explicit MachineLinksTable(const Theme* theme, QWidget* parent = nullptr);

    void setLinks(std::vector<MachineLink> links);
    /// What is typed for machines that go stays until links() is asked.
    void setMachines(const std::vector<std::string>& machines);
    /// Those that are given, between machines that are there.
    [[nodiscard]] std::vector<MachineLink> links() const;
    /// What is wrong with the first cell that is wrong; "" where none is.
    [[nodiscard]] QString firstError() const;

Q_SIGNALS:
    void edited();

private:
    void fill();
    void readCell(QTableWidgetItem* item);

    const Theme* m_theme;
    std::vector<std::string> m_machines;
    std::vector<MachineLink> m_links;
    std::vector<MachineLink> m_rows;  ///< as they are shown
    bool m_filling = false;
};

namespace {

constexpr int kRateColumn = 0;
constexpr int kLatencyColumn = 1;
constexpr int kSourceColumn = 2;
constexpr int kLinkErrorRole = Qt::UserRole;

/// How such a cell is filled in, which is also what is said of a wrong one.
QString cellHint(int column) {
    switch (column) {
        case kRateColumn:
            return MachineLinksTable::tr(
                "Type a rate in bytes per second, for example 1.25GB/s, or in bits per second with "
                "a small b, for example 10Gb/s.");
        case kLatencyColumn:
            return MachineLinksTable::tr(
                "Type a latency of at most 10 s, for example 200us, 0.5ms or 1s.");
        default:
            return {};
    }
}

}  // namespace

MachineLinksTable::MachineLinksTable(const Theme* theme, QWidget* parent)
    : QTableWidget(parent), m_theme(theme) {
    withName(this, "machine_links", tr("Links between machines"));
    setColumns(this, {tr("Rate"), tr("Latency"), tr("Source")}, {kRateColumn, kLatencyColumn});
    horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    horizontalHeader()->setSectionResizeMode(kSourceColumn, QHeaderView::ResizeToContents);
    verticalHeader()->setDefaultSectionSize(px(26));
    verticalHeader()->setMaximumWidth(px(240));  // names may be long
    setSizeAdjustPolicy(QAbstractScrollArea::AdjustToContents);
    setMinimumHeight(px(110));
    setTabKeyNavigation(false);  // Tab leaves it
    connect(this, &QTableWidget::itemChanged, this, &MachineLinksTable::readCell);
}

void MachineLinksTable::setLinks(std::vector<MachineLink> links) {
    m_links = std::move(links);
    setMachines(std::exchange(m_machines, {}));
}

void MachineLinksTable::setMachines(const std::vector<std::string>& machines) {
    if (machines == m_machines) {
        return;
    }
    m_machines = machines;
    m_rows.clear();
    setRowCount(0);  // and what was wrong in it
    QStringList heads;
    // Of two machines it says nothing more, but what is given can be taken back.
    const bool hasAny = std::ranges::any_of(
        m_links, [](const MachineLink& link) { return link.one == link.other; });
    if (machines.size() > 2 || (machines.size() > 1 && hasAny)) {
        m_rows.emplace_back();
        heads.append(tr("Any two machines"));
    }
    for (auto one = machines.begin(); one != machines.end(); ++one) {
        for (auto other = one + 1; other != machines.end(); ++other) {
            m_rows.push_back({.one = *one, .other = *other});
            heads.append(QStringLiteral("%1 – %2").arg(translated(machineLabel(*one)),
                                                       translated(machineLabel(*other))));
        }
    }
    setRowCount(static_cast<int>(m_rows.size()));
    setVerticalHeaderLabels(heads);
    for (int row = 0; row < rowCount(); ++row) {
        verticalHeaderItem(row)->setToolTip(heads[row]);
    }
    fill();
}

std::vector<MachineLink> MachineLinksTable::links() const {
    std::vector<MachineLink> links = m_links;
    std::erase_if(links, [this](const MachineLink& link) {
        const auto isThere = [this](const std::string& name) {
            return std::ranges::find(m_machines, name) != m_machines.end();
        };
        return link.one != link.other && (!isThere(link.one) || !isThere(link.other));
    });
    return links;
}

QString MachineLinksTable::firstError() const {
    for (int row = 0; row < rowCount(); ++row) {
        for (const int column : {kRateColumn, kLatencyColumn}) {
            const QString error = item(row, column)->data(kLinkErrorRole).toString();
            if (!error.isEmpty()) {
                return tr("%1, %2: %3")
                    .arg(verticalHeaderItem(row)->text(), horizontalHeaderItem(column)->text(),
                         error);
            }
        }
    }
    return {};
}

void MachineLinksTable::fill() {
    const QScopedValueRollback guard(m_filling, true);
    const auto show = [this](int row, int column, const QString& text) {
        QTableWidgetItem* cell = item(row, column);
        if (cell == nullptr) {
            cell = new QTableWidgetItem;
            cell->setToolTip(cellHint(column));
            if (column == kSourceColumn) {
                cell->setFlags(cell->flags() & ~Qt::ItemIsEditable);
            }
            setItem(row, column, cell);
        }
        if (cell->data(kLinkErrorRole).isNull()) {
            cell->setText(text);
        }
    };
    for (int row = 0; row < rowCount(); ++row) {
        MachineLink& link = m_rows[static_cast<std::size_t>(row)];
        link = linkOf(m_links, link.one, link.other);
        const bool isGiven = std::ranges::any_of(
            m_links, [&link](const MachineLink& other) { return joinSame(other, link); });
        show(row, kRateColumn, QString::fromStdString(linkRateText(link)));
        show(row, kLatencyColumn, QString::fromStdString(linkLatencyText(link)));
        show(row, kSourceColumn,
             isGiven          ? tr("given")
             : link.isAssumed ? tr("assumed: 10 Gbit/s Ethernet")
                              : tr("as for “Any two machines”"));
    }
}

void MachineLinksTable::readCell(QTableWidgetItem* item) {
    const int column = item->column();
    if (m_filling || column == kSourceColumn) {
        return;
    }
    MachineLink link = m_rows[static_cast<std::size_t>(item->row())];
    const std::string text = item->text().trimmed().toStdString();
    const auto value = column == kRateColumn ? linkRateOf(text) : linkLatencyOf(text);
    const bool isWrong = !text.empty() && !value;
    {
        const QScopedValueRollback guard(m_filling, true);
        item->setData(kLinkErrorRole, isWrong ? QVariant(cellHint(column)) : QVariant());
        item->setForeground(isWrong ? QBrush(m_theme->colors().error) : QBrush());
        item->setBackground(isWrong ? QBrush(m_theme->colors().errorBackground) : QBrush());
    }
    if (!isWrong) {
        std::erase_if(m_links, [&link](const MachineLink& other) { return joinSame(other, link); });
        if (value) {
            (column == kRateColumn ? link.bytesPerSecond : link.latencySeconds) = *value;
            link.isAssumed = false;
            m_links.push_back(link);
        }
        fill();
    }
    Q_EMIT edited();
}

namespace {

/// The cells of a row; behind them the choice of a card.
constexpr std::array kFields{DeviceField::Capacity, DeviceField::UsedByOthers, DeviceField::Context,
                             DeviceField::Link, DeviceField::Machine};
constexpr int kCardColumn = static_cast<int>(kFields.size());
constexpr int kSeenColumn = kCardColumn + 1;
constexpr int kErrorRole = Qt::UserRole;

}  // namespace

DevicesDialog::DevicesDialog(std::vector<DeviceInfo> devices, const Theme* theme, QWidget* parent,
                             const std::vector<HiddenGpu>& hidden)
    : QDialog(parent),
      m_devices(std::move(devices)),
      m_theme(theme),
      m_count(withName(new QSpinBox(this), "gpu_count", tr("Number of GPUs"))),
      m_table(withName(new QTableWidget(this), "gpu_table", tr("Simulated GPUs"))),
      m_linksTitle(withName(new QLabel(tr("Links between machines"), this), "links_title")),
      m_links(new MachineLinksTable(theme, this)),
      m_message(withName(new ProseLabel(this), "devices_message")) {
    setObjectName(QStringLiteral("devices_dialog"));
    setWindowTitle(tr("Simulated GPUs"));
    m_count->setRange(0, static_cast<int>(kMaxSimulatedGpus));
    m_count->setButtonSymbols(QAbstractSpinBox::NoButtons);
    m_count->setFixedWidth(px(72));
    makeTable();
    m_message->hide();
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
    buttons->button(QDialogButtonBox::Ok)->setObjectName(QStringLiteral("devices_ok"));
    buttons->button(QDialogButtonBox::Cancel)->setObjectName(QStringLiteral("devices_cancel"));
    addDialogHelp(buttons);
    auto* form = new QFormLayout;
    form->addRow(tr("Number of GPUs"), m_count);
    auto* layout = new QVBoxLayout(this);
    layout->addLayout(form);
    addWidgets(layout, {m_table, m_linksTitle, m_links, m_message, buttons});
    connect(m_count, &QSpinBox::valueChanged, this, &DevicesDialog::setCount);
    connect(m_links, &MachineLinksTable::edited, this, [this] { showMessage({}); });
    connect(buttons, &QDialogButtonBox::accepted, this, &DevicesDialog::acceptIfValid);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);

    std::ranges::copy_if(m_devices, std::back_inserter(m_gpus),
                         [](const DeviceInfo& device) { return device.id.isGpu(); });
    for (const DeviceInfo& gpu : m_gpus) {
        m_before.emplace_back(gpu.id);
    }
    for (const HiddenGpu& gpu : hidden) {
        const auto row = static_cast<std::ptrdiff_t>(std::min(gpu.row, m_gpus.size()));
        m_gpus.insert(m_gpus.begin() + row, gpu.device);
        m_before.insert(m_before.begin() + row, std::nullopt);
    }
    m_count->setValue(static_cast<int>(m_gpus.size()));
    showMachines();
}

void DevicesDialog::setLinks(const std::vector<MachineLink>& links) {
    m_links->setLinks(links);
    showMachines();
}

std::vector<MachineLink> DevicesDialog::links() const {
    return m_links->links();
}

void DevicesDialog::makeTable() {
    QStringList heads;
    for (const DeviceField field : kFields) {
        heads.append(deviceFieldName(field));
    }
    heads.append(tr("Card"));
    heads.append(tr("Seen"));
    setColumns(m_table, heads, {0, 1, 2, 3});  // a machine, a card and a choice are no figures
    m_table->horizontalHeaderItem(kSeenColumn)
        ->setToolTip(tr("The plan ignores GPUs that are not seen and renumbers the others, as with "
                        "CUDA_VISIBLE_DEVICES"));
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    for (const int column : {kCardColumn, kSeenColumn}) {
        m_table->horizontalHeader()->setSectionResizeMode(column, QHeaderView::ResizeToContents);
    }
    m_table->verticalHeader()->setDefaultSectionSize(px(26));
    m_table->setSizeAdjustPolicy(QAbstractScrollArea::AdjustToContents);
    m_table->setMinimumSize(px(820), px(110));
    m_table->setTabKeyNavigation(false);  // Tab leaves it
    connect(m_table, &QTableWidget::itemChanged, this, &DevicesDialog::readCell);
}

void DevicesDialog::setCount(int count) {
    const auto wanted = static_cast<std::size_t>(count);
    while (m_gpus.size() < wanted) {
        // One more of the same kind is what is mostly wanted.
        const DeviceListChange change = withOneMoreGpu(m_gpus);
        m_gpus = change.devices;
    }
    m_gpus.resize(wanted);
    const int before = m_table->rowCount();
    m_table->setRowCount(count);
    for (int row = before; row < count; ++row) {
        m_table->setVerticalHeaderItem(row, new QTableWidgetItem(tr("GPU %1").arg(row)));
        addCardChoice(row);
        addSeenChoice(row);
        fillRow(row);
    }
    showMachines();
    showMessage({});
}

/// The rows of the links; none of them where there is one machine.
void DevicesDialog::showMachines() {
    m_links->setMachines(machinesOf(m_gpus));
    const bool areSeveral = areSeveralMachines(m_gpus);
    m_linksTitle->setVisible(areSeveral);
    m_links->setVisible(areSeveral);
}

void DevicesDialog::addCardChoice(int row) {
    auto* choice = new QComboBox(m_table);
    choice->setObjectName(QStringLiteral("card_of_gpu%1").arg(row));
    choice->setAccessibleName(tr("Card of GPU %1").arg(row));
    searchAnyPart(choice);
    choice->addItem(tr("Custom sizes"));
    if (const auto cards = cardCatalogue()) {
        for (const CatalogueCard& card : *cards) {
            choice->addItem(QString::fromStdString(card.name), QString::fromStdString(card.id));
        }
    }
    m_table->setCellWidget(row, kCardColumn, choice);
    connect(choice, &QComboBox::activated, this, [this, row, choice] {
        const QString card = choice->currentData().toString();
        if (!card.isEmpty()) {
            m_table->item(row, 0)->setText(card);
            fillRow(row);
        }
    });
}

void DevicesDialog::addSeenChoice(int row) {
    auto* choice = new QCheckBox(m_table);
    choice->setObjectName(QStringLiteral("gpu%1_is_seen").arg(row));
    choice->setAccessibleName(tr("Card %1 is seen by the plan").arg(row));
    const auto index = static_cast<std::size_t>(row);
    choice->setChecked(index >= m_before.size() || m_before[index].has_value());
    choice->setEnabled(m_gpus[index].simulated);
    choice->setToolTip(
        m_gpus[index].simulated
            ? QString()
            : tr("To hide a real GPU, set CUDA_VISIBLE_DEVICES before you start the program"));
    m_table->setCellWidget(row, kSeenColumn, choice);
}

bool DevicesDialog::isSeen(std::size_t row) const {
    return static_cast<const QCheckBox*>(m_table->cellWidget(static_cast<int>(row), kSeenColumn))
        ->isChecked();
}

void DevicesDialog::fillRow(int row) {
    const QScopedValueRollback guard(m_filling, true);
    const DeviceInfo& gpu = m_gpus[static_cast<std::size_t>(row)];
    for (std::size_t i = 0; i < kFields.size(); ++i) {
        auto* item = new QTableWidgetItem(QString::fromStdString(deviceFieldText(gpu, kFields[i])));
        item->setToolTip(deviceFieldHint(gpu, kFields[i]));
        item->setFlags(gpu.simulated ? item->flags() : item->flags() & ~Qt::ItemIsEditable);
        m_table->setItem(row, static_cast<int>(i), item);
    }
    auto* choice = static_cast<QComboBox*>(m_table->cellWidget(row, kCardColumn));
    choice->setCurrentIndex(std::max(0, choice->findText(QString::fromStdString(gpu.name))));
    choice->setEnabled(gpu.simulated);
}

void DevicesDialog::readCell(QTableWidgetItem* item) {
    if (m_filling || item->column() >= kCardColumn) {
        return;
    }
    const QScopedValueRollback guard(m_filling, true);
    const DeviceField field = kFields[static_cast<std::size_t>(item->column())];
    DeviceInfo& gpu = m_gpus[static_cast<std::size_t>(item->row())];
    const auto entry = withDeviceField(gpu, field, item->text().toStdString());
    const QString sentence = translated(entry ? entry->warning : entry.error().message);
    item->setData(kErrorRole, entry ? QVariant() : QVariant(sentence));
    item->setToolTip(sentence.isEmpty() ? deviceFieldHint(gpu, field) : sentence);
    const ThemeColors& colors = m_theme->colors();
    item->setForeground(!entry                ? QBrush(colors.error)
                        : !sentence.isEmpty() ? QBrush(colors.warning)
                                              : QBrush());
    item->setBackground(entry ? QBrush() : QBrush(colors.errorBackground));
    if (entry) {
        gpu = entry->device;
        auto* choice = static_cast<QComboBox*>(m_table->cellWidget(item->row(), kCardColumn));
        choice->setCurrentIndex(std::max(0, choice->findText(QString::fromStdString(gpu.name))));
        showMachines();
    }
    showMessage(entry ? sentence : QString());
}

QString DevicesDialog::firstError() const {
    for (int row = 0; row < m_table->rowCount(); ++row) {
        for (int column = 0; column < kCardColumn; ++column) {
            const QTableWidgetItem* const item = m_table->item(row, column);
            const QString error = item == nullptr ? QString() : item->data(kErrorRole).toString();
            if (!error.isEmpty()) {
                return tr("GPU %1, %2: %3")
                    .arg(row)
                    .arg(m_table->horizontalHeaderItem(column)->text(), error);
            }
        }
    }
    return m_links->firstError();
}

void DevicesDialog::showMessage(const QString& warning) {
    const QString error = firstError();
    const ThemeColors& colors = m_theme->colors();
    setTextColor(m_message, error.isEmpty() ? colors.warning : colors.error);
    m_message->setText(error.isEmpty() ? warning : error);
    m_message->setVisible(!m_message->text().isEmpty());
}

void DevicesDialog::acceptIfValid() {
    if (!firstError().isEmpty()) {
        showMessage({});
        return;
    }
    std::vector<DeviceInfo> devices;
    m_hidden.clear();
    m_places.clear();
    for (std::size_t row = 0; row < std::max(m_gpus.size(), m_before.size()); ++row) {
        std::optional<DeviceId> now;
        if (row < m_gpus.size() && !isSeen(row)) {
            m_hidden.push_back({row, m_gpus[row]});
        } else if (row < m_gpus.size()) {
            now = DeviceId::gpu(static_cast<std::uint32_t>(devices.size()));
            devices.push_back(m_gpus[row]);
            devices.back().id = *now;
        }
        if (row < m_before.size() && m_before[row] && m_before[row] != now) {
            m_places.emplace(*m_before[row], now);
        }
    }
    // Without hidden ones the last went, if any, and what lay on them says so as a problem.
    if (m_hidden.empty() && std::ranges::all_of(m_before, &std::optional<DeviceId>::has_value)) {
        m_places.clear();
    }
    std::ranges::copy_if(m_devices, std::back_inserter(devices),
                         [](const DeviceInfo& device) { return !device.id.isGpu(); });
    m_devices = std::move(devices);
    accept();
}

}  // namespace stowage

#include "devices_dialog.moc"
