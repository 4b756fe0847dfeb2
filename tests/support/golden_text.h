// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// The text that tests expect the program to show, by its page and name: `goldenText("plan/fits")`
/// is the entry `fits` of tests/data/texts/plan.txt. A reworded sentence changes that file alone.
/// Valid until the process ends; a name that the page lacks ends it.
const char* goldenText(const char* pageAndName);
