// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/help/whats_this.h"

namespace stowage {
namespace {

constexpr WhatsThisText kPageTexts[] = {
    // The Capacity page.
    {"capacity_devices",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Sets the number of GPUs of the plan, and the properties of each GPU. The "
                       "results on this page are updated.")},
    {"workload_engine",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Each engine stores keys, values and activations differently, so the memory "
                       "that a workload needs depends on the engine. “automatic” selects Stowage "
                       "if it can run models of this family, otherwise transformers.")},
    {"workload_batch",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Each sequence needs separate keys and values in the KV cache, which limits "
                       "the number of sequences at once. The weights are stored only once.")},
    {"workload_prompt", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                          "A longer prompt delays the first token and needs more "
                                          "memory for activations during the prefill.")},
    {"workload_context",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "The context length: the number of tokens for which the plan reserves keys "
                       "and values. Empty: the prompt plus the generated tokens.")},
    {"workload_generate", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                            "Each generated token needs one forward pass through "
                                            "all layers, and one position in the KV cache.")},
    {"workload_prefill_chunk",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "A prompt that is processed in chunks needs less memory for activations, "
                       "but more forward passes.")},
    {"workload_images",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Each image adds tokens to the prompt. The vision tower of the model "
                       "processes each image once and needs memory for attention scores.")},
    {"workload_tensor_parallel",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Splits each layer across several GPUs, as serving engines do. The device "
                       "map then has no effect.")},
    {"workload_max_num_batched_tokens",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "vLLM runs a pass with this number of tokens before it starts to serve, so the number "
         "determines the memory for activations. Empty: the default of vLLM for the card.")},
    {"workload_gpu_memory_utilization",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "vLLM always reserves this fraction of the memory of each GPU; keys and values use what "
         "weights and activations leave free. In SGLang, the fraction covers only weights, keys "
         "and values. Empty: 0.92 for vLLM, or the value that SGLang chooses.")},
    {"workload_kv_dtype",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "With a smaller dtype for keys and values, longer contexts fit.")},
    {"workload_compute_dtype",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "The compute dtype determines the size of activations. Unless another dtype "
                       "is specified, keys and values also have the compute dtype.")},
    {"workload_attention",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "With eager attention, the memory for the attention scores grows with the square of the "
         "prompt length. Fused attention never stores all scores at once.")},
    {"workload_allocator",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "The allocator setting determines how much memory is reserved but unused at "
                       "the peak. The setting does not affect the weights.")},
    {"sacrifices_list",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "To make the plan fit, these changes are tried from the top: each change "
                       "together with all changes above it. Drag a line to change the order.")},
    {"sacrifice_earlier",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Moves the selected change up, so that it is tried earlier. Put the changes "
                       "that you accept most easily at the top.")},
    {"sacrifice_later",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Moves the selected change down, so that it is tried later. Put the changes "
                       "that you want to avoid most at the bottom.")},
    {"use_context",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Sets the context length of the workload to the largest value that fits.")},
    {"use_batch", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                    "Sets the batch size of the workload to the largest number of "
                                    "sequences that fits at once.")},
    {"use_users",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Sets the batch size of the workload to the largest number of sequences "
                       "that fits if the prompts are processed one after another.")},
    {"try_change_*", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                       "Applies this change and all changes above it to the plan "
                                       "or the workload, as one edit that Undo reverts.")},
    {"memory_table",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "One row per device, with everything that uses the memory of the device at "
                       "the peak. Click a figure to see its formula with the numbers filled in.")},
    {"sweep_first", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                      "The quantity on the horizontal axis of the sweep: a context "
                                      "length, a number of sequences, a dtype, or a limit.")},
    {"sweep_second", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                       "A second quantity, which varies from row to row. The sweep "
                                       "is then shown as a map instead of a line.")},
    {"sweep_map", QT_TRANSLATE_NOOP(
                      "WhatsThisTexts",
                      "Each cell is one complete estimate. The colour shows whether the plan fits. "
                      "Click a cell to use its plan and workload, as one edit that Undo reverts.")},
    {"sweep_use",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Uses the plan and workload of the selected point, as one edit that Undo reverts.")},
    {"sweep_export",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Saves the sweep as a picture, or as numbers for a spreadsheet.")},
    {"ways_memory",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Chooses the memory on the horizontal axis of the chart: GPU memory or RAM.")},
    {"layer_times",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "The time that each layer or group of layers needs for a forward pass, and "
                       "whether computation, memory or a link limits the speed.")},
    {"engine_log_rows", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                          "The memory figures that another program printed, each "
                                          "next to the corresponding figure of the plan.")},
    {"offload_modes",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "The GPU memory and the RAM that each offload mode of diffusers needs, and "
                       "the data that the mode must transfer.")},
    {"tenants", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                  "The memory that each model in this plan needs, and the memory "
                                  "that all models together need in one process.")},
    // Model facts.
    {"facts_part",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "The file contains other data in addition to the model, such as the state "
                       "of an optimizer. The part chosen in this list is opened as the model.")},
    {"facts_class",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Several classes can be built from one config.json, with different heads on "
                       "the same layers. The file is opened again as the chosen class.")},
    {"facts_as_stored",
     QT_TRANSLATE_NOOP("WhatsThisTexts", "Opens the file again without renaming its keys.")},
    {"facts_choose_tree",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Compares the tensor names, shapes and dtypes in the file with the modules "
                       "in another file, which was written by Python.")},
    {"facts_edit_sizes", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                           "Opens a form with the values of the config.json. "
                                           "Change the values to plan another size of the model.")},
    {"facts_rename_*",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Opens the file again with its keys renamed to fit the model.")},
    {"facts_classes",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "The number of modules of each class, and the total size of these modules.")},
    {"facts_types",
     QT_TRANSLATE_NOOP("WhatsThisTexts", "How many bytes are stored in each dtype.")},
    {"facts_largest",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "The largest tensors. Each of them needs one contiguous block of memory.")},
    {"facts_files",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "The files that the model was read from, with the contents of each.")},
    {"facts_keys",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "The differences between the file and the model: tensor names that only one "
                       "of them contains, and tensors whose shape or dtype differs.")},
    {"facts_tied", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                     "Groups of names that refer to the same tensor. The bytes of "
                                     "such a tensor are counted once.")},
    {"facts_notes",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Notes about the file that were recorded when the file was opened.")},
    {"sweep_line",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "How the results change with the swept quantity; each point is one estimate.")},
    {"sweep_slider",
     QT_TRANSLATE_NOOP("WhatsThisTexts", "Drag to show another point of the sweep.")},
    {"ways_chart", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                     "Each point is one way to run the model: its tokens per "
                                     "second over the memory that it needs.")},
    {"engine_log_text",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Paste the memory output of another program into this field. The figures in "
                       "the output are compared with the figures of the plan.")},
    {"project_notes",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Your notes about this project. The notes are saved with the project.")},
    // Head and setup.
    {"lesson_smaller", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                         "Makes the text and the lines of the lesson one step "
                                         "smaller. The values and the curves do not change.")},
    {"lesson_larger",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Makes the text and the lines of the lesson one step larger, so that they "
                       "can be read from a greater distance.")},
    {"lesson_export",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Exports the results of the lesson so far: setup, guesses, answers, curves "
                       "and figures. One completed step is enough.")},
    {"lesson_more",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Opens a menu with rarely needed commands, such as “Start over” for the next person.")},
    {"lesson_start_over",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Removes the guesses, answers and results of this setup from the page, "
                       "after confirmation. The loads remain in History.")},
    {"lesson_undo_start_over",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Restores the results that “Start over” removed. This is possible until a "
                       "step is run again or the program exits.")},
    {"lesson_learner",
     QT_TRANSLATE_NOOP("WhatsThisTexts", "Asks for your name, which is shown on the report.")},
    {"lesson_folder",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Lets you choose the folder in which new model files are created. Existing model files "
         "remain in their folder, and are deleted together with the new files.")},
    {"lesson_default_folder",
     QT_TRANSLATE_NOOP("WhatsThisTexts", "Creates new model files in the default folder again.")},
    {"lesson_size", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                      "The size of GPT-2 that every step loads. A size that does "
                                      "not fit on this machine is marked.")},
    {"lesson_gpu",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "The GPU to which the steps load the model: a simulated GPU with the chosen "
                       "memory size, or a real GPU of this machine.")},
    {"lesson_cache",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "The state of the page cache before a step loads: cold drops the pages of the model's "
         "files, and warm reads the files first. The state changes the load time.")},
    {"lesson_ram_limit",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Shows the results of a machine with less memory: a step that needs more "
                       "RAM than this limit is stopped before it finishes.")},
    {"lesson_dry_run",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Predicts the results of the steps without running them, so that you can "
                       "use the lesson with a model of any size.")},
    {"lesson_cancel_making",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Cancels the creation of the model's files, and the step that needs the files.")},
    {"lesson_delete", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                        "Deletes the model files of every size from the disk, "
                                        "after confirmation. Measured results are kept.")},
    // Cards, charts, table.
    {"lesson_card_*", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                        "A step of the lesson, with its state and its result; "
                                        "peaks are in GiB. Click the step to open its page.")},
    {"lesson_parts",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "The upper part shows the peak memory of a plain load: the model and its "
                       "state dict. The lower part shows the tensors of the file, grouped by "
                       "purpose, with their sizes in bytes.")},
    {"lesson_vram_chart",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "The GPU memory that tensors use during the load of each step, in GiB. While you predict, "
         "drag the line of your guess, or move the line with Up, Down, PageUp and PageDown.")},
    {"lesson_ram_chart",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "The anonymous RAM that each step uses during its load, in GiB. Dots are "
                       "file pages, which the system can reclaim. While you predict, you can also "
                       "move the line of your guess in this chart.")},
    {"lesson_current_only",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "If this option is off, the curves of all steps are drawn in one chart for comparison.")},
    {"lesson_table",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "One row per step that loads: its VRAM and RAM peaks, the published peaks "
                       "if available, the load time, and the reasons for the peaks. Click a row to "
                       "open the page of the step.")},
    // A load tensor by tensor.
    {"lesson_step_once",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Loads the next tensor and then pauses again. Available while the load is paused.")},
    {"lesson_step_speed",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "The speed of the load: one tensor per press of Step, several tensors per "
                       "second, or as fast as this machine allows.")},
    {"lesson_step_end",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Ends this load at any point. The load fills no row of the table and is not stored.")},
    {"lesson_stepping_bars", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                               "The memory allocated on each device at this "
                                               "moment; for a GPU, compared with its capacity.")},
    // The page of a step.
    {"lesson_code", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                      "The step as lines of Python. The script gpt.py creates the "
                                      "files that these lines read.")},
    {"lesson_copy_code",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Copies all lines of Python of the step to the clipboard.")},
    {"lesson_save_module",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Saves gpt.py to a location that you choose. The Python lines of most steps "
                       "import the model from this script.")},
    {"lesson_predict",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Lets you guess the peaks of VRAM and RAM before the step is run. After the "
                       "run, the guess and the peak are shown next to each other.")},
    {"lesson_guess_vram",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "The maximum VRAM that you expect the tensors to use, in GiB. A size with a "
                       "unit, such as 700 MiB, is also accepted.")},
    {"lesson_guess_ram",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "The maximum anonymous RAM that you expect the step to use, in GiB. A size "
                       "with a unit, such as 700 MiB, is also accepted.")},
    {"lesson_snap",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "A dragged guess snaps to tenths of the distance between two lines of the "
                       "axis. If this option is off, the guess remains where you drop it.")},
    {"lesson_run",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Runs the step. A load runs in a new process and is measured and verified. "
                       "The first step creates the model's files. A dry run only predicts.")},
    {"lesson_step_through",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Runs the load of this step tensor by tensor, and shows the memory on each "
                       "device and where the allocator places the tensors.")},
    {"lesson_cancel",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Stops the running step. You can run the step again at any time.")},
    {"lesson_option_*", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                          "One of the answers to the question. “Check answer” "
                                          "shows whether the chosen answer is right.")},
    {"lesson_check", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                       "Shows whether the chosen answer is right, and why, and "
                                       "marks with letters the places in the charts that the "
                                       "question is about.")},
    {"lesson_show",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Marks with letters the places in the charts that the question is about, or removes the "
         "letters.")},
    {"lesson_show_why",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Shows the causes of the peaks without an answer to the question.")},
    {"lesson_previous",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Opens the page of the previous step. The results are kept.")},
    {"lesson_next",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Opens the page of the next step, even if the current step was not run.")},
    // What the lesson asks.
    {"lesson_learner_text",
     QT_TRANSLATE_NOOP("WhatsThisTexts", "The name shown on the report of the lesson.")},
    {"lesson_learner_ok",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Uses this name for each report that is exported from now on.")},
    {"lesson_delete_confirm",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Deletes the model files of every size. A step that needs them creates them again.")},
    {"lesson_start_over_confirm",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Removes the guesses, answers and results of this setup from the page. The "
                       "menu can restore them until a step is run again or Stowage is closed.")},
};

}  // namespace

std::span<const WhatsThisText> pagesWhatsThis() {
    return kPageTexts;
}

}  // namespace stowage
