// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/load/report/load_report.h"
#include "engine/model/module_tree.h"
#include "widgets/support/tables.h"
#include "widgets/support/theme.h"

#include <QAbstractTableModel>
#include <QSortFilterProxyModel>
#include <QString>
#include <QWidget>

#include <array>
#include <memory>
#include <vector>

class QAction;
class QLabel;
class QLineEdit;
class QPushButton;
class QStackedWidget;
class QTableView;
class QToolButton;

namespace stowage {

class LoadController;

/// What a verification found, tensor by tensor: where it should lie and lies, its dtype, shape and
/// bytes, and whether all is as file and plan say.
class AuditModel : public QAbstractTableModel {
    Q_OBJECT
public:
    /// In the order of columns(), which does not compile with another number of them.
    enum Column { Tensor, Planned, Found, Type, Shape, Size, Verdict, kColumnCount };
    using Columns = std::array<TableColumn<AuditRow>, kColumnCount>;
    enum Role {
        DeviceRole = Qt::UserRole,  ///< "gpu:0": of Planned and Found
        RightRole,                  ///< bool: nothing speaks against the tensor
        SortRole,                   ///< what a column sorts by; names by NameRole
        NameRole,                   ///< the tensor's full name, in every column
    };

    explicit AuditModel(QObject* parent = nullptr);

    /// Null, or a report without an audit, shows nothing.
    void setReport(std::shared_ptr<const LoadReport> report);
    /// Null where nothing was set.
    [[nodiscard]] const std::shared_ptr<const LoadReport>& report() const { return m_report; }
    [[nodiscard]] const std::vector<AuditRow>& rows() const;
    [[nodiscard]] const Columns& columns() const { return m_columns; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role) const override;

private:
    [[nodiscard]] static Columns makeColumns();

    std::shared_ptr<const LoadReport> m_report;
    const Columns m_columns = makeColumns();
};

/// Which tensors of an audit are shown.
enum class AuditFilter { All, Differing };

/// Sorts an AuditModel, names as people count ("h.2" before "h.10"), and filters it by result and
/// by a part of the name.
class AuditProxy : public QSortFilterProxyModel {
    Q_OBJECT
public:
    explicit AuditProxy(QObject* parent = nullptr);

    void setFilter(AuditFilter filter);
    /// "" lets every name through; letters' case is ignored.
    void setNamePart(const QString& part);

protected:
    [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex& parent) const override;
    [[nodiscard]] bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

private:
    AuditFilter m_filter = AuditFilter::All;
    QString m_part;
};

/// What a verification comes to.
struct AuditCounts {
    std::size_t tensors = 0;
    std::size_t differing = 0;
    std::uint64_t bytes = 0;  ///< compared; memory that two names share once
};

[[nodiscard]] AuditCounts countAudit(const std::vector<AuditRow>& rows);

/// The Audit dock: what the verification of the last load found, tensor by tensor. A load without
/// one leaves a sentence that says how to ask for it.
class AuditPanel : public QWidget {
    Q_OBJECT
public:
    AuditPanel(LoadController* controller, const Theme* theme, QWidget* parent = nullptr);

    /// The command that has loads verified: it gets a button here.
    void setVerifyAction(QAction* action);
    [[nodiscard]] const AuditModel& model() const { return *m_model; }
    /// "Verified: all 148 tensors …", or why nothing is shown.
    [[nodiscard]] QString sentence() const;

Q_SIGNALS:
    /// A load was verified and something differs.
    void differenceFound();
    /// A row was clicked, or Return pressed on it.
    void tensorRequested(const QString& name);

private:
    QWidget* makeHead();
    void makeTable();
    void showReport(const std::shared_ptr<const LoadReport>& report);
    void showSentence();
    void requestTensor(const QModelIndex& index);
    void copyCsv();
    void applyTheme();

    const Theme* m_theme;
    AuditModel* m_model;
    AuditProxy* m_proxy;
    QStackedWidget* m_pages;
    QTableView* m_table;
    QLabel* m_hint;
    QLabel* m_mark;
    QLabel* m_sentence;
    QLineEdit* m_name;
    QToolButton* m_all;
    QToolButton* m_differing;
    QToolButton* m_verify;
    QPushButton* m_copy;
};

}  // namespace stowage
