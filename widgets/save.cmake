# SPDX-License-Identifier: GPL-3.0-or-later
# Writing the open model, or a sample, in another form.
target_sources(stowage_widgets PRIVATE
    dialogs/save_dialog.cpp dialogs/save_dialog.h
    session/save_controller.cpp session/save_controller.h
    views/main_window_save.cpp
)
