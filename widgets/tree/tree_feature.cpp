// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tree/tree_feature.h"

#include "widgets/document/board_model.h"
#include "widgets/document/document.h"
#include "widgets/document/plan_comparison.h"
#include "widgets/document/plan_view.h"
#include "widgets/open/open_error_card.h"
#include "widgets/open/open_feature.h"
#include "widgets/support/formats.h"
#include "widgets/support/forms.h"
#include "widgets/support/labels.h"
#include "widgets/tree/facts_panel.h"
#include "widgets/tree/module_filter.h"
#include "widgets/tree/module_tree_view.h"

#include <QAction>
#include <QDockWidget>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QStackedWidget>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace stowage {

namespace {

enum ModelPage { kModelTreePage, kModelEmptyPage, kModelNoMatchPage };

/// Least widths at the panel's own 504 px, and the longest text that a column must show whole in
/// whatever font the desktop has; the name takes what is left.
struct ColumnRoom {
    int least;
    QLatin1String longest;
};
constexpr ColumnRoom kColumnRooms[ModuleTreeModel::kColumnCount] = {
    {0, QLatin1String()},
    {110, QLatin1String("LlamaDecoderLayer")},
    {54, QLatin1String("888.8 M")},
    {64, QLatin1String("1008.8 MiB")},
    {48, QLatin1String("bfloat16")},
    {80, QLatin1String()}};
constexpr int kComparedDeviceWidth = 120;
constexpr int kPanelLeastWidth = 320;
/// Below it a name tells nothing, and the columns that tell least give way.
constexpr int kPanelLeastName = 100;
constexpr int kPanelMostName = 200;
constexpr ModuleTreeModel::Column kDispensable[] = {ModuleTreeModel::Parameters,
                                                    ModuleTreeModel::Type, ModuleTreeModel::Class};
constexpr int kProgressIntervalMs = 100;
const QString kCrumbGap = QStringLiteral("\u00a0 › \u00a0");

/// One name of the path to a module.
struct Crumb {
    QString name;
    ModuleId module;
};

/// The path in `room` pixels: names between the model and the module give way to "…", which leads
/// to the last of them; then the longest ends are elided in their middle.
std::vector<Crumb> fittingCrumbs(std::vector<Crumb> crumbs, const QFontMetrics& metrics, int room) {
    const auto width = [&] {
        int sum = 0;
        for (const Crumb& crumb : crumbs) {
            sum += metrics.horizontalAdvance(crumb.name) + metrics.horizontalAdvance(kCrumbGap);
        }
        return sum - metrics.horizontalAdvance(kCrumbGap);
    };
    while (width() > room && crumbs.size() > 3) {
        crumbs[1] = {QStringLiteral("…"), crumbs[2].module};
        crumbs.erase(crumbs.begin() + 2);
    }
    for (const std::size_t at : {std::size_t{0}, crumbs.size() - 1}) {
        const int excess = width() - room;
        if (excess > 0) {
            const int own = metrics.horizontalAdvance(crumbs[at].name);
            const int least = metrics.averageCharWidth() * 8;
            crumbs[at].name =
                metrics.elidedText(crumbs[at].name, Qt::ElideMiddle, std::max(least, own - excess));
        }
    }
    return crumbs;
}

}  // namespace

