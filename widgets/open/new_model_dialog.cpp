// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/open/new_model_dialog.h"

#include "engine/base/file_writer.h"
#include "engine/model/architecture_file.h"
#include "widgets/document/model_texts.h"
#include "widgets/support/formats.h"
#include "widgets/support/forms.h"
#include "widgets/support/guide_link.h"
#include "widgets/support/labels.h"
#include "widgets/support/style_sheet.h"
#include "widgets/support/translation.h"

#include <QCheckBox>
#include <QComboBox>
#include <QCompleter>
#include <QFontMetrics>
#include <QFrame>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalBlocker>

#include <algorithm>
#include <utility>

namespace stowage {

/// The fields of a family, a row each: its name as in a config.json, what is typed, the default
/// where it is another, and under it what is wrong with it.
class NewModelFields : public QScrollArea {
    Q_OBJECT
public:
    explicit NewModelFields(const Theme* theme, QWidget* parent = nullptr);

    /// Shows a form's values; rows are made again where the family is another.
    void showForm(const ConfigForm& form);
    /// Shows which values are other than the defaults, and leaves what is being typed alone.
    void showHints(const ConfigForm& form);
    /// Marks these fields, and says why below the one that is being typed in, else the first.
    void showError(const std::vector<std::string>& fields, const QString& sentence);

Q_SIGNALS:
    /// A person changed a field; "" takes the default.
    void edited(const QString& field, const QString& text);

private:
    struct Row {
        ConfigField field;
        QLabel* caption;
        QWidget* editor;
        QLabel* hint;     ///< the default
        QLabel* message;  ///< what is wrong
    };

    void makeRows(const std::vector<ConfigField>& fields);
    void addRow(const ConfigField& field, QGridLayout* grid, QWidget* content);
    [[nodiscard]] QWidget* makeEditor(const ConfigField& field, QWidget* parent);
    static void setValue(const Row& row, const ConfigForm& form);
    static void showHint(const Row& row, const std::string& text);
    void applyTheme();

    const Theme* m_theme;
    std::string m_family;
    std::vector<Row> m_rows;
};

/// What the typed sizes make, on one background: figures and a line of details, or why there is no
/// such model. Always as high, so that nothing moves while one types.
class NewModelResult : public QFrame {
    Q_OBJECT
public:
    explicit NewModelResult(const Theme* theme, QWidget* parent = nullptr);

    void showFigures(const QString& figures, const QString& details);
    void showError(const QString& sentence);
    /// The old figures stay, in secondary text, until the new ones are there.
    void setStale(bool stale);
    [[nodiscard]] QString text() const;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void applyTheme();

