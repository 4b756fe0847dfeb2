# SPDX-License-Identifier: GPL-3.0-or-later
target_sources(stowage_widgets PRIVATE
    session/load_controller.cpp session/load_controller.h
)
