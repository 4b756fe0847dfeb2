// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/run_results_view.h"

namespace stowage {

RunResultsView::RunResultsView(const Theme*, QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("run_results"));
    setAccessibleName(tr("Results of the run"));
}

void RunResultsView::setReport(std::shared_ptr<const RunReport>) {}

void RunResultsView::clear() {}

}  // namespace stowage
