// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/help/whats_this.h"

namespace stowage {
namespace {

constexpr const char* kClosesWindow = QT_TRANSLATE_NOOP(
    "WhatsThisTexts", "Closes this window. The model and its plan do not change.");

constexpr const char* kCancelsDialog =
    QT_TRANSLATE_NOOP("WhatsThisTexts", "Closes this dialog; nothing is changed.");

constexpr const char* kCopiesText =
    QT_TRANSLATE_NOOP("WhatsThisTexts", "Copies the whole text above to the clipboard.");

constexpr const char* kChoosesModel = QT_TRANSLATE_NOOP(
    "WhatsThisTexts",
    "Opens a menu of models for this column: the open model, a file, a folder, or a known model "
    "that needs no file. The model in the main window does not change.");

constexpr const char* kStopsOpening = QT_TRANSLATE_NOOP(
    "WhatsThisTexts",
    "Stops opening this model. The column keeps the previous model, if there is one.");

constexpr const char* kOpensAgain = QT_TRANSLATE_NOOP(
    "WhatsThisTexts",
    "Tries to open the model again, for example after the file was downloaded again.");

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
         "The number of GPUs. An additional GPU is simulated, and is a copy of the last GPU if the "
         "last GPU is also simulated. A smaller number removes the last GPUs.")},
    {"gpu_table",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "One row per GPU. Type sizes with a unit, such as 24GiB or 24GB, and a link "
                       "in bytes per second. The name of a machine assigns the GPU to that machine "
                       "of a cluster; without a name, the GPU is in this machine. A cell with an "
                       "invalid value is marked. Only simulated GPUs can be changed.")},
    {"machine_links",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "The connection between two machines, for transfers from a GPU of one machine to a GPU of "
         "the other machine. Type a rate, for example 1.25GB/s, and a latency, for example 200us. "
         "An empty cell uses the value of the row “Any two machines”. If that row has no value "
         "either, the value is assumed.")},
    {"card_of_gpu*", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                       "Sets the values of the simulated GPU in this row to those "
                                       "of a real card, which you choose by name.")},
    {"*_is_seen",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "If this option is off, the plan does not use the GPU, as if "
                       "CUDA_VISIBLE_DEVICES hid the GPU. The GPU remains in this list.")},
    {"devices_ok",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Applies these GPUs and links. If a model is open, the change is one edit of the plan, "
         "which Undo reverts. The dialog does not close while a cell has an invalid value.")},
    // Import a placement.
    {"map_text",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "The text to import: type or paste the text, or drop a file on this field. The text is "
         "checked while you type, and problems are shown below the field.")},
    {"map_from", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                   "How the text is interpreted: automatically by its contents, or "
                                   "as the settings of the chosen engine.")},
    {"map_file",
     QT_TRANSLATE_NOOP("WhatsThisTexts", "Replaces the text above with the text of a file.")},
    {"map_mend",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "The text contains characters that Python does not accept, such as typographic quotes. "
         "This button replaces these characters; Ctrl+Z in the field restores the text.")},
    {"map_places",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "The contents of each device after the import: the number of modules with weights, the "
         "bytes of these modules, and the bytes that are on the device now.")},
    {"problem_row", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                      "A problem with the plan, or a hint. In the Problems panel, "
                                      "click a problem to select its module, if it has one.")},
    {"map_apply",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Applies the imported placement to the plan, as one edit that Undo reverts.")},
    {"map_compare",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Closes the dialog. On the board and in the module tree, the modules that "
                       "would be on a different device are marked. The plan does not change.")},
    // Export.
    {"export_engines", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                         "The programs that the plan can be exported for. The text "
                                         "next to the list is for the selected program.")},
    {"export_text",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "The command for the chosen engine and the files that the command needs, or a Python file "
         "that replaces the command. The text also lists the parts of this plan that cannot be "
         "expressed for the engine. You can select and copy the text.")},
    {"export_save", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                      "Writes the files that the command needs into a folder that "
                                      "you choose. Existing files are never replaced.")},
    {"export_copy", kCopiesText},
    {"export_force",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Shows the export even though it is undetermined whether the plan fits with "
                       "this engine. The sentence above explains which information is missing.")},
    // Before a load.
    {"preflight_peaks",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "The peak memory that the load would need, compared with the free memory, for each GPU "
         "and for the RAM of this machine. Values that are too large are marked.")},
    {"preflight_force",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Loads anyway. A load that runs out of memory stops and frees all memory "
                       "that it has allocated. If RAM runs out, the system may stop the program.")},
    {"preflight_nearest",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Loads with the most similar load method that fits in memory.")},
    {"ram_limit_text", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                         "The maximum amount of RAM that a load may use, with a "
                                         "unit, such as 4GiB. Empty: the RAM of the machine.")},
    {"ram_limit_ok", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                       "Sets the limit for all subsequent loads. If the text is "
                                       "not a size, the limit does not change.")},
    // Other machines.
    {"add_machine_text",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "The name that you would type after ssh: a host, an alias from ~/.ssh/config, or "
         "user@host. Options of ssh are not accepted in this field; write them to ~/.ssh/config.")},
    {"add_machine_ok", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                         "Adds the machine to the list of the Machines panel. To "
                                         "connect the machine, press Connect in that panel.")},
    {"install_there_ok",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Copies the program to the remote machine by ssh, starts it there to check "
                       "that it runs, and connects. Both machines must be of the same kind. You "
                       "can cancel during these steps.")},
    {"remote_up",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Lists the parent folder. A machine shows only the folders that stowagectl "
                       "may read on that machine, and no folders above them.")},
    {"remote_path",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "The listed folder of the remote machine. To list another folder, type its "
                       "path and press Enter. Errors are shown below the list.")},
    {"remote_table",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "The contents of the folder. Hidden files are at the end. Double-click an "
                       "entry or press Enter to open a folder or a file.")},
    {"remote_open_folder",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Opens the listed folder as one model, for a checkpoint with several files "
                       "or an adapter. The selection in the list is ignored.")},
    {"remote_open",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Opens the selected folder or file. Only the headers of a model are copied; "
                       "the weights remain on the remote machine.")},
    // Predicted and Measured.
    {"accuracy_quantity", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                            "The quantity whose predicted and measured values are "
                                            "compared, such as peak memory or time.")},
    {"accuracy_plot",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Each stored load or run as a point: the measured value over the predicted value, on "
         "logarithmic axes. On the dashed line, both values are equal. The band shows the range "
         "stated above the table. Click a point to select its record.")},
    {"accuracy_table",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "One row per point, with the error of the prediction and the difference "
                       "between repeated measurements. The point of the selected row is marked in "
                       "the chart, and its record is selected in History.")},
    // Run as a Chain.
    {"chain_line",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "The models that run in turn on one device, separated by commas. b*50 calls the model b "
         "fifty times; the model remains on the device during these calls.")},
    {"chain_add_file",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Lets you choose a file and adds it to the end of the list.")},
    {"chain_add_folder",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Lets you choose a folder and adds it to the end of the list, as one model.")},
    {"chain_pass_on", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                        "If this option is off, the input of every model consists "
                                        "only of the tokens of the Run panel.")},
    {"chain_steps",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "One row per model, in the order of the chain: the device that the model "
                       "was moved to, the bytes moved, the time of the move and of the run, the "
                       "peak memory, and the memory still in use on the device afterwards.")},
    {"chain_offload", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                        "The model that ran last remains on the GPU. This button "
                                        "moves the model back to the CPU.")},
    {"chain_run", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                    "Moves the models to the device one after the other, runs each "
                                    "model, and measures the cost of each move and run.")},
    {"chain_pause",
     QT_TRANSLATE_NOOP("WhatsThisTexts", "Pauses the chain, and resumes it when pressed again.")},
    {"chain_cancel",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Stops the chain. The results of the models that have run remain in the table.")},
    {"chain_close", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                      "Closes the window and frees the memory of the models in the "
                                      "chain. A running chain is stopped first.")},
    // Run in Stages.
    {"stages_model",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "The path of the model, which must be the same on every machine. You can enter a model "
         "other than the open one. The options of the open model (a prefix, renamed keys) then do "
         "not apply, and the layers are unknown until the model runs.")},
    {"stages_send", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                      "Sends each remote machine the layers that it runs, by ssh. "
                                      "The copies are deleted when the run ends.")},
    {"stages_machine_*",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "The machine that runs the layers of this stage. Type localhost for this machine, or the "
         "ssh name of another machine. One machine can have several stages.")},
    {"stages_first_*",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Layers are counted from 0. The first stage also runs everything before the layers.")},
    {"stages_last_*",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "The last layer of the stage. The last stage also runs everything after the layers.")},
    {"stages_address_*",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "The address on which the machine listens during the run, for example the address in a "
         "faster network. Empty: the address of the ssh connection to the machine.")},
    {"stages_remove_*", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                          "Removes this stage. Its layers then have no stage until "
                                          "you assign them to another stage.")},
    {"stages_add",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Adds a stage at the end. The new stage begins with the next layer.")},
    {"stages_divide",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Distributes the layers evenly among the stages, in the order of the "
                       "layers. The numbers of layers per stage differ by at most one.")},
    {"stages_prompt", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                        "The prompt: token IDs, or a text if the tokenizer is in "
                                        "the folder of the model on the machines.")},
    {"stages_generate", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                          "The number of tokens to generate after the prompt. The "
                                          "model always chooses the most likely token.")},
    {"stages_tokens", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                        "The tokens generated after the prompt. A run in a single "
                                        "process generates the same tokens.")},
    {"stages_table",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "One row per stage: the weights that the stage loaded, the times that it "
                       "spent on loading, computing and waiting for other stages, and the data "
                       "that it sent. The clock of the stage was compared with the clock of this "
                       "machine; the largest possible difference is shown.")},
    {"stages_memory",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "The RAM of each stage's process and the memory of its GPUs during the run, "
                       "sampled once per second: the current value and the maximum so far. The GPU "
                       "values show the memory reserved by PyTorch's allocator.")},
    {"stages_bars",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "The time ranges in which each stage computed, from the start of the first "
                       "stage to the end of the last stage. In a gap, the stage did not compute, "
                       "for example because it waited for another stage.")},
    {"stages_run",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Starts a stowagectl process for each stage, which loads the layers of the stage. The run "
         "starts when all stages are loaded. At the end, all memory is freed.")},
    {"stages_cancel",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Stops the run on all machines. The results of the stopped run are not kept.")},
    {"stages_close",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Closes the window. A run in progress is first stopped on all machines.")},
    // Guide, log, keys, About.
    {"guide_search",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Finds the paragraphs in all pages that contain every word typed in this "
                       "field. Press Enter to show the next paragraph.")},
    {"guide_back", QT_TRANSLATE_NOOP("WhatsThisTexts", "Returns to the previous page.")},
    {"guide_forward",
     QT_TRANSLATE_NOOP("WhatsThisTexts", "Returns to the page on which Back was pressed.")},
    {"guide_pages",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "The pages of the guide, by chapter. The selected page is shown next to the list.")},
    {"guide_hits", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                     "The paragraphs that the search found. The page of the "
                                     "selected paragraph is shown, with the search words marked.")},
    {"guide_browser",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "The current page. Click a link to open another page. Press Back to return.")},
    {"log_text", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                   "The messages of the program since its start, each with its "
                                   "time and kind. The newest message is at the end.")},
    {"log_copy",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Copies the selected lines, or the whole log if nothing is selected.")},
    {"log_save",
     QT_TRANSLATE_NOOP("WhatsThisTexts", "Writes the whole log to a text file that you choose.")},
    {"shortcuts_list", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                         "The keyboard shortcuts of the menu entries, by menu, and "
                                         "those of the board and the module tree.")},
    {"about_details",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "The versions of the program and of the software that it is built on, the devices, and "
         "the licences of the libraries. You can select and copy the text.")},
    {"about_copy", kCopiesText},
    // New Model.
    {"new_model_preset",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Fills the form with the values of a known model, or with the defaults of "
                       "the library. The values that you typed can be restored.")},
    {"new_model_back", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                         "Restores the values that were typed in the form before "
                                         "another model or family was chosen.")},
    {"new_model_family",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "The model_type of the config.json. If you choose another family, the form "
                       "shows the defaults of that family.")},
    {"new_model_type",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "The dtype of the weights, which determines the number of bytes per parameter.")},
    {"new_model_class",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "The class of the library that is built from the values in this form. A "
                       "different class may have a different head.")},
    {"new_model_field_*",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "A value of the config.json; the label is the name of the value in the "
                       "file. An empty field uses the default or a computed value. The figures "
                       "below are updated while you type.")},
    {"new_model_save",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Writes the contents of the form to a config.json, which you can open later.")},
    {"new_model_open",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Opens the model of the form instead of the open model. The new model can "
                       "be planned, but there are no weights to load.")},
    {"new_model_close",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Closes the form. The form keeps your input until you open it again.")},
    // Write Model As.
    {"save_source",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "The model to save: the open model, or a small test model with random weights.")},
    {"save_format", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                      "The format of the files that are written. Accelerate's "
                                      "offload folder is available only for the open model.")},
    {"save_shard",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "The maximum size of one safetensors file, such as 5GB or 512MiB. A larger "
                       "model is split into shards, with an index file. Empty: one file.")},
    {"save_type", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                    "The dtype in which floating-point tensors are written. The "
                                    "dtype of other tensors does not change.")},
    {"save_seed", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                    "The seed of the random weights, a whole number. The same seed "
                                    "always generates the same weights.")},
    {"save_perturbed", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                         "If this option is off, norms are ones and biases are "
                                         "zeros, so many tensors have the same contents.")},
    {"save_folder",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "The folder in which the files are written. A missing folder is created. You are asked "
         "for confirmation before files of an earlier save are replaced.")},
    {"save_choose",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Opens a dialog to choose the folder in which the files are written.")},
    {"save_go_on", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                     "Continues the interrupted save. Existing files are checked "
                                     "first and kept if they are correct.")},
    {"save_over",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Writes all files again and replaces the files of an earlier save in the folder.")},
    {"save_back",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Returns to the form without writing any files. The folder does not change.")},
    {"save_open", QT_TRANSLATE_NOOP("WhatsThisTexts", "Opens the new model in the main window.")},
    {"save_close",
     QT_TRANSLATE_NOOP("WhatsThisTexts", "Closes the form. A save that has started continues.")},
    {"save_cancel", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                      "Stops the save. The files written so far are kept, and you "
                                      "can continue the save later.")},
    {"save_save",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Starts to write the files. You can continue to work during the save.")},
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
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Hides the rows in which both models have the same value.")},
    {"compare_models_copy",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Copies the table shown, as Markdown for a text or as CSV for a spreadsheet.")},
    // Variants, reports, projects.
    {"compared_variants",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "One row per plan of the project: whether the plan fits, its speed, the "
                       "memory that it needs on each device, and the load time. All values are "
                       "predicted. Double-click a row to show the plan.")},
    {"compare_variants_copy",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Copies the visible rows with tabs between the cells, for a spreadsheet.")},
    {"report_format",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "The file format of the report: a web page, printable pages, a text, figures, or only the "
         "board. The file extension is changed to match the format.")},
    {"report_scope",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Whether the report contains the plan shown or every plan of the project. A "
                       "picture of the board contains one plan.")},
    {"report_records",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Lets you choose a file with recorded loads and runs. The report then also "
                       "contains the memory and the times of these loads and runs.")},
    {"report_preview",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "A preview of the report. Long tables and texts are shortened in the "
                       "preview, but are complete in the file.")},
    {"report_file",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "The file of the report. The file extension determines the format. If the extension is "
         "missing or unknown, the extension of the selected format is added.")},
    {"report_choose",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Opens a dialog to choose the file that the report is written to.")},
    {"report_open_folder",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Shows the folder of the report in the file manager of the system.")},
    {"report_write", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                       "Writes the report as shown in the preview. An existing "
                                       "file with the same name is replaced.")},
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
