// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/board/board_view.h"

#include "widgets/board/board_accessible.h"
#include "widgets/board/board_view_private.h"
#include "widgets/document/device_edits.h"
#include "widgets/document/plan_comparison.h"
#include "widgets/document/plan_view.h"
#include "widgets/support/formats.h"
#include "widgets/support/forms.h"
#include "widgets/support/translation.h"

#include <QAction>
#include <QActionGroup>
#include <QCoreApplication>
#include <QDrag>
#include <QHelpEvent>
#include <QJsonArray>
#include <QMenu>
#include <QPaintEvent>
#include <QPainter>
#include <QScrollBar>
#include <QSettings>
#include <QToolTip>

#include <algorithm>
#include <utility>

namespace stowage {

namespace {

constexpr int kLoadRepaintMs = 100;
constexpr int kScrollStep = 20;

/// Least height of the blocks below the heads in a low window.
constexpr int kLeastLanes = 44;

QJsonArray toJson(const QRect& rect) {
    return {rect.x(), rect.y(), rect.width(), rect.height()};
}

QString nameOf(DeviceId device) {
    return device == kNoDevice ? QStringLiteral("none")
                               : QString::fromStdString(deviceName(device));
}

/// In the order of BoardEntry::Kind.
constexpr const char* kKindNames[] = {"block", "header", "part", "run", "hole", "ghost"};

}  // namespace

BoardView::Private::Private(BoardView* view, Document* document, const Theme* theme)
    : m_view(view),
      m_document(document),
      m_theme(theme),
      m_strip(new BoardStrip(theme, view)),
      m_overview(new BoardOverview(theme, view)),
      m_head(new BoardLaneHead(theme, view)),
      m_fonts(*theme),
      m_dragStarter([](QDrag* drag) { drag->exec(Qt::MoveAction); }) {
    m_loadTimer.setInterval(kLoadRepaintMs);
}

BoardView::BoardView(Document* document, const Theme* theme, QWidget* parent)
    : QAbstractScrollArea(parent), d(std::make_unique<Private>(this, document, theme)) {
    /// The heads, and some blocks of each lane.
    constexpr QSize kLeast(220, 200);
    BoardAccessible::install();
    withName(this, "board", tr("Board"));
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setMinimumSize(kLeast);
    viewport()->setMouseTracking(true);
    viewport()->setAcceptDrops(true);
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
    d->m_head->setAcceptDrops(true);
    d->m_head->installEventFilter(this);
    verticalScrollBar()->setSingleStep(kScrollStep);
    horizontalScrollBar()->setSingleStep(kScrollStep);
    setTabOrder(d->m_strip, this);
    connect(d->m_overview, &BoardOverview::laneChosen, this,
            [this](std::size_t lane) { d->revealLane(lane); });

    connect(document, &Document::modelChanged, this, [this] {
        d->m_folding = {};
        d->m_anchorBlock.reset();
        verticalScrollBar()->setValue(0);
    });
    connect(document, &Document::planChanged, this, [this] { d->loadPlan(); });
    connect(document, &Document::selectionChanged, this, [this] {
        d->updateSelection();
        if (!d->m_choosing && d->m_paint.current) {
            d->reveal(*d->m_paint.current);
        }
    });
    connect(document, &Document::editRefused, this,
            [this](const QString& sentence, const PlanEdit& source) {
                if (const auto* budget = std::get_if<SetBudgetEdit>(&source)) {
                    d->m_head->showRefusal(budget->device, sentence);
                }
            });
    connect(theme, &Theme::changed, this, [this] {
        d->m_fonts = BoardFonts(*d->m_theme);
        d->m_head->applyTheme();
        d->m_strip->update();
        d->repaint();
    });
    connect(d->m_strip, &BoardStrip::scaleChosen, this, &BoardView::setScale);
    connect(d->m_head, &BoardLaneHead::heightChanged, this, [this] { d->placeHeads(); });
    connect(d->m_head, &BoardLaneHead::budgetEdited, this,
            [this](DeviceId device, const QString& text) {
                d->m_document->edit(SetBudgetEdit{device, text.toStdString()});
            });
    connect(d->m_head, &BoardLaneHead::deviceEdited, this,
            [this](const DeviceInfo& device) { useEditedDevice(*d->m_document, device); });
    connect(d->m_head, &BoardLaneHead::fieldWanted, this,
            [this](DeviceId device, DeviceField field) { d->editDevice(device, field); });
    connect(d->m_head, &BoardLaneHead::menuWanted, this,
            [this](DeviceId device, const QPoint& global) { d->showDeviceMenu(device, global); });
    connect(&d->m_loadTimer, &QTimer::timeout, this, [this] { d->repaint(); });
    d->loadPlan();
}

BoardView::~BoardView() = default;

void BoardView::setScale(BoardScale scale) {
    if (scale != d->m_scale) {
        d->m_scale = scale;
        d->m_strip->setScale(scale);
        d->relayout();
        Q_EMIT scaleChanged(scale);
    }
}

BoardScale BoardView::scale() const {
    return d->m_scale;
}

void BoardView::setDragStarter(DragStarter starter) {
    d->m_dragStarter = std::move(starter);
}

void BoardView::setLoadProgress(std::function<double(ModuleId)> fraction) {
    d->m_paint.loading = std::move(fraction);
    if (d->m_paint.loading) {
        d->m_loadTimer.start();
    } else {
        d->m_loadTimer.stop();
    }
    d->repaint();
}

void BoardView::setLoadedPlaces(std::shared_ptr<const LoadedPlaces> places) {
    d->m_paint.loaded = std::move(places);
    d->repaint();
}

void BoardView::setPrograms(std::map<DeviceId, QString> programs) {
    d->m_head->setPrograms(std::move(programs));
}

void BoardView::setComparison(PlanComparison* comparison) {
    d->m_comparison = comparison;
    connect(comparison, &PlanComparison::changed, this, [this] { d->showComparison(); });
    d->showComparison();
}

void BoardView::Private::showComparison() {
    const bool shown = m_comparison->isActive() && m_comparison->compared() != nullptr;
    m_paint.compared = shown ? m_comparison->compared() : nullptr;
    m_paint.proposed = m_comparison->kind() == PlanComparison::Other::Proposed;
    m_strip->setComparing(shown, m_paint.proposed);
    repaint();
}

void BoardView::Private::loadPlan() {
    m_preview.reset();
    m_paint.targetLane.reset();
    m_paint.hovered.reset();
    m_strip->setDragging(false);
    if (m_document->plan() == nullptr) {
        m_model.reset();
    } else {
        m_model = m_document->view()->board;
    }
    m_head->setModel(m_model.get());
    placeHeads();
    relayout();
}

void BoardView::Private::relayout() {
    m_layout = BoardLayout();
    ++m_layoutNumber;
    m_laidOut = m_model;
    if (m_model) {
        const BoardLayoutOptions options{.scale = m_scale,
                                         .width = m_view->viewport()->width(),
                                         .viewportHeight = m_view->viewport()->height(),
                                         .direction = m_view->layoutDirection(),
                                         .preview = m_preview ? &*m_preview : nullptr};
        m_layout = BoardLayout(*m_model, m_folding, options);
    }
    m_paint.hovered.reset();
    if (needsOverview() == m_overview->isHidden()) {
        placeHeads();
    }
    updateScrollBars();
    updateColumns();
    updateSelection();
    repaint();
}

void BoardView::Private::placeHeads() {
    const int head = m_head->neededHeight();
    const bool overview = needsOverview();
    const int top = px(BoardStrip::kHeight) + (overview ? px(BoardOverview::kHeight) : 0);
    m_overview->setVisible(overview);
    // Where the width of the viewport changes with it, this comes here again.
    m_view->setViewportMargins(0, top + head, 0, 0);
    m_view->updateGeometry();
    if (m_overview->isHidden() == overview) {
        return;  // placed meanwhile, with what then held
    }
    const int width = m_view->viewport()->width();
    const int left = m_view->viewport()->x();
    m_strip->setGeometry(left, 0, width, px(BoardStrip::kHeight));
    m_overview->setGeometry(left, px(BoardStrip::kHeight), width, px(BoardOverview::kHeight));
    m_head->setGeometry(left, top, width, head);
    m_head->setVisible(head > 0);
}

QSize BoardView::sizeHint() const {
    const int bar = horizontalScrollBar()->sizeHint().height();
    return {QAbstractScrollArea::sizeHint().width(),
            viewportMargins().top() + px(kLeastLanes) + bar};
}

bool BoardView::Private::needsOverview() const {
    return m_model != nullptr && m_layout.size().width() > m_view->viewport()->width();
}

void BoardView::Private::updateColumns() {
    m_head->setColumns(m_layout.lanes(), offset().x(), m_layout.isMirrored());
    m_overview->setMirrored(m_layout.isMirrored());
    m_overview->setFigures(m_head->figures());
    m_strip->setFigures(m_head->figures());
    const int left = offset().x();
    const int right = left + m_view->viewport()->width();
    const auto& lanes = m_layout.lanes();
    const auto isInView = [&](const BoardLane& lane) {
        return lane.column.left() >= left && lane.column.right() < right;
    };
    const auto first = std::ranges::find_if(lanes, isInView);
    const auto last = std::find_if_not(first, lanes.end(), isInView);
    m_overview->setInView(static_cast<std::size_t>(first - lanes.begin()),
                          static_cast<std::size_t>(last - lanes.begin()));
}

void BoardView::Private::revealLane(std::size_t lane) {
    if (lane >= m_layout.lanes().size()) {
        return;
    }
    const QRect column = m_layout.lanes()[lane].column;
    QScrollBar* bar = m_view->horizontalScrollBar();
    const int sign = m_layout.isMirrored() ? -1 : 1;
    const int left = offset().x();
    const int right = left + m_view->viewport()->width();
    constexpr int kBorder = metrics::kLaneGap / 2;
    if (column.left() < left) {
        bar->setValue(bar->value() + sign * (column.left() - left - kBorder));
    } else if (column.right() >= right) {
        bar->setValue(bar->value() + sign * (column.right() - right + kBorder));
    }
}

void BoardView::Private::updateScrollBars() {
    // A bar that comes or goes resizes the viewport and lays out again before setRange() returns,
    // so each range is read from what holds at that moment.
    QScrollBar* vertical = m_view->verticalScrollBar();
    vertical->setPageStep(m_view->viewport()->height());
    vertical->setRange(0, std::max(0, m_layout.size().height() - m_view->viewport()->height()));
    QScrollBar* horizontal = m_view->horizontalScrollBar();
    horizontal->setPageStep(m_view->viewport()->width());
    horizontal->setRange(0, std::max(0, m_layout.size().width() - m_view->viewport()->width()));
}

QPoint BoardView::Private::offset() const {
    const QScrollBar* bar = m_view->horizontalScrollBar();
    const int x = m_layout.isMirrored() ? bar->maximum() - bar->value() : bar->value();
    return {x, m_view->verticalScrollBar()->value()};
}

QPoint BoardView::Private::toContent(const QPoint& viewportPoint) const {
    return viewportPoint + offset();
}

void BoardView::Private::updateSelection() {
    m_paint.selected.assign(m_layout.entries().size(), false);
    m_paint.current.reset();
    if (m_model) {
        for (std::size_t i = 0; i < m_layout.entries().size(); ++i) {
            m_paint.selected[i] = isEntrySelected(m_layout.entries()[i]);
        }
        const ModuleId current = m_document->currentModule();
        if (current.isValid() && current.index() < m_model->tree().nodes().size()) {
            m_paint.current = m_layout.entryOf(*m_model, current);
        }
    }
    updateAccessibility();
    repaint();
}

void BoardView::Private::updateAccessibility() {
    if (BoardAccessible* const told = reader()) {
        told->tellChanges();
    }
    if (!m_model) {
        m_view->setAccessibleDescription(BoardView::tr("No model is open"));
        return;
    }
    QString text = BoardView::tr("%1 lanes, %2 blocks")
                       .arg(m_layout.lanes().size())
                       .arg(m_model->blocks.size());
    if (m_paint.current) {
        const BoardEntry& entry = m_layout.entries()[*m_paint.current];
        text = inSentences({text, QStringLiteral("%1, %2, %3")
                                      .arg(entry.label, laneLabel(entry.device), entry.sizeText)});
    }
    if (m_view->accessibleDescription() != text) {
        m_view->setAccessibleDescription(text);
    }
}

BoardAccessible* BoardView::Private::reader() const {
    return QAccessible::isActive()
               ? dynamic_cast<BoardAccessible*>(QAccessible::queryAccessibleInterface(m_view))
               : nullptr;
}

void BoardView::Private::reveal(std::size_t entry) {
    constexpr int kBorder = 24;
    const QRect rect = m_layout.entries()[entry].rect;
    const QRect visible(offset(), m_view->viewport()->size());
    QScrollBar* vertical = m_view->verticalScrollBar();
    if (rect.top() < visible.top()) {
        vertical->setValue(rect.top() - kBorder);
    } else if (rect.bottom() > visible.bottom()) {
        vertical->setValue(rect.bottom() + kBorder - visible.height());
    }
    QScrollBar* horizontal = m_view->horizontalScrollBar();
    const int sign = m_layout.isMirrored() ? -1 : 1;
    if (rect.left() < visible.left()) {
        horizontal->setValue(horizontal->value() + sign * (rect.left() - visible.left() - kBorder));
    } else if (rect.right() > visible.right()) {
        horizontal->setValue(horizontal->value() +
                             sign * (rect.right() - visible.right() + kBorder));
    }
}

void BoardView::paintEvent(QPaintEvent* event) {
    QPainter painter(viewport());
    // Alignments are mirrored by the layout; names and figures stay left to right.
    painter.setLayoutDirection(Qt::LeftToRight);
    const ThemeColors& t = d->m_theme->colors();
    if (!d->m_model) {
        painter.fillRect(event->rect(), t.base);
        painter.setFont(d->m_fonts.text);
        painter.setPen(t.secondaryText);
        painter.drawText(viewport()->rect(), Qt::AlignCenter,
                         tr("No model is open. Use Open…, or drop a file or folder here."));
        return;
    }
    const QPoint offset = d->offset();
    painter.save();
    painter.translate(-offset);
    d->m_paint.hasFocus = hasFocus();
    paintBoard(painter, *d->m_model, d->m_layout, d->m_fonts, t, d->m_paint,
               event->rect().translated(offset));
    painter.restore();
    if (d->m_preview) {
        const auto& figures = d->m_head->figures();
        const auto target = std::ranges::find(figures, d->m_preview->target, &LaneFigures::device);
        if (target != figures.end()) {
            painter.setRenderHint(QPainter::Antialiasing);
            paintDragCard(painter, makeDragCard(*d->m_model, *d->m_preview, *target),
                          d->m_dragPoint, viewport()->rect(), t, d->m_fonts);
        }
    }
}

void BoardView::resizeEvent(QResizeEvent*) {
    d->placeHeads();
    d->relayout();
    const auto isIdle = [](const QScrollBar* bar) {
        return bar->isVisible() && bar->maximum() == 0;
    };
    if (isIdle(verticalScrollBar()) || isIdle(horizontalScrollBar())) {
        // The range became empty while the scroll area was placing its children: once more.
        QCoreApplication::postEvent(this, new QEvent(QEvent::LayoutRequest));
    }
}

void BoardView::scrollContentsBy(int, int) {
    d->updateColumns();
    d->repaint();
}

void BoardView::changeEvent(QEvent* event) {
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::LayoutDirectionChange) {
        d->relayout();
    }
}

