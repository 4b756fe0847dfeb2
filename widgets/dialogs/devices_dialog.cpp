// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/dialogs/devices_dialog.h"

#include "engine/base/byte_size.h"
#include "widgets/models/table_unit.h"
#include "widgets/views/widget_style.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>
#include <QTableWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace stowage {
namespace {

enum Column { kCapacity, kOthers, kContext, kColumnCount };

/// As many as `--gpus` takes.
constexpr int kMaxGpus = 64;

DeviceInfo newGpu() {
    DeviceInfo gpu;
    gpu.simulated = true;
    gpu.capacity = 2 * kGiB;
    gpu.context = 512 * kMiB;
    return gpu;
}

}  // namespace

DevicesDialog::DevicesDialog(std::vector<DeviceInfo> devices, const Theme* theme, QWidget* parent)
    : QDialog(parent),
      m_devices(std::move(devices)),
      m_theme(theme),
      m_count(new QSpinBox(this)),
      m_table(new QTableWidget(0, kColumnCount, this)),
      m_message(new QLabel(this)) {
    setObjectName(QStringLiteral("devices_dialog"));
    setWindowTitle(tr("Simulated GPUs"));
    m_count->setObjectName(QStringLiteral("gpu_count"));
    m_count->setAccessibleName(tr("Number of GPUs"));
    m_count->setRange(0, kMaxGpus);
    m_count->setButtonSymbols(QAbstractSpinBox::NoButtons);
    m_count->setFixedWidth(72);
    m_table->setObjectName(QStringLiteral("gpu_table"));
    m_table->setAccessibleName(tr("Simulated GPUs"));
    m_table->setHorizontalHeaderLabels({tr("Capacity"), tr("Used by others"), tr("Context")});
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    m_table->verticalHeader()->setDefaultSectionSize(26);
    m_table->setMinimumSize(380, 180);
    m_message->setObjectName(QStringLiteral("devices_message"));
    m_message->setWordWrap(true);
    m_message->hide();
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
    buttons->button(QDialogButtonBox::Ok)->setObjectName(QStringLiteral("ok_button"));
    buttons->button(QDialogButtonBox::Cancel)->setObjectName(QStringLiteral("cancel_button"));
    auto* form = new QFormLayout;
    form->addRow(tr("Number of GPUs"), m_count);
    auto* layout = new QVBoxLayout(this);
    layout->addLayout(form);
    layout->addWidget(m_table);
    layout->addWidget(m_message);
    layout->addWidget(buttons);
    connect(m_count, &QSpinBox::valueChanged, this, &DevicesDialog::setCount);
    connect(buttons, &QDialogButtonBox::accepted, this, &DevicesDialog::acceptIfValid);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);

    const auto gpus = std::ranges::count_if(
        m_devices, [](const DeviceInfo& device) { return device.id.isGpu(); });
    m_count->setValue(static_cast<int>(gpus));
    for (int row = 0; row < m_table->rowCount(); ++row) {
        fillRow(row, m_devices[static_cast<std::size_t>(row)]);
    }
}

void DevicesDialog::setCount(int count) {
    const int before = m_table->rowCount();
    m_table->setRowCount(count);
    for (int row = before; row < count; ++row) {
        m_table->setVerticalHeaderItem(row, new QTableWidgetItem(tr("GPU %1").arg(row)));
        fillRow(row, newGpu());
        if (row > 0) {
            // One more of the same kind is what is mostly wanted.
            for (int column = 0; column < kColumnCount; ++column) {
                m_table->item(row, column)->setText(m_table->item(row - 1, column)->text());
            }
        }
    }
}

void DevicesDialog::fillRow(int row, const DeviceInfo& gpu) {
    const QString texts[] = {sizeFieldText(gpu.capacity.value_or(0)),
                             sizeFieldText(gpu.usedByOthers), sizeFieldText(gpu.context)};
    for (int column = 0; column < kColumnCount; ++column) {
        m_table->setItem(row, column, new QTableWidgetItem(texts[column]));
    }
}

Result<std::vector<DeviceInfo>> DevicesDialog::read() const {
    std::string spec;
    for (int row = 0; row < m_table->rowCount(); ++row) {
        const auto text = [&](int column) {
            return m_table->item(row, column)->text().trimmed().toStdString();
        };
        spec += (row == 0 ? "" : ",") + text(kCapacity) + ":used=" + text(kOthers) +
                ":context=" + text(kContext);
    }
    auto gpus = parseSimulatedGpus(spec.empty() ? "none" : spec);
    if (!gpus) {
        return gpus;
    }
    std::vector<DeviceInfo> devices = std::move(gpus).value();
    for (std::size_t i = 0; i < devices.size() && i < m_devices.size(); ++i) {
        if (m_devices[i].id.isGpu()) {
            devices[i].linkBytesPerSecond = m_devices[i].linkBytesPerSecond;
        }
    }
    std::ranges::copy_if(m_devices, std::back_inserter(devices),
                         [](const DeviceInfo& device) { return !device.id.isGpu(); });
    return devices;
}

void DevicesDialog::acceptIfValid() {
    auto devices = read();
    if (devices) {
        m_devices = std::move(devices).value();
        accept();
        return;
    }
    setTextColor(m_message, m_theme->tokens().error);
    m_message->setText(QString::fromStdString(devices.error().message));
    m_message->show();
}

}  // namespace stowage
