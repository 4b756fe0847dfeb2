// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/host_limit_note.h"

#include "widgets/session/document.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

namespace stowage {

HostLimitNote::HostLimitNote(Document* document, const Theme* theme, QWidget* parent)
    : QWidget(parent),
      m_document(document),
      m_text(new QLabel(this)),
      m_refresh(new QPushButton(tr("Refresh"), this)) {
    setObjectName(QStringLiteral("host_limit_note"));
    m_text->setObjectName(QStringLiteral("host_limit_text"));
    m_text->setFont(theme->font(TextRole::Caption));
    m_text->setForegroundRole(QPalette::PlaceholderText);
    m_text->setWordWrap(true);
    m_refresh->setObjectName(QStringLiteral("host_limit_refresh"));
    m_refresh->setAccessibleName(tr("Read the free memory again"));
    m_refresh->setToolTip(tr("Read the free memory again, and plan with it; can be undone"));
    m_refresh->setFont(theme->font(TextRole::Caption));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(6);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_refresh);
    connect(m_refresh, &QPushButton::clicked, document, &Document::refreshHost);
    connect(document, &Document::planChanged, this, &HostLimitNote::showReading);
    showReading();
}

void HostLimitNote::showReading() {
    const auto readAt = m_document->hostReadAt();
    setVisible(readAt.has_value());
    if (readAt) {
        m_text->setText(tr("The CPU's limit is what was free at %1")
                            .arg(readAt->toString(QStringLiteral("HH:mm:ss"))));
        m_text->setToolTip(
            tr("What machine and cgroup had available then. It stays so, and with it the plan, "
               "until it is read again."));
    }
}

}  // namespace stowage
