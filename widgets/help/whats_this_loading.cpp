// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/help/whats_this.h"

namespace stowage {
namespace {

constexpr WhatsThisText kLoadingTexts[] = {
    // Loading.
    {"load_action",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Loads the weights from the files to the devices of the plan. If they will not fit, this "
         "is reported before a byte is read, with the nearest method that fits.")},
    {"load_button",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Loads the weights from the files to the devices of the plan. If they will not fit, this "
         "is reported before a byte is read. During the load, the button shows its progress.")},
    {"method_combo",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Methods differ in the memory that they take during the load: from twice the size of the "
         "model to almost nothing. auto chooses the one that suits the plan.")},
    {"loaded_note_load", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                           "A different model or plan than the one shown is "
                                           "loaded. This loads the one shown instead.")},
    {"loaded_note_unload",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Frees the loaded weights. They were loaded with another plan than the one shown.")},
    {"run_loaded_note_load", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                               "A different model or plan than the one shown is "
                                               "loaded. This loads the one shown instead.")},
    {"run_loaded_note_unload",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Frees the loaded weights. They were loaded with another plan than the one shown.")},
    {"cards_load",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Loads according to the plan shown. The cards then show each device before and after.")},
    {"cards_unload", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                       "Frees the weights on all devices, and the memory that the "
                                       "allocators keep. The plan stays.")},
    {"cards_empty_cache",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "An allocator keeps memory that no tensor uses, so that it can allocate "
                       "faster next time. This frees it for other programs.")},
    {"cards_reset_peaks",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Resets the peaks to what is held now. The memory itself does not change.")},
    // The live charts.
    {"vram_chart",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "What the allocator of each GPU holds over time: thick lines for what tensors use, thin "
         "lines for what is reserved, dashed lines for the prediction. Point at a moment to see "
         "its figures; zoom with the wheel, move by dragging.")},
    {"ram_chart",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "The memory of this process in three parts: anonymous, shared memory behind "
                       "simulated GPUs, and pages of files, which the system can take back at any "
                       "time. Point at a moment to see its figures.")},
    {"pause_button",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Pauses the operation so that you can look at it, and resumes it when "
                       "pressed again. The time in between is not counted.")},
    {"step_button", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                      "Loads one tensor and pauses again. Tree, board and charts "
                                      "show the progress of the load.")},
    {"cancel_button",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Ends the operation. A load frees everything that it has loaded so far.")},
    {"unload_button", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                        "Frees the weights on all devices, and the memory that the "
                                        "allocators keep. The plan stays.")},
    {"follow_button", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                        "Keeps the newest moment visible as time passes, after you "
                                        "have zoomed or moved the charts.")},
    {"freeze_button",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Stops the charts for a closer look. Memory is still sampled, and nothing is lost.")},
    {"segment_device", QT_TRANSLATE_NOOP("WhatsThisTexts", "The GPU whose memory is shown below.")},
    {"segment_map",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "The segments that the allocator of the GPU holds, and the blocks of "
                       "tensors in them. Gaps between blocks are memory that is reserved but not "
                       "used. Click a block to select its module.")},
    // Audit and methods.
    {"audit_table", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                      "One row per tensor of the last verified load: dtype, shape, "
                                      "device, and whether its bytes are those of the file.")},
    {"audit_name_filter",
     QT_TRANSLATE_NOOP("WhatsThisTexts", "Shows the tensors whose names contain this text.")},
    {"audit_all",
     QT_TRANSLATE_NOOP("WhatsThisTexts", "Shows every tensor that was compared with the file.")},
    {"audit_differing",
     QT_TRANSLATE_NOOP("WhatsThisTexts", "Shows only the tensors that differ from the file.")},
    {"audit_verify",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "After the load, the file is read a second time, independently, and every "
                       "byte is compared. This takes about as long as reading the file.")},
    {"audit_copy",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Copies the rows as they are filtered and sorted now, for your own tables.")},
    {"methods_table",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "One row per loading method: the predicted figures, and the measured ones "
                       "where it was measured. The methods that are ticked are compared.")},
    {"methods_run", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                      "Loads with each ticked method, one after the other, each in "
                                      "a new process, so that none benefits from the one before.")},
    {"methods_cache",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "A file that was read before comes from memory and loads much faster. Cold "
                       "drops its pages before each load, warm reads them, so that times can be "
                       "compared.")},
    {"methods_verify", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                         "Verifies that every method loads exactly the bytes of "
                                         "the file. Without it, a comparison takes less time.")},
    {"methods_ram_limit",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Shows what a machine with less memory could do: a method that needs more "
                       "than this is stopped when it reaches the limit.")},
    // Other machines.
    {"machines_list",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "The machines that you added, with their ssh names. No connection is made "
                       "automatically: choose a machine and connect it.")},
    {"machines_add",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Stores the name of a machine that you reach by ssh. Neither a password nor "
                       "a key is stored: ssh asks for what it needs.")},
    {"machines_remove", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                          "Removes the machine from the list. Stowage and the "
                                          "models on that machine stay as they are.")},
    {"machines_connect",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Starts stowagectl serve on the machine and asks for its devices; if ssh "
                       "needs a password, ssh itself asks for it. Press it again to disconnect.")},
    {"machines_install",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Copies this program's own stowagectl to the machine by ssh, after "
                       "confirmation, if the machine is of the same kind.")},
    {"machines_open",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Lists the machine's files. Only the headers of the chosen model are "
                       "copied: you view and plan it here, and its weights stay there.")},
    {"machines_gpus",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Makes a machine without a card behave as if it had some, so that you can try plans for "
         "cards. If a model of that machine is open, its plan is updated.")},
    {"machines_load",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "The machine reads its own files and puts the weights on the devices of the "
                       "plan. They stay there until you unload them or disconnect.")},
    {"machines_pause", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                         "Pauses after the current tensor and keeps everything "
                                         "loaded so far; press again to continue.")},
    {"machines_step",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Loads one tensor at a time, to show how the memory grows.")},
    {"machines_cancel", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                          "Stops what the machine does for this window. The memory "
                                          "that it took there is then freed.")},
    {"machines_run", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                       "The machine loads the model, runs the prompt through it "
                                       "and sends back the generated tokens, with the times.")},
    {"machines_prompt",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "What the model continues: token numbers separated by commas, or a text if "
                       "the model's tokenizer is next to it.")},
    {"machines_generate",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Each token is one pass through the model, which chooses the most likely token.")},
    {"machines_devices", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                           "What the machine last reported about its GPUs and its "
                                           "RAM. Simulated GPUs take their memory from its RAM.")},
    // Running.
    {"run_action",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Sends data through the loaded model, layer by layer, across the devices of "
                       "the plan. Weights are read and never changed.")},
    {"run_start",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Sends data through the loaded model, layer by layer, across the devices of "
                       "the plan. Weights are read and never changed.")},
    {"run_pause",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Pauses the run between two modules and resumes it when pressed again.")},
    {"run_cancel", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                     "Ends the run between two modules. Its figures so far are "
                                     "kept, and the weights stay loaded.")},
    {"run_stages_action",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Runs one model in several processes, each with some of its layers, on this "
                       "machine and on others that can be reached by ssh.")},
    {"run_chain",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Runs several models in turn on one device, as cpu_offload_with_hook of "
                       "Accelerate does, and measures the cost of each turn.")},
    {"run_prompt_text", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                          "The text that the model continues. The field below "
                                          "shows the tokens that the tokenizer makes of it.")},
    {"run_prompt",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "The text that the model continues, as token numbers of its vocabulary. The "
                       "line below counts them and shows how many of them the model sees.")},
    {"run_generate", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                       "Each generated token is one pass through all layers: more "
                                       "tokens make the run longer and the KV cache larger.")},
    {"run_input", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                    "A .npy file of float32, made with the model's own processor "
                                    "in Python and saved with numpy.save.")},
    {"run_input_browse",
     QT_TRANSLATE_NOOP("WhatsThisTexts", "Opens a dialog for the file with the array.")},
    {"run_sampling",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "How the next token is chosen: always the most likely one (greedy), which gives the same "
         "answer each time, or at random, by its probability (sampling).")},
    {"run_temperature",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "How random the choice is: with small values, only the most likely tokens "
                       "are chosen; large values make the answer more surprising.")},
    {"run_top_k", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                    "Only this many of the most likely tokens can be chosen, so "
                                    "that very unlikely ones never appear.")},
    {"run_seed",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "The start value of the random numbers. A different number gives a different answer.")},
    {"run_prefetch",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Transfers weights from the CPU or the disk while earlier layers compute, which reduces "
         "waiting. The weights that have arrived take room on the GPU.")},
    {"run_window", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                     "How many layers may be in transfer, or have arrived, before "
                                     "they are used. Each of them takes room on the GPU.")},
    {"run_device",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Layers whose weights are on the CPU or on disk must run somewhere. This "
                       "device receives their weights while they run.")},
    {"run_threads",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "How many cores of the processor compute. More are not always faster, because "
         "all of them share the memory.")},
    {"run_result_page",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "The generated tokens, and the rates and bytes of the run.")},
    {"run_timeline_page",
     QT_TRANSLATE_NOOP("WhatsThisTexts", "What each device and link did at each moment.")},
    {"run_layers_page",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "How long each layer computed and waited, compared with the prediction.")},
    {"run_layers", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                     "One row per layer: how long it computed, how long its "
                                     "weights were in transfer, and how long it waited for them.")},
    {"run_failure_help", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                           "Opens the section of the user guide on this kind of "
                                           "error, with its usual causes and what to do.")},
    {"run_results_prefill",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Shows the times of the first pass, which processes the whole prompt at once.")},
    {"run_results_decode",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Shows the times of the passes after the first one, which process one token each.")},
    {"timeline_plot",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "A lane for each device and link, with a bar for everything that it did. "
                       "Hatched: it waits for weights. Point at a bar to see its layer, click it "
                       "to select the layer in tree and board; zoom with the wheel.")},
    {"timeline_whole", QT_TRANSLATE_NOOP("WhatsThisTexts", "Resets zoom and position.")},
    // History.
    {"runs_table",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Every stored load, run and chain, with its peaks, its times and the error of its "
         "prediction. Select several to compare their curves; F2 edits a note.")},
    {"runs_search",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Shows the records that contain all of these words, in any field.")},
    {"runs_kind", QT_TRANSLATE_NOOP("WhatsThisTexts", "Shows only loads, runs or chains.")},
    {"runs_overlay", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                       "Draws the curves of the selected records into the charts "
                                       "of Live, together with those of the current load.")},
    {"runs_import", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                      "Adds records that stowagectl wrote, on this or another "
                                      "machine, to those of the window.")},
    {"runs_export", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                      "Writes the selected records to a file, with all figures, "
                                      "for your own tables or programs.")},
    {"runs_accuracy", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                        "Draws predicted against measured values, for peaks and "
                                        "times, to show how far predictions can be trusted.")},
    {"runs_delete", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                      "Removes the selected records from the list and from the "
                                      "disk. Undo delete restores them.")},
    {"runs_undo_delete", QT_TRANSLATE_NOOP("WhatsThisTexts", "Restores what Delete removed.")},
    {"runs_curves_page", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                           "Draws the memory curves of the selected records over "
                                           "each other, aligned at their start.")},
    {"runs_details_page",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Shows one record in full: its plan, limits, phases and peaks.")},
    {"runs_device", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                      "Shows only the curves of one GPU, if a plan has several.")},
};

}  // namespace

std::span<const WhatsThisText> loadingWhatsThis() {
    return kLoadingTexts;
}

}  // namespace stowage
