# SPDX-License-Identifier: GPL-3.0-or-later
target_sources(stowage_widgets PRIVATE
    session/lesson_files.cpp session/lesson_files.h
    session/lesson_foresight.cpp session/lesson_foresight.h
    session/lesson_plan.cpp session/lesson_plan.h
    session/lesson_setup.cpp session/lesson_setup.h
)
