// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plan/plan_dialogs.h"

#include "engine/checkpoint/config_checkpoint.h"
#include "engine/checkpoint/open/open_checkpoint.h"
#include "engine/model/pretrained_models.h"
#include "widgets/document/document.h"
#include "widgets/document/model_texts.h"
#include "widgets/support/fact_table.h"
#include "widgets/support/formats.h"
#include "widgets/support/forms.h"
#include "widgets/support/guide_link.h"
#include "widgets/support/labels.h"
#include "widgets/support/style_sheet.h"
#include "widgets/support/translation.h"

#include <QCheckBox>
#include <QDir>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QMimeData>
#include <QPushButton>
#include <QTabBar>
#include <QTabWidget>
#include <QTableView>
#include <QUrl>

#include <utility>

namespace stowage {

/// The head of one column of a comparison: a menu of what it may show (the open model, a file, a
/// folder, a known model), its name, and while it opens or could not be opened, that.
class CompareModelsChoice : public QWidget {
    Q_OBJECT
public:
    /// `side` ("first", "second") is part of object names; `caption` is what people read. All
    /// pointers are borrowed and outlive it.
    CompareModelsChoice(const QString& side, const QString& caption, ComparedModel* model,
                        Document* document, FileDialogs* dialogs, const Theme* theme,
                        QWidget* parent = nullptr);

