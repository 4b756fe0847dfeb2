# SPDX-License-Identifier: GPL-3.0-or-later
# Models without weights: what is typed of them, and what is known of an open one.
target_sources(stowage_widgets PRIVATE
    dialogs/new_model_dialog.cpp dialogs/new_model_dialog.h
    dialogs/new_model_fields.cpp dialogs/new_model_fields.h
    dialogs/new_model_result.cpp dialogs/new_model_result.h
    models/config_form.cpp models/config_form.h
    models/config_texts.cpp models/config_texts.h
    session/config_check.cpp session/config_check.h
    session/config_origin.cpp session/config_origin.h
    views/main_window_config.cpp
    views/no_split_note.cpp views/no_split_note.h
)
