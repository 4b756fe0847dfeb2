# SPDX-License-Identifier: GPL-3.0-or-later
target_sources(stowage_widgets PRIVATE
    lesson/flow_layout.cpp lesson/flow_layout.h
    lesson/lesson_card.cpp lesson/lesson_card.h
    lesson/lesson_chart.cpp lesson/lesson_chart.h
    lesson/lesson_chart_content.h
    lesson/lesson_chart_contents.cpp lesson/lesson_chart_contents.h
    lesson/lesson_chart_labels.cpp lesson/lesson_chart_labels.h
    lesson/lesson_chart_painter.cpp lesson/lesson_chart_painter.h
    lesson/lesson_charts.cpp lesson/lesson_charts.h
    lesson/lesson_facts.cpp lesson/lesson_facts.h
    lesson/lesson_guess_fields.cpp lesson/lesson_guess_fields.h
    lesson/lesson_header.cpp lesson/lesson_header.h
    lesson/lesson_letters.cpp lesson/lesson_letters.h
    lesson/lesson_look.cpp lesson/lesson_look.h
    lesson/lesson_option.cpp lesson/lesson_option.h
    lesson/lesson_page.cpp lesson/lesson_page.h lesson/lesson_page_report.cpp
    lesson/lesson_parts.cpp lesson/lesson_parts.h
    lesson/lesson_question.cpp lesson/lesson_question.h
    lesson/lesson_step_view.cpp lesson/lesson_step_view.h lesson/lesson_step_state_view.cpp
    lesson/lesson_stepping.cpp lesson/lesson_stepping.h
    lesson/lesson_strip.cpp lesson/lesson_strip.h
    lesson/lesson_table.cpp lesson/lesson_table.h
    lesson/lesson_table_model.cpp lesson/lesson_table_model.h
    lesson/lesson_texts.cpp lesson/lesson_texts.h lesson/lesson_texts_files.cpp
    lesson/lesson_texts_first.cpp lesson/lesson_texts_ours.cpp
    lesson/lesson_type.cpp lesson/lesson_type.h
    lesson/lesson_words.cpp lesson/lesson_words.h lesson/lesson_reason_words.cpp
    views/main_window_lesson.cpp
    ${CMAKE_SOURCE_DIR}/resources/lesson.qrc
)
