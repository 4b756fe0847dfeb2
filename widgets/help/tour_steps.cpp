// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/help/tour_steps.h"

namespace stowage {
namespace {

constexpr TourStep kSteps[] = {
    {.title = QT_TRANSLATE_NOOP("TourTexts", "Open a model"),
     .text = QT_TRANSLATE_NOOP(
         "TourTexts",
         "Open a file here, a folder by the arrow beside it, or drop either on the window. Started "
         "without a model, Stowage opens a small sample that everything can be tried on."),
     .part = "open_action_button"},
    {.title = QT_TRANSLATE_NOOP("TourTexts", "The module tree"),
     .text = QT_TRANSLATE_NOOP(
         "TourTexts",
         "Here is each module of the model, with its size and the device that it lies on. The "
         "field above the tree filters it, and what is selected here is selected on the board."),
     .part = "model_dock"},
    {.title = QT_TRANSLATE_NOOP("TourTexts", "The board"),
     .text = QT_TRANSLATE_NOOP(
         "TourTexts",
         "A column is a device, a block is a layer, its height shows its bytes. Drag a block to "
         "another device, or type a limit into a column’s head; Ctrl+Z takes it back."),
     .part = "board"},
    {.title = QT_TRANSLATE_NOOP("TourTexts", "The plan"),
     .text = QT_TRANSLATE_NOOP(
         "TourTexts",
         "The verdict says whether everything fits. Below it stand the strategy that places the "
         "model and a table with the limit of each device; change any of them, and a new plan is "
         "made."),
     .part = "plan_dock"},
    {.title = QT_TRANSLATE_NOOP("TourTexts", "Loading"),
     .text = QT_TRANSLATE_NOOP(
         "TourTexts",
         "Load brings the weights to where the plan puts them. The charts show the memory of each "
         "device while it happens, beside what was predicted."),
     .part = "live_dock",
     .tool = "load_button",
     .lowerDock = DockPlace::Live},
    {.title = QT_TRANSLATE_NOOP("TourTexts", "Running"),
     .text = QT_TRANSLATE_NOOP(
         "TourTexts",
         "Run lets data flow through the loaded model, layer by layer, and measures times and "
         "peaks of memory. Where a model cannot be run, the button says why."),
     .part = "run_dock",
     .tool = "run_action_button",
     .lowerDock = DockPlace::Run},
    {.title = QT_TRANSLATE_NOOP("TourTexts", "Capacity"),
     .text = QT_TRANSLATE_NOOP(
         "TourTexts",
         "Capacity holds the plan to its work: how long a context, how many sequences at once, "
         "and how fast. Its figures are estimated, and nothing is loaded."),
     .part = "capacity_action_button"},
    {.title = QT_TRANSLATE_NOOP("TourTexts", "Help"),
     .text = QT_TRANSLATE_NOOP(
         "TourTexts",
         "This menu has the user guide, a list of all keys, and this tour once more. What’s This? "
         "(Shift+F1) tells what anything in the window is for."),
     .part = "help_menu",
     .textWithoutGuide = QT_TRANSLATE_NOOP(
         "TourTexts",
         "This menu has a list of all keys, and this tour once more. What’s This? (Shift+F1) tells "
         "what anything in the window is for.")}};

}  // namespace

std::span<const TourStep> tourSteps() {
    return kSteps;
}

}  // namespace stowage
