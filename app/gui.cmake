# SPDX-License-Identifier: GPL-3.0-or-later
add_executable(stowage
    gui_main.cpp
    gui_devices.cpp gui_devices.h
    gui_options.cpp gui_options.h
    gui_quit_signals.cpp gui_quit_signals.h
    gui_sample.cpp gui_sample.h
    gui_state_dump.cpp gui_state_dump.h
    gui_state_json.cpp gui_state_json.h)
set_target_properties(stowage PROPERTIES AUTOMOC ON)
target_link_libraries(stowage PRIVATE
    stowage_options stowage_widgets stowage_backends stowage_core ${CMAKE_DL_LIBS})
target_compile_definitions(stowage PRIVATE
    QT_NO_CAST_FROM_ASCII QT_NO_CAST_TO_ASCII STOWAGE_VERSION="${PROJECT_VERSION}")
