// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plan/plan_panels.h"

#include "widgets/document/document.h"
#include "widgets/document/plan_comparison.h"
#include "widgets/document/plan_previews.h"
#include "widgets/document/plan_view.h"
#include "widgets/plan/device_bars.h"
#include "widgets/support/formats.h"
#include "widgets/support/forms.h"
#include "widgets/support/labels.h"
#include "widgets/support/style_sheet.h"
#include "widgets/support/translation.h"

#include <QLabel>
#include <QPainter>
#include <QPixmap>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace stowage {
namespace {

constexpr int kWhoWidth = 48;

/// A longer name of a class is elided in a link.
constexpr int kClassWidth = 200;

/// More that was tried before tells nothing new.
constexpr std::size_t kMaxEarlier = 6;

const QString kDifferenceLink = QStringLiteral("difference");

const QString kUseLink = QStringLiteral("use");

QString decisionIcon(PlacementDecision::Kind kind) {
    using Kind = PlacementDecision::Kind;
    switch (kind) {
        case Kind::Placed:
        case Kind::Fallback:
        case Kind::Given:
            return QStringLiteral("check");
        case Kind::DoesNotFit:
        case Kind::LeftOnCpu:
            return QStringLiteral("refused");
        case Kind::Split:
        case Kind::SplitPartner:
            return QStringLiteral("more");
        case Kind::Pinned:
            return QStringLiteral("pin");
        case Kind::MovedByHand:
            break;
    }
    return QStringLiteral("moved_by_hand");
}

bool isByHand(const PlacementDecision& decision) {
    return decision.kind == PlacementDecision::Kind::MovedByHand ||
           decision.kind == PlacementDecision::Kind::Pinned;
}

/// What is said of a module: the last decision a device, which is about the module itself, edits by
/// hand last; and what was decided before about the larger ones that it is part of.
struct TellingDecisions {
    std::vector<PlacementDecision> telling;
    std::vector<PlacementDecision> earlier;
};

TellingDecisions tellingDecisions(const PlacementPlan& plan, ModuleId module) {
    TellingDecisions result;
    for (PlacementDecision& decision : decisionsFor(plan, module)) {
        const auto same = [&decision](const PlacementDecision& other) {
            return !isByHand(other) && other.device == decision.device;
        };
        if (!isByHand(decision)) {
            std::ranges::copy_if(result.telling, std::back_inserter(result.earlier), same);
            std::erase_if(result.telling, same);
        }
        result.telling.push_back(std::move(decision));
    }
    std::ranges::stable_sort(result.telling, {}, isByHand);
    return result;
}

/// The other names of the weights that a module holds, with the devices they would have.
QStringList partnersOf(const PlacementPlan& plan, ModuleId module) {
    const ModuleTree& tree = *plan.request.tree;
    const ModuleId end = tree.node(module).subtreeEnd;
    const auto isInside = [&](TensorId id) {
        const ModuleId owner = tree.tensor(id).module;
        return !(owner < module) && owner < end;
    };
    QStringList partners;
    for (const auto& group : tree.tiedGroups()) {
        const auto inside = std::ranges::count_if(group, isInside);
        if (inside == 0 || inside == static_cast<std::ptrdiff_t>(group.size())) {
            continue;
        }
        for (const TensorId id : group) {
            const TensorSpec& tensor = tree.tensor(id);
            if (!isInside(id)) {
                const auto device = plan.storageDevices[tensor.storage.index()];
                QString text = QString::fromStdString(tree.path(tensor.module));
                if (device) {
                    text += QStringLiteral(" (%1)").arg(translated(deviceLabel(*device)));
                }
                partners.append(text);
            }
        }
    }
    partners.removeDuplicates();
    return partners;
}

QString nameOf(const PlacementDecision& decision) {
    return decision.module.empty() ? WhyPanel::tr("The whole model")
                                   : QString::fromStdString(decision.module);
}

QPixmap makePixmap(const QWidget& on, const QString& icon, const QColor& color,
                   const QColor& base) {
    constexpr int kIcon = 14;
    QPixmap pixmap(QSize(kIcon, kIcon) * on.devicePixelRatioF());
    pixmap.setDevicePixelRatio(on.devicePixelRatioF());
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    paintIcon(painter, QRect(0, 0, kIcon, kIcon), icon, color, base);
    return pixmap;
}

}  // namespace

WhyPanel::WhyPanel(Document* document, const Theme* theme, QWidget* parent)
    : QWidget(parent),
      m_document(document),
      m_theme(theme),
      m_noSplit(withName(new PlanPreviews<NoSplitEffect>(document, &noSplitEffects, this),
                         "no_split_preview")) {
    setObjectName(QStringLiteral("why_panel"));
    auto* content = makePage(this);
    m_layout = makeColumn(content, 8, {metrics::kPadding, 8, metrics::kPadding, 8});
    m_layout->addStretch(1);
    makeColumn(this, 0)->addWidget(withName(makeScrollArea(this, content), "why_scroll"));
    connect(document, &Document::planChanged, this, &WhyPanel::showModule);
    connect(document, &Document::selectionChanged, this, &WhyPanel::showModule);
    connect(m_noSplit, &PlanFollower::changed, this, &WhyPanel::showEffects);
    connect(theme, &Theme::changed, this, [this] {
        showModule();
        showEffects();
    });
    showModule();
    showEffects();
}

void WhyPanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    m_noSplit->setWatched(true);
}

void WhyPanel::hideEvent(QHideEvent* event) {
    QWidget::hideEvent(event);
    m_noSplit->setWatched(false);
}

QVBoxLayout* WhyPanel::startAnew(QWidget*& box) {
    const int at = box == nullptr ? m_layout->count() - 1 : m_layout->indexOf(box);
    if (box != nullptr) {
        // A link of it may be in the middle of its own click, which is why it is deleted later.
        m_layout->removeWidget(box);
        box->hide();
        box->setObjectName(QString());
        for (QWidget* child : box->findChildren<QWidget*>()) {
            child->setObjectName(QString());
        }
        box->deleteLater();
    }
    box = new QWidget(this);
    auto* layout = makeColumn(box, 2);
    m_layout->insertWidget(at, box);
    return layout;
}

QLabel* WhyPanel::addText(QVBoxLayout* layout, const QString& text, bool semibold) {
    QLabel* label =
        makeParagraph(text, m_theme->font(TextRole::Tree, semibold), layout->parentWidget());
    label->setTextFormat(Qt::PlainText);
    if (!semibold) {
        label->setForegroundRole(QPalette::PlaceholderText);
    }
    layout->addWidget(label);
    return label;
}

void WhyPanel::showModule() {
    auto* layout = startAnew(m_module);
    const auto plan = m_document->plan();
    const ModuleId module = m_document->currentModule();
    if (plan == nullptr || !module.isValid()) {
        addText(layout, tr("Select a module to see why it is on its device."));
        return;
    }
    addHead(layout, module);
    addDecisions(layout, module);
    addPartners(layout, module);
}

void WhyPanel::addHead(QVBoxLayout* column, ModuleId module) {
    const PlacementPlan& plan = *m_document->plan();
    auto* row = new QWidget(m_module);
    auto* layout = makeRow(row, 8, {0, 0, 0, 4});
    const std::string& path = plan.request.tree->path(module);
    auto* name = withName(new ElidedLabel(row), "why_module");
    name->setText(path.empty() ? tr("The whole model") : QString::fromStdString(path));
    name->setFont(m_theme->font(TextRole::Tree, true));
    layout->addWidget(name);
    const auto device = plan.deviceOf(module);
    if (device || plan.isMixed(module)) {
        layout->addWidget(new ChipLabel(m_theme, device, row));
    }
    const auto bytes = static_cast<double>(m_document->view()->figures->bytes[module.index()]);
    QLabel* size = makeTextLine(bytes > 0 ? sizeText(bytes) : tr("no weights"),
                                m_theme->font(TextRole::Tree), row, QPalette::PlaceholderText);
    size->setToolTip(exactBytesText(bytes));
    layout->addWidget(size);
    layout->addStretch(1);
    column->addWidget(row);
}

void WhyPanel::addDecisions(QVBoxLayout* layout, ModuleId module) {
    const auto plan = m_document->plan();
    const TellingDecisions decisions = tellingDecisions(*plan, module);
    if (plan->optimal != nullptr) {
        addText(layout,
                tr("Placed by the strategy “optimal”, which places the whole model at once. %1")
                    .arg(translated(plan->optimal->text)))
            ->setObjectName(QStringLiteral("why_optimal"));
    }
    for (const PlacementDecision& decision : decisions.telling) {
        addLine(layout, decision);
    }
    if (decisions.earlier.empty()) {
        return;
    }
    addText(layout, tr("Before that"), true)->setContentsMargins(0, 4, 0, 0);
    for (std::size_t i = 0; i < std::min(decisions.earlier.size(), kMaxEarlier); ++i) {
        const PlacementDecision& decision = decisions.earlier[i];
        const QStringList who{nameText(translated(deviceLabel(decision.device))),
                              nameText(nameOf(decision))};
        addText(layout, tr("%1: %2").arg(fromTheRight(who.join(listSeparator())),
                                         translated(decision.reason)))
            ->setObjectName(QStringLiteral("why_earlier"));
    }
}

