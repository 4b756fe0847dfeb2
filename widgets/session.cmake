# SPDX-License-Identifier: GPL-3.0-or-later
target_sources(stowage_widgets PRIVATE
    commands/habit_fixes.cpp commands/habit_fixes.h
    commands/map_fixes.cpp commands/map_fixes.h
    commands/placement_keys.cpp commands/placement_keys.h
    commands/plan_command.cpp commands/plan_command.h
    commands/problem_fixes.cpp commands/problem_fixes.h
    delegates/module_tree_delegate.cpp delegates/module_tree_delegate.h
    dialogs/devices_dialog.cpp dialogs/devices_dialog.h
    dialogs/map_dialog.cpp dialogs/map_dialog.h
    dialogs/file_dialogs.cpp dialogs/file_dialogs.h
    models/child_rows.cpp models/child_rows.h
    models/moved_modules_model.cpp models/moved_modules_model.h
    models/module_filter.cpp models/module_filter.h
    models/module_filter_proxy.cpp models/module_filter_proxy.h
    models/module_tree_model.cpp models/module_tree_model.h
    models/plan_figures.cpp models/plan_figures.h
    models/table_unit.cpp models/table_unit.h
    session/document.cpp session/document.h session/worker.h
    session/load_fractions.cpp session/load_fractions.h
    session/load_prediction.cpp session/load_prediction.h
    session/map_check.cpp session/map_check.h
    session/no_split_preview.cpp session/no_split_preview.h
    session/open_failure.h
    session/plan_comparison.cpp session/plan_comparison.h
    session/plan_view.cpp session/plan_view.h
    session/strategy_previews.cpp session/strategy_previews.h
    views/budget_table.cpp views/budget_table.h
    views/chip_label.cpp views/chip_label.h
    views/compare_panel.cpp views/compare_panel.h
    views/device_bars.cpp views/device_bars.h
    views/diff_bar.cpp views/diff_bar.h
    views/diff_panel.cpp views/diff_panel.h
    views/figure_table.cpp views/figure_table.h
    views/dock_title.cpp views/dock_title.h
    views/main_window.cpp views/main_window.h
    views/main_window_compare.cpp views/main_window_menus.cpp views/main_window_work.cpp
    views/message_bar.cpp views/message_bar.h
    views/model_panel.cpp views/model_panel.h
    views/module_tree_view.cpp views/module_tree_view.h
    views/plan_actions.cpp views/plan_actions.h
    views/habit_fields.cpp views/habit_fields.h
    views/plan_options.cpp views/plan_options.h
    views/plan_panel.cpp views/plan_panel.h
    views/plan_tables.cpp views/plan_tables.h
    views/problem_row.cpp views/problem_row.h
    views/problems_panel.cpp views/problems_panel.h
    views/room_bar.cpp views/room_bar.h
    views/strategy_card.cpp views/strategy_card.h
    views/verdict_card.cpp views/verdict_card.h
    views/why_panel.cpp views/why_panel.h
    views/widget_style.cpp views/widget_style.h
)
