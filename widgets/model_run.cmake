# SPDX-License-Identifier: GPL-3.0-or-later
# Running the loaded model: what is asked for, the run itself, what came of it.
target_sources(stowage_widgets PRIVATE
    commands/run_fixes.cpp commands/run_fixes.h
    dialogs/chain_dialog.cpp dialogs/chain_dialog.h
    models/prompt_tokens.cpp models/prompt_tokens.h
    session/chain_controller.cpp session/chain_controller.h
    session/run_ability.cpp session/run_ability.h
    session/run_controller.cpp session/run_controller.h
    views/main_window_run.cpp
    views/run_fields.cpp views/run_fields.h
    views/run_live.cpp views/run_live.h
    views/run_panel.cpp views/run_panel.h
    views/run_summary.cpp views/run_summary.h
)
