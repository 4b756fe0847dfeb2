// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/placement_plan.h"
#include "widgets/support/theme.h"

#include <QWidget>

#include <vector>

namespace stowage {

class Document;

/// "Why here?": what the planner tried for the current module, one line a device, edits by hand
/// last.
class WhyPanel : public QWidget {
    Q_OBJECT
public:
    WhyPanel(Document* document, const Theme* theme, QWidget* parent = nullptr);

private:
    void showModule();
    [[nodiscard]] QWidget* makeContent();
    void addHead(QWidget* content, ModuleId module);
    void addLine(QWidget* content, const PlacementDecision& decision);

    Document* m_document;
    const Theme* m_theme;
    QWidget* m_content = nullptr;
};

}  // namespace stowage
