// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plan/map_dialog.h"

#include "engine/plan/map/device_map_text.h"
#include "engine/plan/strategies/strategies.h"
#include "widgets/document/document.h"
#include "widgets/document/plan_view.h"
#include "widgets/plan/problems_panel.h"
#include "widgets/plan/verdict_card.h"
#include "widgets/support/formats.h"
#include "widgets/support/forms.h"
#include "widgets/support/style_sheet.h"

#include <QDialogButtonBox>
#include <QFile>
#include <QFontDatabase>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QTextBlock>

#include <algorithm>

namespace stowage {
namespace {

constexpr QSize kMapSize(760, 620);
constexpr std::size_t kMaxProblems = 12;
/// Maps of the largest models have some ten thousand entries; more is no map.
constexpr qint64 kMaxFileBytes = 64LL * 1024 * 1024;

QString placesText(const PlacementPlan& plan) {
    QStringList parts;
    for (const DevicePlacement& placement : plan.placements) {
        if (placement.weights > 0) {
            parts.append(QString::fromStdString(deviceLabel(placement.device.id)) +
                         QLatin1Char(' ') + sizeText(placement.weights));
        }
    }
    return parts.join(QStringLiteral(", "));
}

/// Of a strategy's name in quotes.
qsizetype longestWord() {
    std::size_t longest = 0;
    for (const StrategyRow& row : strategies()) {
        longest = std::max(longest, row.name.size());
    }
    return static_cast<qsizetype>(longest) + 2;
}

}  // namespace

bool looksLikeDeviceMap(const QString& text) {
    const QString trimmed = text.trimmed();
    const qsizetype brace = trimmed.indexOf(QLatin1Char('{'));
    return (brace >= 0 && trimmed.indexOf(QLatin1Char(':'), brace) > 0) ||
           trimmed.startsWith(QLatin1Char('{')) || trimmed.startsWith(QLatin1Char('[')) ||
           trimmed.contains(QLatin1String("OrderedDict")) ||
           trimmed.contains(QLatin1String("device_map")) ||
           (trimmed.size() <= longestWord() && parseDeviceMapText(trimmed.toStdString()));
}

MapDialog::MapDialog(Document* document, FileDialogs* dialogs, const Theme* theme, QWidget* parent)
    : QDialog(parent), m_document(document), m_dialogs(dialogs), m_theme(theme) {
    setObjectName(QStringLiteral("map_dialog"));
    setWindowTitle(tr("Paste a device map"));
    resize(kMapSize);
    auto* layout = makeColumn(this, 8, {16, 14, 16, 14});
    layout->addWidget(makeEditor(), 3);
    layout->addWidget(makeSummary(), 2);
    layout->addWidget(makeButtons());
    // What it means depends on the plan that it would replace.
    connect(document, &Document::planChanged, this, &MapDialog::startCheck);
    connect(theme, &Theme::changed, this, &MapDialog::showCheck);
    startCheck();
    m_editor->setFocus();
}

QWidget* MapDialog::makeEditor() {
    auto* box = new QWidget(this);
    QLabel* caption = makeTextLine(
        tr("A device map or max_memory, as JSON, Python or a whole script, or auto, cuda:1, …:"),
        m_theme->font(TextRole::Tree), box);
    auto* choose = withName(new QPushButton(tr("Read a file…"), box), "map_file");
    choose->setFont(m_theme->font(TextRole::Tree));
    m_editor = withName(new QPlainTextEdit(box), "map_text", tr("Device map"));
    m_editor->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_editor->setTabChangesFocus(true);
    QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    font.setPixelSize(m_theme->font(TextRole::Tree).pixelSize());
    m_editor->setFont(font);
    m_editor->setPlaceholderText(
        QStringLiteral("{\"transformer.wte\": 0, \"transformer.h.0\": 0, \"lm_head\": \"cpu\"}"));
    caption->setBuddy(m_editor);
    auto* head = new QHBoxLayout;
    head->addWidget(caption);
    head->addStretch(1);
    head->addWidget(choose);
    auto* layout = makeColumn(box, 6);
    layout->addLayout(head);
    layout->addWidget(m_editor, 1);
    connect(m_editor, &QPlainTextEdit::textChanged, this, &MapDialog::startCheck);
    connect(choose, &QPushButton::clicked, this, [this] {
        m_dialogs->openMap(this, m_document->folder(),
                           [this](const QString& path) { readFile(path); });
    });
    return box;
}

QWidget* MapDialog::makeSummary() {
    auto* box = withName(new QFrame(this), "map_summary");
    m_state = withName(makeParagraph({}, m_theme->font(TextRole::Verdict), box), "map_state");
    m_state->setTextFormat(Qt::PlainText);
    m_state->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_mend = withName(new QPushButton(tr("Mend these characters"), box), "map_mend");
    m_mend->setToolTip(tr("Puts Python's quotes, commas and blanks in their place"));
    connect(m_mend, &QPushButton::clicked, this, &MapDialog::mendText);
    m_figures =
        withName(makeParagraph({}, m_theme->font(TextRole::Tree), box, QPalette::PlaceholderText),
                 "map_figures");
    auto* content = makePage(box);
    m_problems = makeColumn(content, 0, QMargins() + 2);
    QScrollArea* scroll = makeScrollArea(box, content);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* layout = makeColumn(box, 4);
    layout->addWidget(m_state);
    layout->addWidget(m_mend, 0, Qt::AlignLeading);
    layout->addWidget(m_figures);
    layout->addWidget(scroll, 1);
    return box;
}

QWidget* MapDialog::makeButtons() {
    auto* buttons = new QDialogButtonBox(this);
    m_apply =
        withName(buttons->addButton(tr("Use this map"), QDialogButtonBox::AcceptRole), "map_apply");
    setStyleProperty(m_apply, "primary", true);
    m_apply->setDefault(true);
    m_compare = withName(
        buttons->addButton(tr("Show the difference"), QDialogButtonBox::ActionRole), "map_compare");
    withName(buttons->addButton(QDialogButtonBox::Cancel), "map_cancel");
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_apply, &QPushButton::clicked, this, [this] {
        if (m_check != nullptr && m_check->plan != nullptr) {
            Q_EMIT applied(m_check->edit);
            accept();
        }
    });
    connect(m_compare, &QPushButton::clicked, this, [this] {
        if (m_check != nullptr && m_check->plan != nullptr) {
            Q_EMIT comparisonRequested(m_check->plan);
            accept();
        }
    });
    return buttons;
}

