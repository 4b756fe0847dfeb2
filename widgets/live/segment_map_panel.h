// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/live/segment_map.h"
#include "widgets/support/theme.h"

#include <QWidget>

class QComboBox;
class QLabel;

namespace stowage {

class ChartTitle;
class Document;
class LiveFigures;
class SegmentMapView;

/// The Segments dock: which tensor lies where in a GPU's memory, and what is wasted; beside it the
/// sums. Takes pictures only while it can be seen.
class SegmentMapPanel : public QWidget {
    Q_OBJECT
public:
    SegmentMapPanel(LoadController* controller, const Theme* theme, QWidget* parent = nullptr);

    [[nodiscard]] const SegmentWatch& watch() const { return *m_watch; }

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void buildLayout();
    /// The GPUs of the devices that there are, or of the plan.
    void listDevices();
    void showPicture();
    void showPointedAt();
    void showFigures();
    void showLegend();
    /// Tensors of another model than the one shown may have the same names.
    [[nodiscard]] bool isShownLoaded() const;
    void followSelection();
    void selectTensor(const QString& name);
    void applyTheme();

    LoadController* m_controller;
    Document* m_document;
    const Theme* m_theme;
    SegmentWatch* m_watch;
    QComboBox* m_device;
    ChartTitle* m_title;
    SegmentMapView* m_map;
    QLabel* m_details;
    LiveFigures* m_side;
};

}  // namespace stowage
