# SPDX-License-Identifier: GPL-3.0-or-later
# The model in figures, and two models side by side.
target_sources(stowage_widgets PRIVATE
    models/compare_models_tables.cpp models/compare_models_tables.h
    models/compared_rows.cpp models/compared_rows.h
    models/model_fact_texts.cpp models/model_fact_texts.h
    session/compared_model.cpp session/compared_model.h
    views/compare_models_choice.cpp views/compare_models_choice.h
    views/compare_models_dialog.cpp views/compare_models_dialog.h
    views/main_window_models.cpp
    views/model_card.cpp views/model_card.h
)
