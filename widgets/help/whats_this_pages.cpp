// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/help/whats_this.h"

namespace stowage {
namespace {

constexpr WhatsThisText kPageTexts[] = {
    // The Capacity page.
    {"capacity_devices",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Sets how many GPUs the plan has, and the figures of each. The answers are updated.")},
    {"workload_engine",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Each engine stores keys, values and activations in its own way, so the "
                       "same workload takes different amounts of memory. automatic means this "
                       "program if it runs the family, otherwise transformers.")},
    {"workload_batch",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Each sequence has its own keys and values, which limit how many run at "
                       "once; the weights are stored only once.")},
    {"workload_prompt", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                          "A longer prompt delays the first token and takes more "
                                          "memory for activations while it is read.")},
    {"workload_context", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                           "The plan has room for the keys and values of this many "
                                           "tokens. Empty: the prompt plus the generated tokens.")},
    {"workload_generate",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Each generated token takes one pass through all layers, and one place in the KV cache.")},
    {"workload_prefill_chunk", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                                 "A prompt that is read in chunks needs less room "
                                                 "for activations, but takes more passes.")},
    {"workload_images",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Each image adds tokens to the prompt and goes once through the model's "
                       "vision tower, which needs memory for its attention scores.")},
    {"workload_tensor_parallel",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Splits each layer across several GPUs, as serving engines do. The device "
                       "map then has no effect.")},
    {"workload_max_num_batched_tokens",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "vLLM runs this many tokens before it serves, so the number determines how "
                       "much room activations take. Empty: vLLM's own value for the card.")},
    {"workload_gpu_memory_utilization",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "vLLM takes this share of each GPU regardless of what it needs: keys and "
                       "values get what weights and activations leave of it. SGLang uses the share "
                       "only for weights, keys and values. Empty: 0.92, or SGLang's own choice.")},
    {"workload_kv_dtype",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "A smaller dtype for keys and values leaves room for longer contexts.")},
    {"workload_compute_dtype",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Determines the size of activations. Unless specified otherwise, keys and "
                       "values have this dtype, too.")},
    {"workload_attention",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "The scores of eager attention grow with the square of the prompt. Fused "
                       "attention never stores all of them.")},
    {"workload_allocator", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                             "Determines how much memory is reserved but unused at "
                                             "the peak. It does not affect the weights.")},
    {"sacrifices_list",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "The changes that would make it fit are tried from the top: each line "
                       "together with all lines above it. Drag a line to change the order.")},
    {"sacrifice_earlier", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                            "Moves the selected line up, so that it is given up "
                                            "earlier. What you need least belongs at the top.")},
    {"sacrifice_later", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                          "Moves the selected line down, so that it is given up "
                                          "later. What you need most belongs at the bottom.")},
    {"use_context",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Sets the context of the workload to the longest that fits.")},
    {"use_batch", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                    "Sets the workload to the most sequences that fit at once.")},
    {"use_users", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                    "Sets the workload to the most sequences that fit if their "
                                    "prompts are read one after another.")},
    {"try_change_*", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                       "Applies this change and those above it to the plan or its "
                                       "workload, as one edit that Undo reverts.")},
    {"memory_table",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "One row per device, with everything that takes its memory at the worst "
                       "moment. Click a figure to see its formula with the numbers filled in.")},
    {"sweep_first", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                      "The quantity that varies from left to right: a context, a "
                                      "number of sequences, a dtype, a limit.")},
    {"sweep_second",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "The quantity that varies from row to row, for a map instead of a line.")},
    {"sweep_map",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Each cell is one complete estimate, coloured by whether it fits. Click a "
                       "cell to use its plan and workload, as one edit that Undo reverts.")},
    {"sweep_use",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Uses the plan and workload of the selected point, as one edit that Undo reverts.")},
    {"sweep_export",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Saves the sweep as it is drawn, or as numbers for your own tables.")},
    {"ways_memory",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Whether the horizontal axis of the chart is the memory of the GPUs or RAM.")},
    {"layer_times", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                      "The time that each part of the model takes for a pass, and "
                                      "whether computing, memory or a link limits it.")},
    {"engine_log_rows", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                          "What another program printed about its memory, with "
                                          "each figure next to that of the plan.")},
    {"offload_modes", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                        "How much of the GPU and of RAM each offload mode of "
                                        "diffusers takes, and what it has to transfer.")},
    {"tenants", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                  "What each of the models in this plan takes, and what all of "
                                  "them take together in one process.")},
    // Model facts.
    {"facts_part", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                     "The file contains more than the model, such as the state of "
                                     "an optimizer. The part chosen here is opened as the model.")},
    {"facts_class",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "One config.json can be built as several classes, with different heads on "
                       "the same layers. The file is opened again as the chosen class.")},
    {"facts_as_stored",
     QT_TRANSLATE_NOOP("WhatsThisTexts", "Opens the file again without renaming its keys.")},
    {"facts_choose_tree",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Compares the names, shapes and types in the file with the modules in "
                       "another file, which Python has written.")},
    {"facts_edit_sizes",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Puts the numbers of the config.json into a form, where you can change them "
                       "to plan another size of the model.")},
    {"facts_rename_*",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Opens the file again with its keys renamed to fit the model.")},
    {"facts_classes",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "How many modules of each class there are, and how much all of them take.")},
    {"facts_types",
     QT_TRANSLATE_NOOP("WhatsThisTexts", "How many bytes are stored in each dtype.")},
    {"facts_largest",
     QT_TRANSLATE_NOOP("WhatsThisTexts", "The tensors that need the most contiguous memory.")},
    {"facts_files",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "The files that the model was read from, with the contents of each.")},
    {"facts_keys", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                     "Each name that only the file or only the model has, or that "
                                     "has a different shape or dtype in the two.")},
    {"facts_tied", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                     "Names of the same tensor, whose bytes are counted once.")},
    {"facts_notes",
     QT_TRANSLATE_NOOP("WhatsThisTexts", "What was noticed when the file was opened.")},
    {"sweep_line",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "How the results change with the swept quantity; each point is one estimate.")},
    {"sweep_slider",
     QT_TRANSLATE_NOOP("WhatsThisTexts", "Goes from one point of the sweep to the next.")},
    {"ways_chart", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                     "Each way to run the model as a point: its tokens per second "
                                     "over the memory that it needs.")},
    {"engine_log_text",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Paste what another program printed about its memory here: its figures are "
                       "compared with those of the plan.")},
    {"project_notes",
     QT_TRANSLATE_NOOP("WhatsThisTexts", "Your notes about this project. They are saved with it.")},
    // Head and setup.
    {"lesson_smaller",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Makes text and lines of the lesson one step smaller. Figures and curves stay the same.")},
    {"lesson_larger", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                        "Makes text and lines of the lesson one step larger, so "
                                        "that they can be read from further away.")},
    {"lesson_export",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Exports the results of the lesson so far: setup, guesses, answers, curves "
                       "and figures. One completed step is enough.")},
    {"lesson_more",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Opens a menu with rarely needed commands, such as a fresh start for the next person.")},
    {"lesson_start_over",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Removes guesses, answers and results of this setup from the page, after "
                       "confirmation. The loads stay in History.")},
    {"lesson_undo_start_over",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Restores what Start over removed, until a step is run again or the program ends.")},
    {"lesson_learner",
     QT_TRANSLATE_NOOP("WhatsThisTexts", "Asks for your name, which is shown on the report.")},
    {"lesson_folder",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Chooses the folder in which the model files are made from now on. Those "
                       "that are there already stay, and are deleted with the others.")},
    {"lesson_default_folder",
     QT_TRANSLATE_NOOP("WhatsThisTexts", "Makes the model files in the usual folder again.")},
    {"lesson_size", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                      "The size of GPT-2 that every step loads. A size that does "
                                      "not fit on this machine is marked.")},
    {"lesson_gpu", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                     "The GPU to which the steps load the model: a simulated one "
                                     "with the chosen memory, or a real one of this machine.")},
    {"lesson_cache",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "What the page cache holds of the model's files before a step loads: cold drops their "
         "pages, warm reads them first. This changes how long a load takes.")},
    {"lesson_ram_limit",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Shows what a machine with less memory could do: a step that needs more RAM "
                       "than this is stopped before it finishes.")},
    {"lesson_dry_run", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                         "Predicts the steps instead of running them, so that you "
                                         "can go through the lesson with any size.")},
    {"lesson_cancel_making",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Stops creating the model's files, and the step that needs them.")},
    {"lesson_delete", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                        "Deletes the model files of every size from the disk, "
                                        "after confirmation. Measured results are kept.")},
    // Cards, charts, table.
    {"lesson_card_*", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                        "A step of the lesson, with its state and its result; "
                                        "peaks are in GiB. Click it to open its page.")},
    {"lesson_parts",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Above, what a plain load holds at its peak: the model and its state dict. "
                       "Below, the tensors of the file, grouped by purpose, with their bytes.")},
    {"lesson_vram_chart",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "The GPU memory that tensors take while each step loads, in GiB. While you predict, drag "
         "the line of your guess, or move it with Up, Down, PageUp and PageDown.")},
    {"lesson_ram_chart",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "The anonymous RAM that each step holds while it loads, in GiB; dots are "
                       "pages of files, which the system can take back. While you predict, you can "
                       "move the line of your guess here, too.")},
    {"lesson_current_only",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "Without it, the curves of all steps are drawn over each other for comparison.")},
    {"lesson_table",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "One row per step that loads: its VRAM and RAM peaks, the published ones if there are "
         "any, its time, and the reasons. Click a row to open the page of the step.")},
    // A load tensor by tensor.
    {"lesson_step_once",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Loads the next tensor and pauses again, while the load is paused.")},
    {"lesson_step_speed", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                            "How fast tensors are loaded: one per press of Step, "
                                            "several per second, or as fast as this machine can.")},
    {"lesson_step_end",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Ends this load at any point. It fills no table row and is not stored.")},
    {"lesson_stepping_bars", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                               "The memory allocated on each device at this "
                                               "moment; for a GPU, compared with its capacity.")},
    // The page of a step.
    {"lesson_code", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                      "What the step does, in lines of Python. The files that they "
                                      "read are created by gpt.py.")},
    {"lesson_copy_code",
     QT_TRANSLATE_NOOP("WhatsThisTexts", "Copies all of these lines to the clipboard.")},
    {"lesson_save_module", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                             "Saves gpt.py in a place of your choice. The lines of "
                                             "most steps import the model from it.")},
    {"lesson_predict",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Lets you guess the peaks of VRAM and RAM before the step is run. "
                       "Afterwards, guess and peak are shown next to each other.")},
    {"lesson_guess_vram",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "The most VRAM that you expect the tensors to take, in GiB; a size with a "
                       "unit, such as 700 MiB, is accepted, too.")},
    {"lesson_guess_ram",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "The most anonymous RAM that you expect the step to hold, in GiB; a size "
                       "with a unit, such as 700 MiB, is accepted, too.")},
    {"lesson_snap",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "A dragged guess snaps to tenths of the distance between two lines of the "
                       "axis; without it, the guess stays where you drop it.")},
    {"lesson_run",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Runs the step. A load runs in a new process and is measured and verified; "
                       "the first step creates the model's files; a dry run predicts.")},
    {"lesson_step_through",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Goes through the load of this step slowly, and shows what each device "
                       "holds and where the allocator places it.")},
    {"lesson_cancel",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Stops the running step. It can be run again at any time.")},
    {"lesson_option_*",
     QT_TRANSLATE_NOOP(
         "WhatsThisTexts",
         "One of the answers to the question. Check answer shows whether it is right.")},
    {"lesson_check", QT_TRANSLATE_NOOP("WhatsThisTexts",
                                       "Shows whether the chosen answer is right, and why, and "
                                       "marks the points that the question is about.")},
    {"lesson_show",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Marks the points that the question is about, or removes the marks.")},
    {"lesson_show_why",
     QT_TRANSLATE_NOOP("WhatsThisTexts", "Shows what made the peaks, without an answer.")},
    {"lesson_previous",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Opens the page of the previous step. The results are kept.")},
    {"lesson_next",
     QT_TRANSLATE_NOOP("WhatsThisTexts",
                       "Opens the page of the next step, even if this one was not run.")},
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
                       "Removes guesses, answers and results of this setup from the page. The menu "
                       "can restore them until a step is run again.")},
};

}  // namespace

std::span<const WhatsThisText> pagesWhatsThis() {
    return kPageTexts;
}

}  // namespace stowage
