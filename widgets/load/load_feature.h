// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/load/load_controller.h"
#include "widgets/support/feature.h"

#include <functional>
#include <memory>
#include <string>
#include <utility>

class QComboBox;
class QToolButton;

namespace stowage {

class LoadedNote;
class LoadedPlaces;

/// Loading: the Load menu, its button and methods in the tool bar, what is said where a load is
/// refused or fails, and where another model is loaded than is shown.
class LoadFeature : public Feature {
    Q_OBJECT
public:
    explicit LoadFeature(const FeatureParts& parts);

    [[nodiscard]] QList<QAction*> menuActions(MenuSection section) override;
    void addTools(ToolSection section, QToolBar* bar) override;
    void start() override;

    /// The method that Load takes.
    [[nodiscard]] AskedMethod method() const;
    /// The most RAM that a load may use, bytes; nothing: no limit.
    [[nodiscard]] std::optional<std::uint64_t> ramLimit() const;
    void setMethod(AskedMethod method);
    /// Who knows where a load shall put what the plan has on disk.
    void setOffloadFolder(std::function<std::string()> folder) {
        m_offloadFolder = std::move(folder);
    }
    /// Begins a load that goes on tensor by tensor, or brings the one that runs on by a tensor.
    void step();
    /// Buttons and actions for what can be done now.
    void showState();

    [[nodiscard]] QAction* loadAction() const { return m_load; }
    [[nodiscard]] QAction* stepAction() const { return m_step; }
    [[nodiscard]] QAction* unloadAction() const { return m_unload; }
    [[nodiscard]] QAction* emptyCacheAction() const { return m_emptyCache; }
    [[nodiscard]] QAction* resetPeaksAction() const { return m_resetPeaks; }
    [[nodiscard]] QAction* verifyAction() const { return m_verify; }
    /// The strip above the board.
    [[nodiscard]] LoadedNote* note() const { return m_note; }

Q_SIGNALS:
    void methodChanged(AskedMethod method);
    /// Where the weights of the shown model lie; null: none is loaded. While it is being loaded
    /// `fraction` says what share of a module has come in; empty otherwise.
    void loadedChanged(const std::shared_ptr<const LoadedPlaces>& places,
                       const std::function<double(ModuleId)>& fraction);
    /// The fractions are other ones now.
    void fractionsChanged();

private:
    void makeActions();
    void connectActions();
    [[nodiscard]] QAction* makeMethodMenu();
    void askRamLimit();
    [[nodiscard]] LoadRequest request() const;
    void startLoad(const LoadRequest& request);
    void selectStepped();
    void showRefusal(const LoadRefusal& refusal);
    /// That what is on disk takes RAM.
    void showWarning(const std::shared_ptr<const LoadReport>& report);
    void showFailure(const QString& sentence, ErrorCode code);
    void showButton();
    void showProgress();
    /// Says what is loaded where it is not what is shown, and marks where its weights lie.
    void showLoaded();
    /// Whether the load that runs, or is loaded, is of the model that is shown.
    [[nodiscard]] bool isShownLoaded() const;
    [[nodiscard]] QString toolTip() const;

    LoadedNote* m_note;
    QAction* m_load = nullptr;
    QAction* m_pause = nullptr;
    QAction* m_cancel = nullptr;
    QAction* m_apply = nullptr;
    QAction* m_unload = nullptr;
    QAction* m_step = nullptr;
    QAction* m_emptyCache = nullptr;
    QAction* m_resetPeaks = nullptr;
    QAction* m_verify = nullptr;
    QAction* m_ramLimit = nullptr;
    QToolButton* m_button = nullptr;
    QComboBox* m_method = nullptr;
    bool m_isStepping = false;  ///< the pause is one between two steps
    std::shared_ptr<LoadFractions> m_fractions;
    std::function<std::string()> m_offloadFolder;
};

}  // namespace stowage
