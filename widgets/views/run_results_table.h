// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/models/run_layers_model.h"
#include "widgets/support/theme.h"

#include <QTableView>

#include <vector>

namespace stowage {

/// The table of a run's layers: sortable, its rows copied as text, the sum always at the top. A
/// click, or Enter, on a row asks for its layer.
class RunResultsTable : public QTableView {
    Q_OBJECT
public:
    explicit RunResultsTable(const Theme* theme, QWidget* parent = nullptr);

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
    void setUpHeads();
    void activate(const QModelIndex& index);
    void copySelected() const;
    void applyTheme();
    [[nodiscard]] QString rowText(int row) const;

    const Theme* m_theme;
    RunLayersModel* m_model;
    RunLayersProxy* m_sorted;
};

}  // namespace stowage
