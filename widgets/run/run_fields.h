// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/run/run_job.h"
#include "widgets/support/theme.h"

#include <QScrollArea>
#include <QSpinBox>
#include <QString>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QGridLayout;
class QLabel;
class QLineEdit;
class QPushButton;

namespace stowage {

/// The tokens of a prompt as a person types it: numbers with commas or spaces between them, also
/// within the brackets that Python prints around a list. Empty text gives no token.
/// Errors: InvalidArgument (what is no number, or more tokens than anybody types).
[[nodiscard]] Result<std::vector<std::int64_t>> parsePromptTokens(const QString& text);

/// "464, 2068, 7586": tokens as they can be typed in again.
[[nodiscard]] QString promptTokensText(const std::vector<std::int64_t>& tokens);

/// A field for a number of tokens, which may be typed as "32k" (parseCount()).
class TokenBox : public QSpinBox {
public:
    using QSpinBox::QSpinBox;

protected:
    [[nodiscard]] int valueFromText(const QString& text) const override;
    [[nodiscard]] QValidator::State validate(QString& text, int& position) const override;

private:
    /// Nothing for what is no count, or is out of range.
    [[nodiscard]] std::optional<int> countIn(QString text) const;
};

/// Has a field of a number say "1 token", "2 tokens", whatever its number is.
void countTokensIn(QSpinBox* field);

class FileDialogs;
class RunController;
class Worker;

/// What a run is asked for: prompt (also as text, where the model has a tokenizer), the file of an
/// array where the model takes one, tokens to
/// generate, sampling, prefetch, where offloaded layers run, threads. Checked while it is typed
/// against the model that is loaded or open; what cannot be is said below the field.
class RunFields : public QScrollArea {
    Q_OBJECT
public:
    /// Both are borrowed and outlive it.
    RunFields(RunController* controller, const Theme* theme, QWidget* parent = nullptr);
    ~RunFields() override;

    /// As typed; of use where isValid().
    [[nodiscard]] RunOptions options() const;
    [[nodiscard]] bool isValid() const { return m_problem.isEmpty(); }
    /// What is wrong with a field, in a sentence; "": nothing.
    [[nodiscard]] const QString& problem() const { return m_problem; }
    /// Asks for so many layers to be prefetched.
    void setWindow(unsigned layers);
    /// Who asks for the file of an array; borrowed.
    void setFileDialogs(FileDialogs* dialogs) { m_dialogs = dialogs; }

Q_SIGNALS:
    void changed();
    /// The prompt's field took Return.
    void runRequested();

private:
    static constexpr int kColumnGap = 8;
    void makePromptRows(QGridLayout* grid);
    void makeTextRow(QGridLayout* grid);
    void makeInputRow(QGridLayout* grid);
    /// Reads the file that was typed or chosen, once and in a worker.
    void readInput();
    [[nodiscard]] bool takesTokens() const;
    [[nodiscard]] bool takesInput() const;
    /// What is wrong with the file of the array; "": nothing, or none is taken.
    [[nodiscard]] QString inputProblem() const;
    /// What is wrong with the tokens; "": nothing, or none are taken.
    [[nodiscard]] QString promptProblem() const;
    /// The typed text becomes the tokens of the field below.
    void encodeText();
    /// The typed tokens become the text of the field above.
    void decodeTokens();
    void makeSamplingRows(QGridLayout* grid);
    void makeDeviceRows(QGridLayout* grid);
    /// Caption and editor in the next line; the caption says what the editor is for.
    QLabel* addRow(QGridLayout* grid, const QString& caption, QWidget* editor, const char* name);
    QLabel* addMessage(QGridLayout* grid, const char* name);
    void showAbility();
    void showDevices();
    void showSampling();
    /// Marks what is wrong, if anything is.
    void check();
    void showProblem(QWidget* editor, QLabel* message, const QString& sentence);
    void applyTheme();

    RunController* m_controller;
    const Theme* m_theme;
    QWidget* m_textCaption = nullptr;
    QLineEdit* m_text = nullptr;  ///< shown where the model has a tokenizer
    QWidget* m_promptCaption = nullptr;
    QLineEdit* m_prompt = nullptr;
    QLabel* m_promptNote = nullptr;
    QLabel* m_promptError = nullptr;
    QWidget* m_inputCaption = nullptr;
    QWidget* m_inputRow = nullptr;  ///< shown where the model takes an array
    QLineEdit* m_input = nullptr;
    QPushButton* m_browse = nullptr;
    QLabel* m_inputError = nullptr;
    std::unique_ptr<Worker> m_reader;           ///< reads the file that is named
    std::shared_ptr<const InputArray> m_array;  ///< what it holds; null: nothing
    QString m_arrayProblem;                     ///< why it cannot be read
    FileDialogs* m_dialogs = nullptr;
    QSpinBox* m_generate = nullptr;
    QLabel* m_generateError = nullptr;
    QComboBox* m_sampling = nullptr;
    QDoubleSpinBox* m_temperature = nullptr;
    QSpinBox* m_topK = nullptr;
    QSpinBox* m_seed = nullptr;
    QCheckBox* m_prefetch = nullptr;
    QSpinBox* m_window = nullptr;
    QComboBox* m_device = nullptr;
    QSpinBox* m_threads = nullptr;
    QList<QWidget*> m_editors;
    QList<QWidget*> m_samplingRows;  ///< captions and editors of what greedy does not need
    QString m_textProblem;           ///< why the text has no tokens
    QString m_problem;
};

}  // namespace stowage
