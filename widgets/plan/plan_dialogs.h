// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/checkpoint/checkpoint_facts.h"
#include "engine/device/device_fields.h"
#include "engine/device/machine_link.h"
#include "engine/exchange/engine_export.h"
#include "engine/model/pretrained_models.h"
#include "widgets/document/plan_previews.h"
#include "widgets/support/fact_table.h"
#include "widgets/support/file_dialogs.h"
#include "widgets/support/theme.h"
#include "widgets/support/worker.h"

#include <QDialog>
#include <QObject>
#include <QString>
#include <QWidget>

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

class QCheckBox;
class QComboBox;
class QLabel;
class QListWidget;
class QPlainTextEdit;
class QPushButton;
class QSpinBox;
class QTabWidget;
class QTableWidget;
class QTableWidgetItem;
class QVBoxLayout;

namespace stowage {

class CompareModelsChoice;
class Document;
class FigureTable;
class LoadController;
class MachineLinksTable;

/// A GPU that is there and not seen, as CUDA_VISIBLE_DEVICES hides it.
struct HiddenGpu {
    std::size_t row = 0;  ///< among all GPUs, hidden ones included
    DeviceInfo device;
};

/// "Simulated GPUs…": how many cards, and what each has: a card of the catalogue or sizes of one's
/// own for capacity, used by others, context and link; the machine that it is in; and which of them
/// are seen. Where there are several machines, what joins them. A cell that is wrong is marked and
/// says why.
/// Shown with open(), never exec(); accepted() follows, then devices() are the new ones.
class DevicesDialog : public QDialog {
    Q_OBJECT
public:
    /// `devices` with CPU and disk, which are kept as they are.
    /// `hidden`, by row, lie between them without being seen.
    DevicesDialog(std::vector<DeviceInfo> devices, const Theme* theme, QWidget* parent = nullptr,
                  const std::vector<HiddenGpu>& hidden = {});
    /// What joins the machines, before it is shown.
    void setLinks(const std::vector<MachineLink>& links);

    /// Valid after accepted(): those that are seen, renumbered, with CPU and disk.
    [[nodiscard]] const std::vector<DeviceInfo>& devices() const { return m_devices; }
    /// Those that are not, and where the GPUs given are now, as SetDevicesEdit has it.
    [[nodiscard]] const std::vector<HiddenGpu>& hidden() const { return m_hidden; }
    [[nodiscard]] const std::map<DeviceId, std::optional<DeviceId>>& places() const {
        return m_places;
    }
    [[nodiscard]] std::vector<MachineLink> links() const;

private:
    void makeTable();
    void setCount(int count);
    void addCardChoice(int row);
    void addSeenChoice(int row);
    [[nodiscard]] bool isSeen(std::size_t row) const;
    void fillRow(int row);
    void showMachines();
    void readCell(QTableWidgetItem* item);
    /// What is wrong with the first cell that is wrong; "" where none is.
    [[nodiscard]] QString firstError() const;
    void showMessage(const QString& warning);
    void acceptIfValid();

    std::vector<DeviceInfo> m_devices;
    std::vector<DeviceInfo> m_gpus;  ///< of the rows, as far as their cells are right
    /// What the rows were when the dialog was opened; nothing: hidden.
    std::vector<std::optional<DeviceId>> m_before;
    std::vector<HiddenGpu> m_hidden;
    std::map<DeviceId, std::optional<DeviceId>> m_places;
    const Theme* m_theme;
    QSpinBox* m_count;
    QTableWidget* m_table;
    QLabel* m_linksTitle;
    MachineLinksTable* m_links;
    QLabel* m_message;
    bool m_filling = false;
};

/// The plan as other engines take it: one of the engines on the left, what is pasted into a shell
/// on the right, with what it cannot say and what would lie elsewhere there. It follows the plan
/// while it is open; the engine that was chosen last is chosen the next time.
class ExportDialog : public QDialog {
    Q_OBJECT
public:
    /// All are borrowed and outlive it.
    ExportDialog(Document* document, LoadController* loads, FileDialogs* dialogs,
                 const Theme* theme, QWidget* parent);

