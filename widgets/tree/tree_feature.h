// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/module_tree.h"
#include "widgets/document/open_failure.h"
#include "widgets/support/feature.h"
#include "widgets/support/theme.h"
#include "widgets/tree/module_tree_model.h"

#include <QWidget>

#include <array>
#include <functional>
#include <memory>

class QLabel;
class QLineEdit;
class QStackedWidget;
class QTimer;
class QToolButton;

namespace stowage {

class ChipLabel;
class Document;
class FactsPanel;
class LoadedPlaces;
class ModuleFilterProxy;
class ModuleTreeView;
class OpenErrorCard;
class OpenFeature;
class PlanComparison;

/// The left dock: filter box with the number of matches, the path of the current module, the tree.
/// Says what to do where there is no model, where nothing matches, and, in the place of the model,
/// why one could not be opened.
class ModelPanel : public QWidget {
    Q_OBJECT
public:
    ModelPanel(Document* document, const Theme* theme, QWidget* parent = nullptr);

    [[nodiscard]] ModuleTreeModel* model() const { return m_model; }
    [[nodiscard]] ModuleTreeView* view() const { return m_view; }
    void focusFilter();
    /// Types a filter in.
    void setFilter(const QString& filter);
    /// Shows why something could not be opened, above the model that is still open.
    void showFailure(const OpenFailure& failure);
    [[nodiscard]] OpenErrorCard* errorCard() const { return m_error; }
    /// Shows in the Device column what moves. Borrowed; must outlive the panel.
    void setComparison(PlanComparison* comparison);
    /// Shows new load fractions, at most ten times a second.
    void repaintProgress();
    /// Marks the module that runs, and what it lies in; an invalid one: none does.
    void showRunning(ModuleId module);
    /// The row of the module that runs, or of what it lies in where that is closed, comes into
    /// view.
    void followRunning();

Q_SIGNALS:
    void openRequested();
    void openFolderRequested();
    /// A family and its sizes shall be typed.
    void newModelRequested();
    /// The page on the open model.
    void factsRequested();
    void retryRequested(const QString& path, const OpenOptions& options);
    void menuRequested(const QPoint& globalPosition);

protected:
    /// Shows as many columns as leave room for the names.
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* makeFilterRow();
    QWidget* makePathRow();
    QWidget* makeEmptyPage();
    QWidget* makeNoMatchPage();
    void connectErrors();
    void fitColumns();
    void showPlan();
    void showMatches();
    void showPath();

    Document* m_document;
    const Theme* m_theme;
    ModuleTreeModel* m_model;
    ModuleFilterProxy* m_proxy;
    ModuleTreeView* m_view;
    QLineEdit* m_filter = nullptr;
    QLabel* m_count = nullptr;
    QToolButton* m_facts = nullptr;
    OpenErrorCard* m_error = nullptr;
    QWidget* m_emptyContent = nullptr;
    QLabel* m_emptyText = nullptr;
    QString m_opening;  ///< what is being opened; "": nothing
    QLabel* m_path = nullptr;
    ChipLabel* m_pathChip = nullptr;
    QLabel* m_pathSize = nullptr;
    QStackedWidget* m_pages = nullptr;
    QTimer* m_progressTimer;
    QTimer* m_fitTimer;
    int m_names = 0;  ///< the width that the names of this model's rows have needed so far
    /// Of the tree's columns where they are shown; the name takes the rest.
    std::array<int, ModuleTreeModel::kColumnCount> m_shownWidths{};
};

/// The model as a tree, and the page on it: the docks Model and Model facts.
class TreeFeature : public Feature {
    Q_OBJECT
public:
    /// `open` is borrowed.
    TreeFeature(const FeatureParts& parts, OpenFeature* open);

    [[nodiscard]] QList<DockContent> docks() override;
    [[nodiscard]] QList<QAction*> menuActions(MenuSection section) override;
    void start() override;

    [[nodiscard]] ModelPanel* panel() const { return m_panel; }
    /// Made when it is first asked for or its dock is first seen: most starts do without.
    [[nodiscard]] FactsPanel* facts();
    /// Brings the page on the open model to the front.
    void showFacts();
    /// Shows what of each module is loaded where the plan has it. `fraction` is the share that a
    /// load which goes on has brought in; empty: none goes on. Without `places` nothing is loaded.
    void setLoaded(const std::shared_ptr<const LoadedPlaces>& places,
                   const std::function<double(ModuleId)>& fraction);

private:
    OpenFeature* m_open;
    ModelPanel* m_panel = nullptr;
    QWidget* m_factsPlace = nullptr;
    FactsPanel* m_facts = nullptr;
    QAction* m_find;
    QAction* m_showFacts;
};

}  // namespace stowage
