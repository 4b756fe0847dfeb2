// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plan/machine_links_table.h"

#include "widgets/support/tables.h"
#include "widgets/support/theme.h"
#include "widgets/support/translation.h"

#include <QHeaderView>
#include <QScopedValueRollback>

#include <algorithm>
#include <utility>

namespace stowage {
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
                "A rate is bytes a second, as in 1.25GB/s, or bits with a small b, as in 10Gb/s.");
        case kLatencyColumn:
            return MachineLinksTable::tr("A latency is 10 s at most, as in 200us, 0.5ms or 1s.");
        default:
            return {};
    }
}

}  // namespace

MachineLinksTable::MachineLinksTable(const Theme* theme, QWidget* parent)
    : QTableWidget(parent), m_theme(theme) {
    setObjectName(QStringLiteral("machine_links"));
    setAccessibleName(tr("Links between machines"));
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
             : link.isAssumed ? tr("assumed, as 10 Gbit/s Ethernet")
                              : tr("that of any two machines"));
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

}  // namespace stowage