bool BoardView::viewportEvent(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        QToolTip::showText(help->globalPos(), d->tooltipAt(d->toContent(help->pos())), viewport());
        return true;
    }
    if (event->type() == QEvent::Leave && d->m_paint.hovered) {
        d->m_paint.hovered.reset();
        d->repaint();
    }
    return QAbstractScrollArea::viewportEvent(event);
}

QString BoardView::Private::moveText(const BoardEntry& entry) const {
    if (m_paint.compared == nullptr) {
        return {};
    }
    const MovedModule* move = m_paint.compared->moveOfModule(entry.module);
    if (move == nullptr || entry.kind == BoardEntry::Kind::Run) {
        return {};
    }
    const auto& where = m_paint.proposed ? move->to : move->from;
    if (!where) {
        return m_paint.proposed ? BoardView::tr("Would have no device")
                                : BoardView::tr("Had no device before");
    }
    const QString device = translated(deviceLabel(*where));
    return m_paint.proposed ? BoardView::tr("Would move to %1").arg(device)
                            : BoardView::tr("Moved from %1").arg(device);
}

QString BoardView::Private::loadedText(const BoardEntry& entry) const {
    const auto device = loadedElsewhere(entry, *m_model, m_paint);
    return device ? BoardView::tr("Loaded on %1, according to another plan")
                        .arg(translated(deviceLabel(*device)))
                  : QString();
}