void WhyPanel::addLine(QVBoxLayout* column, const PlacementDecision& decision) {
    const ThemeColors& colors = m_theme->colors();
    auto* row = withName(new QWidget(m_module), "why_line");
    auto* layout = makeRow(row, 6, {0, 0, 0, 2});
    const bool byHand = isByHand(decision);
    QLabel* who = makeTextLine(byHand ? tr("You") : translated(deviceLabel(decision.device)),
                               m_theme->font(TextRole::Tree), row, QPalette::PlaceholderText);
    who->setFixedWidth(px(kWhoWidth));
    layout->addWidget(who, 0, Qt::AlignTop);

    const bool placed = decision.kind == PlacementDecision::Kind::Placed;
    auto* icon = new QLabel(row);
    icon->setPixmap(makePixmap(*this, decisionIcon(decision.kind),
                               placed ? colors.good : colors.text, colors.base));
    layout->addWidget(icon, 0, Qt::AlignTop);

    // The figures are those of what was decided about, which may be larger than what is selected.
    const ModuleTree& tree = *m_document->plan()->request.tree;
    const bool isOwn = decision.module == tree.path(m_document->currentModule());
    const QString said = translated(decision.reason);
    QLabel* reason = makeParagraph(isOwn ? said : tr("%1: %2").arg(nameOf(decision), said),
                                   m_theme->font(TextRole::Tree, byHand), row);
    reason->setTextFormat(Qt::PlainText);
    auto* reasons = makeColumn(nullptr, 2);
    reasons->addWidget(reason);
    if (const auto room = roomFigures(*m_document->plan(), decision)) {
        reasons->addWidget(new RoomBar(m_theme, *room, row));
    }
    layout->addLayout(reasons, 1);
    row->setAccessibleName(who->text() + QStringLiteral(": ") + reason->text());
    column->addWidget(row);
}

void WhyPanel::addPartners(QVBoxLayout* column, ModuleId module) {
    const QStringList partners = partnersOf(*m_document->plan(), module);
    if (partners.isEmpty()) {
        return;
    }
    auto* row = new QWidget(m_module);
    auto* layout = makeRow(row, 6, {0, 2, 0, 0});
    auto* icon = new QLabel(row);
    icon->setPixmap(makePixmap(*this, QStringLiteral("tied"), m_theme->colors().secondaryText,
                               m_theme->colors().base));
    layout->addSpacing(px(kWhoWidth) + layout->spacing());
    layout->addWidget(icon, 0, Qt::AlignTop);
    auto* text = withName(
        makeParagraph(
            tr("This module shares its weights with %1; the shared weights are counted once.")
                .arg(partners.join(listSeparator())),
            m_theme->font(TextRole::Tree), row),
        "why_tied");
    text->setTextFormat(Qt::PlainText);
    layout->addWidget(text, 1);
    column->addWidget(row);
}

void WhyPanel::showEffects() {
    const auto giveFocus = keptFocus(m_effects);
    auto* layout = startAnew(m_effects);
    m_effects->setVisible(m_document->plan() != nullptr && !m_noSplit->items().empty());
    if (!m_effects->isHidden()) {
        addText(layout, tr("No-split classes"), true);
        for (const NoSplitEffect& effect : m_noSplit->items()) {
            addEffect(layout, effect);
        }
    }
    giveFocus(m_effects, this);
}

void WhyPanel::addEffect(QVBoxLayout* layout, const NoSplitEffect& effect) {
    const ThemeColors& colors = m_theme->colors();
    auto* text = addText(layout, translated(effect.text));
    text->setObjectName(QStringLiteral("no_split_effect"));
    text->setForegroundRole(QPalette::WindowText);
    setTextColor(text, m_noSplit->isStale() ? colors.secondaryText : colors.text);
    if (effect.without == nullptr || effect.diff.moved.empty() || m_noSplit->isStale()) {
        return;
    }
    const auto link = [&colors](const QString& target, const QString& words) {
        return QStringLiteral("<a href=\"%1\" style=\"color:%2;text-decoration:none\">%3</a>")
            .arg(target, colors.accent.name(),
                 QString(words).replace(u' ', QChar(QChar::Nbsp)).toHtmlEscaped());
    };
    const QString className = QString::fromStdString(effect.className);
    const QString shownClass = QFontMetrics(m_theme->font(TextRole::Tree, true))
                                   .elidedText(className, Qt::ElideMiddle, px(kClassWidth));
    QLabel* links = makeParagraph(link(kDifferenceLink, tr("Show the difference")) +
                                      QStringLiteral(" &nbsp; ") +
                                      link(kUseLink, tr("Allow splitting %1").arg(shownClass)),
                                  m_theme->font(TextRole::Tree, true), m_effects);
    links->setToolTip(shownClass == className ? QString() : className);
    links->setObjectName(QStringLiteral("no_split_links"));
    links->setTextFormat(Qt::RichText);
    links->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    connect(links, &QLabel::linkActivated, this,
            [this, name = effect.className](const QString& target) { followLink(name, target); });
    layout->addWidget(links);
}

void WhyPanel::followLink(const std::string& className, const QString& link) {
    const auto effect = std::ranges::find(m_noSplit->items(), className, &NoSplitEffect::className);
    const auto plan = m_document->plan();
    if (effect == m_noSplit->items().end() || plan == nullptr) {
        return;
    }
    if (link == kDifferenceLink && m_comparison != nullptr) {
        m_comparison->compareWith(
            effect->without,
            tr("the plan that may split %1").arg(QString::fromStdString(className)),
            PlanComparison::Other::Proposed);
    } else if (link == kUseLink) {
        std::vector<std::string> classes = plan->noSplitClasses();
        std::erase(classes, className);
        m_document->edit(SetNoSplitEdit{std::move(classes)});
    }
}

}  // namespace stowage
