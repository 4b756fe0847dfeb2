# SPDX-License-Identifier: GPL-3.0-or-later
target_sources(stowage_widgets PRIVATE
    commands/plan_command.cpp commands/plan_command.h
    session/document.cpp session/document.h session/worker.h
    session/machine_devices.cpp session/machine_devices.h
)
