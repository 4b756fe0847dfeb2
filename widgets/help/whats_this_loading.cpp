// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/help/whats_this.h"

namespace stowage {
namespace {

constexpr WhatsThisText kLoadingTexts[] = {
    // Loading.
    {"load_action",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Loads the weights from the files to the devices of the plan. If the "
                       "weights will not fit, the program reports this before it reads any data, "
                       "and suggests the most similar load method that fits.")},
    {"load_button",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Loads the weights from the files to the devices of the plan. If the "
                       "weights will not fit, the program reports this before it reads any data. "
                       "During the load, the button shows the progress.")},
    {"method_combo",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Load methods differ in the memory that they need during the load: from twice the size of "
         "the model to almost none. “auto” selects the method that suits the plan.")},
    {"loaded_note_load",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "The loaded model or plan is different from the one shown. This button "
                       "loads the model and plan shown instead.")},
    {"loaded_note_unload", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                             "Frees the loaded weights. These weights were loaded "
                                             "with a different model or plan than the one shown.")},
    {"run_loaded_note_load",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "The loaded model or plan is different from the one shown. This button "
                       "loads the model and plan shown instead.")},
    {"run_loaded_note_unload",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Frees the loaded weights. These weights were loaded with a different model "
                       "or plan than the one shown.")},
    {"cards_load",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Loads the weights according to the plan shown. The cards then show the "
                       "memory of each device before and after the load.")},
    {"cards_unload", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                       "Frees the weights on all devices, and the memory that the "
                                       "allocators keep. The plan does not change.")},
    {"cards_empty_cache",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "An allocator keeps unused memory, so that later allocations are faster. "
                       "This button frees the unused memory for other programs.")},
    {"cards_reset_peaks",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Resets the peaks to the current memory use. The memory itself does not change.")},
    // The live charts.
    {"vram_chart",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "The memory of each GPU's allocator over time: thick lines show allocated memory, thin "
         "lines show reserved memory, and dashed lines show the prediction. Point at a time to see "
         "its values. Use the mouse wheel to zoom, and drag to move the chart.")},
    {"ram_chart",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "The memory of this process in three parts: anonymous memory, shared memory "
                       "of simulated GPUs, and file pages, which the system can reclaim at any "
                       "time. Point at a time to see its values.")},
    {"pause_button",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Pauses the operation so that you can look at the charts. Press the button again to "
         "resume the operation. The paused time is not included in the measured time.")},
    {"step_button", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                      "Loads one tensor and pauses again. The module tree, the "
                                      "board and the charts show the progress of the load.")},
    {"cancel_button",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Stops the operation. If the operation is a load, all weights loaded so far are freed.")},
    {"unload_button", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                        "Frees the weights on all devices, and the memory that the "
                                        "allocators keep. The plan does not change.")},
    {"follow_button", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                        "Keeps the newest values visible as time passes. Use this "
                                        "button after you have zoomed or moved the charts.")},
    {"freeze_button",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Stops updating the charts, so that you can look at the curves. Memory is "
                       "still sampled, and no samples are lost.")},
    {"segment_device", QT_TRANSLATE_NOOP("WhatsThisTexts", "The GPU whose memory is shown below.")},
    {"segment_map",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "The segments that the allocator of the GPU has reserved, and the blocks of "
                       "tensors in these segments. Gaps between blocks are memory that is reserved "
                       "but not used. Click a block to select its module.")},
    // Audit and methods.
    {"audit_table",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "One row per tensor of the last verified load: dtype, shape, device, and "
                       "whether the bytes of the tensor match those of the file.")},
    {"audit_name_filter",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Shows only the tensors whose names contain the typed text.")},
    {"audit_all",
     QT_TRANSLATE_NOOP("WhatsThisTexts", "Shows every tensor that was compared with the file.")},
    {"audit_differing",
     QT_TRANSLATE_NOOP("WhatsThisTexts", "Shows only the tensors that differ from the file.")},
    {"audit_verify",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "After the load, the program reads the file a second time, independently, and compares "
         "every byte. This comparison takes about as long as reading the file.")},
    {"audit_copy",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Copies the rows with the current filter and order, for example for a spreadsheet.")},
    {"methods_table",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "One row per load method: the predicted values, and the measured values if "
                       "the method was measured. The selected methods are compared.")},
    {"methods_run", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                      "Loads with each selected method in turn, each time in a new "
                                      "process, so that no load benefits from the previous load.")},
    {"methods_cache",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "A file that was read before is in the page cache and loads much faster. To "
                       "make the times comparable, “cold” removes the file from the page cache "
                       "before each load, and “warm” reads the file before each load.")},
    {"methods_verify",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Verifies that every method loads exactly the bytes of the file. If this "
                       "option is off, a comparison takes less time.")},
    {"methods_ram_limit", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                            "Shows the results of a machine with less RAM: a load "
                                            "that reaches this limit is stopped.")},
    // Other machines.
    {"machines_list",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "The machines that you added, with their ssh names. Machines are not "
                       "connected automatically: select a machine and press Connect.")},
    {"machines_add",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Stores the name of a machine that you can reach by ssh. No password or key "
                       "is stored; ssh asks for a password or passphrase if necessary.")},
    {"machines_remove", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                          "Removes the machine from the list. Stowage and the "
                                          "models on that machine are not removed.")},
    {"machines_connect",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Starts “stowagectl serve” on the machine and requests the list of its devices. If ssh "
         "needs a password, it prompts for the password. Press the button again to disconnect.")},
    {"machines_install",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Copies stowagectl to the remote machine by ssh, after confirmation. Both "
                       "machines must be of the same kind.")},
    {"machines_open",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Lists the files of the remote machine. Only the headers of the chosen model are copied. "
         "You view and plan the model on this machine; the weights remain on the remote machine.")},
    {"machines_gpus",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Simulates GPUs on a machine that has no GPUs, so that you can try plans for GPUs. If a "
         "model of that machine is open, the plan of the model is updated.")},
    {"machines_folders",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "The folders of the remote machine from which models can be opened. Without folders, it "
         "is the home folder there. The folders apply to the next connection.")},
    {"machines_force",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "The check before the load has refused the load. This button loads the "
                       "model nevertheless; the load fails if memory runs out.")},
    {"machines_load",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "The remote machine reads its own files and loads the weights onto the devices of the "
         "plan. The weights remain loaded until you unload them or disconnect.")},
    {"machines_pause", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                         "Pauses after the current tensor and keeps the weights "
                                         "loaded so far. Press the button again to continue.")},
    {"machines_step",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Loads one tensor at a time, to show how the memory grows.")},
    {"machines_cancel",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Stops the operation that the remote machine performs for this window. The "
                       "memory that the operation used on the remote machine is then freed.")},
    {"machines_run",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "The remote machine loads the model, runs the prompt through the model, and "
                       "sends back the generated tokens with the times.")},
    {"machines_prompt", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                          "The prompt: token IDs separated by commas, or a text if "
                                          "the tokenizer is in the folder of the model.")},
    {"machines_generate",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "The number of tokens to generate. Each token needs one forward pass "
                       "through the model, which chooses the most likely token.")},
    {"machines_devices",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "The latest report of the machine about its GPUs and RAM. Simulated GPUs "
                       "use RAM of the machine as their memory.")},
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
                                     "Stops the run between two modules. The figures of the run so "
                                     "far are kept, and the weights remain loaded.")},
    {"run_stages_action",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Runs one model in several processes, each with some layers of the model, "
                       "on this machine and on other machines that can be reached by ssh.")},
    {"run_chain",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Runs several models in turn on one device, as cpu_offload_with_hook of "
                       "Accelerate does, and measures each model's transfers and time.")},
    {"run_prompt_text",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "The text that the model continues. The field below shows the token IDs "
                       "that the tokenizer creates from the text.")},
    {"run_prompt",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "The prompt as token IDs in the vocabulary of the model. The line below shows the number "
         "of tokens, the model's maximum, and the valid token IDs.")},
    {"run_generate",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Each generated token needs one forward pass through all layers. More "
                       "tokens make the run longer and the KV cache larger.")},
    {"run_input", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                    "A .npy file with float32 values, created in Python with the "
                                    "processor of the model and saved with numpy.save.")},
    {"run_input_browse",
     QT_TRANSLATE_NOOP("WhatsThisTexts", "Opens a dialog to choose the file with the array.")},
    {"run_sampling",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "How the next token is chosen: always the most likely token (greedy), which generates the "
         "same text each time, or a random token according to the probabilities (sampling).")},
    {"run_temperature",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "The temperature of the sampling. With small values, almost only the most likely tokens "
         "are chosen. With large values, less likely tokens are chosen more often.")},
    {"run_top_k", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                    "Limits the choice to this number of the most likely tokens, "
                                    "so that very unlikely tokens are never chosen.")},
    {"run_seed",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "The seed of the random numbers. A different seed usually results in a different text.")},
    {"run_prefetch",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Transfers weights from the CPU or the disk while earlier layers compute, which reduces "
         "waiting times. The weights transferred in advance need memory on the GPU.")},
    {"run_window",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "The prefetch window: the maximum number of layers that are transferred in "
                       "advance. Each of these layers needs memory on the GPU.")},
    {"run_device",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "The device that runs the layers whose weights are on the CPU or on disk. "
                       "The weights of these layers are transferred to this device for the run.")},
    {"run_threads",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "The number of CPU cores that compute. More cores are not always faster, "
                       "because all cores share the memory bandwidth.")},
    {"run_result_page",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "The generated tokens, and the rates and bytes of the run.")},
    {"run_timeline_page",
     QT_TRANSLATE_NOOP("WhatsThisTexts", "The activity of each device and each link over time.")},
    {"run_layers_page",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "How long each layer computed and waited, compared with the prediction.")},
    {"run_layers", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                     "One row per layer: its compute time, the transfer time of "
                                     "its weights, and the time that it waited for the weights.")},
    {"run_failure_help", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                           "Opens the section of the user guide on this kind of "
                                           "error, with the usual causes and solutions.")},
    {"run_results_prefill",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Shows the times of the first pass, which processes the whole prompt at once.")},
    {"run_results_decode", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                             "Shows the times of the second and later passes. Each "
                                             "of these passes processes one token.")},
    {"timeline_plot",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "One lane for each device and link, with a bar for each activity. Hatched bars mean that "
         "the device waits for weights. Point at a bar to see its layer. Click a bar to select the "
         "layer in the module tree and on the board. Use the mouse wheel to zoom.")},
    {"timeline_whole",
     QT_TRANSLATE_NOOP("WhatsThisTexts", "Resets the zoom and the position of the timeline.")},
    // History.
    {"runs_table",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "All stored records of loads, runs and chains of models, each with its "
                       "peaks, its times and the error of its prediction. Select several records "
                       "to compare their curves. Press F2 to edit a note.")},
    {"runs_search",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Shows only the records that contain all typed words, in any field.")},
    {"runs_kind", QT_TRANSLATE_NOOP(
                      "WhatsThisTexts",
                      "Shows only records of the selected kind: loads, runs or chains of models.")},
    {"runs_overlay",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Draws the curves of the selected records in the charts of the Live panel, "
                       "together with the curves of the current load.")},
    {"runs_import", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                      "Adds records that stowagectl wrote, on this machine or "
                                      "another machine, to the records in the window.")},
    {"runs_export", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                      "Writes the selected records to a file, with all figures, "
                                      "for use in a spreadsheet or another program.")},
    {"runs_accuracy",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Shows a chart of predicted and measured values, for peaks and times, so "
                       "that you can judge the accuracy of the predictions.")},
    {"runs_delete", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                      "Removes the selected records from the list and from the "
                                      "disk. “Undo delete” restores the removed records.")},
    {"runs_undo_delete",
     QT_TRANSLATE_NOOP("WhatsThisTexts", "Restores the records that “Delete” removed.")},
    {"runs_curves_page", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                           "Draws the memory curves of the selected records in one "
                                           "chart, aligned at the start of each record.")},
    {"runs_details_page",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Shows one record in full: its plan, limits, phases and peaks.")},
    {"runs_device",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Shows only the curves of one GPU, if a record has several GPUs.")},
};

}  // namespace

std::span<const WhatsThisText> loadingWhatsThis() {
    return kLoadingTexts;
}

}  // namespace stowage