QString BoardView::Private::tooltipAt(const QPoint& content) const {
    const auto index = m_layout.entryAt(content);
    if (!index) {
        return {};
    }
    const BoardEntry& entry = m_layout.entries()[*index];
    return (QStringList(nameOfEntry(entry)) + describe(entry)).join(u'\n');
}

QString BoardView::Private::nameOfEntry(const BoardEntry& entry) const {
    const QString path = QString::fromStdString(m_model->tree().path(entry.module));
    return entry.kind == BoardEntry::Kind::Run || path.isEmpty() ? entry.label : path;
}

QStringList BoardView::Private::describe(const BoardEntry& entry) const {
    const ModuleNode& node = m_model->tree().node(entry.module);
    QStringList lines;
    if (!node.className.empty()) {
        lines += QString::fromStdString(node.className);
    }
    const auto bytes = static_cast<double>(entry.bytes);
    lines += QStringLiteral("%1: %2 (%3)")
                 .arg(laneLabel(entry.device), sizeText(bytes), exactBytesText(bytes));
    if (const auto& missing = m_model->blocks[entry.firstBlock].missing) {
        lines += BoardView::tr("The device map puts this module on %1, which does not exist")
                     .arg(laneLabel(*missing));
    }
    const DeviceId runs = m_model->runsOn(entry.module, entry.device);
    const auto& rules = m_model->plan->request.hooks.offloaded;
    const bool hasRule = std::ranges::any_of(rules, [&](const OffloadRule& rule) {
        return rule.module.starts_with(m_model->tree().path(entry.module) + ".");
    });
    if (!entry.device.isGpu() && hasRule) {
        lines +=
            BoardView::tr("Runs on %1, except for submodules with an offload rule of their own")
                .arg(translated(deviceLabel(runs)));
    } else if (runs != entry.device) {
        lines += BoardView::tr("Runs on %1; the weights are copied for each token")
                     .arg(translated(deviceLabel(runs)));
    }
    if (const QString loaded = loadedText(entry); !loaded.isEmpty()) {
        lines += loaded;
    }
    if (const QString move = moveText(entry); !move.isEmpty()) {
        lines += move;
    }
    if (entry.pinned) {
        lines += BoardView::tr("Pinned");
    }
    if (entry.movedByHand) {
        lines += BoardView::tr("Moved by hand");
    }
    if (entry.canUnfold) {
        lines += BoardView::tr("Double click or press Space to show the submodules");
    }
    return lines;
}