ModelPanel::ModelPanel(Document* document, const Theme* theme, QWidget* parent)
    : QWidget(parent),
      m_document(document),
      m_theme(theme),
      m_model(new ModuleTreeModel(this)),
      m_proxy(new ModuleFilterProxy(m_model, this)),
      m_view(new ModuleTreeView(document, m_proxy, theme, this)),
      m_error(new OpenErrorCard(theme, this)),
      m_progressTimer(new QTimer(this)),
      m_fitTimer(new QTimer(this)) {
    constexpr int kPadding = 10;
    setObjectName(QStringLiteral("model_panel"));
    setFieldBackground(this);
    m_pages = new QStackedWidget(this);
    addWidgets(m_pages, {m_view, makeEmptyPage(), makeNoMatchPage()});
    auto* layout = makeColumn(this, 0);
    addWidgets(layout, {m_error, makeFilterRow(), makePathRow()});
    layout->addWidget(m_pages, 1);
    setMinimumWidth(px(kPanelLeastWidth));
    m_view->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    const QFontMetrics metrics(theme->font(TextRole::Tree));
    for (int column = 1; column < ModuleTreeModel::kColumnCount; ++column) {
        const auto& [least, longest] = kColumnRooms[column];
        const int text = metrics.horizontalAdvance(QString(longest)) + kPadding;
        // Its head is read whole, too.
        const int head = metrics.horizontalAdvance(
            m_model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString());
        m_view->setColumnWidth(column, std::max({px(least), text, head + kPadding}));
    }

    m_progressTimer->setSingleShot(true);
    m_progressTimer->setInterval(kProgressIntervalMs);
    connect(m_progressTimer, &QTimer::timeout, m_view->viewport(), qOverload<>(&QWidget::update));
    connect(m_view, &ModuleTreeView::menuRequested, this, &ModelPanel::menuRequested);
    m_fitTimer->setSingleShot(true);  // once for all rows that open together
    m_fitTimer->setInterval(0);
    connect(m_fitTimer, &QTimer::timeout, this, &ModelPanel::fitColumns);
    connect(m_view, &QTreeView::expanded, m_fitTimer, qOverload<>(&QTimer::start));
    connect(m_filter, &QLineEdit::textChanged, m_proxy, &ModuleFilterProxy::setFilterText);
    connect(m_proxy, &ModuleFilterProxy::matchesChanged, this, &ModelPanel::showMatches);
    connect(document, &Document::modelChanged, this, [this] {
        m_names = 0;
        m_fitTimer->start();
        showPlan();
        m_view->expandToBlocks();
        m_view->scrollToTop();
    });
    connect(document, &Document::planChanged, this, &ModelPanel::showPlan);
    connect(document, &Document::selectionChanged, this, &ModelPanel::showPath);
    connectErrors();
    // Links carry their colour in their text.
    connect(theme, &Theme::changed, this, &ModelPanel::showPath);
    showPlan();
    m_view->expandToBlocks();
}

void ModelPanel::connectErrors() {
    connect(m_document, &Document::modelChanged, m_error, &OpenErrorCard::dismiss);
    connect(m_document, &Document::failed, this, &ModelPanel::showFailure);
    connect(m_document, &Document::busyChanged, this, [this](bool busy, const QString& what) {
        m_opening = busy ? what : QString();
        if (busy) {
            m_error->dismiss();
        }
        showMatches();
    });
    connect(m_error, &OpenErrorCard::openRequested, this, &ModelPanel::openRequested);
    connect(m_error, &OpenErrorCard::openFolderRequested, this, &ModelPanel::openFolderRequested);
    connect(m_error, &OpenErrorCard::retryRequested, this, &ModelPanel::retryRequested);
    connect(m_error, &OpenErrorCard::dismissed, this, &ModelPanel::showMatches);
}

void ModelPanel::showFailure(const OpenFailure& failure) {
    m_error->showFailure(failure,
                         m_document->plan() == nullptr ? QString() : m_document->displayName());
    showMatches();
}

void ModelPanel::setFilter(const QString& filter) {
    m_filter->setText(filter);
}

void ModelPanel::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fitColumns();
    showPath();
}

void ModelPanel::fitColumns() {
    // They never give way again to other columns, so that nothing jumps while rows close.
    const int names = static_cast<const QAbstractItemView*>(m_view)->sizeHintForColumn(0);
    m_names = std::clamp(names, std::max(m_names, px(kPanelLeastName)), px(kPanelMostName));
    // A person may have made the shown ones wider.
    int room = width() - m_names;
    for (int column = 1; column < ModuleTreeModel::kColumnCount; ++column) {
        int& shown = m_shownWidths[static_cast<std::size_t>(column)];
        if (!m_view->isColumnHidden(column)) {
            shown = m_view->columnWidth(column);
        }
        room -= shown;
    }
    for (const ModuleTreeModel::Column column : kDispensable) {
        const bool hide = room < 0;
        room += hide ? m_shownWidths[column] : 0;
        m_view->setColumnHidden(column, hide);
    }
}

void ModelPanel::setComparison(PlanComparison* comparison) {
    const int plain = m_view->columnWidth(ModuleTreeModel::Device);
    connect(comparison, &PlanComparison::changed, this, [this, comparison, plain] {
        const bool shown = comparison->compared() != nullptr;
        m_model->setCompared(comparison->compared(),
                             comparison->kind() == PlanComparison::Other::Proposed);
        // Two chips and an arrow, instead of one chip and the mark of a load.
        m_view->setColumnWidth(ModuleTreeModel::Device,
                               shown ? std::max(plain, px(kComparedDeviceWidth)) : plain);
        fitColumns();
    });
}