    const Theme* m_theme;
    QLabel* m_figures;
    QLabel* m_details;
    bool m_isError = false;
    bool m_isStale = false;
};

namespace {

constexpr int kEditorWidth = 190;
constexpr int kFormColumnGap = 12;
constexpr int kFormRowGap = 4;

/// Longer values, as the names of a thousand labels, are shown shortened and kept as they are.
constexpr qsizetype kLongestShown = 160;

enum FormColumn { kCaption, kEditor, kHint, kFormColumns };

QString fallbackText(const ConfigField& field) {
    return field.fallback.empty() ? NewModelFields::tr("computed")
                                  : QString::fromStdString(field.fallback);
}

constexpr int kLines = 3;

}  // namespace

NewModelFields::NewModelFields(const Theme* theme, QWidget* parent)
    : QScrollArea(parent), m_theme(theme) {
    withName(this, "new_model_fields", tr("Sizes of the model"));
    setUpScrollArea(this);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    connect(theme, &Theme::changed, this, &NewModelFields::applyTheme);
}

void NewModelFields::showForm(const ConfigForm& form) {
    if (m_family != form.family()) {
        m_family = form.family();
        makeRows(form.fields());
    }
    for (const Row& row : m_rows) {
        setValue(row, form);
    }
}

void NewModelFields::makeRows(const std::vector<ConfigField>& fields) {
    m_rows.clear();
    auto* content = makePage(this);
    auto* grid = makeGrid(content, kFormColumnGap, kFormRowGap,
                          {metrics::kPadding, 8, metrics::kPadding, 8});
    grid->setColumnStretch(kHint, 1);
    for (const ConfigField& field : fields) {
        addRow(field, grid, content);
    }
    grid->setRowStretch(grid->rowCount(), 1);
    // Deletes the rows of the family before.
    setWidget(content);
    QWidget* before = nullptr;
    for (const Row& row : m_rows) {
        if (before != nullptr) {
            setTabOrder(before, row.editor);
        }
        before = row.editor;
    }
    applyTheme();
}

void NewModelFields::addRow(const ConfigField& field, QGridLayout* grid, QWidget* content) {
    const int line = grid->rowCount();
    Row row{field, new QLabel(QString::fromStdString(field.name), content),
            makeEditor(field, content), new QLabel(content), new ProseLabel(content)};
    row.caption->setBuddy(row.editor);
    row.editor->setObjectName(QStringLiteral("new_model_field_") +
                              QString::fromStdString(field.name));
    row.editor->setAccessibleName(QString::fromStdString(field.name));
    row.hint->setForegroundRole(QPalette::PlaceholderText);
    row.message->setObjectName(QStringLiteral("new_model_error_") +
                               QString::fromStdString(field.name));
    row.message->hide();
    grid->addWidget(row.caption, line, kCaption);
    grid->addWidget(row.editor, line, kEditor);
    grid->addWidget(row.hint, line, kHint);
    grid->addWidget(row.message, line + 1, kEditor, 1, kFormColumns - kEditor);
    m_rows.push_back(row);
}

QWidget* NewModelFields::makeEditor(const ConfigField& field, QWidget* parent) {
    const QString name = QString::fromStdString(field.name);
    const QString fallback = QString::fromStdString(field.fallback);
    if (field.kind == ConfigField::Kind::Switch) {
        auto* box = new QCheckBox(parent);
        connect(box, &QCheckBox::clicked, this, [this, name, fallback](bool on) {
            const QString text = on ? QStringLiteral("true") : QStringLiteral("false");
            Q_EMIT edited(name, text == fallback ? QString() : text);
        });
        return box;
    }
    if (!field.choices.empty()) {
        auto* combo = new QComboBox(parent);
        combo->setEditable(true);
        combo->setInsertPolicy(QComboBox::NoInsert);
        combo->completer()->setCompletionMode(QCompleter::PopupCompletion);
        combo->setFixedWidth(px(kEditorWidth));
        combo->addItems(textList(field.choices));
        connect(combo, &QComboBox::editTextChanged, this,
                [this, name, fallback](const QString& text) {
                    Q_EMIT edited(name, text == fallback ? QString() : text);
                });
        return combo;
    }
    auto* line = new QLineEdit(parent);
    line->setFixedWidth(px(kEditorWidth));
    line->setPlaceholderText(fallbackText(field));
    connect(line, &QLineEdit::textEdited, this,
            [this, name](const QString& text) { Q_EMIT edited(name, text); });
    return line;
}

void NewModelFields::setValue(const Row& row, const ConfigForm& form) {
    const QSignalBlocker blocker(row.editor);
    const QString text = QString::fromStdString(form.text(row.field.name));
    if (auto* box = qobject_cast<QCheckBox*>(row.editor)) {
        box->setChecked(form.isOn(row.field.name));
    } else if (auto* combo = qobject_cast<QComboBox*>(row.editor)) {
        const QString shown = text.isEmpty() ? QString::fromStdString(row.field.fallback) : text;
        if (combo->currentText() != shown && !combo->lineEdit()->hasFocus()) {
            combo->setCurrentText(shown);
        }
    } else if (auto* line = qobject_cast<QLineEdit*>(row.editor)) {
        const bool isLong = text.size() > kLongestShown;
        line->setReadOnly(isLong);
        line->setToolTip(
            isLong ? tr("The value is too long to edit in this field and is kept unchanged.")
                   : QString());
        const QString shown = isLong ? text.left(kLongestShown) + QStringLiteral("…") : text;
        // What is being typed keeps its cursor.
        if (line->text().trimmed() != shown) {
            line->setText(shown);
            line->setCursorPosition(0);
        }
    }
    showHint(row, form.text(row.field.name));
}

void NewModelFields::showHints(const ConfigForm& form) {
    for (const Row& row : m_rows) {
        showHint(row, form.text(row.field.name));
    }
}

void NewModelFields::showHint(const Row& row, const std::string& text) {
    const bool differs = !text.empty() && text != row.field.fallback;
    const QString fallback = row.field.kind != ConfigField::Kind::Switch ? fallbackText(row.field)
                             : row.field.fallback == "true"              ? tr("on")
                                                                         : tr("off");
    row.hint->setText(!differs                     ? QString()
                      : row.field.fallback.empty() ? tr("computed if empty")
                                                   : tr("default %1").arg(fallback));
}

void NewModelFields::showError(const std::vector<std::string>& fields, const QString& sentence) {
    const auto isNamed = [&fields](const Row& row) {
        return std::ranges::find(fields, row.field.name) != fields.end();
    };
    auto told = std::ranges::find_if(
        m_rows, [&isNamed](const Row& row) { return isNamed(row) && row.editor->hasFocus(); });
    if (told == m_rows.end()) {
        told = std::ranges::find_if(m_rows, isNamed);
    }
    for (const Row& row : m_rows) {
        const bool isWrong = isNamed(row);
        const bool isTold = told != m_rows.end() && &row == &*told;
        row.message->setText(isTold ? sentence : QString());
        row.message->setVisible(isTold);
        row.editor->setAccessibleDescription(isWrong ? sentence : QString());
        if (row.editor->property("invalid").toBool() != isWrong) {
            setStyleProperty(row.editor, "invalid", isWrong);
        }
    }
}

void NewModelFields::applyTheme() {
    const QFont font = m_theme->font(TextRole::Tree);
    const QFont small = m_theme->font(TextRole::Caption);
    for (const Row& row : m_rows) {
        row.caption->setFont(font);
        row.editor->setFont(font);
        row.hint->setFont(small);
        row.message->setFont(small);
        setTextColor(row.message, m_theme->colors().error);
    }
}

NewModelResult::NewModelResult(const Theme* theme, QWidget* parent)
    : QFrame(parent),
      m_theme(theme),
      m_figures(withName(new ProseLabel(this), "new_model_figures")),
      m_details(withName(new ProseLabel(this), "new_model_details")) {
    constexpr int kTextLeft = 38;
    setObjectName(QStringLiteral("new_model_result"));
    for (QLabel* label : {m_figures, m_details}) {
        label->setTextFormat(Qt::PlainText);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    auto* layout = makeColumn(this, 2, {kTextLeft, 8, 10, 8});
    addWidgets(layout, {m_figures, m_details});
    layout->addStretch(1);
    connect(theme, &Theme::changed, this, &NewModelResult::applyTheme);
    applyTheme();
}

void NewModelResult::showFigures(const QString& figures, const QString& details) {
    m_isError = false;
    m_figures->setText(figures);
    m_details->setText(details);
    m_details->setVisible(!details.isEmpty());
    setAccessibleName(figures);
    setAccessibleDescription(details);
    setStale(false);
}

void NewModelResult::showError(const QString& sentence) {
    m_isError = true;
    m_figures->setText(tr("The typed sizes do not define a model"));
    m_details->setText(sentence);
    m_details->show();
    setAccessibleName(m_figures->text());
    setAccessibleDescription(sentence);
    setStale(false);
}

void NewModelResult::setStale(bool stale) {
    m_isStale = stale;
    applyTheme();
}

QString NewModelResult::text() const {
    return m_figures->text() + QLatin1Char('\n') + m_details->text();
}

void NewModelResult::applyTheme() {
    const ThemeColors& colors = m_theme->colors();
    const QFont details = m_theme->font(TextRole::Tree);
    m_figures->setFont(m_theme->font(TextRole::Verdict));
    m_details->setFont(details);
    setTextColor(m_figures, m_isStale ? colors.secondaryText : colors.text);
    setTextColor(m_details, m_isError && !m_isStale ? colors.text : colors.secondaryText);
    const int line = QFontMetrics(details).lineSpacing();
    setMinimumHeight(kLines * line + 20);
    update();
}

void NewModelResult::paintEvent(QPaintEvent*) {
    constexpr int kIcon = 18;
    const ThemeColors& colors = m_theme->colors();
    const QColor line = m_isError ? colors.error : colors.border;
    const QColor background = m_isError ? colors.errorBackground : colors.alternate;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(line);
    painter.setBrush(background);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), metrics::kRadius,
                            metrics::kRadius);
    const QRect mark(12, 9, kIcon, kIcon);
    paintIcon(painter, visualRect(*this, mark),
              m_isError ? QStringLiteral("error") : QStringLiteral("info"),
              m_isError ? colors.error : colors.secondaryText, background);
}

