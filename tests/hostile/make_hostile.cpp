// SPDX-License-Identifier: GPL-3.0-or-later
// make_hostile DIR [--no-large]: writes the collection of hostile and of odd but valid checkpoints,
// and DIR/cases.json, which says what must become of each.
#include "tests/hostile/case_folder.h"
#include "tests/support/golden_text.h"

#include <iostream>
#include <span>
#include <string>

int main(int argc, char** argv) {
    using namespace stowage::test;
    const std::span arguments(argv, static_cast<std::size_t>(argc));
    const bool hasOption = arguments.size() == 3 && std::string(arguments[2]) == "--no-large";
    if (arguments.size() != 2 && !hasOption) {
        std::cerr << "Usage: make_hostile DIR [--no-large]\n";
        return 2;
    }
    const auto place = std::filesystem::absolute(arguments[1]).lexically_normal();
    std::error_code failure;
    std::filesystem::create_directories(place, failure);
    if (failure || !std::filesystem::is_empty(place, failure)) {
        std::cerr << place.string() << goldenText("model/must-be-an-empty-folder-or-none-yet");
        return 2;
    }
    CaseFolder folder(place);
    addEveryCase(folder, hasOption ? CaseSize::NoLarge : CaseSize::All);
    folder.writeList();
    std::cout << folder.cases().size() << " cases in " << place.string() << "\n";
    return 0;
}
