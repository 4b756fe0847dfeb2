// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/compare_models_choice.h"

#include "widgets/models/fact_texts.h"
#include "widgets/session/compared_model.h"
#include "widgets/session/document.h"
#include "widgets/support/icons.h"
#include "widgets/views/selectable_text.h"

#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QMimeData>
#include <QPushButton>
#include <QUrl>
#include <QVBoxLayout>

namespace stowage {
namespace {

constexpr int kMark = 16;

}  // namespace

CompareModelsChoice::CompareModelsChoice(const QString& side, const QString& caption,
                                         ComparedModel* model, Document* document,
                                         FileDialogs* dialogs, const Theme* theme, QWidget* parent)
    : QWidget(parent),
      m_model(model),
      m_document(document),
      m_dialogs(dialogs),
      m_theme(theme),
      m_caption(new QLabel(caption, this)),
      m_choose(new QPushButton(tr("Choose…"), this)),
      m_menu(new QMenu(m_choose)),
      m_known(m_menu->addMenu(tr("A known model"))),
      m_mark(new QLabel(this)),
      m_state(new SelectableText(this)),
      m_cancel(new QPushButton(tr("Cancel"), this)),
      m_again(new QPushButton(tr("Try again"), this)) {
    setObjectName(QStringLiteral("compare_models_") + side);
    setAccessibleName(caption);
    setAcceptDrops(true);
    makeMenu(side);
    makeState(side);
    auto* head = new QHBoxLayout;
    head->addWidget(m_caption);
    head->addStretch(1);
    head->addWidget(m_cancel);
    head->addWidget(m_again);
    head->addWidget(m_choose);
    auto* state = new QHBoxLayout;
    state->setSpacing(6);
    state->addWidget(m_mark, 0, Qt::AlignTop);
    state->addWidget(m_state, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addLayout(head);
    layout->addLayout(state);
    connect(model, &ComparedModel::changed, this, &CompareModelsChoice::showModel);
    connect(document, &Document::modelChanged, this,
            [this] { m_open->setEnabled(m_document->facts() != nullptr); });
    connect(theme, &Theme::changed, this, &CompareModelsChoice::applyTheme);
    showModel();
}

void CompareModelsChoice::makeMenu(const QString& side) {
    const QString name = objectName();
    m_choose->setObjectName(name + QStringLiteral("_choose"));
    m_choose->setAccessibleName(tr("Choose the model: %1").arg(m_caption->text()));
    m_choose->setToolTip(tr("A file or folder can also be dropped here"));
    m_choose->setProperty("compact", true);
    m_choose->setAutoDefault(false);
    m_choose->setMenu(m_menu);
    m_menu->setObjectName(name + QStringLiteral("_menu"));
    m_known->setObjectName(name + QStringLiteral("_known"));
    m_known->setEnabled(false);
    const auto add = [this, &side](const char* key, const QString& text) {
        auto* action = new QAction(text, m_menu);
        action->setObjectName(
            QStringLiteral("compare_models_%1_%2").arg(side, QString::fromLatin1(key)));
        m_menu->insertAction(m_known->menuAction(), action);
        return action;
    };
    m_open = add("open_model", tr("The open model"));
    m_open->setEnabled(m_document->facts() != nullptr);
    connect(m_open, &QAction::triggered, this, &CompareModelsChoice::useOpenModel);
    const auto openAnswer = [this](const QString& path) {
        if (!path.isEmpty()) {
            m_model->openPath(path);
        }
    };
    connect(add("file", tr("A file…")), &QAction::triggered, this,
            [this, openAnswer] { m_dialogs->openFile(this, m_document->folder(), openAnswer); });
    connect(add("folder", tr("A folder…")), &QAction::triggered, this,
            [this, openAnswer] { m_dialogs->openFolder(this, m_document->folder(), openAnswer); });
}

void CompareModelsChoice::makeState(const QString& side) {
    m_state->setObjectName(QStringLiteral("compare_models_%1_state").arg(side));
    m_state->setAccessibleName(tr("What this column shows"));
    m_state->setMostLines(3);
    m_mark->setFixedSize(kMark, kMark);
    m_cancel->setObjectName(QStringLiteral("compare_models_%1_cancel").arg(side));
    m_again->setObjectName(QStringLiteral("compare_models_%1_again").arg(side));
    for (QPushButton* button : {m_cancel, m_again}) {
        button->setProperty("compact", true);
        button->setAutoDefault(false);
    }
    connect(m_cancel, &QPushButton::clicked, m_model, &ComparedModel::cancel);
    connect(m_again, &QPushButton::clicked, m_model, &ComparedModel::tryAgain);
}

void CompareModelsChoice::setPresets(const std::vector<ModelPreset>& presets) {
    m_known->clear();
    m_known->setEnabled(!presets.empty());
    QMenu* family = nullptr;
    for (const ModelPreset& preset : presets) {
        const QString familyName = QString::fromStdString(preset.family);
        if (family == nullptr || family->title() != familyName) {
            family = m_known->addMenu(familyName);
        }
        QAction* action = family->addAction(QString::fromStdString(preset.name));
        action->setToolTip(QString::fromStdString(preset.source));
        connect(action, &QAction::triggered, this, [this, preset] { m_model->openPreset(preset); });
    }
}

void CompareModelsChoice::useOpenModel() {
    if (m_document->facts() != nullptr) {
        m_model->use(m_document->displayName(), m_document->facts());
    }
}

void CompareModelsChoice::showModel() {
    using State = ComparedModel::State;
    const State state = m_model->state();
    m_cancel->setVisible(state == State::Opening);
    m_again->setVisible(state == State::Failed);
    switch (state) {
        case State::Empty:
            m_state->setText(tr("No model yet: choose one, or drop a file here."));
            break;
        case State::Opening:
            m_state->setText(tr("Opening %1 …").arg(m_model->pendingName()));
            break;
        case State::Ready: {
            const CheckpointFacts& facts = *m_model->facts();
            m_state->setText(tr("%1: %2").arg(m_model->name(), totalsWords(facts)));
            break;
        }
        case State::Failed:
            m_state->setText(failureText());
            break;
    }
    applyTheme();
}

QString CompareModelsChoice::failureText() const {
    const QString why = QString::fromStdString(m_model->error()->message);
    return m_model->facts() == nullptr
               ? why
               : tr("%1 The tables still show %2.").arg(why, m_model->name());
}

void CompareModelsChoice::dragEnterEvent(QDragEnterEvent* event) {
    if (event->mimeData()->hasUrls() && event->mimeData()->urls().first().isLocalFile()) {
        event->acceptProposedAction();
    }
}

void CompareModelsChoice::dropEvent(QDropEvent* event) {
    if (event->mimeData()->hasUrls()) {
        event->acceptProposedAction();
        m_model->openPath(event->mimeData()->urls().first().toLocalFile());
    }
}

void CompareModelsChoice::showEvent(QShowEvent* event) {
    applyTheme();
    QWidget::showEvent(event);
}

void CompareModelsChoice::applyTheme() {
    const Tokens& colors = m_theme->colors();
    const bool failed = m_model->state() == ComparedModel::State::Failed;
    m_caption->setFont(m_theme->font(TextRole::Verdict));
    m_state->setFont(m_theme->font(TextRole::Tree));
    m_state->setTextColor(failed                                            ? colors.error
                          : m_model->state() == ComparedModel::State::Ready ? colors.text
                                                                            : colors.secondaryText);
    m_mark->setVisible(failed);
    if (failed) {
        m_mark->setPixmap(
            makeIcon(QStringLiteral("error"), {colors.error, colors.secondaryText, colors.window})
                .pixmap(kMark));
    }
    for (QWidget* button : std::initializer_list<QWidget*>{m_choose, m_cancel, m_again}) {
        button->setFont(m_theme->font(TextRole::Tree));
    }
}

}  // namespace stowage
