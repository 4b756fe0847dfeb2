# SPDX-License-Identifier: GPL-3.0-or-later
target_sources(stowage_widgets PRIVATE
    views/run_results_view.cpp views/run_results_view.h
    views/timeline_view.cpp views/timeline_view.h
)
