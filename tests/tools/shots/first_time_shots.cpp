// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/tools/shots/first_time_shots.h"

#include "tests/tools/shots/cpu_drag.h"
#include "tests/tools/shots/shot_series.h"
#include "widgets/board/board_view.h"
#include "widgets/document/document.h"
#include "widgets/document/placement_input.h"
#include "widgets/load/load_controller.h"
#include "widgets/plan/plan_dialogs.h"
#include "widgets/project/compare_variants_dialog.h"
#include "widgets/project/project_feature.h"
#include "widgets/project/project_session.h"
#include "widgets/project/report_dialog.h"
#include "widgets/support/theme.h"
#include "widgets/window/main_window.h"

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDir>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMimeData>
#include <QPushButton>
#include <QTest>
#include <QUrl>

#include <functional>
#include <memory>
#include <utility>

namespace stowage {
namespace {

constexpr QLatin1String kScene("first-time");
constexpr QLatin1String kAgain("first-time-again");

/// So far is the load that is cancelled.
constexpr double kCancelledAt = 0.4;

/// Adds numbered steps.
class FirstTime {
public:
    FirstTime(ShotSeries& series, QString model, QString folder, int first)
        : m_series(series),
          m_window(series.window()),
          m_model(std::move(model)),
          m_folder(std::move(folder)),
          m_next(first) {}

    void begin() {
        m_series.addStep([this] { m_series.theme()->setMode(ThemeMode::Light); },
                         [] { return true; }, next("start"));
        step("checkpoint-dropped", [this] { dropModel(); });
        step("limit", [this] { type(child<QLineEdit>("limit_gpu1"), QStringLiteral("6GiB")); });
        step("strategy", [this] { choose("strategy_combo", QStringLiteral("balanced_low_0")); });
        step("dragged", [this] {
            dragToCpu({QStringLiteral("transformer.h.4"), QStringLiteral("transformer.h.8")});
        });
        step("mended", [this] { mend(); });
        load();
        step("undone", [this] {
            trigger("undo_action");
            trigger("undo_action");
        });
        m_series.addStep([this] { trigger("load_action"); }, [this] { return isLoaded(); },
                         next("loaded"));
        m_series.addStep([this] { m_window->project()->session()->save(project()); },
                         [this] { return !m_window->project()->session()->path().isEmpty(); },
                         next("saved"));
    }

    void goOn() {
        step("reopened", [] {});
        step(nullptr, [this] { trigger("new_variant_action"); });
        step(nullptr, [this] {
            choose("strategy_combo", QStringLiteral("sequential"));
            type(child<QLineEdit>("limit_gpu1"), QStringLiteral("0"));
        });
        m_series.addStep([this] { trigger("compare_variants_action"); },
                         [this] {
                             const auto* table = m_window->project()->comparison();
                             return table != nullptr && table->isVisible() && !table->isBusy();
                         },
                         next("variants-compared"));
        step(nullptr, [this] { m_window->project()->comparison()->reject(); });
        step(nullptr, [this] { trigger("export_action"); });
        m_series.addStep(
            [this] {
                auto* engines = child<QListWidget>("export_engines");
                engines->setFocus();
                QTest::keyClicks(engines, QStringLiteral("vLLM"));
            },
            [this] { return child<QPushButton>("export_copy")->isEnabled(); }, next("exported"));
        step(nullptr, [this] { m_window->findChild<ExportDialog*>()->reject(); });
        step(nullptr, [this] { trigger("report_action"); });
        m_series.addStep(
            [this] {
                m_window->findChild<ReportDialog*>()->setFile(
                    QFileInfo(m_model).dir().filePath(QStringLiteral("report.html")));
            },
            [this] { return child<QPushButton>("report_write")->isEnabled(); }, {});
        m_series.addStep(
            [this] { QTest::mouseClick(child<QPushButton>("report_write"), Qt::LeftButton); },
            [this] {
                return QFileInfo::exists(
                    QFileInfo(m_model).dir().filePath(QStringLiteral("report.html")));
            },
            next("report"));
    }

private:
    template <class Widget>
    [[nodiscard]] Widget* child(const char* name) const {
        auto* widget = m_window->findChild<Widget*>(QString::fromLatin1(name));
        if (widget == nullptr) {
            qFatal("The window has no %s.", name);
        }
        return widget;
    }

