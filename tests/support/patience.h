// SPDX-License-Identifier: GPL-3.0-or-later
// Read before each test's own source (cmake/precompiled.cmake): what a test waits for may take
// longer than Qt's five seconds where the machine is slow and does other work. Only a failure waits
// as long.
#pragma once

#include <QTest>

#undef QTRY_VERIFY
#undef QTRY_VERIFY2
#undef QTRY_COMPARE
#define QTRY_VERIFY(expr) QTRY_VERIFY_WITH_TIMEOUT(expr, 60000)
#define QTRY_VERIFY2(expr, message) QTRY_VERIFY2_WITH_TIMEOUT(expr, message, 60000)
#define QTRY_COMPARE(expr, expected) QTRY_COMPARE_WITH_TIMEOUT(expr, expected, 60000)