    /// Chooses an engine by its id; "" of one that there is not.
    void choose(const QString& target);
    [[nodiscard]] QString chosen() const;
    [[nodiscard]] bool isBusy() const { return m_worker.isRunning(); }

private:
    [[nodiscard]] QWidget* makeList();
    [[nodiscard]] QWidget* makeText();
    [[nodiscard]] QWidget* makeButtons();
    /// What the worker does: the plan as it is now, for the engine that is chosen.
    [[nodiscard]] std::function<Result<EngineExport>(const std::stop_token&)> job() const;
    void write();
    void show(const Result<EngineExport>& made);
    void copy();
    void saveFiles();

    Document* m_document;
    LoadController* m_loads;
    FileDialogs* m_dialogs;
    const Theme* m_theme;
    QListWidget* m_list = nullptr;
    QPlainTextEdit* m_text = nullptr;
    QLabel* m_summary = nullptr;
    QPushButton* m_copy = nullptr;
    QPushButton* m_save = nullptr;
    QCheckBox* m_force = nullptr;
    std::optional<EngineExport> m_made;
    Worker m_worker;
    Worker m_writer;
};

/// "Import…" and "Paste a device map…": a field for a device map or for another engine's settings,
/// and under it, while one types, what it was recognised as, where it cannot be read or what the
/// plan would be with it; typographic quotes and the like are corrected by a button. A placement
/// with problems can be applied too: they stand in Problems then, with their remedies. Shown with
/// open(); the text outlives the dialog.
class MapDialog : public QDialog {
    Q_OBJECT
public:
    MapDialog(Document* document, FileDialogs* dialogs, const Theme* theme,
              QWidget* parent = nullptr);

    void setText(const QString& text);
    [[nodiscard]] QString text() const;
    /// Puts a file's text into the field, once a worker has read it; says under it when it cannot
    /// be read.
    void readFile(const QString& path);
    /// The newest check; null while one is running or the field is empty.
    [[nodiscard]] const std::shared_ptr<const MapCheck>& check() const { return m_check; }

Q_SIGNALS:
    /// The field's text can be used as `edit`.
    void applied(const PlanEdit& edit);
    /// The plan with the map shall be compared with the one in force.
    void comparisonRequested(std::shared_ptr<const PlacementPlan> plan);

private:
    QWidget* makeEditor();
    QWidget* makeHead();
    QWidget* makeSummary();
    QWidget* makeButtons();
    void startCheck();
    void showCheck();
    void showError(const Error& error);
    void showPlan(const PlacementPlan& plan);
    void showPlaces(const PlacementPlan& plan);
    void showIssues(const PlacementPlan& plan);
    void nameEngine();
    void showProblem(const QString& sentence);
    void markPlace(std::optional<std::uint64_t> offset);
    void mendText();
    void clearProblems();

