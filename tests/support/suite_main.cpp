// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/suite.h"

#include <cstdio>
#include <map>
#include <string>
#include <string_view>

namespace stowage {
namespace {

std::map<std::string, TestSuite::Main, std::less<>>& suites() {
    static std::map<std::string, TestSuite::Main, std::less<>> all;
    return all;
}

}  // namespace

TestSuite::TestSuite(const char* source, Main run) {
    std::string_view name = source;
    name.remove_prefix(name.rfind('/') + 1);
    name.remove_suffix(name.size() - name.rfind('.'));
    suites().emplace(name, run);
}

}  // namespace stowage

int main(int argc, char** argv) {
    using stowage::suites;
    const auto suite = argc > 1 ? suites().find(std::string_view(argv[1])) : suites().end();
    if (suite == suites().end()) {
        std::fprintf(stderr, "usage: %s SUITE [options of Qt Test], with one of\n", argv[0]);
        for (const auto& each : suites()) {
            std::fprintf(stderr, "  %s\n", each.first.c_str());
        }
        return 2;
    }
    // The suite's name takes the place of the program's: settings and caches are kept under it.
    return suite->second(argc - 1, argv + 1);
}
