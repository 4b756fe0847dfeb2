// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/help/whats_this_texts.h"

namespace stowage {
namespace {

constexpr WhatsThisText kLessonTexts[] = {
    // Head and setup.
    {"lesson_smaller",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Makes type and lines of the lesson one step smaller. Figures and curves stay the same.")},
    {"lesson_larger", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                        "Makes type and lines of the lesson one step larger, so "
                                        "that they can be read from further away.")},
    {"lesson_export",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Writes what the lesson has found so far: setup, guesses, answers, curves "
                       "and figures. A run of one step is enough.")},
    {"lesson_more",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Opens a menu with what is seldom needed, such as a fresh start for the next person.")},
    {"lesson_start_over",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Clears guesses, answers and results of this setup from the page, after a "
                       "question. The loads stay in History.")},
    {"lesson_undo_start_over",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Brings back what Start over cleared, until a step is run again or the program ends.")},
    {"lesson_learner",
     QT_TRANSLATE_NOOP("WhatsThisTexts", "Asks for the name that the report carries.")},
    {"lesson_folder",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Chooses the folder in which the model files are made from now on. Those "
                       "that are there already stay where they are.")},
    {"lesson_size", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                      "The size of GPT-2 that every step loads. A size that this "
                                      "machine has no room for is marked.")},
    {"lesson_gpu", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                     "The card that the steps load to: a simulated one with the "
                                     "memory that is chosen, or a real one of this machine.")},
    {"lesson_cache",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "What the system keeps of the model's files before a step loads: cold drops "
                       "their pages, warm reads them first. That changes how long a load takes.")},
    {"lesson_ram_limit",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Shows what a machine with less memory could do: a step that needs more RAM "
                       "than this does not come to its end.")},
    {"lesson_dry_run", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                         "Lets the steps be predicted in the place of being run, "
                                         "so that one can go through the lesson with any size.")},
    {"lesson_cancel_making",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Stops the making of the model's files, and with it the step that needs them.")},
    {"lesson_delete", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                        "Takes the model files of every size off the disk, after a "
                                        "question. What was measured stays.")},
    // Cards, charts, table.
    {"lesson_card_*", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                        "A step of the lesson, with its state and what it came to; "
                                        "peaks are in GiB. A click opens its page.")},
    {"lesson_parts",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Above, what a plain load holds at its peak: the model and its state dict. "
                       "Below, the tensors of the file by what they are for, with their bytes.")},
    {"lesson_vram_chart",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "The memory of the GPU that tensors take while each step loads, in GiB. "
                       "While you predict, drag the line of your guess, or move it with Up, "
                       "Down, PageUp and PageDown.")},
    {"lesson_ram_chart",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "The anonymous RAM that each step holds while it loads, in GiB; "
                       "dots are pages of files, which the system may take back. While you "
                       "predict, the line of your guess can be moved here, too.")},
    {"lesson_current_only",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Without it the curves of all steps lie over each other, so that they can be compared.")},
    {"lesson_table",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "A row for each step that loads: its peaks of VRAM and RAM, the published ones where "
         "there are any, its time, and why. A click opens the page of the step.")},
    // A load tensor by tensor.
    {"lesson_step_once",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Brings in the next tensor and holds again, while the load is held.")},
    {"lesson_step_speed",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "How fast tensors come in: each by a press of Step, some in each second, or "
                       "as fast as this machine loads.")},
    {"lesson_step_end",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Ends this load wherever it is. It fills no row and is not kept.")},
    {"lesson_stepping_bars",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "What is allocated on each device at this moment, that of a GPU against its capacity.")},
    // The page of a step.
    {"lesson_code", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                      "What the step does, in lines of Python. The files that they "
                                      "read are written by gpt.py.")},
    {"lesson_copy_code",
     QT_TRANSLATE_NOOP("WhatsThisTexts", "Copies all of these lines to the clipboard.")},
    {"lesson_save_module",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Writes gpt.py where you choose. The lines of most steps import the model from it.")},
    {"lesson_predict",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Lets you say where the peaks of VRAM and RAM will be before the step is "
                       "run. Afterwards guess and peak are told beside each other.")},
    {"lesson_guess_vram",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "The most VRAM that you expect tensors to take, in GiB; a size with its "
                       "unit, such as 700 MiB, is taken, too.")},
    {"lesson_guess_ram",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "The most anonymous RAM that you expect the step to hold, in GiB; a size "
                       "with its unit, such as 700 MiB, is taken, too.")},
    {"lesson_snap",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "A dragged guess comes to rest at tenths of the distance between two lines "
                       "of the axis; without it, wherever it is left.")},
    {"lesson_run",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Does the step. A load runs in a fresh process and is measured and "
                       "verified; the first step makes the model's files; a dry run predicts.")},
    {"lesson_step_through",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Goes through the load of this step slowly, and shows what each device "
                       "holds and where the allocator puts it.")},
    {"lesson_cancel",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Stops the step that runs. It can be run again at any time.")},
    {"lesson_option_*",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "One of the answers to the question. Check answer tells whether it is right.")},
    {"lesson_check", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                       "Tells whether the chosen answer is right, and why, and "
                                       "marks the points that the question speaks of.")},
    {"lesson_show",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Marks the points that the question speaks of, or takes the marks away.")},
    {"lesson_previous",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Opens the page of the step before this one. What was found stays.")},
    {"lesson_next",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Opens the page of the step after this one, whether this one was run or not.")},
    // What the lesson asks.
    {"lesson_learner_text",
     QT_TRANSLATE_NOOP("WhatsThisTexts", "The name that stands on the report of the lesson.")},
    {"lesson_learner_ok",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Takes the name for each report that is written from now on.")},
    {"lesson_delete_confirm",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Deletes the model files of every size. A step that needs them makes them again.")},
    {"lesson_start_over_confirm",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Clears guesses, answers and results of this setup from the page. The menu "
                       "can bring them back until a step is run again.")},
};

}  // namespace

std::span<const WhatsThisText> lessonWhatsThis() {
    return kLessonTexts;
}

}  // namespace stowage