    /// Known models of the menu, in their order.
    void setPresets(const std::vector<ModelPreset>& presets);
    /// Takes the model that is open in the window.
    void useOpenModel();

protected:
    void showEvent(QShowEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    static constexpr int kMark = 16;

    void makeMenu(const QString& side);
    void makeState(const QString& side);
    void showModel();
    [[nodiscard]] QString failureText() const;
    void applyTheme();

    ComparedModel* m_model;
    Document* m_document;
    FileDialogs* m_dialogs;
    const Theme* m_theme;
    QLabel* m_caption;
    QPushButton* m_choose;
    QMenu* m_menu;
    QMenu* m_known;
    QAction* m_open;
    QLabel* m_mark;
    SelectableText* m_state;
    QPushButton* m_cancel;
    QPushButton* m_again;
};

namespace {

using Facts = Result<std::shared_ptr<const CheckpointFacts>>;

Facts factsOf(const Checkpoint& checkpoint, const std::stop_token& stop) {
    const auto tree = buildModuleTree(checkpoint);
    STOWAGE_TRY(tree);
    if (stop.stop_requested()) {
        return fail(ErrorCode::Cancelled,
                    ComparedModel::tr("Opening was cancelled.").toStdString());
    }
    return std::make_shared<const CheckpointFacts>(checkpointFacts(checkpoint, **tree));
}

Facts openFile(const std::string& path, const std::stop_token& stop) {
    const auto checkpoint = openCheckpoint(path, stop);
    return checkpoint ? factsOf(**checkpoint, stop) : checkpoint.unexpected();
}

Facts buildPreset(const ModelPreset& preset, const std::stop_token& stop) {
    const auto checkpoint = configCheckpoint(preset.configText, preset.name);
    return checkpoint ? factsOf(*checkpoint, stop) : checkpoint.unexpected();
}

/// A file whose name says nothing goes by its folder, too.
QString comparedName(const QString& path) {
    const QFileInfo info(path);
    const QString name = info.fileName();
    const bool isDull = name == QLatin1String("config.json") ||
                        name.startsWith(QLatin1String("model.")) ||
                        name.startsWith(QLatin1String("pytorch_model."));
    return isDull && !info.absoluteDir().dirName().isEmpty()
               ? info.absoluteDir().dirName() + QLatin1Char('/') + name
               : name;
}

}  // namespace

void ComparedModel::use(const QString& name, std::shared_ptr<const CheckpointFacts> facts) {
    m_worker.drop();
    m_name = name;
    m_facts = std::move(facts);
    m_error.reset();
    m_state = m_facts == nullptr ? State::Empty : State::Ready;
    Q_EMIT changed();
}

void ComparedModel::openPath(const QString& path) {
    const QString clean = QDir::cleanPath(path);
    start(comparedName(clean), [file = clean.toStdString()](const std::stop_token& stop) {
        return openFile(file, stop);
    });
}

void ComparedModel::openPreset(const ModelPreset& preset) {
    start(QString::fromStdString(preset.name),
          [preset](const std::stop_token& stop) { return buildPreset(preset, stop); });
}

void ComparedModel::tryAgain() {
    if (m_state == State::Failed) {
        start(m_pendingName, m_work);
    }
}

void ComparedModel::cancel() {
    if (m_state != State::Opening) {
        return;
    }
    m_worker.drop();
    m_state = m_facts == nullptr ? State::Empty : State::Ready;
    Q_EMIT changed();
}

void ComparedModel::start(const QString& name, Work work) {
    m_pendingName = name;
    m_work = std::move(work);
    m_error.reset();
    m_state = State::Opening;
    m_worker.start([job = m_work](std::stop_token stop) { return job(stop); },
                   [this](Facts facts) { finish(std::move(facts)); });
    Q_EMIT changed();
}

void ComparedModel::finish(Facts facts) {
    if (facts) {
        m_name = m_pendingName;
        m_facts = std::move(*facts);
        m_state = State::Ready;
    } else {
        m_error = facts.error();
        m_state = State::Failed;
    }
    Q_EMIT changed();
}

namespace {}  // namespace

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
    addWidgets(head, {m_cancel, m_again, m_choose});
    auto* state = makeRow(nullptr, 6);
    state->addWidget(m_mark, 0, Qt::AlignTop);
    state->addWidget(m_state, 1);
    auto* layout = makeColumn(this, 4);
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
    m_choose->setToolTip(tr("You can also drop a file or folder in this area"));
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
    m_state->setAccessibleName(tr("Model in this column"));
    m_state->setMaximumLines(3);
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
            m_state->setText(
                tr("No model is chosen: choose a model, or drop a file or folder in this area."));
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
    const QString why = translated(m_model->error()->message);
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
    const ThemeColors& colors = m_theme->colors();
    const bool failed = m_model->state() == ComparedModel::State::Failed;
    m_caption->setFont(m_theme->font(TextRole::Verdict));
    m_state->setFont(m_theme->font(TextRole::Tree));
    m_state->setTextColor(failed                                            ? colors.error
                          : m_model->state() == ComparedModel::State::Ready ? colors.text
                                                                            : colors.secondaryText);
    m_mark->setVisible(failed);
    if (failed) {
        m_mark->setPixmap(
            makeIcon(QStringLiteral("error"), colors.error, colors.secondaryText, colors.window)
                .pixmap(kMark));
    }
    for (QWidget* button : std::initializer_list<QWidget*>{m_choose, m_cancel, m_again}) {
        button->setFont(m_theme->font(TextRole::Tree));
    }
}

CompareModelsDialog::CompareModelsDialog(Document* document, FileDialogs* dialogs,
                                         const Theme* theme, QWidget* parent)
    : QDialog(parent),
      m_theme(theme),
      m_first(new ComparedModel(this)),
      m_second(new ComparedModel(this)),
      m_firstChoice(new CompareModelsChoice(QStringLiteral("first"), tr("First model"), m_first,
                                            document, dialogs, theme, this)),
      m_secondChoice(new CompareModelsChoice(QStringLiteral("second"), tr("Second model"), m_second,
                                             document, dialogs, theme, this)),
      m_missing(new ProseLabel(this)),
      m_tabs(new QTabWidget(this)),
      m_facts(new FactTableView(QStringLiteral("compared_facts"), tr("Facts side by side"), theme,
                                m_tabs)),
      m_types(
          new FactTableView(QStringLiteral("compared_types"), tr("Bytes by type"), theme, m_tabs)),
      m_classes(new FactTableView(QStringLiteral("compared_classes"), tr("Parameters by class"),
                                  theme, m_tabs)),
      m_differentOnly(new QCheckBox(tr("Only differences"), this)),
      m_copy(new QPushButton(tr("Copy the table"), this)) {
    constexpr QSize kSize(860, 640);
    setObjectName(QStringLiteral("compare_models_dialog"));
    setWindowTitle(tr("Compare models"));
    resizeDialog(this, kSize);
    makeTabs();
    auto* layout = makeColumn(this, 10, {16, 14, 16, 14});
    layout->addWidget(makeHead());
    layout->addWidget(m_missing, 1);
    layout->addWidget(m_tabs, 1);
    layout->addWidget(makeFoot());
    if (const auto presets = modelPresets()) {
        m_firstChoice->setPresets(*presets);
        m_secondChoice->setPresets(*presets);
    }
    for (ComparedModel* model : {m_first, m_second}) {
        connect(model, &ComparedModel::changed, this, &CompareModelsDialog::showTables);
    }
    connect(m_differentOnly, &QCheckBox::toggled, this, &CompareModelsDialog::showTables);
    connect(theme, &Theme::changed, this, &CompareModelsDialog::applyTheme);
    m_firstChoice->useOpenModel();
    applyTheme();
    showTables();
}

QWidget* CompareModelsDialog::makeHead() {
    auto* head = new QWidget(this);
    auto* layout = makeRow(head, 24);
    layout->addWidget(m_firstChoice, 1, Qt::AlignTop);
    layout->addWidget(m_secondChoice, 1, Qt::AlignTop);
    return head;
}

void CompareModelsDialog::makeTabs() {
    m_missing->setObjectName(QStringLiteral("compare_models_missing"));
    m_missing->setAlignment(Qt::AlignCenter);
    m_missing->setText(
        tr("Choose two models. Each model can be a file, a folder with a config.json, or a known "
           "model, which needs no file."));
    m_tabs->setObjectName(QStringLiteral("compare_models_tabs"));
    m_tabs->tabBar()->setAccessibleName(tr("Tables of the comparison"));
    m_tabs->setDocumentMode(true);
    m_tabs->tabBar()->setDrawBase(false);
    m_tabs->addTab(m_facts, tr("Facts"));
    m_tabs->addTab(m_types, tr("Bytes by type"));
    m_tabs->addTab(m_classes, tr("Parameters by class"));
}

QWidget* CompareModelsDialog::makeFoot() {
    auto* foot = new QWidget(this);
    m_differentOnly->setObjectName(QStringLiteral("compare_models_different_only"));
    m_copy->setObjectName(QStringLiteral("compare_models_copy"));
    m_copy->setAutoDefault(false);
    auto* menu = new QMenu(m_copy);
    QAction* markdown =
        withName(menu->addAction(tr("As Markdown")), "compare_models_copy_markdown");
    connect(markdown, &QAction::triggered, this, [this] { copyTable(Copied::Markdown); });
    QAction* csv = withName(menu->addAction(tr("As CSV")), "compare_models_copy_csv");
    connect(csv, &QAction::triggered, this, [this] { copyTable(Copied::Csv); });
    m_copy->setMenu(menu);
    auto* close = withName(new QPushButton(tr("Close"), foot), "compare_models_close");
    close->setAutoDefault(false);
    connect(close, &QPushButton::clicked, this, &QDialog::reject);
    auto* layout = makeRow(foot, 12);
    addDialogHelp(foot, m_theme->font(TextRole::Tree));
    layout->addWidget(m_differentOnly);
    layout->addStretch(1);
    addWidgets(layout, {m_copy, close});
    return foot;
}

void CompareModelsDialog::showTables() {
    const bool both = m_first->facts() != nullptr && m_second->facts() != nullptr;
    m_missing->setVisible(!both);
    m_tabs->setVisible(both);
    m_differentOnly->setEnabled(both);
    m_copy->setEnabled(both);
    if (!both) {
        return;
    }
    const ComparedFacts first{m_first->name(), m_first->facts()};
    const ComparedFacts second{m_second->name(), m_second->facts()};
    const ComparedRows rows =
        m_differentOnly->isChecked() ? ComparedRows::DifferentOnly : ComparedRows::All;
    m_facts->setTable(comparedFactsTable(first, second, rows));
    m_types->setTable(comparedTypesTable(first, second, rows));
    m_classes->setTable(comparedClassesTable(first, second, rows));
}

void CompareModelsDialog::copyTable(Copied form) {
    const auto* shown = qobject_cast<FactTableView*>(m_tabs->currentWidget());
    if (shown != nullptr) {
        const FactTable& table = shown->model()->table();
        copyToClipboard(form == Copied::Csv ? factTableCsv(table) : factTableMarkdown(table));
    }
}

void CompareModelsDialog::applyTheme() {
    const QFont font = m_theme->font(TextRole::Tree);
    m_tabs->tabBar()->setFont(font);
    m_missing->setFont(font);
    m_missing->setForegroundRole(QPalette::PlaceholderText);
    m_differentOnly->setFont(font);
    m_copy->setFont(font);
}

}  // namespace stowage

#include "compare_models_dialog.moc"