void MapDialog::setText(const QString& text) {
    m_editor->setPlainText(text);
}

QString MapDialog::text() const {
    return m_editor->toPlainText();
}

void MapDialog::readFile(const QString& path) {
    QFile file(path);
    QString problem;
    if (!file.open(QIODevice::ReadOnly)) {
        problem = tr("%1 cannot be read: %2.").arg(path, file.errorString());
    } else if (file.size() > kMaxFileBytes) {
        problem = tr("%1 is %2 large; a device map is a short text.")
                      .arg(path, sizeText(static_cast<double>(file.size())));
    }
    if (problem.isEmpty()) {
        setText(QString::fromUtf8(file.readAll()));
        return;
    }
    m_state->setText(problem);
    setTextColor(m_state, m_theme->colors().error);
}

void MapDialog::startCheck() {
    m_check.reset();
    m_apply->setEnabled(false);
    m_compare->setEnabled(false);
    const auto plan = m_document->plan();
    const std::string text = m_editor->toPlainText().toStdString();
    if (plan == nullptr || text.find_first_not_of(" \t\r\n") == std::string::npos) {
        m_worker.drop();
        showCheck();
        return;
    }
    setTextColor(m_state, m_theme->colors().secondaryText);
    const auto show = [this](MapCheck check) {
        m_check = std::make_shared<const MapCheck>(std::move(check));
        showCheck();
    };
    m_worker.start([plan, text](std::stop_token stop) { return checkMapText(*plan, text, stop); },
                   show, [show](const Error& error) { show(MapCheck{.error = error}); });
}

void MapDialog::showCheck() {
    clearProblems();
    markPlace({});
    const bool plans = m_check != nullptr && m_check->plan != nullptr;
    m_apply->setEnabled(plans);
    m_compare->setEnabled(plans);
    m_figures->setVisible(plans);
    m_mend->setVisible(m_check != nullptr && m_check->corrected.has_value());
    if (m_check == nullptr) {
        const bool open = m_document->plan() != nullptr;
        setTextColor(m_state, m_theme->colors().secondaryText);
        m_state->setText(open ? tr("Paste or type a map, or drop a file on the window.")
                              : tr("Open a model first: a map names its modules."));
        return;
    }
    plans ? showPlan(*m_check->plan) : showError(*m_check->error);
}

