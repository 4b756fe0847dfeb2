// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/session/plan_comparison.h"

#include <QAbstractTableModel>

#include <memory>

namespace stowage {

/// The moved modules of a comparison as rows, in tree order: module, from, to, size.
class MovedModulesModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Module, From, To, Size, kColumnCount };
    enum Role {
        DeviceRole = Qt::UserRole,  ///< "gpu:0", "none": of From and To
        PathRole,                   ///< full name of the module or tensor
    };

    explicit MovedModulesModel(QObject* parent = nullptr);

    /// Null shows nothing.
    void setCompared(std::shared_ptr<const ComparedPlans> compared);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role) const override;

private:
    std::shared_ptr<const ComparedPlans> m_compared;
};

/// "GPU 0", or "no device".
[[nodiscard]] QString placeLabel(const std::optional<DeviceId>& device);

}  // namespace stowage
