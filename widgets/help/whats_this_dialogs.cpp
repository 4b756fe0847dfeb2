// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/help/whats_this.h"

namespace stowage {
namespace {

constexpr const char* kClosesWindow = QT_TRANSLATE_NOOP(
    "WhatsThisTexts", "Closes this window. The model and its plan stay as they are.");

constexpr const char* kCancelsDialog =
    QT_TRANSLATE_NOOP("WhatsThisTexts", "Closes this dialog; everything stays as it was.");

constexpr const char* kCopiesText =
    QT_TRANSLATE_NOOP("WhatsThisTexts", "Copies the whole text above to the clipboard.");

constexpr const char* kChoosesModel =
    QT_TRANSLATE_NOOP("WhatsThisTexts",
                      "Opens a menu of models for this column: the open one, a file, a folder, or "
                      "a known model without any file. The window keeps its own model.");

constexpr const char* kStopsOpening = QT_TRANSLATE_NOOP(
    "WhatsThisTexts",
    "Stops opening this model. The column keeps the one that it had before, if any.");

constexpr const char* kOpensAgain = QT_TRANSLATE_NOOP(
    "WhatsThisTexts", "Tries the same once more, for instance after the file was fetched again.");

constexpr WhatsThisText kDialogTexts[] = {
    // What dialogs have in common.
    {"dialog_help", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                      "Opens the user guide where it tells of this window or, "
                                      "after an error, of that error. The window stays open.")},
    {"about_close", kClosesWindow},
    {"accuracy_close", kClosesWindow},
    {"compare_models_close", kClosesWindow},
    {"compare_variants_close", kClosesWindow},
    {"export_close", kClosesWindow},
    {"report_close", kClosesWindow},
    {"shortcuts_close", kClosesWindow},
    {"add_machine_cancel", kCancelsDialog},
    {"devices_cancel", kCancelsDialog},
    {"install_there_cancel", kCancelsDialog},
    {"lesson_delete_cancel", kCancelsDialog},
    {"lesson_learner_cancel", kCancelsDialog},
    {"lesson_start_over_cancel", kCancelsDialog},
    {"map_cancel", kCancelsDialog},
    {"preflight_cancel", kCancelsDialog},
    {"ram_limit_cancel", kCancelsDialog},
    {"remote_cancel", kCancelsDialog},
    {"unsaved_cancel", kCancelsDialog},
    // Simulated GPUs.
    {"gpu_count", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                    "How many GPUs there are. One more is simulated, and a copy of "
                                    "the last one if that is simulated, too; a smaller number "
                                    "takes the last ones away.")},
    {"gpu_table",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "A row for each GPU. Sizes are typed with their unit, such as 24GiB or 24GB, a link as "
         "bytes a second. The name of a machine puts the GPU into that machine of a cluster; "
         "without one it is in this machine. A cell that is wrong is marked. Only simulated GPUs "
         "can be changed.")},
    {"machine_links",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "What joins two machines, for what goes from a GPU of one to a GPU of the other. A rate "
         "is typed as 1.25GB/s, a latency as 200us. An emptied cell takes back what was given for "
         "this row; then it has the figures of any two machines, or assumed ones.")},
    {"card_of_gpu*",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Gives the simulated GPU of this row the figures of a real card, by its name.")},
    {"*_is_seen", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                    "Without it the GPU is left out of the plan, as "
                                    "CUDA_VISIBLE_DEVICES leaves it out, and stays in this list.")},
    {"devices_ok",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Takes these GPUs and links. Where a model is open that is one edit of the plan, "
         "which Undo takes back. While a cell is wrong the dialog stays.")},
    // Import a placement.
    {"map_text",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "What is to be imported: type it, paste it, or drop a file here. It is "
                       "checked as it stands, and what is wrong with it is told below.")},
    {"map_from", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                   "How the text is read: as its own words tell, or as the "
                                   "settings of the engine that is chosen.")},
    {"map_file", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                   "Puts the text of a file in the place of the text above.")},
    {"map_mend",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "The text holds characters that other programs put in the place of "
                       "Python's. This mends them; Ctrl+Z in the field brings them back.")},
    {"map_places", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                     "What would lie on each device: how many modules with "
                                     "weights, their bytes, and the bytes that lie there now.")},
    {"problem_row",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Something that speaks against the plan, or a hint. In the panel Problems a "
                       "click selects the module that it is about, where it is about one.")},
    {"map_apply",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Takes what was imported into the plan, as one edit that Undo takes back.")},
    {"map_compare", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                      "Closes the dialog and marks on board and tree what would "
                                      "lie elsewhere. The plan stays as it is.")},
    // Export.
    {"export_engines", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                         "The programs that the plan can be written for. The text "
                                         "beside it is for the one that is chosen.")},
    {"export_text",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "The command for the chosen engine and the files that it needs, or the Python "
         "file that takes its place, with what the engine cannot be told of this "
         "plan. It can be selected and copied.")},
    {"export_save", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                      "Writes the files that the command needs into a folder that "
                                      "you choose. None that is there already is replaced.")},
    {"export_copy", kCopiesText},
    {"export_force",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Shows the export of a plan of which it is not known whether it fits under "
                       "this engine. The sentence above says what is missing.")},
    // Before a load.
    {"preflight_peaks",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "What the load would take at its peak beside what is free, for each GPU and "
                       "for the memory of this machine. What is too much is marked.")},
    {"preflight_force",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Loads all the same. A load that finds no room ends and gives everything "
                       "back; where RAM is too short, the system may end the program.")},
    {"preflight_nearest",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Loads by another method, the nearest one that has room enough.")},
    {"ram_limit_text", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                         "The most RAM that a load may hold, with its unit, such "
                                         "as 4GiB. Empty: what the machine has.")},
    {"ram_limit_ok",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Sets the limit for every load from now on. A text that is no size leaves it as it was.")},
    // Other machines.
    {"add_machine_text",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "What you would type behind ssh: a host, an alias from ~/.ssh/config, or "
                       "user@host. Options of ssh are not taken here; they belong in that file.")},
    {"add_machine_ok",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Puts the machine on the list of the panel Machines. It is connected once "
                       "you press Connect there.")},
    {"install_there_ok",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Copies the program by ssh, if the machine is of this one's kind, starts it "
                       "there to see that it runs, and connects. It can be cancelled meanwhile.")},
    {"remote_up", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                    "Lists the folder around this one. A machine shows the folders "
                                    "that stowagectl may read there and nothing above them.")},
    {"remote_path",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "The folder that is listed, on the other machine. Type another one and "
                       "press Enter to go there; what cannot be read is told below the list.")},
    {"remote_table",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "What the folder holds; hidden files come last. A double click or Enter goes into "
         "a folder or opens a file.")},
    {"remote_open_folder",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "For a checkpoint of several files, or an adapter: the folder that is "
                       "listed, not the one that is selected, is opened as one.")},
    {"remote_open",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Goes into the selected folder or opens the selected file. Of a model only "
                       "the headers are copied; its weights stay there.")},
    // Predicted and Measured.
    {"accuracy_quantity",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Which figure of the kept loads and runs is held against its prediction.")},
    {"accuracy_plot",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Each kept load or run as a point: what was measured over what was "
                       "predicted, on logarithmic axes. On the dashed line both are equal; the "
                       "band is the stated range. A click on a point selects its record.")},
    {"accuracy_table",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "A row for each point, with its error and how far repeats of it lie apart. "
                       "The selected one is marked in the chart and selected in History.")},
    // Run as a Chain.
    {"chain_line",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "The models that take turns on one device, with commas between them. b*50 "
                       "calls b fifty times, in which it stays there.")},
    {"chain_add_file",
     QT_TRANSLATE_NOOP("WhatsThisTexts", "Chooses a file and adds it to the end of the line.")},
    {"chain_add_folder",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Chooses a folder and adds it to the end of the line, as one model.")},
    {"chain_pass_on",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Without it every model is given the tokens of the Run dock alone.")},
    {"chain_steps",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "A row for each model that had its turn: where it came to and how many bytes that moved, "
         "the time of that and of its run, and what lay on the device.")},
    {"chain_offload",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "The model that had the last turn stays on its GPU. This moves it back to the CPU.")},
    {"chain_run", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                    "Brings the models to the device one after the other, runs "
                                    "each of them, and measures what it costs.")},
    {"chain_pause", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                      "Holds the chain, and goes on with it when pressed again.")},
    {"chain_cancel",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Ends the chain. What its turns until then came to stays in the table.")},
    {"chain_close", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                      "Closes the window and gives back the memory of the chain's "
                                      "models. A chain that runs is ended first.")},
    // Run in Stages.
    {"stages_model",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Where the model lies, the same on every machine. How the open model was "
         "opened (a prefix, renamed keys) holds for its own path only, and of another "
         "model the layers are not known before it runs.")},
    {"stages_send",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Sends each other machine its part of the model that lies here, through "
                       "ssh. It is removed there when the run ends.")},
    {"stages_machine_*",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "The machine that runs these layers: localhost is this one, others are named "
         "as ssh knows them. One machine may have several stages.")},
    {"stages_first_*",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Layers are counted from 0. The first stage also has what stands before the "
                       "layers.")},
    {"stages_last_*",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "This layer still belongs to the stage. The last stage also has what stands "
                       "after the layers.")},
    {"stages_address_*",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "The address on which the machine listens while the run lasts, as that of a "
                       "faster network. Empty: the one by which ssh reached it.")},
    {"stages_remove_*",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Takes this stage away. Its layers are then in none, until another stage is "
                       "given them.")},
    {"stages_add",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "One more stage at the end, which begins with the next layer.")},
    {"stages_divide",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Gives every stage as many layers as the others, or one more, in the order in "
         "which they stand.")},
    {"stages_prompt",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "What the model shall go on from: tokens as numbers, or words, where the "
                       "model has its tokenizer beside it on the machines.")},
    {"stages_generate",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "How many tokens shall follow the prompt, the likeliest one each time.")},
    {"stages_tokens",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "What followed the prompt, as a single process would give it.")},
    {"stages_table",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "A row for each stage: the weights that it loaded, how long it loaded, "
                       "computed and waited for the others, and what it sent them. Its clock was "
                       "compared with this machine's and is at most so far off.")},
    {"stages_memory",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "The RAM of each stage's process and its GPUs while they run, a sample a "
                       "second: what is held now, and the most that was seen. Of a GPU it is what "
                       "PyTorch's allocator holds.")},
    {"stages_bars",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "When each stage computed, from the first one's begin to the last one's end. "
         "In a gap it did not, as where it waited for another stage.")},
    {"stages_run",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Starts a stowagectl for each stage, which loads its layers; they run once "
                       "all have loaded, and give everything back at the end.")},
    {"stages_cancel",
     QT_TRANSLATE_NOOP("WhatsThisTexts", "Ends the run on all machines. Nothing is kept of it.")},
    {"stages_close",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Closes the window. A run that goes on is ended on all machines first.")},
    // Guide, log, keys, About.
    {"guide_search", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                       "Finds the paragraphs of all pages that hold every word "
                                       "typed here. Return goes from one to the next.")},
    {"guide_back",
     QT_TRANSLATE_NOOP("WhatsThisTexts", "Returns to the page that was read before this one.")},
    {"guide_forward",
     QT_TRANSLATE_NOOP("WhatsThisTexts", "Returns to the page that Back was pressed on.")},
    {"guide_pages",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "The pages of the guide, by chapter. The selected one is shown beside the list.")},
    {"guide_hits", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                     "The paragraphs that the search found. The selected one is "
                                     "shown in its page, with the words marked.")},
    {"guide_browser",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "The page that is read. A click on a link leads to another page, and Back returns.")},
    {"log_text", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                   "A line for all that was reported since the program was "
                                   "started, with its time and kind; the newest stands last.")},
    {"log_copy",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Copies the selected lines, or the whole log where nothing is selected.")},
    {"log_save",
     QT_TRANSLATE_NOOP("WhatsThisTexts", "Writes the whole log to a text file that you choose.")},
    {"shortcuts_list",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "The keys of the menus' entries, menu by menu, and those of board and tree.")},
    {"about_details",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "The versions of the program and of what it is built on, the devices, and "
                       "the licences of the libraries. It can be selected and copied.")},
    {"about_copy", kCopiesText},
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

std::span<const WhatsThisText> dialogsWhatsThis() {
    return kDialogTexts;
}

}  // namespace stowage
