# SPDX-License-Identifier: GPL-3.0-or-later
target_sources(stowage_widgets PRIVATE
    lesson/lesson_report.cpp lesson/lesson_report.h
    lesson/lesson_report_csv.cpp lesson/lesson_report_csv.h
    lesson/lesson_report_html.cpp lesson/lesson_report_html.h
    lesson/lesson_report_pdf.cpp lesson/lesson_report_pdf.h
    session/lesson_dry_run.cpp
    session/lesson_files.cpp session/lesson_files.h
    session/lesson_foresight.cpp session/lesson_foresight.h
    session/lesson_memory.cpp session/lesson_memory.h
    session/lesson_outcome.cpp session/lesson_outcome.h
    session/lesson_plan.cpp session/lesson_plan.h
    session/lesson_preparation.cpp session/lesson_preparation.h
    session/lesson_process.cpp session/lesson_process.h
    session/lesson_run_folder.cpp session/lesson_run_folder.h
    session/lesson_runner.cpp session/lesson_runner.h
    session/lesson_session.cpp session/lesson_session.h
    session/lesson_session_parts.cpp session/lesson_session_private.h
    session/lesson_setup.cpp session/lesson_setup.h
    session/lesson_step_state.h
    session/lesson_stepper.cpp session/lesson_stepper.h
    session/lesson_tail.cpp session/lesson_tail.h
)
