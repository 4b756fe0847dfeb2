// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/open/new_model_dialog.h"

#include "engine/base/file_writer.h"
#include "widgets/document/model_texts.h"
#include "widgets/open/new_model_form.h"
#include "widgets/support/formats.h"
#include "widgets/support/forms.h"
#include "widgets/support/guide_link.h"
#include "widgets/support/labels.h"
#include "widgets/support/style_sheet.h"
#include "widgets/support/translation.h"
#include "widgets/support/units.h"

#include <QComboBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

#include <algorithm>
#include <utility>

namespace stowage {
namespace {

constexpr QSize kNewModelSize(620, 720);
constexpr const char* kNewTypes[] = {"float32", "bfloat16", "float16"};
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
    layout->addWidget(m_kept);
    layout->addWidget(m_result);
    layout->addWidget(m_notice);
    layout->addWidget(makeButtons());
    connect(m_fields, &NewModelFields::edited, this, &NewModelDialog::edit);
    connect(theme, &Theme::changed, this, &NewModelDialog::applyTheme);
    resizeDialog(this, kNewModelSize);
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
    m_back = withName(new QPushButton(tr("Bring back what was typed"), this), "new_model_back");
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
    layout->addWidget(close);
    layout->addWidget(m_open);
    connect(save, &QPushButton::clicked, this, &NewModelDialog::saveConfig);
    connect(close, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_open, &QPushButton::clicked, this, &NewModelDialog::requestOpen);
    return row;
}

void NewModelDialog::fillPresets() {
    if (auto presets = modelPresets()) {
        m_presets = std::move(*presets);
    }
    m_preset->addItem(tr("The library's defaults"), kDefaultsRow);
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
    for (const char* type : kNewTypes) {
        m_type->addItem(QString::fromLatin1(type));
    }
    choose(m_type, QString::fromStdString(form.dtype()));
    m_source->setText(
        m_now.source.isEmpty()
            ? tr("Numbers: transformers' own for %1").arg(QString::fromStdString(form.family()))
            : tr("Numbers: %1").arg(m_now.source));
    m_back->setVisible(m_replaced.has_value());
    const QStringList kept = textList(form.otherNames());
    m_kept->setText(tr("Kept in the file, without effect on the modules: %1")
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
    m_open->setToolTip(fits ? tr("Plan this model; there are no weights to load")
                            : tr("These sizes make no model"));
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
