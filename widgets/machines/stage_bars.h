// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/support/theme.h"

#include <QWidget>

#include <memory>

namespace stowage {

struct StagesOutcome;

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
    const Theme* m_theme;
    std::shared_ptr<const StagesOutcome> m_outcome;
};

}  // namespace stowage
