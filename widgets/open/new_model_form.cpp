// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/open/new_model_form.h"

#include "widgets/support/formats.h"
#include "widgets/support/forms.h"
#include "widgets/support/icons.h"
#include "widgets/support/labels.h"
#include "widgets/support/style_sheet.h"

#include <QCheckBox>
#include <QComboBox>
#include <QCompleter>
#include <QEvent>
#include <QFontMetrics>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QSignalBlocker>

#include <algorithm>

namespace stowage {
namespace {

constexpr int kEditorWidth = 190;

constexpr int kFormColumnGap = 12;

constexpr int kFormRowGap = 4;

/// Longer values, as the names of a thousand labels, are shown shortened and kept as they are.
constexpr qsizetype kLongestShown = 160;

enum FormColumn { kCaption, kEditor, kHint, kFormColumns };

QString fallbackText(const ConfigField& field) {
    return field.fallback.empty() ? NewModelFields::tr("worked out")
                                  : QString::fromStdString(field.fallback);
}

constexpr int kNewTextLeft = 38;

constexpr int kNewIcon = 18;

constexpr int kLines = 3;

}  // namespace

NewModelFields::NewModelFields(const Theme* theme, QWidget* parent)
    : QScrollArea(parent), m_theme(theme) {
    setObjectName(QStringLiteral("new_model_fields"));
    setAccessibleName(tr("Sizes of the model"));
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::NoFocus);
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
    auto* grid = new QGridLayout(content);
    grid->setContentsMargins(metrics::kPadding, 8, metrics::kPadding, 8);
    grid->setHorizontalSpacing(kFormColumnGap);
    grid->setVerticalSpacing(kFormRowGap);
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
    row.editor->installEventFilter(this);
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
        combo->setFocusPolicy(Qt::StrongFocus);
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
        line->setToolTip(isLong ? tr("Too long to be typed here; it is kept as it is.")
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
                      : row.field.fallback.empty() ? tr("empty: worked out")
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

bool NewModelFields::eventFilter(QObject* watched, QEvent* event) {
    const auto* editor = qobject_cast<QWidget*>(watched);
    if (event->type() == QEvent::Wheel && editor != nullptr && !editor->hasFocus()) {
        event->ignore();
        return true;
    }
    return QScrollArea::eventFilter(watched, event);
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
    setObjectName(QStringLiteral("new_model_result"));
    for (QLabel* label : {m_figures, m_details}) {
        label->setTextFormat(Qt::PlainText);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    auto* layout = makeColumn(this, 2, {kNewTextLeft, 8, 10, 8});
    layout->addWidget(m_figures);
    layout->addWidget(m_details);
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
    m_figures->setText(tr("These sizes make no model"));
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
    const ThemeColors& colors = m_theme->colors();
    const QColor line = m_isError ? colors.error : colors.border;
    const QColor background = m_isError ? colors.errorBackground : colors.alternate;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(line);
    painter.setBrush(background);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), metrics::kRadius,
                            metrics::kRadius);
    const QRect mark(12, 9, kNewIcon, kNewIcon);
    paintIcon(painter, visualRect(*this, mark),
              m_isError ? QStringLiteral("error") : QStringLiteral("info"),
              m_isError ? colors.error : colors.secondaryText, background);
}

}  // namespace stowage
