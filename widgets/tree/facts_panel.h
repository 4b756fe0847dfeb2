// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/checkpoint/checkpoint.h"
#include "engine/model/dtype.h"
#include "widgets/support/file_dialogs.h"
#include "widgets/support/theme.h"
#include "widgets/tree/fact_tables.h"

#include <QFrame>
#include <QWidget>

#include <cstdint>
#include <memory>
#include <vector>

class QLabel;
class QSplitter;
class QStackedWidget;
class QTabWidget;

namespace stowage {

class Document;
class FactTableView;
class FactsKeys;
class FactsSummary;
class FlowLayout;
struct ModelFacts;
struct ModelFigure;

/// The open model in figures: parameters, layers, heads, context, the cache of a token, and what it
/// weighs as planned. Each figure says in its tooltip what it measures, exactly. Nothing is shown
/// of a model whose facts are not known.
class ModelCard : public QFrame {
    Q_OBJECT
public:
    explicit ModelCard(const Theme* theme, QWidget* parent = nullptr);

    /// `facts` may be null; `stored`: the dtype of most of the weights.
    void setFacts(const std::shared_ptr<const ModelFacts>& facts, DType stored);
    /// What the plan makes of it: `bytes` of weights and buffers; `type` is what computes, `words`
    /// how the weights are planned: "bfloat16", "int8".
    void setPlanned(DType type, std::uint64_t bytes, const QString& words);

protected:
    void showEvent(QShowEvent* event) override;

private:
    static constexpr int kLineGap = 8;
    static constexpr int kGap = 18;

    struct Cell {
        QWidget* box;
        QLabel* value;
        QLabel* caption;
    };

    void rebuild();
    void addFigure(const ModelFigure& figure);
    void applyTheme();

    const Theme* m_theme;
    QLabel* m_head;
    QWidget* m_figures;
    FlowLayout* m_flow;
    QLabel* m_origin;
    std::vector<Cell> m_cells;
    std::shared_ptr<const ModelFacts> m_facts;
    DType m_type = DType::Float32;
    std::uint64_t m_plannedBytes = 0;
    QString m_plannedWords;
};

/// The page on the open model: what it is and how that is known, sizes by class and type, the
/// largest tensors, files, tied names, keys that do not agree, and what is odd about it. All of it
/// was gathered when the model was opened; a click selects modules in the tree.
class FactsPanel : public QWidget {
    Q_OBJECT
public:
    /// In the order of the tabs.
    enum class Page { Classes, Types, Largest, Files, Tied, Keys, Notes };

    /// All are borrowed and outlive it.
    FactsPanel(Document* document, FileDialogs* dialogs, const Theme* theme,
               QWidget* parent = nullptr);

    void showPage(Page page);
    [[nodiscard]] FactsSummary* summary() const { return m_summary; }

Q_SIGNALS:
    /// Opens the open file again, with another choice of part, names or tree.
    void openRequested(const QString& path, const OpenOptions& options);
    /// A module tree is to be chosen on the machine that has the open model.
    void treeFileThereRequested();
    /// The sizes of the open config.json shall be shown in the form of a new model.
    void editSizesRequested();
    /// Too many modules to be selected: the tree shall show those of the filter.
    void filterRequested(const QString& filter);
    /// A sentence for the status bar.
    void notice(const QString& sentence);

protected:
    /// Beside each other where there is room, else one above the other.
    void resizeEvent(QResizeEvent* event) override;

private:
    [[nodiscard]] FactTableView* addTable(const QString& name, const QString& title);
    void makePages();
    void showModel();
    void showPlanned();
    void setTabTitle(Page page, const QString& title, std::size_t count);
    void showModules(const std::vector<ModuleId>& modules, const QString& filter);
    void chooseTreeFile();
    void applyTheme();

    Document* m_document;
    FileDialogs* m_dialogs;
    const Theme* m_theme;
    QStackedWidget* m_pages;
    QLabel* m_empty;
    QSplitter* m_splitter;
    FactsSummary* m_summary;
    QTabWidget* m_tabs;
    FactTableView* m_classes = nullptr;
    FactTableView* m_types = nullptr;
    FactTableView* m_largest = nullptr;
    FactTableView* m_files = nullptr;
    FactTableView* m_tied = nullptr;
    FactsKeys* m_keys = nullptr;
    FactTableView* m_notes = nullptr;
};

}  // namespace stowage
