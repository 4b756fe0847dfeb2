// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tree/tree_feature.h"

#include "widgets/document/document.h"
#include "widgets/document/loaded_places.h"
#include "widgets/open/open_error_card.h"
#include "widgets/open/open_feature.h"
#include "widgets/support/forms.h"
#include "widgets/tree/facts_panel.h"
#include "widgets/tree/model_panel.h"
#include "widgets/tree/module_tree_model.h"

#include <QAction>
#include <QDockWidget>

namespace stowage {
namespace {

constexpr int kTreeMessageMs = 6000;

/// Shows the summary of a nested checkpoint, and some rows of a table.
constexpr int kFactsHeight = 318;

}  // namespace

TreeFeature::TreeFeature(const FeatureParts& parts, OpenFeature* open)
    : Feature(parts),
      m_open(open),
      m_find(makeAction(QStringLiteral("find_action"), tr("Filter Modules"), QKeySequence::Find,
                        QStringLiteral("filter"))),
      m_showFacts(makeAction(QStringLiteral("facts_action"), tr("About This Model"),
                             QKeySequence(Qt::CTRL | Qt::Key_I), QStringLiteral("info"))) {
    connect(m_find, &QAction::triggered, this, [this] { m_panel->focusFilter(); });
    connect(m_showFacts, &QAction::triggered, this, &TreeFeature::showFacts);
    connect(m_open, &OpenFeature::notesRequested, this, [this] {
        showFacts();
        facts()->showPage(FactsPanel::Page::Notes);
    });
}

QList<DockContent> TreeFeature::docks() {
    const auto makePanel = [this](QWidget* parent) {
        m_panel = new ModelPanel(m_document, m_theme, parent);
        m_panel->setComparison(m_comparison);
        return m_panel;
    };
    const auto makeFacts = [this](QWidget* parent) { return m_factsPlace = new QWidget(parent); };
    return {{DockPlace::Model, Qt::LeftDockWidgetArea, QStringLiteral("model_dock"), tr("Model"),
             makePanel},
            {DockPlace::Facts, Qt::BottomDockWidgetArea, QStringLiteral("facts_dock"),
             tr("Model facts"), makeFacts}};
}

QList<QAction*> TreeFeature::menuActions(MenuSection section) {
    switch (section) {
        case MenuSection::FileModel:
            return {m_showFacts, m_open->editSizesAction()};
        case MenuSection::EditSelect:
            return {m_find};
        default:
            return {};
    }
}

void TreeFeature::start() {
    connect(dock(DockPlace::Facts), &QDockWidget::visibilityChanged, this, [this](bool isSeen) {
        if (isSeen) {
            (void)facts();
        }
    });
    connect(m_panel, &ModelPanel::openRequested, m_open->openAction(), &QAction::trigger);
    connect(m_panel, &ModelPanel::openFolderRequested, m_open->openFolderAction(),
            &QAction::trigger);
    connect(m_panel, &ModelPanel::newModelRequested, m_open, &OpenFeature::showNewModel);
    connect(m_panel, &ModelPanel::factsRequested, this, &TreeFeature::showFacts);
    connect(m_panel, &ModelPanel::retryRequested, m_open, &OpenFeature::openPath);
    // The card that says why is in the model's dock, which may be closed.
    connect(m_document, &Document::failed, this, [this] {
        m_panel->errorCard()->setPython(m_open->python());
        dock(DockPlace::Model)->show();
        dock(DockPlace::Model)->raise();
    });
}

FactsPanel* TreeFeature::facts() {
    if (m_facts == nullptr) {
        m_facts = new FactsPanel(m_document, m_dialogs, m_theme, m_factsPlace);
        makeColumn(m_factsPlace, 0)->addWidget(m_facts);
        m_facts->show();  // at once where its dock is seen, not when events are next handled
        connect(m_facts, &FactsPanel::openRequested, m_open, &OpenFeature::openPath);
        connect(m_facts, &FactsPanel::treeFileThereRequested, m_open,
                [this] { Q_EMIT m_open->thereRequested(Companion::TreeFile); });
        connect(m_facts, &FactsPanel::editSizesRequested, m_open, &OpenFeature::editSizes);
        connect(m_facts, &FactsPanel::filterRequested, m_panel, &ModelPanel::setFilter);
        connect(m_facts, &FactsPanel::notice, this,
                [this](const QString& sentence) { Q_EMIT noticed(sentence, kTreeMessageMs); });
    }
    return m_facts;
}

void TreeFeature::showFacts() {
    Q_EMIT dockRequested(DockPlace::Facts, px(kFactsHeight));
}

void TreeFeature::setLoaded(const std::shared_ptr<const LoadedPlaces>& places,
                            const std::function<double(ModuleId)>& fraction) {
    if (places == nullptr) {
        m_panel->model()->setLoadProgress({});
        return;
    }
    m_panel->model()->setLoadProgress([places, fraction](ModuleId module) {
        return (fraction ? fraction(module) : 1) * places->inPlace(module);
    });
}

}  // namespace stowage
