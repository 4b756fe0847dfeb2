// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/help/whats_this.h"

namespace stowage {
namespace {

constexpr const char* kClosesWindow = QT_TRANSLATE_NOOP(
    "WhatsThisTexts", "Closes this window. The model and its plan stay as they are.");

constexpr const char* kCancelsDialog =
    QT_TRANSLATE_NOOP("WhatsThisTexts", "Closes this dialog; nothing is changed.");

constexpr const char* kCopiesText =
    QT_TRANSLATE_NOOP("WhatsThisTexts", "Copies the whole text above to the clipboard.");

constexpr const char* kChoosesModel =
    QT_TRANSLATE_NOOP("WhatsThisTexts",
                      "Opens a menu of models for this column: the open one, a file, a folder, or "
                      "a known model that needs no file. The window keeps its own model.");

constexpr const char* kStopsOpening = QT_TRANSLATE_NOOP(
    "WhatsThisTexts", "Stops opening this model. The column keeps the previous one, if any.");

constexpr const char* kOpensAgain = QT_TRANSLATE_NOOP(
    "WhatsThisTexts", "Tries again, for instance after the file was downloaded again.");

constexpr WhatsThisText kDialogTexts[] = {
    // What dialogs have in common.
    {"dialog_help", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                      "Opens the user guide at the section on this window or, "
                                      "after an error, on that error. The window stays open.")},
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
    {"gpu_count",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "The number of GPUs. An additional GPU is simulated, and is a copy of the last one if "
         "that is simulated, too; a smaller number removes the last ones.")},
    {"gpu_table",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "One row per GPU. Type sizes with their unit, such as 24GiB or 24GB, and a "
                       "link as bytes per second. The name of a machine puts the GPU into that "
                       "machine of a cluster; without a name it is in this machine. A wrong cell "
                       "is marked. Only simulated GPUs can be changed.")},
    {"machine_links",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "The connection between two machines, for transfers from a GPU of one to a GPU of the "
         "other. Type a rate as 1.25GB/s and a latency as 200us. Clearing a cell removes the value "
         "of this row; it then has the figures for any two machines, or assumed ones.")},
    {"card_of_gpu*",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Gives the simulated GPU of this row the figures of a real card, chosen by its name.")},
    {"*_is_seen", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                    "If this is off, the plan does not use the GPU, as with "
                                    "CUDA_VISIBLE_DEVICES; the GPU stays in this list.")},
    {"devices_ok",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Uses these GPUs and links. If a model is open, this is one edit of the "
                       "plan, which Undo reverts. The dialog stays open while a cell is wrong.")},
    // Import a placement.
    {"map_text", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                   "What to import: type it, paste it, or drop a file here. It is "
                                   "checked as you type, and problems are shown below.")},
    {"map_from", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                   "How the text is read: automatically by its contents, or as the "
                                   "settings of the chosen engine.")},
    {"map_file",
     QT_TRANSLATE_NOOP("WhatsThisTexts", "Replaces the text above with the text of a file.")},
    {"map_mend",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "The text contains characters that other programs insert instead of "
                       "Python's. This fixes them; Ctrl+Z in the field restores them.")},
    {"map_places", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                     "What would be on each device: the number of modules with "
                                     "weights, their bytes, and the bytes that are on it now.")},
    {"problem_row",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "A problem with the plan, or a hint. In the Problems panel, click one to "
                       "select the module that it is about, if it is about one.")},
    {"map_apply",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Applies what was imported to the plan, as one edit that Undo reverts.")},
    {"map_compare",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Closes the dialog and marks the modules that would be on a different "
                       "device, on the board and in the tree. The plan stays as it is.")},
    // Export.
    {"export_engines", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                         "The programs that the plan can be exported for. The text "
                                         "next to the list is for the selected one.")},
    {"export_text",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "The command for the chosen engine and the files that it needs, or the "
                       "Python file that replaces it, with the parts of this plan that cannot be "
                       "expressed for the engine. You can select and copy the text.")},
    {"export_save", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                      "Writes the files that the command needs into a folder that "
                                      "you choose. Existing files are never replaced.")},
    {"export_copy", kCopiesText},
    {"export_force",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Shows the export of a plan even though it is undetermined whether it fits "
                       "with this engine. The sentence above explains what is missing.")},
    // Before a load.
    {"preflight_peaks",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "What the load would take at its peak compared with what is free, for each GPU and for "
         "the memory of this machine. Values that are too large are marked.")},
    {"preflight_force",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Loads anyway. A load that runs out of memory ends and frees everything; if "
                       "RAM runs out, the system may end the program.")},
    {"preflight_nearest",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Loads with another method, the nearest one that has enough room.")},
    {"ram_limit_text", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                         "The most RAM that a load may hold, with its unit, such "
                                         "as 4GiB. Empty: the RAM of the machine.")},
    {"ram_limit_ok", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                       "Sets the limit for every load from now on. A text that is "
                                       "not a size leaves the limit unchanged.")},
    // Other machines.
    {"add_machine_text",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "What you would type after ssh: a host, an alias from ~/.ssh/config, or user@host. "
         "Options of ssh are not accepted here; put them into that file.")},
    {"add_machine_ok", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                         "Adds the machine to the list of the Machines panel. It "
                                         "is connected when you press Connect there.")},
    {"install_there_ok",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Copies the program by ssh if the machine is of the same kind as this one, starts it "
         "there to check that it runs, and connects. You can cancel meanwhile.")},
    {"remote_up", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                    "Lists the parent folder. A machine shows only the folders "
                                    "that stowagectl may read there and nothing above them.")},
    {"remote_path",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "The folder of the other machine that is listed. Type another one and press "
                       "Enter to go there; errors are shown below the list.")},
    {"remote_table",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "The contents of the folder; hidden files come last. Double-click or press "
                       "Enter to go into a folder or to open a file.")},
    {"remote_open_folder",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "For a checkpoint with several files, or an adapter: opens the listed "
                       "folder as one model, not the selected folder.")},
    {"remote_open",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Goes into the selected folder or opens the selected file. Only the headers "
                       "of a model are copied; its weights stay on the machine.")},
    // Predicted and Measured.
    {"accuracy_quantity",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "The figure of the stored loads and runs that is compared with its prediction.")},
    {"accuracy_plot",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Each stored load or run as a point: measured over predicted, on "
                       "logarithmic axes. On the dashed line both are equal; the band is the "
                       "stated range. Click a point to select its record.")},
    {"accuracy_table",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "One row per point, with its error and how much repeated measurements "
                       "differ. The selected one is marked in the chart and selected in History.")},
    // Run as a Chain.
    {"chain_line",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "The models that run in turn on one device, separated by commas. b*50 calls "
                       "b fifty times, during which it stays on the device.")},
    {"chain_add_file",
     QT_TRANSLATE_NOOP("WhatsThisTexts", "Chooses a file and adds it to the end of the line.")},
    {"chain_add_folder",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Chooses a folder and adds it to the end of the line, as one model.")},
    {"chain_pass_on",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Without it, every model gets only the tokens of the Run panel.")},
    {"chain_steps",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "One row per turn of a model: where it was moved and how many bytes that "
                       "took, the time of the move and of the run, and what was on the device.")},
    {"chain_offload",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "The model that had the last turn stays on its GPU. This moves it back to the CPU.")},
    {"chain_run", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                    "Moves the models to the device one after the other, runs each "
                                    "of them, and measures the cost.")},
    {"chain_pause",
     QT_TRANSLATE_NOOP("WhatsThisTexts", "Pauses the chain, and resumes it when pressed again.")},
    {"chain_cancel",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Ends the chain. The results of its turns so far stay in the table.")},
    {"chain_close", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                      "Closes the window and frees the memory of the chain's "
                                      "models. A running chain is ended first.")},
    // Run in Stages.
    {"stages_model",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "The path of the model, the same on every machine. How the open model was "
                       "opened (a prefix, renamed keys) applies only to its own path; the layers "
                       "of another model are not known before it runs.")},
    {"stages_send",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Copies to each other machine, by ssh, the part of this machine's model "
                       "that it runs. The copies are deleted when the run ends.")},
    {"stages_machine_*",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "The machine that runs these layers: localhost is this machine, others are "
                       "given by their ssh names. One machine can have several stages.")},
    {"stages_first_*",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Layers are counted from 0. The first stage also runs everything before the layers.")},
    {"stages_last_*",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "The last layer of the stage. The last stage also runs everything after the layers.")},
    {"stages_address_*",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "The address on which the machine listens during the run, for instance that "
                       "of a faster network. Empty: the address by which ssh reached it.")},
    {"stages_remove_*", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                          "Removes this stage. Its layers then belong to no stage "
                                          "until they are given to another one.")},
    {"stages_add", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                     "Adds a stage at the end, which begins with the next layer.")},
    {"stages_divide", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                        "Distributes the layers evenly among the stages, in their "
                                        "order; the numbers differ by at most one.")},
    {"stages_prompt", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                        "What the model continues: token numbers, or a text if the "
                                        "model's tokenizer is next to it on the machines.")},
    {"stages_generate",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "How many tokens to generate after the prompt; each time the most likely one is chosen.")},
    {"stages_tokens",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "The tokens generated after the prompt, the same as in a single process.")},
    {"stages_table",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "One row per stage: the weights that it loaded, how long it loaded, "
                       "computed and waited for the others, and what it sent them. Its clock was "
                       "compared with this machine's; the largest possible difference is shown.")},
    {"stages_memory",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "The RAM of each stage's process and the memory of its GPUs during the run, "
                       "sampled once per second: the present value and the highest seen. For a "
                       "GPU, it is what PyTorch's allocator holds.")},
    {"stages_bars",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "When each stage computed, from the start of the first one to the end of the last one. In "
         "a gap it did not compute, for instance because it waited for another stage.")},
    {"stages_run",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Starts a stowagectl for each stage, which loads its layers; they run when "
                       "all have loaded, and free everything at the end.")},
    {"stages_cancel",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Ends the run on all machines. None of its results are kept.")},
    {"stages_close",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Closes the window. A run in progress is ended on all machines first.")},
    // Guide, log, keys, About.
    {"guide_search", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                       "Finds the paragraphs in all pages that contain every word "
                                       "typed here. Return goes from one to the next.")},
    {"guide_back", QT_TRANSLATE_NOOP("WhatsThisTexts", "Returns to the previous page.")},
    {"guide_forward",
     QT_TRANSLATE_NOOP("WhatsThisTexts", "Returns to the page on which Back was pressed.")},
    {"guide_pages",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "The pages of the guide, by chapter. The selected page is shown next to the list.")},
    {"guide_hits", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                     "The paragraphs that the search found. The selected one is "
                                     "shown in its page, with the words marked.")},
    {"guide_browser",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "The current page. Click a link to open another page; Back returns.")},
    {"log_text",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "One line for everything that was reported since the program was started, "
                       "with its time and kind; the newest line is last.")},
    {"log_copy",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Copies the selected lines, or the whole log if nothing is selected.")},
    {"log_save",
     QT_TRANSLATE_NOOP("WhatsThisTexts", "Writes the whole log to a text file that you choose.")},
    {"shortcuts_list",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "The keys of the menus' entries, menu by menu, and those of board and tree.")},
    {"about_details",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "The versions of the program and of the software that it is built on, the devices, and "
         "the licences of the libraries. You can select and copy the text.")},
    {"about_copy", kCopiesText},
    // New Model.
    {"new_model_preset",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Fills the form with the numbers of a known model, or with the defaults of "
                       "the library. What you typed can be restored.")},
    {"new_model_back",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Restores what was typed in the form before another model or family was chosen.")},
    {"new_model_family",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "The model_type of the config.json. Another family begins with its own defaults.")},
    {"new_model_type",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "The dtype of the weights: it decides how many bytes a parameter takes.")},
    {"new_model_class", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                          "The class of the library that is built from these "
                                          "numbers. A different class may have a different head.")},
    {"new_model_field_*",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "A value of the config.json, under its name there. An empty field has its "
                       "default or is computed; the figures below follow your input.")},
    {"new_model_save",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Writes the contents of the form to a config.json, which you can open later.")},
    {"new_model_open",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Opens the model of the form instead of the one that is open. It can be "
                       "planned, but it has no weights to load.")},
    {"new_model_close",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Closes the form. Your input is still there when you open it again.")},
    // Write Model As.
    {"save_source",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "What is saved: the open model, or a small one with random weights for trying things.")},
    {"save_format", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                      "The kind of files that are written. Accelerate's offload "
                                      "folder is available only for the open model.")},
    {"save_shard",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "The maximum size of one safetensors file, such as 5GB or 512MiB; a larger "
                       "model is split, with an index. Empty: one file.")},
    {"save_type", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                    "The dtype in which floating-point tensors are written. All "
                                    "other tensors stay as they are.")},
    {"save_seed", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                    "A whole number from which the random weights are generated: "
                                    "the same number gives the same weights.")},
    {"save_perturbed", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                         "Without it, norms are ones and biases are zeros, so many "
                                         "tensors have the same contents.")},
    {"save_folder",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Where the files are written. A missing folder is created; you are asked "
                       "before files of an earlier save are replaced.")},
    {"save_choose",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Opens a dialog for the folder that the files are written into.")},
    {"save_go_on", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                     "Continues the interrupted save. Existing files are checked "
                                     "first and kept if they are correct.")},
    {"save_over",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Writes everything again, replacing what an earlier save left in the folder.")},
    {"save_back",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Writes nothing and goes back to the form. The folder stays as it is.")},
    {"save_open", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                    "Opens what was just written as the model of the window.")},
    {"save_close",
     QT_TRANSLATE_NOOP("WhatsThisTexts", "Closes the form. A save that has started continues.")},
    {"save_cancel",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Stops the save. What was written stays, and the save can be continued later.")},
    {"save_save",
     QT_TRANSLATE_NOOP("WhatsThisTexts", "Starts to write. You can continue to work meanwhile.")},
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
     QT_TRANSLATE_NOOP("WhatsThisTexts", "Hides the rows in which both models are the same.")},
    {"compare_models_copy",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Copies the table shown, as Markdown for a text or as CSV for a spreadsheet.")},
    // Variants, reports, projects.
    {"compared_variants",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "One row per plan of the project: whether it fits, how fast it is, what it "
                       "takes of each device and how long it takes to load, all predicted. "
                       "Double-click a row to show the plan.")},
    {"compare_variants_copy",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Copies the rows as they are shown, with tabs between cells, for a spreadsheet.")},
    {"report_format",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "The file format of the report: a page, printable pages, a text, figures, "
                       "or only the board. The extension of the file is changed accordingly.")},
    {"report_scope",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Whether the report contains the plan shown or every plan of the project. A "
                       "picture of the board contains one plan.")},
    {"report_records", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                         "Chooses a file with loads and runs. The report then also "
                                         "contains their memory and times.")},
    {"report_preview", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                         "What will be written. Long tables and texts are "
                                         "shortened here, but complete in the file.")},
    {"report_file",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "The file of the report. Its extension determines the format; a file "
                       "without a known extension gets the extension of the selected format.")},
    {"report_choose",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Opens a dialog for the file that the report is written to.")},
    {"report_open_folder",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Shows the folder of the report in the file manager of the system.")},
    {"report_write",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Writes the report as it is shown. A file of that name is replaced.")},
    {"unsaved_save",
     QT_TRANSLATE_NOOP("WhatsThisTexts", "Saves the project first and then continues.")},
    {"unsaved_discard",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Continues without saving. All changes since the project was last saved are lost.")},
};

}  // namespace

std::span<const WhatsThisText> dialogsWhatsThis() {
    return kDialogTexts;
}

}  // namespace stowage
