// SPDX-License-Identifier: GPL-3.0-or-later
// How long the window takes to be there, measured at the real program, made to tell what it shows
// (tests/tools/watched): from the start of its process to its first frame and to the plan of a
// model, and what it holds when it has nothing to do.
//
//     start_bench [--runs 5] [--modules 100000] [--folder /tmp]
//
// Prints each figure with its target. Without a display (QT_QPA_PLATFORM=offscreen) it paints into
// memory; the first run, which makes the sample and fills the page cache, is not counted.
#include "tests/bench/bench_folder.h"
#include "tests/bench/large_tree.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace {

struct Start {
    double firstFrame = 0;  ///< seconds since the process began
    double shown = 0;       ///< the model's plan is there
    double residentMiB = 0;
};

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

double residentMiB(pid_t process) {
    std::ifstream status("/proc/" + std::to_string(process) + "/status");
    for (std::string line; std::getline(status, line);) {
        if (line.starts_with("VmRSS:")) {
            return std::strtod(line.c_str() + std::strlen("VmRSS:"), nullptr) / 1024;
        }
    }
    return 0;
}

/// The state that the window has written; not an object if it has not written one.
nlohmann::json readState(const std::string& file) {
    std::ifstream state(file);
    return state ? nlohmann::json::parse(state, nullptr, false) : nlohmann::json();
}

/// Starts the window on `model` ("": the sample), waits for its plan and ends it.
std::optional<Start> start(const std::string& folder, const std::string& model) {
    const auto program =
        std::filesystem::read_symlink("/proc/self/exe").parent_path() / "stowage_watched";
    const std::string file = folder + "/state.json";
    std::filesystem::remove(file);
    const pid_t child = ::fork();
    if (child == 0) {
        ::setenv("STOWAGE_STATE_FILE", file.c_str(), 1);
        ::execl(program.c_str(), program.c_str(), model.empty() ? nullptr : model.c_str(), nullptr);
        ::_exit(1);
    }
    nlohmann::json start;
    while (!start.is_object()) {
        if (::waitpid(child, nullptr, WNOHANG) != 0) {
            return std::nullopt;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        const nlohmann::json state = readState(file);
        start = state.is_object() ? state["start"] : nlohmann::json();
    }
    std::optional<Start> result;
    if (start["first_frame_seconds"].is_number()) {
        std::this_thread::sleep_for(std::chrono::seconds(1));  // what was put off is done
        result = Start{start["first_frame_seconds"].get<double>(),
                       start["now_seconds"].get<double>(), residentMiB(child)};
    }
    ::kill(child, SIGTERM);
    ::waitpid(child, nullptr, 0);
    return result;
}

void print(const char* what, double figure, double most, const char* unit) {
    std::printf("  %-58s %7.2f %-3s (< %g)  %s\n", what, figure, unit, most,
                figure < most ? "met" : ("MISSED by " + std::to_string(figure - most)).c_str());
}

/// Medians; nothing where a run did not start.
std::optional<Start> measure(const std::string& folder, const std::string& model, int runs) {
    std::vector<double> frames;
    std::vector<double> shown;
    std::vector<double> resident;
    for (int run = 0; run <= runs; ++run) {
        const std::optional<Start> one = start(folder, model);
        if (!one) {
            return std::nullopt;
        }
        if (run > 0) {
            frames.push_back(one->firstFrame);
            shown.push_back(one->shown);
            resident.push_back(one->residentMiB);
        }
    }
    return Start{median(frames), median(shown), median(resident)};
}

int run(const std::string& folder, int runs, int modules) {
    for (const char* const name : {"HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"}) {
        ::setenv(name, folder.c_str(), 1);  // as on a first start, whoever runs this
    }
    const std::string tree = folder + "/large.tree.json";
    std::ofstream(tree) << stowage::bench::largeTree(modules);
    const std::optional<Start> sample = measure(folder, "", runs);
    const std::optional<Start> large = measure(folder, tree, runs);
    if (!sample || !large) {
        std::fprintf(stderr, "The window did not start.\n");
        return 1;
    }
    std::printf("The window, medians of %d starts (measured here)\n", runs);
    print("first frame", sample->firstFrame, 0.25, "s");
    print("the sample's plan is shown", sample->shown, 0.5, "s");
    print("memory when idle, resident", sample->residentMiB, 120, "MiB");
    const std::string opened = "a tree of " + std::to_string(modules) + " modules, after that";
    print(opened.c_str(), large->shown - large->firstFrame, 0.5, "s");
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    int runs = 5;
    int modules = 100000;
    std::string folder = "/tmp";
    for (int i = 1; i + 1 < argc; i += 2) {
        const std::string word = argv[i];
        runs = word == "--runs" ? std::max(1, std::atoi(argv[i + 1])) : runs;
        modules = word == "--modules" ? std::max(7, std::atoi(argv[i + 1])) : modules;
        folder = word == "--folder" ? argv[i + 1] : folder;
    }
    return stowage::bench::inOwnFolder(folder, [&] { return run(folder, runs, modules); });
}
