# SPDX-License-Identifier: GPL-3.0-or-later
target_sources(stowage_widgets PRIVATE
    support/icons.cpp
    support/module_mime.cpp
    support/style_sheet.cpp
    support/theme.cpp
    support/theme.h
    support/tokens.cpp
    ${CMAKE_SOURCE_DIR}/resources/icons.qrc
)