namespace {

/// Rows of the preset list that are no preset.
constexpr int kDefaultsRow = -1;
constexpr int kOtherRow = -2;

/// Makes `text` the current item, adding it where it is none of the list's.
void choose(QComboBox* combo, const QString& text) {
    if (combo->findText(text) < 0) {
        combo->addItem(text);
    }
    combo->setCurrentText(text);
}

/// The defaults of the first family, or nothing where the resources are broken.
ConfigForm firstForm() {
    const auto families = knownArchitectures();
    const auto isLlama = std::ranges::find(families, "llama");
    auto form =
        ConfigForm::ofFamily(isLlama == families.end() ? families.front() : std::string("llama"));
    return form ? std::move(*form) : ConfigForm();
}

}  // namespace

NewModelDialog::NewModelDialog(FileDialogs* dialogs, const Theme* theme, QWidget* parent)
    : QDialog(parent),
      m_dialogs(dialogs),
      m_theme(theme),
      m_fields(new NewModelFields(theme, this)),
      m_kept(withName(new ProseLabel(this), "new_model_kept")),
      m_result(new NewModelResult(theme, this)),
      m_notice(withName(new ProseLabel(this), "new_model_notice")) {
    constexpr QSize kSize(620, 720);
    setObjectName(QStringLiteral("new_model_dialog"));
    setWindowTitle(tr("New Model"));
    auto* layout = makeColumn(this, 8, QMargins() + metrics::kPadding);
    auto* choices = new QGridLayout;
    makeChoices(choices);
    layout->addLayout(choices);
    layout->addWidget(m_fields, 1);
    for (QLabel* label : {m_kept, m_notice}) {
        label->hide();
    }
    addWidgets(layout, {m_kept, m_result, m_notice, makeButtons()});
    connect(m_fields, &NewModelFields::edited, this, &NewModelDialog::edit);
    connect(theme, &Theme::changed, this, &NewModelDialog::applyTheme);
    resizeDialog(this, kSize);
    fillPresets();
    begin({}, {}, firstForm());
}

