# SPDX-License-Identifier: GPL-3.0-or-later
target_sources(stowage_widgets PRIVATE
    support/icons.cpp support/icons.h
    support/module_mime.cpp support/module_mime.h
    support/style_sheet.cpp support/style_sheet.h
    support/theme.cpp support/theme.h
    support/tokens.cpp
    views/board_drag.cpp views/board_drag.h
    views/board_drag_events.cpp
    views/board_figures.cpp views/board_figures.h
    views/board_geometry.cpp
    views/board_head_metrics.h
    views/board_head_paint.cpp
    views/board_input.cpp
    views/board_lane_head.cpp views/board_lane_head.h
    views/board_layout.cpp views/board_layout.h
    views/board_layout_builder.cpp views/board_layout_builder.h
    views/board_layout_room.cpp
    views/board_model.cpp views/board_model.h
    views/board_overview.cpp views/board_overview.h
    views/board_painter.cpp views/board_painter.h
    views/board_painter_lane.cpp
    views/board_scale.h
    views/board_selection.cpp
    views/board_strip.cpp views/board_strip.h
    views/board_view.cpp views/board_view.h
    views/board_view_private.h
    ${CMAKE_CURRENT_SOURCE_DIR}/../resources/icons.qrc
)