QWidget* ModelPanel::makeFilterRow() {
    auto* row = new QWidget(this);
    m_filter = withName(new QLineEdit(row), "module_filter", tr("Filter modules"));
    m_filter->setPlaceholderText(tr("Filter: name, class:Linear, device:gpu1, >100MiB"));
    m_filter->setClearButtonEnabled(true);
    QAction* icon =
        m_filter->addAction(m_theme->icon(QStringLiteral("filter")), QLineEdit::LeadingPosition);
    connect(m_theme, &Theme::changed, icon,
            [this, icon] { icon->setIcon(m_theme->icon(QStringLiteral("filter"))); });
    m_count = withName(makeTextLine({}, m_theme->font(TextRole::Tree), row), "module_count");
    m_facts = withName(new QToolButton(row), "model_facts_button", tr("About this model"));
    m_facts->setToolTip(tr("About this model: files, types, sizes, largest tensors (Ctrl+I)"));
    m_facts->setIconSize(QSize(px(16), px(16)));
    const auto showIcon = [this] { m_facts->setIcon(m_theme->icon(QStringLiteral("info"))); };
    connect(m_theme, &Theme::changed, m_facts, showIcon);
    showIcon();
    connect(m_facts, &QToolButton::clicked, this, &ModelPanel::factsRequested);
    auto* layout = makeRow(row, 8, {8, 8, 8, 6});
    layout->addWidget(m_filter, 1);
    addWidgets(layout, {m_count, m_facts});
    return row;
}

QWidget* ModelPanel::makePathRow() {
    auto* row = new QWidget(this);
    row->setFixedHeight(px(24));
    m_path = withName(makeTextLine({}, m_theme->font(TextRole::Tree), row), "module_path");
    m_path->setTextFormat(Qt::RichText);
    m_path->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_path->setTextInteractionFlags(Qt::LinksAccessibleByMouse);
    m_pathChip = new ChipLabel(m_theme, std::nullopt, row);
    m_pathSize = makeTextLine({}, m_theme->font(TextRole::Tree), row);
    auto* layout = makeRow(row, 6, {12, 0, 12, 4});
    layout->addWidget(m_path, 1);
    addWidgets(layout, {m_pathChip, m_pathSize});
    connect(m_path, &QLabel::linkActivated, this,
            [this](const QString& link) { m_document->select({ModuleId{link.toUInt()}}); });
    return row;
}

QWidget* ModelPanel::makeEmptyPage() {
    auto* page = new QWidget(this);
    m_emptyContent = new QWidget(page);
    m_emptyText = withName(new ProseLabel(m_emptyContent), "empty_text");
    m_emptyText->setAlignment(Qt::AlignCenter);
    auto* open = withName(new QPushButton(tr("Open…"), m_emptyContent), "empty_open");
    auto* folder =
        withName(new QPushButton(tr("Open Folder…"), m_emptyContent), "empty_open_folder");
    connect(open, &QPushButton::clicked, this, &ModelPanel::openRequested);
    connect(folder, &QPushButton::clicked, this, &ModelPanel::openFolderRequested);
    auto* typed = withName(new QPushButton(tr("New Model…"), m_emptyContent), "empty_new_model");
    typed->setToolTip(
        tr("Define a model by its family and sizes, to plan before you download files"));
    connect(typed, &QPushButton::clicked, this, &ModelPanel::newModelRequested);
    auto* buttons = makeRow(nullptr, 8);
    buttons->addStretch();
    addWidgets(buttons, {open, folder, typed});
    buttons->addStretch();
    // The buttons need most of a narrow dock's width.
    auto* content = makeColumn(m_emptyContent, 8, {0, 0, 0, 0});
    content->addWidget(m_emptyText);
    content->addLayout(buttons);
    auto* layout = makeColumn(page, 0, {8, 8, 8, 8});
    layout->addStretch();
    layout->addWidget(m_emptyContent);
    layout->addStretch(2);
    return page;
}

QWidget* ModelPanel::makeNoMatchPage() {
    auto* page = new QWidget(this);
    auto* clear = withName(new QPushButton(tr("Clear filter"), page), "clear_filter");
    connect(clear, &QPushButton::clicked, this, [this] { m_filter->clear(); });
    auto* layout = new QVBoxLayout(page);
    layout->addStretch();
    layout->addWidget(new QLabel(tr("0 modules"), page), 0, Qt::AlignHCenter);
    layout->addWidget(clear, 0, Qt::AlignHCenter);
    layout->addStretch(2);
    return page;
}

