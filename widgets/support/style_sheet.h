// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/support/theme.h"

#include <QString>

namespace stowage {

/// The one style sheet of the application: field, button, dock, menu and table in the tokens'
/// colours and the metrics' heights. `direction` chooses the arrow of a closed tree branch.
/// Properties that widgets may set: primary=true on the one button of a tool bar that goes on,
/// invalid=true and warned=true on a field.
[[nodiscard]] QString makeStyleSheet(const Tokens& colors, Qt::LayoutDirection direction);

}  // namespace stowage