QRect BoardView::Private::laneRect(std::size_t lane) const {
    const QWidget* port = m_view->viewport();
    const QRect column = m_layout.lanes()[lane].column;
    const QPoint left = port->mapToGlobal(QPoint(column.left() - offset().x(), 0));
    const int top = m_head->mapToGlobal(QPoint(0, 0)).y();
    const int bottom = port->mapToGlobal(port->rect().bottomLeft()).y();
    return {left.x(), top, column.width(), bottom - top + 1};
}

QRect BoardView::Private::entryRect(std::size_t entry) const {
    return m_layout.entries()[entry].rect.translated(m_view->viewport()->mapToGlobal(QPoint(0, 0)) -
                                                     offset());
}

QJsonObject BoardView::geometry() const {
    QJsonObject result;
    result[u"scale_linear"] = toJson(d->m_strip->buttonRect(BoardScale::Linear));
    result[u"scale_log"] = toJson(d->m_strip->buttonRect(BoardScale::Logarithmic));
    QJsonArray lanes;
    for (std::size_t i = 0; i < d->m_layout.lanes().size(); ++i) {
        const BoardLane& lane = d->m_layout.lanes()[i];
        const LaneFigures& figures = d->m_head->figures()[i];
        lanes.append(QJsonObject{
            {QStringLiteral("device"), nameOf(lane.device)},
            {QStringLiteral("rect"), toJson(d->laneRect(i))},
            {QStringLiteral("limit_field"), toJson(d->m_head->fieldRect(i))},
            {QStringLiteral("limit_text"), d->m_head->fieldText(i)},
            {QStringLiteral("weights"), figures.weights},
            {QStringLiteral("over"), figures.over},
            {QStringLiteral("head"), figures.text()},
        });
    }
    result[u"lanes"] = lanes;
    QJsonArray blocks;
    const QRect visible(d->offset(), viewport()->size());
    for (std::size_t i = 0; i < d->m_layout.entries().size(); ++i) {
        const BoardEntry& entry = d->m_layout.entries()[i];
        QJsonObject block{
            {QStringLiteral("module"),
             QString::fromStdString(d->m_model->tree().path(entry.module))},
            {QStringLiteral("label"), entry.label},
            {QStringLiteral("kind"),
             QString::fromLatin1(kKindNames[static_cast<std::size_t>(entry.kind)])},
            {QStringLiteral("device"), nameOf(entry.device)},
            {QStringLiteral("rect"), toJson(d->entryRect(i))},
            {QStringLiteral("visible"), visible.contains(entry.rect.center())},
            {QStringLiteral("bytes"), static_cast<double>(entry.bytes)},
            {QStringLiteral("selected"), static_cast<bool>(d->m_paint.selected[i])},
        };
        if (d->m_paint.loading || d->m_paint.loaded != nullptr) {
            const auto elsewhere = loadedElsewhere(entry, *d->m_model, d->m_paint);
            block[u"loaded"] = loadedShare(entry, *d->m_model, d->m_paint);
            block[u"loaded_on"] =
                elsewhere ? QString::fromStdString(deviceName(*elsewhere)) : QString();
        }
        if (entry.kind == BoardEntry::Kind::Run) {
            block[u"count"] = static_cast<int>(entry.lastBlock - entry.firstBlock + 1);
        }
        blocks.append(block);
    }
    result[u"blocks"] = blocks;
    return result;
}

