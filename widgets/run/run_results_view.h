// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/run/run_report.h"
#include "widgets/run/run_figures.h"
#include "widgets/run/run_fixes.h"
#include "widgets/support/tables.h"
#include "widgets/support/theme.h"

#include <QAbstractTableModel>
#include <QFont>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <QWidget>

#include <array>
#include <functional>
#include <memory>
#include <vector>

class QLabel;
class QPushButton;
class QSplitter;
class QStackedWidget;

namespace stowage {

class ChartTitle;
class RunDeviceTimes;

/// The layers of a run as rows, measured beside predicted, and their sum in the first one, where it
/// is always in view. Times in milliseconds, bytes in the unit that the head says.
class RunLayersModel : public QAbstractTableModel {
    Q_OBJECT
public:
    /// In the order of columns(), which does not compile with another number of them.
    enum Column {
        Layer,
        Device,
        Moved,
        Compute,
        PredictedCompute,
        ComputeError,
        Transfer,
        PredictedTransfer,
        TransferError,
        Waited,
        kColumns
    };
    struct LayerColumn : TableColumn<LayerFigures> {
        /// Of the column's largest figure; empty: no bar.
        std::function<QVariant(const LayerFigures&)> share{};
    };
    using Columns = std::array<LayerColumn, kColumns>;
    enum Role {
        SortRole = Qt::UserRole,  ///< a number, or a text
        IsSumRole,                ///< bool: the first row
        ShareRole,                ///< double: of the column's largest figure; invalid: no bar
        DeviceNameRole,           ///< "gpu:0"; invalid for the sum
    };

    explicit RunLayersModel(QObject* parent = nullptr) : QAbstractTableModel(parent) {}

    void setLayers(std::vector<LayerFigures> layers);
    [[nodiscard]] const std::vector<LayerFigures>& layers() const { return m_layers; }
    [[nodiscard]] const Columns& columns() const { return m_columns; }
    /// Of a row of this model; the sum's for the first.
    [[nodiscard]] const LayerFigures& figuresOf(int row) const;
    /// Of the head. As data, because a header that becomes part of a tab forgets a font set on it.
    void setHeadFont(const QFont& font) { m_headFont = font; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role) const override;

private:
    /// `largest`: of each figure the largest, which bars and the unit of bytes follow.
    [[nodiscard]] static Columns makeColumns(const LayerFigures& largest);

    std::vector<LayerFigures> m_layers;
    LayerFigures m_sum;
    Columns m_columns = makeColumns({});
    QFont m_headFont;
};

/// Sorts the layers and leaves the sum at the top.
class RunLayersProxy : public QSortFilterProxyModel {
    Q_OBJECT
public:
    explicit RunLayersProxy(RunLayersModel* model, QObject* parent = nullptr);

protected:
    [[nodiscard]] bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;
};

/// The table of a run's layers: sortable, its rows copied as text, the sum always at the top. A
/// click, or Enter, on a row asks for its layer.
class RunLayersTable : public QTableView {
    Q_OBJECT
public:
    explicit RunLayersTable(const Theme* theme, QWidget* parent = nullptr);

    void setLayers(std::vector<LayerFigures> layers);
    [[nodiscard]] const RunLayersModel* layers() const { return m_model; }
    /// The rows in the order shown, with the head, cells parted by tabs: what a spreadsheet takes.
    [[nodiscard]] QString allText() const;

Q_SIGNALS:
    void stageActivated(const QString& stage);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    static constexpr int kHeadHeight = 34;
    static constexpr int kRowHeight = 20;
    void setUpHeads();
    void activate(const QModelIndex& index);
    void applyTheme();

    const Theme* m_theme;
    RunLayersModel* m_model;
    RunLayersProxy* m_sorted;
};

class FigureTable;
class RunLayersTable;

/// What a run came to: its layers, measured beside predicted, how much of the time each device
/// idled, and what it held. UI thread only.
class RunResultsView : public QWidget {
    Q_OBJECT
public:
    explicit RunResultsView(const Theme* theme, QWidget* parent = nullptr);

    /// Also of a run that stopped: its figures until then. Null: as clear().
    void setReport(std::shared_ptr<const RunReport> report);
    /// What would make the report's layers wait less; after setReport(), which forgets them.
    void setFixes(std::vector<RunFix> fixes);
    /// No run: a sentence says what will be shown here.
    void clear();

Q_SIGNALS:
    /// A layer was chosen: "transformer.h.3".
    void stageActivated(const QString& stage);
    void fixRequested(const RunFix& fix);

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    [[nodiscard]] QWidget* makeLayers();
    [[nodiscard]] QWidget* makeDevices();
    void showPasses(RunPasses passes);
    void applyTheme();

    const Theme* m_theme;
    std::shared_ptr<const RunReport> m_report;
    RunPasses m_passes = RunPasses::Prefill;
    QStackedWidget* m_pages;
    QLabel* m_empty;
    QSplitter* m_columns = nullptr;
    QPushButton* m_prefill = nullptr;
    QPushButton* m_decode = nullptr;
    QLabel* m_sentence = nullptr;
    QLabel* m_hint = nullptr;
    RunLayersTable* m_table = nullptr;
    RunDeviceTimes* m_use = nullptr;
    ChartTitle* m_memoryTitle = nullptr;
    FigureTable* m_memory = nullptr;
};

}  // namespace stowage