void NewModelDialog::makeChoices(QGridLayout* grid) {
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(6);
    const auto add = [&](const char* name, const QString& caption, int row, int column, int span) {
        auto* combo = withName(new QComboBox(this), name, caption);
        combo->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        auto* label = new QLabel(caption, this);
        label->setBuddy(combo);
        m_captions.push_back(label);
        grid->addWidget(label, row, column);
        grid->addWidget(combo, row, column + 1, 1, span);
        return combo;
    };
    m_preset = add("new_model_preset", tr("Start from"), 0, 0, 3);
    m_source = withName(new ProseLabel(this), "new_model_source");
    m_back = withName(new QPushButton(tr("Restore typed values"), this), "new_model_back");
    m_back->setProperty("compact", true);
    m_back->setAutoDefault(false);
    auto* source = new QHBoxLayout;
    source->addWidget(m_source, 1);
    source->addWidget(m_back);
    grid->addLayout(source, 1, 1, 1, 3);
    m_family = add("new_model_family", tr("Family"), 2, 0, 1);
    m_type = add("new_model_type", tr("Type"), 2, 2, 1);
    m_class = add("new_model_class", tr("Class"), 3, 0, 3);
    grid->setColumnStretch(1, 3);
    grid->setColumnStretch(3, 2);
    for (const std::string& family : knownArchitectures()) {
        m_family->addItem(QString::fromStdString(family));
    }
    connect(m_preset, &QComboBox::activated, this, &NewModelDialog::takePreset);
    connect(m_family, &QComboBox::textActivated, this, &NewModelDialog::takeFamily);
    connect(m_class, &QComboBox::textActivated, this, [this](const QString& name) {
        m_now.form.setClassName(name.toStdString());
        startCheck();
    });
    connect(m_type, &QComboBox::textActivated, this, [this](const QString& name) {
        m_now.form.setDtype(name.toStdString());
        startCheck();
    });
    connect(m_back, &QPushButton::clicked, this, &NewModelDialog::bringBack);
}

