// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/timeline_view.h"

namespace stowage {

TimelineView::TimelineView(const Theme*, QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("timeline"));
    setAccessibleName(tr("Timeline of the run"));
}

void TimelineView::clear() {}

void TimelineView::setDevices(const std::vector<DeviceInfo>&) {}

void TimelineView::append(const std::vector<TimelineSpan>&) {}

void TimelineView::setNow(double) {}

}  // namespace stowage