namespace {

const QString kScaleKey = QStringLiteral("boardScale");

}  // namespace

BoardFeature::BoardFeature(const FeatureParts& parts)
    : Feature(parts),
      m_view(withName(new BoardView(m_document, m_theme, m_window), "board")),
      m_selectAll(makeAction(QStringLiteral("select_all_action"), tr("Select All Blocks"),
                             QKeySequence::SelectAll)) {
    m_view->setComparison(m_comparison);
    connect(m_selectAll, &QAction::triggered, this, &BoardFeature::selectAllBlocks);
}

QList<QAction*> BoardFeature::menuActions(MenuSection section) {
    switch (section) {
        case MenuSection::EditSelect:
            return {m_selectAll};
        case MenuSection::ViewLook:
            return {makeScaleMenu()->menuAction()};
        default:
            return {};
    }
}

QMenu* BoardFeature::makeScaleMenu() {
    auto* menu = new QMenu(tr("Block Height"), m_window);
    auto* scales = new QActionGroup(this);
    const std::pair<QString, BoardScale> choices[] = {{tr("Linear"), BoardScale::Linear},
                                                      {tr("Logarithmic"), BoardScale::Logarithmic}};
    const int saved = m_settings->value(kScaleKey, 0).toInt();
    for (const auto& [text, value] : choices) {
        QAction* action = menu->addAction(text);
        action->setCheckable(true);
        scales->addAction(action);
        connect(action, &QAction::triggered, this,
                [this, value = value] { m_view->setScale(value); });
        if (static_cast<int>(value) == saved) {
            m_view->setScale(value);
        }
    }
    // The board has its own buttons for the same choice.
    connect(m_view, &BoardView::scaleChanged, this,
            [this](BoardScale scale) { m_settings->setValue(kScaleKey, static_cast<int>(scale)); });
    connect(menu, &QMenu::aboutToShow, this, [this, scales] {
        scales->actions().at(m_view->scale() == BoardScale::Linear ? 0 : 1)->setChecked(true);
    });
    return menu;
}

void BoardFeature::selectAllBlocks() {
    const auto plan = m_document->plan();
    if (plan == nullptr) {
        return;
    }
    std::vector<ModuleId> modules;
    for (const BoardBlock& block : m_document->view()->board->blocks) {
        modules.push_back(block.module);
    }
    m_document->select(std::move(modules));
}

}  // namespace stowage
