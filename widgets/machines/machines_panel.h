// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/checkpoint/open/headers_only.h"
#include "widgets/machines/machine_connection.h"
#include "widgets/machines/machines.h"
#include "widgets/support/theme.h"

#include <QDialog>
#include <QString>
#include <QWidget>

#include <functional>
#include <memory>

class QBoxLayout;
class QLabel;
class QLineEdit;
class QListWidget;
class QProgressBar;
class QPushButton;
class QSpinBox;
class QTableWidget;

namespace stowage {

class LoadRecordCharts;

/// "Open Model There": the files and folders of another machine, a folder at a time. Shown with
/// open(), never exec(); chosen() follows, or nothing. What cannot be listed is said in its place.
class RemoteFileDialog : public QDialog {
    Q_OBJECT
public:
    /// Both are borrowed and outlive it. Begins with `path`; "": where the machine begins.
    RemoteFileDialog(MachineConnection* connection, const QString& path, const Theme* theme,
                     QWidget* parent = nullptr);
    /// Asks for what goes with a model. To be called before it is seen.
    void askFor(Companion companion);

Q_SIGNALS:
    /// A file, or a folder that is to be opened as a model.
    void chosen(const QString& path);

private:
    static constexpr int kRowHeight = 22;
    void makeTable();
    void list(const QString& path);
    void showFolder(const nlohmann::ordered_json& folder);
    void enter(int row);
    void choose(const QString& path);
    [[nodiscard]] QString pathOf(const QString& name) const;
    void say(const QString& sentence, bool isError);

    MachineConnection* m_connection;
    const Theme* m_theme;
    QString m_folder;  ///< that is shown; "" before the first
    QString m_parent;
    quint64 m_asked = 0;  ///< answers to earlier requests come too late
    QLineEdit* m_path;
    QPushButton* m_up;
    QTableWidget* m_table;
    QLabel* m_sentence;
    QPushButton* m_open = nullptr;
    QPushButton* m_openFolder = nullptr;
};

/// The Machines dock: the machines that were added, and of the chosen one its state, its devices,
/// what is loaded or run there, and the curves of it.
class MachinesPanel : public QWidget {
    Q_OBJECT
public:
    /// Why the open model cannot be loaded on a machine: one sentence; "" where it can.
    using WhyNot = std::function<QString(const Machine& machine)>;

    /// `machines` and `theme` are borrowed and outlive it.
    MachinesPanel(Machines* machines, WhyNot whyNot, const Theme* theme, QWidget* parent = nullptr);

    /// Brings a machine to the front.
    void choose(const Machine* machine);
    /// Shows everything as it is now.
    void refresh();

Q_SIGNALS:
    void addRequested();
    void removeRequested(Machine* machine);
    void installRequested(Machine* machine);
    void openRequested(Machine* machine);
    /// `force`: although the check before the load has refused the last one.
    void loadRequested(Machine* machine, bool force);
    void runRequested(Machine* machine, const QString& prompt, int generate);

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    static constexpr int kLeastDetails = 350;
    static constexpr int kRowHeight = 20;
    [[nodiscard]] QWidget* makeList(QWidget* parent);
    [[nodiscard]] QWidget* makeDetails(QWidget* parent);
    void makeRows(QWidget* parent, QBoxLayout* column);
    [[nodiscard]] Machine* chosen() const;
    void fillList();
    void showChosen();
    void showDevices(Machine* machine);
    void showProgress(const RemoteLoad* load);
    void enableButtons(Machine* machine);
    void watch();

    Machines* m_machines;
    WhyNot m_whyNot;
    const Theme* m_theme;
    QListWidget* m_list = nullptr;
    QPushButton* m_connect = nullptr;
    QPushButton* m_install = nullptr;
    QPushButton* m_remove = nullptr;
    QPushButton* m_open = nullptr;
    QPushButton* m_load = nullptr;
    QPushButton* m_pause = nullptr;
    QPushButton* m_step = nullptr;
    QPushButton* m_cancel = nullptr;
    QPushButton* m_run = nullptr;
    QLabel* m_state = nullptr;
    QTableWidget* m_devices = nullptr;
    QPushButton* m_force = nullptr;
    QLineEdit* m_folders = nullptr;
    QLineEdit* m_gpus = nullptr;
    QLineEdit* m_prompt = nullptr;
    QSpinBox* m_generate = nullptr;
    QProgressBar* m_progress = nullptr;
    QLabel* m_progressText = nullptr;
    QLabel* m_report = nullptr;
    LoadRecordCharts* m_charts = nullptr;
    std::shared_ptr<const LoadRecord> m_shown;
};

}  // namespace stowage
