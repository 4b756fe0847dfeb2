// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/load/loaded_note.h"

#include "engine/load/program/load_schedule.h"
#include "widgets/document/board_model.h"
#include "widgets/document/document.h"
#include "widgets/document/plan_view.h"
#include "widgets/load/load_controller.h"
#include "widgets/load/preflight.h"
#include "widgets/support/formats.h"
#include "widgets/support/forms.h"
#include "widgets/support/labels.h"
#include "widgets/support/style_sheet.h"

#include <QLabel>
#include <QPainter>
#include <QPushButton>

namespace stowage {

namespace {

/// Texts for a note where the weights that are loaded are not those of the plan that is shown.
struct LoadedNoteContent {
    QString title;     ///< "gpt2 is loaded, not llama"; "": there is nothing to say
    QString text;      ///< what follows from it
    QString loadText;  ///< of the button that loads what is shown; "": no button
    bool canUnload = false;
};

constexpr qsizetype kNameLetters = 32;
constexpr int kSpace = 8;

/// Long names give way in their middle.
QString shortName(const QString& name) {
    const qsizetype half = kNameLetters / 2;
    return name.size() <= kNameLetters ? name
                                       : name.left(half) + QStringLiteral("…") + name.right(half);
}

QString otherModelText(const QString& loaded, const QString& shown, bool isLoaded) {
    if (loaded == shown) {
        return LoadedNote::tr("The model on the board was opened later and is not loaded.");
    }
    return isLoaded ? LoadedNote::tr(
                          "The loaded model is %1, so a run uses it. The model on the board, %2, "
                          "is not loaded.")
                          .arg(loaded, shown)
                    : LoadedNote::tr("The board shows the plan of %1.").arg(shown);
}

QString differenceText(const LoadedDifference& difference) {
    QStringList parts;
    if (difference.blocksElsewhere == 1) {
        parts.append(LoadedNote::tr("1 of %1 blocks is on a different device than the board shows.")
                         .arg(difference.blocks));
    } else if (difference.blocksElsewhere > 0) {
        parts.append(
            LoadedNote::tr("%1 of %2 blocks are on different devices than the board shows.")
                .arg(difference.blocksElsewhere)
                .arg(difference.blocks));
    }
    if (difference.isOtherDtype) {
        parts.append(LoadedNote::tr("The plan on the board uses other dtypes than the load."));
    }
    if (difference.areOtherDevices) {
        parts.append(LoadedNote::tr("The plan on the board uses other GPUs than the load."));
    }
    if (difference.isOtherOffloading) {
        parts.append(LoadedNote::tr(
            "The plan on the board handles offloaded buffers differently from the load."));
    }
    return joinedSentences(parts);
}

QString titleOf(const LoadedDifference& difference, const QString& loaded, const QString& shown,
                bool isLoaded) {
    if (!difference.isOtherModel) {
        return isLoaded ? LoadedNote::tr("%1 is loaded with another plan").arg(loaded)
                        : LoadedNote::tr("%1 is being loaded with another plan").arg(loaded);
    }
    if (loaded == shown) {
        return isLoaded
                   ? LoadedNote::tr("The loaded model %1 was opened earlier").arg(loaded)
                   : LoadedNote::tr("The model being loaded, %1, was opened earlier").arg(loaded);
    }
    return isLoaded ? LoadedNote::tr("%1 is loaded, not %2").arg(loaded, shown)
                    : LoadedNote::tr("%1 is being loaded, not %2").arg(loaded, shown);
}

LoadedNoteContent loadedNoteContent(const LoadController& controller) {
    LoadedNoteContent content;
    const auto schedule = controller.schedule();
    const Document& document = *controller.document();
    const LoadState state = controller.state();
    if (schedule == nullptr || document.view() == nullptr || state == LoadState::Unloading ||
        state == LoadState::Cancelling) {
        return content;
    }
    const LoadedDifference difference = compareLoaded(schedule->plan, *document.view()->board);
    if (!difference.any()) {
        return content;
    }
    const bool isLoaded = state == LoadState::Loaded;
    const QString loaded = shortName(controller.modelName());
    const QString shown = shortName(document.displayName());
    content.title = titleOf(difference, loaded, shown, isLoaded);
    content.text = difference.isOtherModel ? otherModelText(loaded, shown, isLoaded)
                                           : differenceText(difference);
    if (isLoaded) {
        content.loadText = difference.isOtherModel && loaded != shown
                               ? LoadedNote::tr("Load %1").arg(shown)
                               : LoadedNote::tr("Load again");
    }
    content.canUnload = isLoaded;
    return content;
}

}  // namespace

LoadedNote::LoadedNote(const LoadController* controller, const Theme* theme, const QString& name,
                       QWidget* parent)
    : QFrame(parent),
      m_controller(controller),
      m_theme(theme),
      m_title(new QLabel(this)),
      m_text(new ElidedLabel(this, Qt::ElideRight)),
      m_load(new QPushButton(this)),
      m_unload(new QPushButton(tr("Unload"), this)) {
    setObjectName(name);
    m_title->setObjectName(name + QStringLiteral("_title"));
    m_title->setFont(theme->font(TextRole::Tree, true));
    m_title->setTextFormat(Qt::PlainText);
    // The text gives way first, and says itself whole in its tooltip.
    m_text->setObjectName(name + QStringLiteral("_text"));
    m_text->setFont(theme->font(TextRole::Tree));
    m_text->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_load->setObjectName(name + QStringLiteral("_load"));
    m_load->setAccessibleName(tr("Load"));
    m_unload->setObjectName(name + QStringLiteral("_unload"));
    auto* layout = makeRow(this, kSpace, {metrics::kPadding, kSpace / 2, kSpace, kSpace / 2});
    layout->addWidget(m_title);
    layout->addWidget(m_text, 1);
    for (QPushButton* button : {m_load, m_unload}) {
        button->setFont(theme->font(TextRole::Tree));
        layout->addWidget(button);
    }
    connect(m_load, &QPushButton::clicked, this, &LoadedNote::loadRequested);
    connect(m_unload, &QPushButton::clicked, this, &LoadedNote::unloadRequested);
    connect(theme, &Theme::changed, this, &LoadedNote::refresh);
    refresh();
}

void LoadedNote::refresh() {
    const LoadedNoteContent content = loadedNoteContent(*m_controller);
    setVisible(!content.title.isEmpty());
    if (content.title.isEmpty()) {
        return;
    }
    const Document& document = *m_controller->document();
    const bool inUse = m_controller->isInUse();
    m_load->setText(content.loadText);
    m_load->setAccessibleName(content.loadText.isEmpty() ? tr("Load") : content.loadText);
    m_load->setVisible(!content.loadText.isEmpty());
    m_load->setEnabled(canBeLoaded(document) && !inUse);
    const QString busy =
        tr("The loaded model is running; wait for the run to end, or cancel the run first");
    m_load->setToolTip(
        inUse ? busy
        : canBeLoaded(document)
            ? tr("Unload %1 and load the plan on the board").arg(m_controller->modelName())
            : whyNotLoaded(document));
    m_unload->setVisible(content.canUnload);
    m_unload->setEnabled(!inUse);
    m_unload->setAccessibleName(tr("Unload %1").arg(m_controller->modelName()));
    m_unload->setToolTip(inUse ? busy : m_unload->accessibleName());
    setAccessibleName(inSentences({content.title, content.text}));
    setTextColor(m_title, m_theme->colors().text);
    setTextColor(m_text, m_theme->colors().text);
    m_title->setText(content.title);
    m_title->setToolTip(m_controller->modelName());
    m_text->setText(content.text);
    m_text->setToolTip(content.text);
}

void LoadedNote::paintEvent(QPaintEvent*) {
    const ThemeColors& colors = m_theme->colors();
    QPainter painter(this);
    painter.fillRect(rect(), colors.warningBackground);
    painter.fillRect(QRect(0, height() - 1, width(), 1), colors.warning);
}

}  // namespace stowage
