# SPDX-License-Identifier: GPL-3.0-or-later
# What is opened, what cannot be, and the page on the model that is open.
target_sources(stowage_widgets PRIVATE
    models/fact_columns.cpp models/fact_columns.h
    models/fact_table.cpp models/fact_table.h
    models/fact_tables.cpp models/fact_tables.h models/fact_tables_keys.cpp
    models/fact_texts.cpp models/fact_texts.h
    models/open_failure_texts.cpp models/open_failure_texts.h
    session/open_failure.h
    views/fact_table_view.cpp views/fact_table_view.h
    views/facts_keys.cpp views/facts_keys.h
    views/facts_panel.cpp views/facts_panel.h
    views/facts_summary.cpp views/facts_summary.h
    views/main_window_open.cpp
    views/open_error_card.cpp views/open_error_card.h
    views/recent_files.cpp views/recent_files.h
    views/selectable_text.cpp views/selectable_text.h
)
