// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/support/guide_link.h"

#include "widgets/support/forms.h"

#include <string_view>

namespace stowage {

QString guideSectionOf(ErrorCode code) {
    const std::string_view name = errorCodeName(code);
    return QStringLiteral("14-troubleshooting.md#") +
           QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
}

GuideOpener* GuideOpener::of(const QWidget* widget) {
    for (; widget != nullptr; widget = widget->parentWidget()) {
        if (auto* opener = widget->findChild<GuideOpener*>(QString(), Qt::FindDirectChildrenOnly)) {
            return opener;
        }
    }
    return nullptr;
}

GuideButton::GuideButton(const char* name, QWidget* parent) : QPushButton(tr("Help"), parent) {
    withName(this, name, tr("Help with this error"));
    setToolTip(tr("Open the user guide where it tells what this kind of error means"));
    setAutoDefault(false);
    hide();
    connect(this, &QPushButton::clicked, this, [this] {
        if (GuideOpener* opener = GuideOpener::of(this)) {
            Q_EMIT opener->requested(m_section);
        }
    });
}

void GuideButton::setSection(const QString& section) {
    m_section = section;
    setVisible(!section.isEmpty() && GuideOpener::of(this) != nullptr);
}

void GuideButton::setError(std::optional<ErrorCode> code) {
    setSection(code && *code != ErrorCode::Cancelled ? guideSectionOf(*code) : QString());
}

}  // namespace stowage
