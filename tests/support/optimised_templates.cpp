// SPDX-License-Identifier: GPL-3.0-or-later
// Templates that tests and the product both instantiate. The linker keeps the first copy of each:
// without this source, which is linked first and optimised, the product's own JSON would run as the
// tests are compiled, not optimised, and several times slower.
#include <nlohmann/json.hpp>

#include <string>
#include <vector>

template class nlohmann::basic_json<>;
template class nlohmann::basic_json<nlohmann::ordered_map>;
template class std::vector<std::string>;
