# SPDX-License-Identifier: GPL-3.0-or-later
add_executable(stowage
    completion.cpp completion.h
    gui/crash_report.cpp gui/crash_report.h
    gui/main.cpp
    gui/options.cpp gui/options.h
    gui/qt_messages.cpp gui/qt_messages.h
    gui/sample_opener.cpp gui/sample_opener.h
    gui/start_clock.cpp gui/start_clock.h
    gui/window_state.cpp gui/window_state.h)
set_target_properties(stowage PROPERTIES AUTOMOC ON)
target_link_libraries(stowage PRIVATE
    stowage_options stowage_widgets stowage_backends stowage_core ${CMAKE_DL_LIBS})
target_compile_definitions(stowage PRIVATE
    QT_NO_CAST_FROM_ASCII QT_NO_CAST_TO_ASCII STOWAGE_VERSION="${STOWAGE_VERSION}")

stowage_optimise_little(stowage)

# A double click on a project opens it: the program, its entry in menus, the type of its files.
include(GNUInstallDirs)
install(TARGETS stowage RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT gui)
install(FILES ${CMAKE_SOURCE_DIR}/resources/desktop/stowage.desktop
    DESTINATION ${CMAKE_INSTALL_DATADIR}/applications COMPONENT gui)
install(FILES ${CMAKE_SOURCE_DIR}/resources/desktop/stowage.xml
    DESTINATION ${CMAKE_INSTALL_DATADIR}/mime/packages COMPONENT gui)
install(FILES ${CMAKE_SOURCE_DIR}/resources/desktop/stowage.svg
    DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps COMPONENT gui)
