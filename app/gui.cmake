# SPDX-License-Identifier: GPL-3.0-or-later
# Also for tests/tools: all but what begins the program.
add_library(stowage_gui STATIC
    completion.cpp completion.h
    gui/crash_report.cpp gui/crash_report.h
    gui/options.cpp gui/options.h
    gui/run_window.cpp gui/run_window.h)
target_link_libraries(stowage_gui
    PUBLIC stowage_widgets stowage_backends stowage_core ${CMAKE_DL_LIBS}
    PRIVATE stowage_options)
add_executable(stowage gui/main.cpp)
target_link_libraries(stowage PRIVATE stowage_gui stowage_options)
set_target_properties(stowage_gui PROPERTIES AUTOMOC ON)
foreach(target stowage_gui stowage)
    target_compile_definitions(${target} PRIVATE
        QT_NO_CAST_FROM_ASCII QT_NO_CAST_TO_ASCII STOWAGE_VERSION="${STOWAGE_VERSION}")
endforeach()

# A double click on a project opens it: the program, its entry in menus, the type of its files.
include(GNUInstallDirs)
install(TARGETS stowage RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT gui)
install(FILES ${CMAKE_SOURCE_DIR}/resources/desktop/stowage.desktop
    DESTINATION ${CMAKE_INSTALL_DATADIR}/applications COMPONENT gui)
install(FILES ${CMAKE_SOURCE_DIR}/resources/desktop/stowage.xml
    DESTINATION ${CMAKE_INSTALL_DATADIR}/mime/packages COMPONENT gui)
install(FILES ${CMAKE_SOURCE_DIR}/resources/desktop/stowage.svg
    DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps COMPONENT gui)
