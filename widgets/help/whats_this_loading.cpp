// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/help/whats_this.h"

namespace stowage {
namespace {

constexpr WhatsThisText kLoadingTexts[] = {
    // Loading.
    {"load_action",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Brings the weights from the files to where the plan puts them. What will not "
         "fit is said before a byte is read, with the nearest method that will.")},
    {"load_button",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Brings the weights from the files to where the plan puts them. What will not "
         "fit is said before a byte is read. While it loads, the button shows how far it"
         " is.")},
    {"method_combo",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Methods differ in the memory that they take on the way: from twice the size of"
         " the model to next to nothing. auto takes the one that suits the plan.")},
    {"loaded_note_load",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "What is loaded is another model or plan than the one that is shown. This loads"
         " the shown one in its place.")},
    {"loaded_note_unload",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Gives back the weights that are loaded, which are not those that are shown.")},
    {"run_loaded_note_load",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "What is loaded is another model or plan than the one that is shown. This loads"
         " the shown one in its place.")},
    {"run_loaded_note_unload",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Gives back the weights that are loaded, which are not those that are shown.")},
    {"cards_load",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Loads by the plan that is shown. The cards then show each device before and "
         "after.")},
    {"cards_unload",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Frees the weights on all devices, and gives back what the allocators keep. The"
         " plan stays.")},
    {"cards_empty_cache",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "An allocator keeps memory that no tensor uses, to be quick the next time. This"
         " gives it to other programs.")},
    {"cards_reset_peaks",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Lets the highest figures begin anew at what is held now. No memory changes.")},
    // The live charts.
    {"vram_chart",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "What the allocator of each GPU holds over time: thick what tensors use, thin "
         "what is reserved, dashed what was predicted. Point at a moment for its "
         "figures; the wheel zooms, dragging moves.")},
    {"ram_chart",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "The memory of this process in three parts: anonymous, shared behind simulated "
         "GPUs, and pages of files, which the system may take back at any time. Point at"
         " a moment for its figures.")},
    {"pause_button",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Holds what goes on, so that it can be looked at, and goes on with it when "
                       "pressed again. The time in between is not counted.")},
    {"step_button",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Brings in one tensor and holds again. Tree, board and charts show where the "
         "load has come to.")},
    {"cancel_button",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Ends what goes on. A load gives everything back that it has brought in.")},
    {"unload_button",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Frees the weights on all devices, and gives back what the allocators keep. The"
         " plan stays.")},
    {"follow_button",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Keeps the newest moment in sight while time goes on, after one has zoomed or "
         "moved the charts.")},
    {"freeze_button",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Holds the charts still for a closer look. Memory is sampled all the same, and "
         "nothing is lost.")},
    {"segment_device", QT_TRANSLATE_NOOP("WhatsThisTexts", "The GPU whose memory is drawn below.")},
    {"segment_map",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "The segments that the allocator of the GPU holds, and the blocks of tensors in"
         " them. Gaps between blocks are memory that is reserved and not used. A click "
         "on a block selects its module.")},
    // Audit and methods.
    {"audit_table",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "A row for each tensor of the last load that was verified: dtype, shape, "
                       "device, and whether its bytes are those of the file.")},
    {"audit_name_filter",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Shows the tensors that have these letters in their names.")},
    {"audit_all",
     QT_TRANSLATE_NOOP("WhatsThisTexts", "Shows every tensor that was held against the file.")},
    {"audit_differing",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Shows only the tensors that are not as the file has them.")},
    {"audit_verify",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "After the load the file is read a second time, independently, and every byte "
         "is compared. That takes about as long as reading it.")},
    {"audit_copy",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Takes the rows as they are filtered and sorted now, for a table of your own.")},
    {"methods_table",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "A row for each method of loading: what it will take, and what it took when it "
         "was measured. Those that are ticked are compared.")},
    {"methods_run",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Loads by each method that is ticked, one after the other, each in a fresh "
                       "process, so that none profits from the one before.")},
    {"methods_cache",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "A file that was read before comes from memory and loads much faster. Cold "
                       "drops its pages before each load, warm reads them, so that times can be "
                       "compared.")},
    {"methods_verify",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Shows that every method brings the very bytes of the file. Without it a "
                       "comparison is over sooner.")},
    {"methods_ram_limit",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Shows what a machine with less memory could do: a method that needs more than "
         "this is stopped when it gets there.")},
    // Other machines.
    {"machines_list",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Machines that were added, by their names as ssh knows them. Nothing is "
                       "connected by itself: choose one and connect it.")},
    {"machines_add",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Remembers the name of a machine that you reach by ssh. Neither a password "
                       "nor a key is kept: ssh asks for what it needs.")},
    {"machines_remove",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Takes the machine off the list. Stowage there, and the models there, stay as they are.")},
    {"machines_connect",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Starts stowagectl serve on the machine and asks which devices it has; where "
         "ssh needs a password, ssh itself asks for it. Pressed again, it ends the "
         "connection.")},
    {"machines_install",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Copies this program's own stowagectl to the machine by ssh, after asking, "
                       "where it is of the same kind.")},
    {"machines_open",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Lists the machine's files. Of the model that is chosen only the headers "
                       "are copied: it is looked at and planned here, its weights stay there.")},
    {"machines_gpus",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Lets a machine without a card do as if it had some, so that plans for "
                       "cards can be tried. The plan follows where its model is open.")},
    {"machines_load",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "The machine reads its own files and puts the weights where the plan says. "
                       "They stay there until you unload them or disconnect.")},
    {"machines_pause", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                         "Stops between two tensors, with all that was loaded in "
                                         "its place, and goes on from there.")},
    {"machines_step", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                        "For a look at how the memory grows: a tensor at a time.")},
    {"machines_cancel", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                          "Stops what the machine does for this window. Then the "
                                          "memory that it took there is given back.")},
    {"machines_run", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                       "The machine loads the model, runs the prompt through it "
                                       "and sends back what it generated, with the times.")},
    {"machines_prompt",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "What the model is to go on from: numbers of tokens, parted by commas, or a "
                       "text where the model has its tokenizer beside it.")},
    {"machines_generate",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Each is a pass through the model of its own, which takes the token that is likeliest.")},
    {"machines_devices",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "What the machine told last of its GPUs and its RAM. Simulated GPUs take their "
         "memory from its RAM.")},
    // Running.
    {"run_action",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Lets data flow through the loaded model, layer by layer, over the devices of "
         "the plan. Weights are read and never changed.")},
    {"run_start",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Lets data flow through the loaded model, layer by layer, over the devices of "
         "the plan. Weights are read and never changed.")},
    {"run_pause", QT_TRANSLATE_NOOP(
                      "WhatsThisTexts",
                      "Holds the run between two modules and goes on with it when pressed again.")},
    {"run_cancel",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Ends the run between two modules. Its figures until then stay, and the weights"
         " stay loaded.")},
    {"run_stages_action",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Runs one model in several processes, each with some of its layers, on this "
                       "machine and on others that ssh reaches.")},
    {"run_chain",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Lets several models take turns on one device, as cpu_offload_with_hook of "
                       "Accelerate does, and measures what each turn costs.")},
    {"run_prompt_text",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "What the model shall go on from, in words. The field below shows the tokens "
         "that the tokenizer makes of it.")},
    {"run_prompt",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "What the model shall go on from, as numbers of its vocabulary. The line below "
         "counts them and says how many the model sees.")},
    {"run_generate",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Each further token is one pass through all layers: the more, the longer the "
         "run and the larger the KV cache.")},
    {"run_input",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "A .npy file of float32, made by the model's own processor in Python and saved "
         "with numpy.save.")},
    {"run_input_browse",
     QT_TRANSLATE_NOOP("WhatsThisTexts", "Opens a dialog for the file with the array.")},
    {"run_sampling",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "How the next token is chosen: always the likeliest one, which gives the same "
         "answer each time, or drawn by chance.")},
    {"run_temperature",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "How far chance may go: small values keep to the likeliest tokens, large ones "
         "make the answer more surprising.")},
    {"run_top_k",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Leaves only this many of the likeliest tokens to draw from, so that very "
                       "unlikely ones never come.")},
    {"run_seed",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Chance begins from this number. Another number gives another answer.")},
    {"run_prefetch",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Lets weights from the CPU or the disk travel while the layers before them "
                       "compute, so that less is waited for. It takes room on the GPU for what has "
                       "arrived.")},
    {"run_window",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "How many layers may be on their way, or have arrived, before they are used. "
         "Each of them takes its room on the GPU.")},
    {"run_device",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Layers whose weights lie on the CPU or on disk have to run somewhere. This "
                       "device gets their weights while they run.")},
    {"run_threads",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "How many cores of the processor compute. More are not always faster, because "
         "all of them share the memory.")},
    {"run_result_page",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "The tokens that came out, and the rates and bytes of the run.")},
    {"run_timeline_page",
     QT_TRANSLATE_NOOP("WhatsThisTexts", "What each device and link did, moment by moment.")},
    {"run_layers_page",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "How long each layer computed and waited, beside what was predicted.")},
    {"run_layers",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "A row for each layer: how long it computed, how long its weights travelled, "
         "and what it waited for them.")},
    {"run_failure_help",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Leads to the section of the user guide on this kind of error, with its "
                       "usual causes and what to do.")},
    {"run_results_prefill",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Shows the times of the first pass, which takes all of the prompt at once.")},
    {"run_results_decode",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Shows the times of the passes after the first one, which take one token each.")},
    {"timeline_plot",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "A lane for each device and link, with a bar for all that it did. Hatched: it "
         "waits for weights. Point at a bar to see its layer, click to select it in tree"
         " and board; the wheel zooms.")},
    {"timeline_whole", QT_TRANSLATE_NOOP("WhatsThisTexts", "Takes zoom and movement back.")},
    // History.
    {"runs_table",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Every load, run and chain that is kept, with its peaks, its times and how far "
         "its prediction was off. Select several to compare their curves; F2 writes a "
         "note.")},
    {"runs_search",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Shows the records in which all of these words stand, wherever that is.")},
    {"runs_kind", QT_TRANSLATE_NOOP("WhatsThisTexts", "Shows loads, runs or chains alone.")},
    {"runs_overlay",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Draws the curves of the selected records into the charts of Live, beside those"
         " of what is loaded there.")},
    {"runs_import",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Adds records that stowagectl wrote, here or on another machine, to those of "
         "the window.")},
    {"runs_export",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Writes the selected records to a file, with all figures, for a table or a "
                       "program of your own.")},
    {"runs_accuracy",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Draws what was predicted over what was measured, for peaks and times, so that "
         "one sees how far predictions can be trusted.")},
    {"runs_delete",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Takes the selected records out of the list and off the disk. Undo delete "
                       "brings them back.")},
    {"runs_undo_delete", QT_TRANSLATE_NOOP("WhatsThisTexts", "Brings back what Delete took away.")},
    {"runs_curves_page",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Lays the memory curves of the selected records over each other, from their "
                       "first moments on.")},
    {"runs_details_page",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Shows one record in full: its plan, limits, phases and peaks.")},
    {"runs_device",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Shows the curves of one GPU alone, where a plan has several.")},
};

}  // namespace

std::span<const WhatsThisText> loadingWhatsThis() {
    return kLoadingTexts;
}

}  // namespace stowage