void ModelPanel::focusFilter() {
    m_filter->setFocus(Qt::ShortcutFocusReason);
    m_filter->selectAll();
}

void ModelPanel::repaintProgress() {
    if (!m_progressTimer->isActive()) {
        m_progressTimer->start();
    }
}

void ModelPanel::showRunning(ModuleId module) {
    m_model->setRunning(module);
}

void ModelPanel::followRunning() {
    if (!m_model->running().isValid()) {
        return;
    }
    QModelIndex row = m_proxy->mapFromSource(m_model->entryIndex(m_model->running().value));
    // What is closed stays closed: a run passes through hundreds of modules a second.
    for (QModelIndex above = row.parent(); above.isValid(); above = above.parent()) {
        row = m_view->isExpanded(above) ? row : above;
    }
    if (row.isValid()) {
        m_view->scrollTo(row);
    }
}

void ModelPanel::showPlan() {
    if (m_model->plan() != m_document->plan().get()) {
        const auto& view = m_document->view();
        m_model->setPlan(m_document->plan(), view == nullptr ? nullptr : view->figures);
    }
    showMatches();
    showPath();
}

void ModelPanel::showMatches() {
    const bool open = m_document->plan() != nullptr;
    const QStringList& odd = m_proxy->filter().notUnderstood;
    m_count->setVisible(open);
    m_facts->setEnabled(open);
    m_emptyText->setText(m_opening.isEmpty()
                             ? tr("No model is open. Open a file or a folder, or drop it on this "
                                  "window. A config.json is enough to make a plan.")
                             : m_opening + QStringLiteral("…"));
    m_count->setText(odd.isEmpty()
                         ? tr("%1 modules").arg(QLocale::c().toString(m_proxy->matchCount()))
                         : tr("“%1” is not a size or a device").arg(odd.front()));
    const bool nothing = m_proxy->isFiltering() && m_proxy->rowCount() == 0;
    m_pages->setCurrentIndex(!open     ? kModelEmptyPage
                             : nothing ? kModelNoMatchPage
                                       : kModelTreePage);
    // The error stands in the place of the model, with its own ways out.
    m_emptyContent->setVisible(!m_error->isShown());
}

void ModelPanel::showPath() {
    const PlacementPlan* plan = m_model->plan();
    m_pathChip->setVisible(plan != nullptr);
    m_pathSize->setVisible(plan != nullptr);
    if (plan == nullptr) {
        m_path->clear();
        return;
    }
    const ModuleTree& tree = *plan->request.tree;
    const ModuleId current =
        m_document->currentModule().isValid() ? m_document->currentModule() : ModuleTree::root();
    std::vector<Crumb> crumbs;
    QStringList names;
    for (ModuleId id = current; id.isValid(); id = tree.node(id).parent) {
        const ModuleNode& node = tree.node(id);
        QString name = QString::fromStdString(node.name);
        if (id == ModuleTree::root()) {
            name = node.className.empty() ? tr("model") : QString::fromStdString(node.className);
        }
        names.prepend(name);
        crumbs.insert(crumbs.begin(), {name, id});
    }
    const std::size_t whole = crumbs.size();
    const QFontMetrics metrics(m_theme->font(TextRole::Tree, true));
    crumbs = fittingCrumbs(std::move(crumbs), metrics, m_path->width());
    bool cut = crumbs.size() < whole;
    QStringList parts;
    for (const auto& [shown, id] : crumbs) {
        cut = cut || !names.contains(shown);
        const QString name = shown.toHtmlEscaped();
        parts.append(id == current
                         ? QStringLiteral("<b>%1</b>").arg(name)
                         : QStringLiteral("<a href=\"%1\" style=\"color:%2;text-decoration:none\">"
                                          "%3</a>")
                               .arg(id.value)
                               .arg(m_theme->colors().secondaryText.name(), name));
    }
    m_path->setText(parts.join(QStringLiteral("&nbsp; › &nbsp;")));
    m_path->setToolTip(cut ? names.join(kCrumbGap) : QString());
    const ModulePlace place = m_model->placeOf(current.value);
    m_pathChip->setVisible(place.isMixed() || place.device().has_value());
    m_pathChip->setDevice(place.device());
    const auto bytes = static_cast<double>(m_model->bytesOf(current.value));
    m_pathSize->setText(sizeText(bytes));
    m_pathSize->setToolTip(exactBytesText(bytes));
}

namespace {

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
    constexpr int kMessageMs = 6000;
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
                [this](const QString& sentence) { Q_EMIT noticed(sentence, kMessageMs); });
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
