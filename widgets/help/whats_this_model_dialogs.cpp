// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/help/whats_this_texts.h"

namespace stowage {
namespace {

constexpr const char* kChoosesModel =
    QT_TRANSLATE_NOOP("WhatsThisTexts",
                      "Opens a menu of models for this column: the open one, a file, a folder, or "
                      "a known model without any file. The window keeps its own model.");

constexpr const char* kStopsOpening = QT_TRANSLATE_NOOP(
    "WhatsThisTexts",
    "Stops opening this model. The column keeps the one that it had before, if any.");

constexpr const char* kOpensAgain = QT_TRANSLATE_NOOP(
    "WhatsThisTexts", "Tries the same once more, for instance after the file was fetched again.");

constexpr WhatsThisText kModelDialogTexts[] = {
    // New Model.
    {"new_model_preset",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Fills the form with the numbers of a known model, or with the defaults of "
                       "the library. What was typed can be brought back.")},
    {"new_model_back",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Takes the form back to what was typed before another model or family was chosen.")},
    {"new_model_family",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "The model_type of the config.json. Another family begins with its own defaults.")},
    {"new_model_type",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "The dtype of the weights: it decides how many bytes a parameter takes.")},
    {"new_model_class", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                          "The class of the library that is built from these "
                                          "numbers. Another one may have another head.")},
    {"new_model_field_*",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "A value of the config.json, under its name there. An empty field has its "
                       "default or is worked out; the figures below follow what is typed.")},
    {"new_model_save",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Writes what the form says to a config.json, which can be opened later.")},
    {"new_model_open",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Opens the model of the form in the place of the one that is open. It can "
                       "be planned; there are no weights to load.")},
    {"new_model_close",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Closes the form. It has what was typed when it is opened again.")},
    // Write Model As.
    {"save_source", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                      "What is written: the model that is open, or a small one of "
                                      "random weights to try things with.")},
    {"save_format", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                      "The kind of files that are written. Accelerate's offload "
                                      "folder is offered for the open model alone.")},
    {"save_shard",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "The most bytes of one safetensors file, such as 5GB or 512MiB; a larger "
                       "model is split, with an index. Empty: one file.")},
    {"save_type",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "The dtype that floating tensors are written in. All others stay as they are.")},
    {"save_seed", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                    "A whole number from which the random weights come: the same "
                                    "number makes the same weights.")},
    {"save_perturbed",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Without it norms are ones and biases zeros, so that many tensors are alike.")},
    {"save_folder",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Where the files are written. A folder that is missing is made; before "
                       "files of an earlier save are replaced, you are asked.")},
    {"save_choose",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Opens a dialog for the folder that the files are written into.")},
    {"save_go_on", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                     "Goes on with the interrupted save. What is there is checked "
                                     "first and kept where it is right.")},
    {"save_over",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Writes everything anew, over what an earlier save left in the folder.")},
    {"save_back",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Writes nothing and goes back to the form. The folder stays as it is.")},
    {"save_open", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                    "Opens what was just written as the model of the window.")},
    {"save_close",
     QT_TRANSLATE_NOOP("WhatsThisTexts", "Closes the form. A save that has begun goes on.")},
    {"save_cancel",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Stops the save. What was written stays, and can be gone on with later.")},
    {"save_save",
     QT_TRANSLATE_NOOP("WhatsThisTexts", "Begins to write. One can go on working meanwhile.")},
    // Compare models.
    {"compare_models_first_choose", kChoosesModel},
    {"compare_models_second_choose", kChoosesModel},
    {"compare_models_first_cancel", kStopsOpening},
    {"compare_models_second_cancel", kStopsOpening},
    {"compare_models_first_again", kOpensAgain},
    {"compare_models_second_again", kOpensAgain},
    {"compared_facts",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Class, parameters, sizes, layers, heads and KV cache of both models, side by side.")},
    {"compared_types",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "How many bytes each of the two models has in each dtype.")},
    {"compared_classes",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "How many parameters the modules of each class have in each of the two models.")},
    {"compare_models_different_only",
     QT_TRANSLATE_NOOP("WhatsThisTexts", "Leaves out of the tables what both models have alike.")},
    {"compare_models_copy",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Copies the table that is shown, as Markdown for a text or as CSV for a spreadsheet.")},
    // Variants, reports, projects.
    {"compared_variants",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "A row for each plan of the project: whether it fits, how fast it is, what it takes of "
         "each device and how long it loads, all predicted. A double click shows the plan.")},
    {"compare_variants_copy",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Copies the rows as they are shown, with tabs between cells, for a spreadsheet.")},
    {"report_format",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "What kind of file the report is: a page, pages to print, a text, figures, "
                       "or the board alone. The ending of the file follows.")},
    {"report_scope",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Whether the report has the plan that is shown or every plan of the "
                       "project. A picture of the board has one plan.")},
    {"report_records",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Chooses a file with loads and runs whose memory and times the report has, too.")},
    {"report_preview",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "What will be written. Long tables and texts are shortened here and whole in the file.")},
    {"report_file", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                      "Where the report is written. Its ending chooses the format; "
                                      "without a known one it gets that of the format.")},
    {"report_choose",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Opens a dialog for the file that the report is written to.")},
    {"report_open_folder",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Shows where the report was written, in the program that the system has for folders.")},
    {"report_write",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Writes the report as it is shown. A file of that name is replaced.")},
    {"unsaved_save",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Saves the project first and then goes on with what was begun.")},
    {"unsaved_discard",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Goes on without saving. What was changed since the project was saved last is lost.")},
};

}  // namespace

std::span<const WhatsThisText> modelDialogsWhatsThis() {
    return kModelDialogTexts;
}

}  // namespace stowage
