// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/machines/stages_run.h"
#include "widgets/support/theme.h"

#include <QDialog>
#include <QString>
#include <QStringList>
#include <QTimer>
#include <QWidget>

#include <cstdint>
#include <memory>
#include <vector>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;
class QSpinBox;
class QTableWidget;
class QVBoxLayout;

namespace stowage {

class SelectableText;

/// When each stage of a run computed: a row a stage, all on one clock from the run's begin to its
/// end. Rows of many stages, and where there is little room, are lower.
class StageBars : public QWidget {
    Q_OBJECT
public:
    explicit StageBars(const Theme* theme, QWidget* parent = nullptr);

    /// Null: none.
    void setOutcome(const std::shared_ptr<const StagesOutcome>& outcome);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    static constexpr int kBarGap = 2;
    static constexpr int kNameWidth = 150;
    static constexpr int kRowHeight = 18;
    const Theme* m_theme;
    std::shared_ptr<const StagesOutcome> m_outcome;
};

/// The open model, as a run in stages is offered for it.
struct StagesModel {
    QString path;  ///< on the machine that it was opened on
    QString host;  ///< that machine; "": this one
    std::int64_t layers = 0;
    nlohmann::ordered_json members{};  ///< of its job: how it was opened, and its dtype
    friend bool operator==(const StagesModel&, const StagesModel&) = default;
};

/// "Run in Stages": one model in several processes, each with some of its layers, on this machine
/// and on others that ssh reaches; and what each stage came to. A run is cancelled when the form is
/// closed.
class StagesDialog : public QDialog {
    Q_OBJECT
public:
    /// `program`: stowagectl's path; "": the one beside this program. The theme is borrowed.
    StagesDialog(const QString& program, const Theme* theme, QWidget* parent = nullptr);

    /// Shows it, modal to its window. For another model than before the stages are new ones.
    /// `machines`: those that are offered beside this one. `prompt` is taken where none was typed.
    void openFor(const StagesModel& model, const QStringList& machines, const QString& prompt,
                 int generate);
    [[nodiscard]] StagesRun* run() const { return m_run; }

    /// While the stages run they are cancelled first; the form closes with their end.
    void reject() override;

private:
    static constexpr int kTableRow = 20;
    static constexpr int kMostTokens = 100'000;
    static constexpr int kRowGap = 6;
    static constexpr int kGap = 8;
    struct Row {
        QWidget* box;
        QComboBox* machine;
        QSpinBox* first;
        QSpinBox* last;
        QLineEdit* address;
        QPushButton* remove;
    };

    [[nodiscard]] QWidget* makeForm();
    [[nodiscard]] QWidget* makeStages(QWidget* parent);
    [[nodiscard]] QWidget* makePrompt(QWidget* parent);
    void makeTables();
    [[nodiscard]] QWidget* makeButtons();
    void addRow(const AskedStage& stage);
    void offerMachines(QComboBox* machine) const;
    void removeRow(const QWidget* box);
    void nameRows();
    void divideEvenly();
    void begin();
    [[nodiscard]] StagesRequest request() const;
    /// What is wrong with the fields, or missing: one sentence; "": nothing.
    [[nodiscard]] QString problem() const;
    [[nodiscard]] bool isOpenModel() const;
    void showState();
    void showWhere();
    void showNotice();
    void showOutcome();
    void showMemory();

    StagesRun* m_run;
    const Theme* m_theme;
    StagesModel m_open;
    QStringList m_machines;
    QWidget* m_form = nullptr;
    QLineEdit* m_model = nullptr;
    QCheckBox* m_send = nullptr;
    QLabel* m_where = nullptr;
    QVBoxLayout* m_stages = nullptr;
    std::vector<Row> m_rows;
    QPushButton* m_add = nullptr;
    QPushButton* m_divide = nullptr;
    QLineEdit* m_prompt = nullptr;
    QSpinBox* m_generate = nullptr;
    QProgressBar* m_progress = nullptr;
    QLabel* m_notice = nullptr;
    SelectableText* m_tokens = nullptr;
    QTableWidget* m_memory = nullptr;  ///< of the stages, while they run
    QTableWidget* m_table = nullptr;
    StageBars* m_bars = nullptr;
    QPushButton* m_cancel = nullptr;
    QPushButton* m_begin = nullptr;
    QTimer m_clock;
    bool m_isClosing = false;
};

}  // namespace stowage
