// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/cli/cli_process.h"

#include <QJsonObject>
#include <QJsonValue>
#include <QString>

#include <vector>

namespace stowage::test {

/// The value at a JSON pointer (RFC 6901); undefined where nothing is.
[[nodiscard]] QJsonValue atPointer(const QJsonValue& root, const QString& pointer);

/// Holds one expectation against what a row's runs left: "" where it is met, else what was found.
/// It names a place (`at`, a JSON pointer; `run`, which of the runs, the last by default) and one
/// of: `is` (this value), `like` (a pattern), `gib` / `gb` (bytes that print so, rounded, in units
/// of 2^30 / 10^9), `near` ([value, how far off at most]), `min`, `max`, `count` (of entries),
/// `map` and `map_has` (a device map, whole or some entries), `answer` (a map recorded in
/// accelerate_answers.json), `has` and `has_not` (an entry of an array with these fields),
/// `same_in_run` (the other run has the same there), `times` ([pointer, factor, how far off]),
/// `plus` ([pointer, difference]), `not_below` (pointer), `absent` (true). Without `at`: `output`
/// and `errors` (patterns of what is printed, an array where there are several), `silent` (patterns
/// that are not there), `anon_max` (anonymous memory of the process, bytes).
[[nodiscard]] QString unmet(const QJsonObject& expectation, const std::vector<CliOutcome>& runs,
                            const QJsonObject& answers);

}  // namespace stowage::test
