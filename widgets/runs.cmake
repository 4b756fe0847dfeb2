# SPDX-License-Identifier: GPL-3.0-or-later
target_sources(stowage_widgets PRIVATE
    models/methods_model.cpp models/methods_model.h
    models/run_texts.cpp models/run_texts.h
    models/runs_model.cpp models/runs_model.h
    session/comparison_child.cpp session/comparison_child.h
    session/method_comparison.cpp session/method_comparison.h
    session/method_preflight.cpp session/method_preflight.h
    session/run_recorder.cpp session/run_recorder.h
    session/run_store.cpp session/run_store.h
    views/main_window_runs.cpp
    views/methods_panel.cpp views/methods_panel.h
    views/run_charts.cpp views/run_charts.h
    views/run_details.cpp views/run_details.h
    views/run_overlay.cpp views/run_overlay.h
    views/runs_panel.cpp views/runs_panel.h
)
