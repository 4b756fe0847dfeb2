// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The only include of qcustomplot.h. Its header says `signals:` and `slots:`, which QT_NO_KEYWORDS
// takes away, so the words are mapped here and unmapped after it.
#ifdef QT_NO_KEYWORDS
#define signals Q_SIGNALS
#define slots Q_SLOTS
#define emit Q_EMIT
#define foreach Q_FOREACH
#endif
#include <qcustomplot.h>
#ifdef QT_NO_KEYWORDS
#undef signals
#undef slots
#undef emit
#undef foreach
#endif
