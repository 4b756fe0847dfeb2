# SPDX-License-Identifier: GPL-3.0-or-later
target_sources(stowage_widgets PRIVATE
    session/load_controller.cpp session/load_controller.h
    views/chart_curve.cpp views/chart_curve.h
    views/chart_data.cpp views/chart_data.h
    views/chart_forecast.cpp views/chart_forecast.h
    views/chart_plot.cpp views/chart_plot.h views/chart_plot_painting.cpp
    views/chart_plot_curves.cpp
    views/chart_ram.cpp views/chart_ram.h
    views/chart_title.cpp views/chart_title.h
    views/chart_units.cpp views/chart_units.h
    views/chart_vram.cpp views/chart_vram.h
    views/live_figures.cpp
    views/live_header.cpp views/live_header.h
    views/live_panel.cpp views/live_panel.h views/live_panel_parts.cpp views/live_panel_private.h
    views/live_panel_foreseen.cpp views/live_panel_run.cpp views/live_panel_state.cpp
    views/live_progress.cpp views/live_progress.h
    views/live_sample_rows.cpp
    views/live_side.cpp views/live_side.h
    views/live_status.cpp views/live_status.h
    models/audit_model.cpp models/audit_model.h
    views/main_window_memory.cpp
    views/audit_panel.cpp views/audit_panel.h
    session/segment_watch.cpp session/segment_watch.h
    views/segment_map_layout.cpp views/segment_map_layout.h
    views/segment_map_panel.cpp views/segment_map_panel.h
    views/segment_map_painting.cpp
    views/segment_map_view.cpp views/segment_map_view.h
)