    Document* m_document;
    FileDialogs* m_dialogs;
    const Theme* m_theme;
    QPlainTextEdit* m_editor = nullptr;
    QLabel* m_state = nullptr;
    QLabel* m_figures = nullptr;
    QComboBox* m_from = nullptr;
    FigureTable* m_places = nullptr;
    QWidget* m_list = nullptr;  ///< what scrolls the problems
    QVBoxLayout* m_problems = nullptr;
    QPushButton* m_mend = nullptr;
    QPushButton* m_apply = nullptr;
    QPushButton* m_compare = nullptr;
    std::shared_ptr<const MapCheck> m_check;
    Worker m_worker;
    Worker m_reader;
};

/// True where a dropped or copied text looks like a placement or limits: it has words of an
/// engine's settings, a dict or a list, or is a word such as auto.
[[nodiscard]] bool looksLikePlacement(const QString& text);

/// One model of a comparison.
struct ComparedFacts {
    QString name;
    std::shared_ptr<const CheckpointFacts> facts;  ///< not null
};

/// Whether rows in which the models agree are shown.
enum class ComparedRows { All, DifferentOnly };

/// Two models side by side, a row a fact: the first column names it, then come both values and how
/// the second differs from the first, in words and numbers. A row that differs carries a mark.
[[nodiscard]] FactTable comparedFactsTable(const ComparedFacts& first, const ComparedFacts& second,
                                           ComparedRows rows);
/// Bytes by dtype, as stored or described.
[[nodiscard]] FactTable comparedTypesTable(const ComparedFacts& first, const ComparedFacts& second,
                                           ComparedRows rows);
/// Parameters of own tensors by class: the classes of both models.
[[nodiscard]] FactTable comparedClassesTable(const ComparedFacts& first,
                                             const ComparedFacts& second, ComparedRows rows);

/// A table for other programs, with its head.
[[nodiscard]] QString factTableMarkdown(const FactTable& table);
[[nodiscard]] QString factTableCsv(const FactTable& table);

/// One side of a comparison of models: what was chosen, and what there is to know of it. Opening
/// runs in a worker; the model that was there before stays until another one is ready. Lives in the
/// UI thread.
class ComparedModel : public QObject {
    Q_OBJECT
public:
    enum class State { Empty, Opening, Ready, Failed };

    explicit ComparedModel(QObject* parent = nullptr) : QObject(parent) {}

    /// A model that is open already.
    void use(const QString& name, std::shared_ptr<const CheckpointFacts> facts);
    /// Opens a file or folder. changed() follows at once, and when it is there or failed.
    void openPath(const QString& path);
    /// Builds a known model of its configuration.
    void openPreset(const ModelPreset& preset);
    /// Opens what failed once more.
    void tryAgain();
    /// Back to what was there before.
    void cancel();

    [[nodiscard]] State state() const { return m_state; }
    /// Of the model that is there; "" where there is none.
    [[nodiscard]] const QString& name() const { return m_name; }
    /// What is being opened, or could not be.
    [[nodiscard]] const QString& pendingName() const { return m_pendingName; }
    /// Null where there is no model.
    [[nodiscard]] const std::shared_ptr<const CheckpointFacts>& facts() const { return m_facts; }
    /// Why opening failed, in State::Failed.
    [[nodiscard]] const std::optional<Error>& error() const { return m_error; }

Q_SIGNALS:
    void changed();

private:
    using Facts = Result<std::shared_ptr<const CheckpointFacts>>;
    using Work = std::function<Facts(std::stop_token)>;

    void start(const QString& name, Work work);
    void finish(Facts facts);

    State m_state = State::Empty;
    QString m_name;
    QString m_pendingName;
    std::shared_ptr<const CheckpointFacts> m_facts;
    std::optional<Error> m_error;
    Work m_work;
    Worker m_worker;
};

/// *Compare models…*: two models side by side, by their facts, their bytes by type and their
/// parameters by class; what differs is marked and put into words. Stands beside the window, which
/// goes on working; what is opened here changes nothing there.
class CompareModelsDialog : public QDialog {
    Q_OBJECT
public:
    /// All are borrowed and outlive it.
    CompareModelsDialog(Document* document, FileDialogs* dialogs, const Theme* theme,
                        QWidget* parent = nullptr);

    [[nodiscard]] ComparedModel* first() const { return m_first; }
    [[nodiscard]] ComparedModel* second() const { return m_second; }

private:
    QWidget* makeHead();
    void makeTabs();
    QWidget* makeFoot();
    void showTables();
    enum class Copied { Csv, Markdown };
    void copyTable(Copied form);
    void applyTheme();

    const Theme* m_theme;
    ComparedModel* m_first;
    ComparedModel* m_second;
    CompareModelsChoice* m_firstChoice;
    CompareModelsChoice* m_secondChoice;
    QLabel* m_missing;
    QTabWidget* m_tabs;
    FactTableView* m_facts;
    FactTableView* m_types;
    FactTableView* m_classes;
    QCheckBox* m_differentOnly;
    QPushButton* m_copy;
};

}  // namespace stowage
