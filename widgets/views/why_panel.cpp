// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/why_panel.h"

#include "widgets/models/plan_figures.h"
#include "widgets/models/table_unit.h"
#include "widgets/session/document.h"
#include "widgets/support/icons.h"
#include "widgets/views/chip_label.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPixmap>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>

namespace stowage {
namespace {

constexpr int kWhoWidth = 48;
constexpr int kIcon = 14;

QString decisionIcon(PlacementDecision::Kind kind) {
    using Kind = PlacementDecision::Kind;
    switch (kind) {
        case Kind::Placed:
        case Kind::Fallback:
            return QStringLiteral("check");
        case Kind::DoesNotFit:
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

/// One decision a device: the last one there, which is about the module itself and not about the
/// larger ones it is part of. Edits by hand come last.
std::vector<PlacementDecision> tellingDecisions(const PlacementPlan& plan, ModuleId module) {
    std::vector<PlacementDecision> telling;
    for (PlacementDecision& decision : decisionsFor(plan, module)) {
        if (!isByHand(decision)) {
            std::erase_if(telling, [&decision](const PlacementDecision& earlier) {
                return !isByHand(earlier) && earlier.device == decision.device;
            });
        }
        telling.push_back(std::move(decision));
    }
    std::ranges::stable_sort(telling, {}, isByHand);
    return telling;
}

}  // namespace

WhyPanel::WhyPanel(Document* document, const Theme* theme, QWidget* parent)
    : QWidget(parent), m_document(document), m_theme(theme) {
    setObjectName(QStringLiteral("why_panel"));
    auto* scroll = new QScrollArea(this);
    scroll->setObjectName(QStringLiteral("why_scroll"));
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFocusPolicy(Qt::NoFocus);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(scroll);
    connect(document, &Document::planChanged, this, &WhyPanel::showModule);
    connect(document, &Document::selectionChanged, this, &WhyPanel::showModule);
    connect(theme, &Theme::changed, this, &WhyPanel::showModule);
    showModule();
}

QWidget* WhyPanel::makeContent() {
    auto* content = new QWidget(this);
    content->setBackgroundRole(QPalette::Base);
    content->setAutoFillBackground(true);
    auto* layout = new QVBoxLayout(content);
    layout->setContentsMargins(metrics::kPadding, 8, metrics::kPadding, 8);
    layout->setSpacing(2);
    return content;
}

void WhyPanel::showModule() {
    m_content = makeContent();
    const auto plan = m_document->plan();
    const ModuleId module = m_document->currentModule();
    auto* layout = static_cast<QVBoxLayout*>(m_content->layout());
    if (plan == nullptr || !module.isValid()) {
        auto* hint = new QLabel(tr("Select a module to see why it lies where it lies."), m_content);
        hint->setWordWrap(true);
        hint->setFont(m_theme->font(TextRole::Tree));
        hint->setForegroundRole(QPalette::PlaceholderText);
        layout->addWidget(hint);
    } else {
        addHead(m_content, module);
        for (const PlacementDecision& decision : tellingDecisions(*plan, module)) {
            addLine(m_content, decision);
        }
    }
    layout->addStretch(1);
    findChild<QScrollArea*>(QStringLiteral("why_scroll"))->setWidget(m_content);
}

void WhyPanel::addHead(QWidget* content, ModuleId module) {
    const PlacementPlan& plan = *m_document->plan();
    const ModuleTree& tree = *plan.request.tree;
    auto* row = new QWidget(content);
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 4);
    layout->setSpacing(8);
    const std::string& path = tree.path(module);
    auto* name =
        new QLabel(path.empty() ? tr("The whole model") : QString::fromStdString(path), row);
    name->setObjectName(QStringLiteral("why_module"));
    name->setFont(m_theme->font(TextRole::Tree, true));
    layout->addWidget(name);
    const auto device = plan.deviceOf(module);
    if (device || plan.isMixed(module)) {
        layout->addWidget(new ChipLabel(m_theme, device, row));
    }
    double bytes = static_cast<double>(tree.node(module).subtreeBytes);
    if (plan.request.constraints.dtype) {
        bytes = static_cast<double>(planFigures(plan).bytes[module.index()]);
    }
    auto* size = new QLabel(bytes > 0 ? sizeText(bytes) : tr("no weights"), row);
    size->setFont(m_theme->font(TextRole::Tree));
    size->setForegroundRole(QPalette::PlaceholderText);
    size->setToolTip(exactBytesText(bytes));
    layout->addWidget(size);
    layout->addStretch(1);
    content->layout()->addWidget(row);
}

void WhyPanel::addLine(QWidget* content, const PlacementDecision& decision) {
    const Tokens& tokens = m_theme->tokens();
    auto* row = new QWidget(content);
    row->setObjectName(QStringLiteral("why_line"));
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(6);
    const bool byHand = isByHand(decision);
    auto* who =
        new QLabel(byHand ? tr("You") : QString::fromStdString(deviceLabel(decision.device)), row);
    who->setFixedWidth(kWhoWidth);
    who->setFont(m_theme->font(TextRole::Tree));
    who->setForegroundRole(QPalette::PlaceholderText);
    layout->addWidget(who, 0, Qt::AlignTop);

    const bool placed = decision.kind == PlacementDecision::Kind::Placed;
    QPixmap pixmap(QSize(kIcon, kIcon) * devicePixelRatioF());
    pixmap.setDevicePixelRatio(devicePixelRatioF());
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    paintIcon(painter, QRect(0, 0, kIcon, kIcon), decisionIcon(decision.kind),
              placed ? tokens.good : tokens.text, tokens.base);
    painter.end();
    auto* icon = new QLabel(row);
    icon->setPixmap(pixmap);
    layout->addWidget(icon, 0, Qt::AlignTop);

    auto* reason = new QLabel(QString::fromStdString(decision.reason), row);
    reason->setTextFormat(Qt::PlainText);
    reason->setWordWrap(true);
    reason->setFont(m_theme->font(TextRole::Tree, byHand));
    layout->addWidget(reason, 1);
    row->setAccessibleName(who->text() + QStringLiteral(": ") + reason->text());
    content->layout()->addWidget(row);
}

}  // namespace stowage
