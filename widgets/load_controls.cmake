# SPDX-License-Identifier: GPL-3.0-or-later
# What a person does to a load and to the devices, and what they are told about it.
target_sources(stowage_widgets PRIVATE
    dialogs/preflight_dialog.cpp dialogs/preflight_dialog.h
    models/device_use.cpp models/device_use.h
    models/prediction_text.cpp models/prediction_text.h
    models/refusal_figures.cpp models/refusal_figures.h
    session/device_commands.cpp session/device_commands.h
    session/load_controller_devices.cpp
    session/load_controller_job.cpp session/load_controller_job.h
    session/load_request.cpp session/load_request.h
    session/memory_snapshot.cpp session/memory_snapshot.h
    views/device_card.cpp views/device_card.h
    views/device_cards.cpp views/device_cards.h
    views/main_window_load.cpp
    views/use_bar.cpp views/use_bar.h
)
