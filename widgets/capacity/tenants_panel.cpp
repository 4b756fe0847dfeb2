// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/capacity/tenants_panel.h"

#include "widgets/capacity/capacity_controller.h"
#include "widgets/support/fact_table.h"
#include "widgets/support/formats.h"
#include "widgets/support/forms.h"
#include "widgets/support/translation.h"

#include <QLabel>

#include <algorithm>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace stowage {
namespace {

/// A line of the table: a device's figures for one model, or for all.
struct TenantRow {
    QString model;
    DeviceEstimate device;
    bool isTogether = false;
};

using Rows = std::shared_ptr<const std::vector<TenantRow>>;

bool isUsed(const DeviceEstimate& device) {
    return device.peakAllocated > 0 || device.weights > 0;
}

/// Device after device, the models of each and then all of them.
Rows rowsOf(const TenantsEstimate& estimate) {
    auto rows = std::make_shared<std::vector<TenantRow>>();
    for (std::size_t i = 0; i < estimate.devices.size(); ++i) {
        for (const TenantEstimate& tenant : estimate.tenants) {
            const DeviceEstimate& own = tenant.estimate->devices[i];
            if (isUsed(own)) {
                rows->push_back({QString::fromStdString(tenant.name), own, false});
            }
        }
        if (isUsed(estimate.devices[i])) {
            rows->push_back({TenantsPanel::tr("together"), estimate.devices[i], true});
        }
    }
    return rows;
}

FactColumn textColumn(const QString& title, int width, std::function<QString(std::size_t)> text) {
    FactColumn column;
    column.title = title;
    column.width = width;
    column.text = std::move(text);
    return column;
}

FactColumn tenantSizeColumn(const QString& title, const QString& hint, const Rows& rows,
                            std::function<std::uint64_t(const DeviceEstimate&)> bytes) {
    FactColumn column;
    column.title = title;
    column.hint = hint;
    column.kind = FactColumn::Kind::Number;
    column.width = 82;
    column.text = [rows, bytes](std::size_t row) {
        const std::uint64_t size = bytes((*rows)[row].device);
        return size == 0 ? QStringLiteral("–") : sizeText(size);
    };
    column.isLess = [rows, bytes](std::size_t a, std::size_t b) {
        return bytes((*rows)[a].device) < bytes((*rows)[b].device);
    };
    return column;
}

QString roomLeftText(const TenantRow& row) {
    if (!row.isTogether) {
        return {};
    }
    const auto free = row.device.free();
    return !free ? TenantsPanel::tr("not known")
           : *free < 0
               ? TenantsPanel::tr("%1 too little").arg(sizeText(static_cast<double>(-*free)))
               : sizeText(static_cast<double>(*free));
}

FactTable tenantsTable(const Rows& rows) {
    FactTable table;
    table.rows = rows == nullptr ? 0 : rows->size();
    table.whenEmpty = TenantsPanel::tr("What the models take of each device will stand here.");
    if (rows == nullptr) {
        return table;
    }
    const auto size = [&](const QString& title, const QString& hint, auto bytes) {
        table.columns.push_back(tenantSizeColumn(title, hint, rows, bytes));
    };
    table.columns.push_back(textColumn(TenantsPanel::tr("Device"), 56, [rows](std::size_t row) {
        return translated(deviceLabel((*rows)[row].device.device.id));
    }));
    table.columns.push_back(textColumn(TenantsPanel::tr("Model"), 76,
                                       [rows](std::size_t row) { return (*rows)[row].model; }));
    size(TenantsPanel::tr("Weights"), TenantsPanel::tr("What is there all the time"),
         [](const DeviceEstimate& device) { return device.weights; });
    size(TenantsPanel::tr("KV cache"), TenantsPanel::tr("Keys and values of the whole context"),
         [](const DeviceEstimate& device) { return device.kvCache + device.state; });
    size(TenantsPanel::tr("Activations"), TenantsPanel::tr("While the model runs, at the most"),
         [](const DeviceEstimate& device) {
             return std::max(device.prefillActivations, device.decodeActivations) + device.logits;
         });
    size(TenantsPanel::tr("Brought in"), TenantsPanel::tr("Offloaded weights on their way"),
         [](const DeviceEstimate& device) { return device.window; });
    size(TenantsPanel::tr("Needed"),
         TenantsPanel::tr("What PyTorch's allocator holds at the peak, and the driver's context"),
         [](const DeviceEstimate& device) { return device.needed(); });
    FactColumn free = textColumn(TenantsPanel::tr("Left"), 122,
                                 [rows](std::size_t row) { return roomLeftText((*rows)[row]); });
    free.hint = TenantsPanel::tr("Beside all models and other programs");
    free.kind = FactColumn::Kind::Number;
    table.columns.push_back(std::move(free));
    return table;
}

}  // namespace

TenantsPanel::TenantsPanel(CapacityController* controller, const Theme* theme, QWidget* parent)
    : QWidget(parent),
      m_controller(controller),
      m_sentence(makeSentence(this, "tenants_verdict", theme->font(TextRole::Tree, true))),
      m_about(makeSentence(this, "tenants_about", theme->font(TextRole::Tree))),
      m_table(new FactTableView(QStringLiteral("tenants"), tr("Models of the plan"), theme, this)),
      m_notes(makeSentence(this, "tenants_notes", theme->font(TextRole::Caption))) {
    setObjectName(QStringLiteral("tenants_panel"));
    m_about->setText(
        tr("In one process that runs one of them at a time: weights and caches of all are there at "
           "once, of activations only the most. All figures are estimated."));
    m_notes->setForegroundRole(QPalette::PlaceholderText);
    auto* column =
        makeColumn(this, 8, {metrics::kPadding, metrics::kPadding, metrics::kPadding, 8});
    addWidgets(column, {m_sentence, m_about});
    column->addWidget(m_table, 1);
    column->addWidget(m_notes);
    connect(controller, &CapacityController::inputChanged, this, &TenantsPanel::showEstimate);
    connect(controller, &CapacityController::estimateChanged, this, &TenantsPanel::showEstimate);
}

void TenantsPanel::showEstimate() {
    if (m_controller->isEstimating()) {
        m_sentence->setText(tr("Estimating…"));  // the figures of before stay until then
        return;
    }
    const auto& estimate = m_controller->tenants();
    if (estimate == nullptr) {
        const auto& problem = m_controller->problem();
        m_sentence->setText(problem ? translated(problem->message) : QString());
        m_table->setTable(tenantsTable(nullptr));
        m_notes->clear();
        return;
    }
    m_sentence->setText(translated(tenantsSentence(*estimate)));
    m_table->setTable(tenantsTable(rowsOf(*estimate)));
    QStringList notes;
    for (const TenantEstimate& tenant : estimate->tenants) {
        const CapacityEstimate& own = *tenant.estimate;
        QStringList words{translated(workloadText(own.workload))};
        words.append(textList(own.notes));
        notes.append(tr("%1: %2").arg(QString::fromStdString(tenant.name), inSentences(words)));
    }
    m_notes->setText(notes.join(u'\n'));
}

}  // namespace stowage
