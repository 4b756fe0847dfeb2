// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/lesson/lesson_style.h"

#include <QWidget>

class QAction;
class QCheckBox;
class QComboBox;
class QLabel;
class QProgressBar;
class QPushButton;

namespace stowage {

class FlowLayout;
class LessonSession;

/// Above the steps: what the lesson is about, the size of type, the report, a menu of what is
/// seldom needed; then the setup, and what files lie on this machine for it.
class LessonHeader : public QWidget {
    Q_OBJECT
public:
    LessonHeader(LessonSession* session, LessonType* type, QWidget* parent = nullptr);

    void setExporting(bool exporting);

Q_SIGNALS:
    void exportRequested();
    void folderRequested();
    /// The lesson begins again, as the person confirmed.
    void startedOver();

private:
    QWidget* makeTitleRow();
    QWidget* makeSetupRow();
    void makeMenu();
    void connectSetup();
    void applyType();
    void refresh();
    void showTitle();
    void showSizes();
    void showGpus();
    void showRamLimits();
    void showFiles();
    void changeSetup();
    void askToDelete();
    void askToStartOver();
    void askForLearner();
    [[nodiscard]] bool anythingPlayed() const;

    LessonSession* m_session;
    LessonType* m_type;
    bool m_isShowing = false;  ///< the fields are being filled, nobody chose

    QLabel* m_title = nullptr;
    QPushButton* m_smaller = nullptr;
    QPushButton* m_larger = nullptr;
    QPushButton* m_export = nullptr;
    QPushButton* m_more = nullptr;
    QAction* m_startOver = nullptr;
    QAction* m_undoStartOver = nullptr;
    QAction* m_learner = nullptr;
    QAction* m_folder = nullptr;
    bool m_isExporting = false;

    FlowLayout* m_flow = nullptr;
    QLabel* m_sizeLabel = nullptr;
    QComboBox* m_size = nullptr;
    QLabel* m_gpuLabel = nullptr;
    QComboBox* m_gpu = nullptr;
    QLabel* m_cacheLabel = nullptr;
    QComboBox* m_cache = nullptr;
    QLabel* m_ramLabel = nullptr;
    QComboBox* m_ram = nullptr;
    QCheckBox* m_dryRun = nullptr;
    QLabel* m_files = nullptr;
    QProgressBar* m_making = nullptr;
    QPushButton* m_cancelMaking = nullptr;
    QPushButton* m_delete = nullptr;
};

}  // namespace stowage
