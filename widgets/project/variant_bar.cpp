// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/project/variant_bar.h"

#include "widgets/project/project_session.h"
#include "widgets/support/forms.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <QSignalBlocker>
#include <QTabBar>
#include <QToolButton>

#include <utility>

namespace stowage {
namespace {

constexpr int kLeastNameWidth = 120;

}  // namespace

VariantBar::VariantBar(ProjectSession* session, const Theme* theme, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_tabs(withName(new QTabBar(this), "variant_tabs", tr("Variants of the plan"))),
      m_add(withName(new QToolButton(this), "variant_add", tr("New variant"))),
      m_name(withName(new QLineEdit(m_tabs), "variant_name", tr("Name of the variant"))) {
    setObjectName(QStringLiteral("variant_bar"));
    m_tabs->setMovable(true);
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    m_tabs->setElideMode(Qt::ElideMiddle);
    m_tabs->setUsesScrollButtons(true);
    m_tabs->setContextMenuPolicy(Qt::CustomContextMenu);
    m_tabs->installEventFilter(this);
    m_add->setText(QStringLiteral("+"));
    m_add->setToolTip(tr("One more plan of this model, like the one that is shown"));
    m_name->hide();
    m_name->installEventFilter(this);
    setFontOf({m_tabs, m_add, m_name}, theme->font(TextRole::Tree));
    auto* row = makeRow(this, 4, {4, 0, 4, 0});
    row->addWidget(m_tabs, 0);
    row->addWidget(m_add);
    row->addStretch(1);
    connect(m_tabs, &QTabBar::currentChanged, this, [this](int tab) {
        if (!m_following && tab >= 0) {
            m_session->show(static_cast<std::size_t>(tab));
        }
    });
    connect(m_tabs, &QTabBar::tabMoved, this, [this](int from, int to) {
        m_session->moveVariant(static_cast<std::size_t>(from), static_cast<std::size_t>(to));
    });
    connect(m_tabs, &QTabBar::tabBarDoubleClicked, this, &VariantBar::beginRename);
    connect(m_tabs, &QTabBar::customContextMenuRequested, this, &VariantBar::showMenu);
    connect(m_add, &QToolButton::clicked, session, &ProjectSession::addVariant);
    connect(session, &ProjectSession::variantsChanged, this, &VariantBar::follow);
    follow();
}

void VariantBar::follow() {
    // Tabs are changed in place: one of them may be dragged just now.
    m_following = true;
    const auto& variants = m_session->variants();
    while (m_tabs->count() > static_cast<int>(variants.size())) {
        m_tabs->removeTab(m_tabs->count() - 1);
    }
    for (int tab = 0; tab < static_cast<int>(variants.size()); ++tab) {
        QString text = variants[static_cast<std::size_t>(tab)].name;
        const QString name = text;
        text.replace(QLatin1Char('&'), QLatin1String("&&"));
        if (tab == m_tabs->count()) {
            m_tabs->addTab(text);
        }
        m_tabs->setTabText(tab, text);
        m_tabs->setTabToolTip(tab, tr("%1: double-click to rename, drag to order").arg(name));
    }
    m_tabs->setCurrentIndex(static_cast<int>(m_session->current()));
    setVisible(variants.size() > 1);
    m_following = false;
}

void VariantBar::beginRename(int tab) {
    if (tab < 0 || tab >= m_tabs->count()) {
        return;
    }
    m_renamed = tab;
    const QRect rect = m_tabs->tabRect(tab);
    m_name->setGeometry(rect.x(), rect.y(), qMax(rect.width(), px(kLeastNameWidth)), rect.height());
    m_name->setText(m_session->variants()[static_cast<std::size_t>(tab)].name);
    m_name->selectAll();
    m_name->show();
    m_name->raise();
    m_name->setFocus();
}

void VariantBar::endRename(bool isTaken) {
    const int tab = std::exchange(m_renamed, -1);
    if (tab < 0) {
        return;
    }
    m_name->hide();
    if (isTaken && tab < m_tabs->count()) {
        m_session->rename(static_cast<std::size_t>(tab), m_name->text());
    }
}

bool VariantBar::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_name && event->type() == QEvent::FocusOut) {
        endRename(true);
    }
    if (event->type() != QEvent::KeyPress) {
        return QWidget::eventFilter(watched, event);
    }
    const int key = static_cast<QKeyEvent*>(event)->key();
    if (watched == m_name) {
        const bool isEnter = key == Qt::Key_Return || key == Qt::Key_Enter;
        if (isEnter || key == Qt::Key_Escape) {
            endRename(isEnter);
            m_tabs->setFocus();
            return true;
        }
    } else if (watched == m_tabs && key == Qt::Key_F2) {
        beginRename(m_tabs->currentIndex());
        return true;
    } else if (watched == m_tabs && key == Qt::Key_Delete) {
        m_session->remove(static_cast<std::size_t>(m_tabs->currentIndex()));
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

void VariantBar::showMenu(const QPoint& at) {
    const int tab = m_tabs->tabAt(at);
    if (tab < 0) {
        return;
    }
    auto* menu = withName(new QMenu(this), "variant_menu");
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("Rename"), this, [this, tab] { beginRename(tab); });
    menu->addAction(tr("Delete"), this,
                    [this, tab] { m_session->remove(static_cast<std::size_t>(tab)); });
    menu->popup(m_tabs->mapToGlobal(at));
}

}  // namespace stowage