    /// The next picture's file.
    [[nodiscard]] QString next(const char* what) {
        return QDir(m_folder).filePath(QStringLiteral("%1-%2.png")
                                           .arg(m_next++, 2, 10, QLatin1Char('0'))
                                           .arg(QLatin1String(what)));
    }

    /// Without a picture where it has no name.
    void step(const char* what, std::function<void()> act) {
        m_series.addStep(std::move(act), what == nullptr ? QString() : next(what));
    }

    [[nodiscard]] QString project() const { return m_model + QStringLiteral(".stowage"); }
    [[nodiscard]] bool isLoaded() const {
        return m_window->controller()->state() == LoadState::Loaded;
    }
    void trigger(const char* action) { child<QAction>(action)->trigger(); }

    static void type(QLineEdit* field, const QString& text) {
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, text);
        QTest::keyClick(field, Qt::Key_Return);
    }

    void choose(const char* name, const QString& text) {
        auto* combo = child<QComboBox>(name);
        combo->setFocus();
        QTest::keyClicks(combo, text);
    }

    /// As a file manager does.
    void dropModel() {
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(m_model)});
        const QPoint at = m_window->rect().center();
        QDragEnterEvent enter(at, Qt::CopyAction, &data, Qt::LeftButton, {});
        QApplication::sendEvent(m_window, &enter);
        QDropEvent drop(at, Qt::CopyAction, &data, Qt::LeftButton, {});
        QApplication::sendEvent(m_window, &drop);
    }

    void dragToCpu(const QStringList& blocks) {
        BoardView& board = *m_window->board()->view();
        const CpuDrag drag =
            dragOverCpu(board, std::unique_ptr<QMimeData>(makeModulesMimeData(blocks)));
        QDropEvent drop(drag.at, Qt::MoveAction, drag.data.get(), Qt::LeftButton, {});
        QApplication::sendEvent(board.viewport(), &drop);
    }

    /// The first change that Problems offers, by its link.
    void mend() {
        for (QLabel* label : m_window->findChildren<QLabel*>(QStringLiteral("problem_fixes"))) {
            label->setFocus();
            QTest::keyClick(label, Qt::Key_Tab);
            QTest::keyClick(label, Qt::Key_Return);
            return;
        }
        qFatal("Problems offers no change.");
    }

    void load() {
        m_series.addStep([this] { trigger("load_action"); },
                         [this] {
                             const Progress& progress = m_window->controller()->progress();
                             return progress.bytesTotal > 0 &&
                                    static_cast<double>(progress.bytesDone) >=
                                        kCancelledAt * static_cast<double>(progress.bytesTotal);
                         },
                         next("loading"));
        m_series.addStep([this] { trigger("cancel_action"); },
                         [this] { return m_window->controller()->state() == LoadState::Idle; },
                         next("cancelled"));
    }

    ShotSeries& m_series;
    MainWindow* m_window;
    QString m_model;
    QString m_folder;
    int m_next;
};

/// What "first-time" takes.
constexpr int kFirstPictures = 11;

}  // namespace

bool beginsEmpty(const QString& scene) {
    return scene == kScene;
}

bool planFirstTime(ShotSeries& series, const QString& scene, const QString& model,
                   const QString& folder) {
    if (scene != kScene && scene != kAgain) {
        return false;
    }
    QDir().mkpath(folder);
    const bool isFirst = scene == kScene;
    // Its steps are called until the program ends.
    auto* film = new FirstTime(series, model, folder, isFirst ? 1 : kFirstPictures + 1);
    QObject::connect(&series, &QObject::destroyed, [film] { delete film; });
    isFirst ? film->begin() : film->goOn();
    return true;
}

}  // namespace stowage