void MapDialog::showError(const Error& error) {
    setTextColor(m_state, m_theme->colors().error);
    QString sentence = QString::fromStdString(error.message);
    if (error.offset) {
        markPlace(error.offset);
        const QByteArray bytes = text().toUtf8();
        const auto at = std::min<qsizetype>(static_cast<qsizetype>(*error.offset), bytes.size());
        const QByteArray before = bytes.left(at);
        const qsizetype line = before.count('\n') + 1;
        const qsizetype column = QString::fromUtf8(before.mid(before.lastIndexOf('\n') + 1)).size();
        sentence = tr("Line %1, column %2: %3").arg(line).arg(column + 1).arg(sentence);
    }
    m_state->setText(sentence);
}

void MapDialog::mendText() {
    const QString corrected = QString::fromStdString(m_check->corrected.value_or(std::string()));
    // Typed over, so that Ctrl+Z brings back what was there.
    QTextCursor cursor(m_editor->document());
    cursor.select(QTextCursor::Document);
    cursor.insertText(corrected);
    m_editor->setFocus();
}

void MapDialog::markPlace(std::optional<std::uint64_t> offset) {
    QList<QTextEdit::ExtraSelection> marks;
    if (offset) {
        const QByteArray bytes = text().toUtf8();
        const auto at = std::min<qsizetype>(static_cast<qsizetype>(*offset), bytes.size());
        const qsizetype position = QString::fromUtf8(bytes.left(at)).size();
        QTextEdit::ExtraSelection mark;
        mark.cursor = QTextCursor(m_editor->document());
        mark.cursor.setPosition(static_cast<int>(position));
        const bool atEnd = mark.cursor.atBlockEnd() || mark.cursor.atEnd();
        // Where the text ends too early there is nothing to mark but the line.
        mark.cursor.movePosition(atEnd ? QTextCursor::StartOfBlock : QTextCursor::NextCharacter,
                                 QTextCursor::KeepAnchor);
        mark.format.setBackground(m_theme->colors().errorBackground);
        mark.format.setUnderlineColor(m_theme->colors().error);
        mark.format.setUnderlineStyle(QTextCharFormat::WaveUnderline);
        marks.append(mark);
        QTextEdit::ExtraSelection line;
        line.cursor = QTextCursor(m_editor->document()->findBlock(static_cast<int>(position)));
        line.format.setBackground(m_theme->colors().errorBackground);
        line.format.setProperty(QTextFormat::FullWidthSelection, true);
        marks.prepend(line);
    }
    m_editor->setExtraSelections(marks);
}

void MapDialog::showPlan(const PlacementPlan& plan) {
    const ThemeColors& colors = m_theme->colors();
    std::vector<const PlanIssue*> issues;
    int errors = 0;
    int warnings = 0;
    for (const PlanIssue& issue : plan.issues) {
        errors += issue.severity == Severity::Error ? 1 : 0;
        warnings += issue.severity == Severity::Warning ? 1 : 0;
        issues.push_back(&issue);
    }
    std::ranges::stable_sort(issues, {}, [](const PlanIssue* issue) { return issue->severity; });
    const auto& loadIssue = m_document->view()->loadIssue;
    const bool isAtFault = loadIssue && loadIssue->severity == Severity::Error;
    setTextColor(m_state, errors > 0 || isAtFault ? colors.error
                          : warnings > 0          ? colors.warning
                                                  : colors.good);
    m_state->setText(shownVerdictText(plan, loadIssue));
    QString keyText = QString::fromStdString(describeEdit(m_check->edit));
    if (const auto* const map = std::get_if<SetMapEdit>(&m_check->edit)) {
        const std::size_t keys = map->map.entries().size();
        keyText = keys == 1 ? tr("1 key") : tr("%1 keys").arg(keys);
    }
    const QString counts = errors + warnings == 0
                               ? tr("no problems")
                               : tr("%1 errors, %2 warnings").arg(errors).arg(warnings);
    m_figures->setText(QStringList{keyText, placesText(plan), counts}.join(QStringLiteral(" · ")));
    for (std::size_t i = 0; i < std::min(issues.size(), kMaxProblems); ++i) {
        m_problems->addWidget(new ProblemRow(m_theme, *issues[i], {}, this));
    }
    if (issues.size() > kMaxProblems) {
        QLabel* rest = makeTextLine(tr("and %1 more").arg(issues.size() - kMaxProblems),
                                    m_theme->font(TextRole::Tree), this);
        rest->setContentsMargins(26, 4, 0, 4);
        m_problems->addWidget(rest);
    }
    m_problems->addStretch(1);
}

void MapDialog::clearProblems() {
    while (QLayoutItem* item = m_problems->takeAt(0)) {
        delete item->widget();
        delete item;
    }
}

}  // namespace stowage
