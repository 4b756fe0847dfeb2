# SPDX-License-Identifier: GPL-3.0-or-later
target_sources(stowage_widgets PRIVATE
    models/run_figures.cpp models/run_figures.h
    models/run_layers_model.cpp models/run_layers_model.h
    views/run_results_memory.cpp views/run_results_memory.h
    views/run_results_table.cpp views/run_results_table.h
    views/run_results_use.cpp views/run_results_use.h
    views/run_results_view.cpp views/run_results_view.h
    views/timeline_axis.cpp
    views/timeline_lanes.cpp views/timeline_lanes.h
    views/timeline_layout.cpp views/timeline_layout.h
    views/timeline_metrics.h
    views/timeline_plot.cpp views/timeline_plot.h
    views/timeline_plot_input.cpp
    views/timeline_plot_painting.cpp
    views/timeline_texts.cpp views/timeline_texts.h
    views/timeline_view.cpp views/timeline_view.h
)