QWidget* NewModelDialog::makeButtons() {
    auto* row = new QWidget(this);
    auto* layout = makeRow(row, 8);
    addDialogHelp(row, m_theme->font(TextRole::Tree));
    auto* save = withName(new QPushButton(tr("Save config.json…"), row), "new_model_save");
    save->setAutoDefault(false);
    auto* close = withName(new QPushButton(tr("Close"), row), "new_model_close");
    close->setAutoDefault(false);
    m_open = withName(new QPushButton(tr("Open"), row), "new_model_open");
    m_open->setProperty("primary", true);
    m_open->setDefault(true);
    layout->addWidget(save);
    layout->addStretch(1);
    addWidgets(layout, {close, m_open});
    connect(save, &QPushButton::clicked, this, &NewModelDialog::saveConfig);
    connect(close, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_open, &QPushButton::clicked, this, &NewModelDialog::requestOpen);
    return row;
}

void NewModelDialog::fillPresets() {
    if (auto presets = modelPresets()) {
        m_presets = std::move(*presets);
    }
    m_preset->addItem(tr("Defaults of transformers"), kDefaultsRow);
    for (std::size_t i = 0; i < m_presets.size(); ++i) {
        if (i == 0 || m_presets[i].family != m_presets[i - 1].family) {
            m_preset->insertSeparator(m_preset->count());
        }
        m_preset->addItem(QString::fromStdString(m_presets[i].name), static_cast<int>(i));
        m_preset->setItemData(m_preset->count() - 1, QString::fromStdString(m_presets[i].source),
                              Qt::ToolTipRole);
    }
}

void NewModelDialog::begin(const QString& name, const QString& source, ConfigForm form) {
    if (m_now.isEdited()) {
        m_replaced = m_now;
    }
    m_now = State{name, source, form, form};
    showState();
    startCheck();
}

void NewModelDialog::takePreset(int index) {
    const int chosen = m_preset->itemData(index).toInt();
    if (chosen == kDefaultsRow) {
        takeFamily(QString::fromStdString(m_now.form.family()));
        return;
    }
    if (chosen < 0) {
        return;
    }
    const ModelPreset& preset = m_presets[static_cast<std::size_t>(chosen)];
    if (auto form = ConfigForm::ofConfig(preset.configText, preset.name)) {
        begin(QString::fromStdString(preset.name), QString::fromStdString(preset.source),
              std::move(*form));
    }
}

void NewModelDialog::startFrom(const QString& preset) {
    takePreset(m_preset->findText(preset));
}

void NewModelDialog::takeFamily(const QString& family) {
    if (auto form = ConfigForm::ofFamily(family.toStdString())) {
        begin({}, {}, std::move(*form));
    }
}

bool NewModelDialog::showConfig(const QString& name, const std::string& text,
                                const std::string& className) {
    auto form = ConfigForm::ofConfig(text, name.toStdString());
    if (!form) {
        return false;
    }
    if (!className.empty()) {
        form->setClassName(className);
    }
    // The form that was opened is not to lose its beginning.
    if (!(*form == m_now.form)) {
        begin(name, tr("the open model"), std::move(*form));
    }
    return true;
}

void NewModelDialog::bringBack() {
    if (m_replaced) {
        m_now = std::exchange(m_replaced, std::nullopt).value();
        showState();
        startCheck();
    }
}

void NewModelDialog::showState() {
    static constexpr const char* kTypes[] = {"float32", "bfloat16", "float16"};
    const ConfigForm& form = m_now.form;
    int row = m_now.name.isEmpty() ? m_preset->findData(kDefaultsRow) : -1;
    for (std::size_t i = 0; i < m_presets.size() && row < 0; ++i) {
        if (QString::fromStdString(m_presets[i].name) == m_now.name) {
            row = m_preset->findData(static_cast<int>(i));
        }
    }
    if (const int other = m_preset->findData(kOtherRow); other >= 0) {
        m_preset->removeItem(other);
    }
    if (row < 0) {
        m_preset->insertItem(0, m_now.name, kOtherRow);
        row = 0;
    }
    m_preset->setCurrentIndex(row);
    choose(m_family, QString::fromStdString(form.family()));
    m_class->clear();
    m_class->addItems(textList(form.classes()));
    choose(m_class, QString::fromStdString(form.className()));
    m_type->clear();
    for (const char* type : kTypes) {
        m_type->addItem(QString::fromLatin1(type));
    }
    choose(m_type, QString::fromStdString(form.dtype()));
    m_source->setText(m_now.source.isEmpty() ? tr("Numbers: transformers' defaults for %1")
                                                   .arg(QString::fromStdString(form.family()))
                                             : tr("Numbers: %1").arg(m_now.source));
    m_back->setVisible(m_replaced.has_value());
    const QStringList kept = textList(form.otherNames());
    m_kept->setText(tr("Keys that are kept in the file but do not affect the modules: %1")
                        .arg(kept.join(QStringLiteral(", "))));
    m_kept->setVisible(!kept.isEmpty());
    m_fields->showForm(form);
    applyTheme();
}

