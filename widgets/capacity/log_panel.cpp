// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/capacity/log_panel.h"

#include "engine/base/number_text.h"
#include "engine/capacity/logs/log_comparison.h"
#include "engine/checkpoint/checkpoint_facts.h"
#include "widgets/capacity/capacity_controller.h"
#include "widgets/document/document.h"
#include "widgets/support/fact_table.h"
#include "widgets/support/formats.h"
#include "widgets/support/forms.h"
#include "widgets/support/translation.h"

#include <QLabel>
#include <QPlainTextEdit>
#include <QSplitter>

#include <algorithm>
#include <memory>
#include <utility>

namespace stowage {
namespace {

QString logFigureText(double value, LogUnit unit) {
    return unit == LogUnit::Bytes ? sizeText(value)
                                  : QString::fromStdString(formatGeneral(value, 7));
}

FactColumn logColumn(const QString& title, FactColumn::Kind kind, int width,
                     std::function<QString(std::size_t)> text) {
    FactColumn column;
    column.title = title;
    column.kind = kind;
    column.width = width;
    column.text = std::move(text);
    return column;
}

}  // namespace

LogPanel::LogPanel(CapacityController* controller, const Theme* theme, QWidget* parent)
    : QWidget(parent),
      m_controller(controller),
      m_text(withName(new QPlainTextEdit(this), "engine_log_text",
                      tr("What another program printed of its memory"))),
      m_table(new FactTableView(QStringLiteral("engine_log_rows"),
                                tr("Printed figures beside the plan's"), theme, this)),
      m_state(makeSentence(this, "engine_log_state", theme->font(TextRole::Tree))) {
    setObjectName(QStringLiteral("engine_log_panel"));
    m_text->setPlaceholderText(
        tr("Paste PyTorch's out-of-memory error or memory summary, or the start-up lines of vLLM, "
           "SGLang or llama.cpp: each figure is set beside the plan's."));
    m_text->setFont(theme->font(TextRole::Tree));
    m_text->setTabChangesFocus(true);
    m_text->setLineWrapMode(QPlainTextEdit::WidgetWidth);
    auto* right = new QWidget(this);
    auto* column = makeColumn(right, 4);
    column->addWidget(m_state);
    column->addWidget(m_table, 1);
    auto* layout = makeColumn(this, 0, {metrics::kPadding, 8, metrics::kPadding, 4});
    layout->addWidget(makeSplitter(this, "engine_log_splitter", m_text, right, {1, 1}));
    connect(m_text, &QPlainTextEdit::textChanged, this, &LogPanel::begin);
    connect(controller, &CapacityController::estimateChanged, this, &LogPanel::begin);
    connect(controller, &CapacityController::findingsChanged, this, &LogPanel::begin);
    begin();
}

void LogPanel::begin() {
    const auto& estimate = m_controller->estimate();
    const QString text = m_text->toPlainText();
    if (text.trimmed().isEmpty() || estimate == nullptr) {
        m_worker.drop();
        take({});
        return;
    }
    const auto& facts = m_controller->document()->facts();
    const bool fits = estimate->verdict != Verdict::DoesNotFit;
    m_worker.start(
        [text = text.toStdString(), estimate,
         remedies = fits ? std::vector<CapacityChange>() : m_controller->findings().changes,
         model = facts == nullptr ? nullptr : facts->model](const std::stop_token&) {
            Reading reading;
            reading.log = readEngineLog(text);
            reading.rows = compareLog(reading.log, *estimate);
            reading.explanation = outOfMemoryText(reading.log, *estimate, model.get(), remedies);
            return reading;
        },
        [this](Reading&& reading) { take(std::move(reading)); },
        [this](const Error& error) { m_state->setText(translated(error.message)); });
}

void LogPanel::take(Reading reading) {
    QStringList sentences;
    if (!reading.explanation.empty()) {
        sentences.append(translated(reading.explanation).trimmed());
    }
    if (!reading.log.unread.empty()) {
        sentences.append(tr("%n line(s) with figures were not read.", nullptr,
                            static_cast<int>(reading.log.unread.size())));
    }
    m_state->setText(sentences.join(u'\n'));
    m_state->setVisible(!sentences.isEmpty());
    const auto shared = std::make_shared<const Reading>(std::move(reading));
    const auto rowAt = [shared](std::size_t row) -> const LogRow& { return shared->rows[row]; };
    FactTable table;
    table.rows = shared->rows.size();
    table.whenEmpty = m_text->toPlainText().trimmed().isEmpty()
                          ? tr("Its figures will stand here beside the plan's.")
                          : tr("No figure of a program that is known here was found in the text.");
    using Kind = FactColumn::Kind;
    table.columns.push_back(logColumn(tr("Figure"), Kind::Text, 190, [rowAt](std::size_t row) {
        return QString::fromStdString(logRowTitle(rowAt(row)));
    }));
    table.columns.push_back(
        logColumn(tr("Printed"), Kind::Number, 100, [shared, rowAt](std::size_t row) {
            return logFigureText(rowAt(row).printed, logRowUnit(shared->log, rowAt(row)));
        }));
    table.columns.push_back(
        logColumn(tr("The plan's"), Kind::Number, 100, [shared, rowAt](std::size_t row) {
            const auto& predicted = rowAt(row).predicted;
            return predicted ? logFigureText(*predicted, logRowUnit(shared->log, rowAt(row)))
                             : QStringLiteral("–");
        }));
    table.columns.push_back(logColumn(tr("Difference"), Kind::Number, 90, [rowAt](std::size_t row) {
        const auto& error = rowAt(row).error;
        return error ? percentText(QString::fromStdString(formatSigned(*error * 100, 1))
                                       .replace(u'-', QStringLiteral("−")))
                     : QStringLiteral("–");
    }));
    m_table->setTable(std::move(table));
}

}  // namespace stowage
