# SPDX-License-Identifier: GPL-3.0-or-later
# The headers of Qt and of the standard library, read once: they are most of the time that a small file
# takes to compile. g++ instantiates the templates that a precompiled header needs again in every file
# that reads it: qcustomplot.h (1.1 s) and nlohmann/json.hpp (0.5 s) are left to the files that use them.
# The only header of the project is that of the test programs.
option(STOWAGE_PRECOMPILED "Precompile the headers of Qt and of the standard library" ON)

set(stowage_precompiled_standard
    <algorithm> <array> <atomic> <chrono> <cmath> <condition_variable> <cstdint> <filesystem> <functional>
    <map> <memory> <mutex> <optional> <set> <span> <stop_token> <string> <string_view> <thread> <utility>
    <variant> <vector>)
set(stowage_precompiled_widgets
    <QAction> <QApplication> <QByteArray> <QComboBox> <QDialog> <QDir> <QDockWidget> <QFile>
    <QFileInfo> <QGridLayout> <QHBoxLayout> <QHeaderView> <QKeyEvent> <QLabel> <QLineEdit> <QMenu>
    <QObject> <QPainter> <QPushButton> <QScrollArea> <QSettings> <QStackedWidget> <QString>
    <QStringList> <QStyle> <QTableView> <QTimer> <QToolButton> <QVBoxLayout> <QWidget>)
set(stowage_suite_header "${CMAKE_SOURCE_DIR}/tests/support/suite.h")
set(stowage_precompiled_core_tests
    <QDir> <QFile> <QJsonArray> <QJsonDocument> <QJsonObject> <QProcess> <QRegularExpression>
    <QSignalSpy> <QString> <QTemporaryDir> <QTest> "${stowage_suite_header}")

# Qt defines these for QFINDTESTDATA, another value in each folder, and its test header asks for
# them: what is precompiled for one folder would not do for the next.
set(stowage_shared_test_flags -UQT_TESTCASE_BUILDDIR -UQT_TESTCASE_SOURCEDIR)

# How tests are compiled, with lines to debug where the linker does not take them away again.
set(stowage_test_optimisation -O0 $<IF:$<CONFIG:RelWithDebInfo>,-g0,-g1>)

# stowage_precompile(TARGET): the headers above for one target of the window.
function(stowage_precompile target)
    if(STOWAGE_PRECOMPILED)
        target_precompile_headers(${target} PRIVATE
            ${stowage_precompiled_standard} ${stowage_precompiled_widgets})
    endif()
endfunction()

# stowage_share_engine_headers(), stowage_reuse_engine_headers(TARGET): the standard library's, once for all
# parts of the engine.
function(stowage_share_engine_headers)
    if(STOWAGE_PRECOMPILED)
        set(target precompiled_engine)
        file(CONFIGURE OUTPUT ${target}.cpp CONTENT "extern const int ${target};\n")
        add_library(${target} OBJECT ${CMAKE_CURRENT_BINARY_DIR}/${target}.cpp)
        target_link_libraries(${target} PRIVATE stowage_options)
        target_precompile_headers(${target} PRIVATE ${stowage_precompiled_standard})
    endif()
endfunction()
function(stowage_reuse_engine_headers target)
    if(STOWAGE_PRECOMPILED)
        target_precompile_headers(${target} REUSE_FROM precompiled_engine)
    endif()
endfunction()

# stowage_precompile_commands(TARGET): the standard library's, CLI11 and JSON for the command line.
function(stowage_precompile_commands target)
    if(STOWAGE_PRECOMPILED)
        target_precompile_headers(${target} PRIVATE
            ${stowage_precompiled_standard} <CLI/CLI.hpp> <nlohmann/json.hpp>)
    endif()
endfunction()

# The precompiled headers that all tests of a kind share belong to an empty program, since a program
# is compiled with other flags than a library. KIND is core or widget.
function(stowage_share_test_headers kind)
    if(NOT STOWAGE_PRECOMPILED)
        return()
    endif()
    set(target precompiled_${kind}_tests)
    file(CONFIGURE OUTPUT ${target}.cpp CONTENT "int main() { return 0; }\n")
    add_executable(${target} ${CMAKE_CURRENT_BINARY_DIR}/${target}.cpp)
    target_link_libraries(${target} PRIVATE stowage_options Qt6::Test)
    if(kind STREQUAL widget)
        target_link_libraries(${target} PRIVATE stowage_widgets)
        set(headers ${stowage_precompiled_widgets})
    endif()
    target_compile_options(${target} PRIVATE ${stowage_test_optimisation} ${stowage_shared_test_flags})
    target_compile_definitions(${target} PRIVATE QT_NO_KEYWORDS)
    target_precompile_headers(${target} PRIVATE
        ${stowage_precompiled_standard} ${stowage_precompiled_core_tests} ${headers})
endfunction()

# stowage_reuse_test_headers(TEST LINKS …): the shared ones of its kind; a test of Qt's Gui alone is
# of neither.
function(stowage_reuse_test_headers target)
    if(NOT STOWAGE_PRECOMPILED OR Qt6::Gui IN_LIST ARGN)
        target_compile_options(${target} PRIVATE "SHELL:-include \"${stowage_suite_header}\"")
        return()
    endif()
    target_compile_options(${target} PRIVATE ${stowage_shared_test_flags})
    if(stowage_widgets IN_LIST ARGN)
        target_precompile_headers(${target} REUSE_FROM precompiled_widget_tests)
    else()
        target_precompile_headers(${target} REUSE_FROM precompiled_core_tests)
    endif()
endfunction()