void NewModelDialog::edit(const QString& field, const QString& text) {
    m_now.form.setText(field.toStdString(), text.toStdString());
    m_fields->showHints(m_now.form);
    startCheck();
}

void NewModelDialog::startCheck() {
    m_check.reset();
    m_notice->hide();
    m_result->setStale(true);
    const auto show = [this](ConfigCheck check) {
        m_check = std::make_shared<const ConfigCheck>(std::move(check));
        showCheck();
    };
    m_worker.start([form = m_now.form, name = tr("The form").toStdString()](
                       std::stop_token) { return checkConfig(form, name); },
                   show,
                   [show](const Error& error) {
                       show({nullptr, error, {}});
                   });
}

void NewModelDialog::showCheck() {
    const bool fits = m_check->tree != nullptr;
    if (fits) {
        m_result->showFigures(
            treeFigures(*m_check->tree, QString::fromStdString(m_now.form.dtype())),
            treeDetails(*m_check->tree));
        m_fields->showError({}, {});
    } else {
        // Nothing of it lies in a file, which messages begin with.
        QString sentence = translated(m_check->error->message);
        const QString name = tr("The form");
        const QString rest = sentence.mid(name.size());
        if (sentence.startsWith(name) && (rest.startsWith(u':') || rest.startsWith(u'：'))) {
            sentence = rest.mid(1).trimmed();
        }
        m_result->showError(sentence);
        m_fields->showError(m_check->fields, sentence);
    }
    m_open->setEnabled(fits);
    m_open->setToolTip(fits ? tr("Plan this model. It has no weights, so it cannot be loaded.")
                            : tr("The typed sizes do not define a model"));
    if (std::exchange(m_opensWhenChecked, false) && fits) {
        requestOpen();
    }
}

QString NewModelDialog::modelName() const {
    const QString name =
        m_now.name.isEmpty() ? QString::fromStdString(m_now.form.family()) : m_now.name;
    const QString form = withoutIsolates(tr("%1, changed"));
    return m_now.isEdited() && !name.endsWith(form.arg(QString())) ? form.arg(name) : name;
}

void NewModelDialog::requestOpen() {
    if (isChecking()) {
        m_opensWhenChecked = true;
        return;
    }
    // Opened, it is no longer what could be lost.
    const QString name = modelName();
    const ConfigForm form = m_now.form;
    Q_EMIT openRequested(name, form.configText());
    accept();
}

void NewModelDialog::saveConfig() {
    m_dialogs->saveConfig(this, {}, [this](const QString& path) {
        const auto saved = writeFileAtomically(path.toStdString(), m_now.form.configText());
        m_notice->setText(saved ? tr("Saved as %1").arg(path) : translated(saved.error().message));
        setTextColor(m_notice, saved ? m_theme->colors().good : m_theme->colors().error);
        m_notice->show();
    });
}

void NewModelDialog::showEvent(QShowEvent* event) {
    applyTheme();
    QDialog::showEvent(event);
}

void NewModelDialog::applyTheme() {
    const ThemeColors& colors = m_theme->colors();
    const QFont font = m_theme->font(TextRole::Tree);
    for (QLabel* label : m_captions) {
        label->setFont(font);
    }
    for (QComboBox* combo : {m_preset, m_family, m_class, m_type}) {
        combo->setFont(font);
    }
    for (QLabel* label : {m_source, m_kept}) {
        label->setFont(m_theme->font(TextRole::Caption));
        setTextColor(label, colors.secondaryText);
    }
    m_notice->setFont(font);
    m_back->setFont(font);
}

}  // namespace stowage

#include "new_model_dialog.moc"
