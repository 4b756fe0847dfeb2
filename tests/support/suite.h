// SPDX-License-Identifier: GPL-3.0-or-later
// Read before each test's own source (cmake/precompiled.cmake).
// The suites of a folder are one program, which runs one of them per process:
// `widgets_tests tst_board [options of Qt Test]`.
#pragma once

#include "tests/support/golden_text.h"

#include <QCoreApplication>
#include <QTest>

// Qt's five seconds are too short on a slow machine that does other work. Only a failure waits as
// long.
#undef QTRY_VERIFY
#undef QTRY_VERIFY2
#undef QTRY_COMPARE
#define QTRY_VERIFY(expr) QTRY_VERIFY_WITH_TIMEOUT(expr, 60000)
#define QTRY_VERIFY2(expr, message) QTRY_VERIFY2_WITH_TIMEOUT(expr, message, 60000)
#define QTRY_COMPARE(expr, expected) QTRY_COMPARE_WITH_TIMEOUT(expr, expected, 60000)

namespace stowage {

/// A suite of a test program: the main() of its process, and its name, which is that of its source.
/// Constructed before main(), by one of the macros below.
struct TestSuite {
    using Main = int (*)(int argc, char** argv);
    TestSuite(const char* source, Main run);
};

template <class Test, class Application>
int runTestSuite(int argc, char** argv) {
    Application application(argc, argv);
    application.setAttribute(Qt::AA_Use96Dpi);
    Test test;
    return QTest::qExec(&test, argc, argv);
}

template <class Test>
int runTestSuiteWithoutApplication(int argc, char** argv) {
    Test test;
    return QTest::qExec(&test, argc, argv);
}

}  // namespace stowage

/// Registers a function as the main() of this source's suite.
#define STOWAGE_TEST_MAIN(...) STOWAGE_REGISTER_SUITE(__COUNTER__, __VA_ARGS__)
// Several sources are compiled as one: each has a variable of its own.
#define STOWAGE_REGISTER_SUITE(number, ...) STOWAGE_REGISTER_SUITE_AS(number, __VA_ARGS__)
#define STOWAGE_REGISTER_SUITE_AS(number, ...) \
    static const stowage::TestSuite registeredSuite##number(__FILE__, __VA_ARGS__);
// In place of Qt's macros, which define main() itself.
#undef QTEST_MAIN
#undef QTEST_GUILESS_MAIN
#undef QTEST_APPLESS_MAIN
#define QTEST_MAIN(Test) STOWAGE_TEST_MAIN(&stowage::runTestSuite<Test, QApplication>)
#define QTEST_GUILESS_MAIN(Test) STOWAGE_TEST_MAIN(&stowage::runTestSuite<Test, QCoreApplication>)
#define QTEST_APPLESS_MAIN(Test) STOWAGE_TEST_MAIN(&stowage::runTestSuiteWithoutApplication<Test>)
