// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/support/guide_link.h"

#include "widgets/support/forms.h"

#include <QDialogButtonBox>
#include <QLayout>
#include <QShortcut>

#include <string_view>
#include <utility>

namespace stowage {
namespace {

/// A dialog's object name, and the section of the guide on it.
constexpr std::pair<const char*, const char*> kDialogSections[] = {
    {"accuracy_dialog", "12-handing-on.md#history"},
    {"add_machine_dialog", "15-other-machines.md#add-and-connect"},
    {"chain_dialog", "09-running.md#chains"},
    {"compare_models_dialog", "12-handing-on.md#comparing"},
    {"compare_variants_dialog", "03-board.md#variants"},
    {"devices_dialog", "06-devices.md#changing-devices-in-the-window"},
    {"export_dialog", "12-handing-on.md#other-engines"},
    {"log_window", "14-troubleshooting.md"},
    {"map_dialog", "05-problems-and-reasons.md#checking-a-map-of-your-own"},
    {"new_model_dialog", "02-opening-models.md#a-model-without-weights"},
    {"preflight_dialog", "07-loading.md#before-the-load"},
    {"ram_limit_dialog", "07-loading.md#a-limit-for-ram"},
    {"remote_file_dialog", "15-other-machines.md#open-and-plan"},
    {"report_dialog", "12-handing-on.md#reports"},
    {"save_dialog", "12-handing-on.md#weights-in-another-format"},
    {"shortcuts_dialog", "01-first-plan.md#the-window"},
    {"stages_dialog", "15-other-machines.md#one-model-over-several-machines"},
};

GuideButton* makeDialogHelp(QWidget* parent) {
    auto* button = new GuideButton("dialog_help", parent);
    button->setDialogSection(guideSectionOf(parent->window()->objectName()));
    return button;
}

}  // namespace

QString guideSectionOf(ErrorCode code) {
    const std::string_view name = errorCodeName(code);
    return QStringLiteral("14-troubleshooting.md#") +
           QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
}

QString guideSectionOf(const QString& dialog) {
    for (const auto& [name, section] : kDialogSections) {
        if (dialog == QLatin1String(name)) {
            return QLatin1String(section);
        }
    }
    return {};
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
    setObjectName(QString::fromLatin1(name));
    setAutoDefault(false);
    setError({});
    connect(this, &QPushButton::clicked, this, [this] {
        if (GuideOpener* opener = GuideOpener::of(this)) {
            Q_EMIT opener->requested(m_section);
        }
    });
}

void GuideButton::setDialogSection(const QString& section) {
    m_dialogSection = section;
    auto* key = new QShortcut(QKeySequence(Qt::Key_F1), this);
    connect(key, &QShortcut::activated, this, &QPushButton::click);
    setError({});
}

void GuideButton::setError(std::optional<ErrorCode> code) {
    const bool isError = code && *code != ErrorCode::Cancelled;
    isError ? lead(guideSectionOf(*code), About::Error) : lead(m_dialogSection, About::Dialog);
}

void GuideButton::lead(const QString& section, About about) {
    const bool isError = about == About::Error;
    m_section = section;
    setAccessibleName(isError ? tr("Help with this error") : tr("Help with this window"));
    setToolTip(isError ? tr("Open the user guide at the section on this kind of error")
                       : tr("Open the user guide at the section on this window (F1). Press "
                            "Shift+F1, then click a control to see what it is for."));
    setVisible(!section.isEmpty() && GuideOpener::of(this) != nullptr);
}

GuideButton* addDialogHelp(QWidget* row, const QFont& font) {
    GuideButton* help = makeDialogHelp(row);
    help->setFont(font);
    row->layout()->addWidget(help);
    return help;
}

/// A box shows each of its buttons, also one that was hidden.
void addDialogHelp(QDialogButtonBox* buttons) {
    if (GuideOpener::of(buttons) != nullptr) {
        buttons->addButton(makeDialogHelp(buttons), QDialogButtonBox::HelpRole);
    }
}

}  // namespace stowage
