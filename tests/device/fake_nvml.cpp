// SPDX-License-Identifier: GPL-3.0-or-later
// A stand-in for libnvidia-ml.so.1: two cards with programs on them, and each way to fail, chosen
// by the environment variable STOWAGE_FAKE_NVML. Built a second time without one function.
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <string_view>

namespace {

constexpr int kDone = 0;
constexpr int kUninitialised = 1;
constexpr int kInvalidArgument = 2;
constexpr int kNotSupported = 3;
constexpr int kNotFound = 6;
constexpr int kMoreRoomNeeded = 7;
constexpr int kDriverNotLoaded = 9;
constexpr int kGpuIsLost = 15;

struct Memory {
    unsigned long long total, free, used;
};
struct Process {
    unsigned pid;
    unsigned long long bytes;
    unsigned gpuInstance, computeInstance;
};
struct Card {
    const char* uuid;
    const char* name;
    Memory memory;
};
Card kCards[] = {
    {"GPU-11111111-aaaa-bbbb-cccc-000000000001",
     "Fake H100",
     {80ULL << 30U, 60ULL << 30U, 20ULL << 30U}},
    {"GPU-22222222-aaaa-bbbb-cccc-000000000002", "Fake L4", {24ULL << 30U, 24ULL << 30U, 0}},
};
int starts = 0;

bool is(const char* mode) {
    const char* const set = std::getenv("STOWAGE_FAKE_NVML");
    return set != nullptr && std::string_view(set) == mode;
}

int copyText(const char* text, char* target, unsigned room) {
    std::snprintf(target, room, "%s", text);
    return kDone;
}

Card* cardOf(void* device) {
    return static_cast<Card*>(device);
}

}  // namespace

extern "C" {
int nvmlInit_v2() {
    if (is("no-driver")) {
        return kDriverNotLoaded;
    }
    ++starts;
    return kDone;
}
int nvmlShutdown() {
    return starts-- > 0 ? kDone : kUninitialised;
}
const char* nvmlErrorString(int status) {
    switch (status) {
        case kDriverNotLoaded:
            return "Driver Not Loaded";
        case kGpuIsLost:
            return "GPU is lost";
        default:
            return nullptr;
    }
}
int nvmlDeviceGetCount_v2(unsigned* count) {
    *count = is("no-cards") ? 0 : 2;
    return is("count-fails") ? 999 : kDone;
}
int nvmlDeviceGetHandleByIndex_v2(unsigned index, void** device) {
    if (is("lost")) {
        return kGpuIsLost;
    }
    *device = &kCards[index];
    return kDone;
}
int nvmlDeviceGetHandleByUUID(const char* uuid, void** device) {
    for (Card& card : kCards) {
        if (std::strcmp(card.uuid, uuid) == 0) {
            *device = &card;
            return kDone;
        }
    }
    return *uuid == '\0' ? kInvalidArgument : kNotFound;
}
int nvmlDeviceGetUUID(void* device, char* text, unsigned room) {
    return copyText(cardOf(device)->uuid, text, room);
}
int nvmlDeviceGetName(void* device, char* text, unsigned room) {
    return copyText(cardOf(device)->name, text, room);
}
int nvmlDeviceGetMemoryInfo(void* device, Memory* memory) {
    *memory = cardOf(device)->memory;
    return is("no-memory") ? kNotSupported : kDone;
}
int nvmlSystemGetProcessName(unsigned pid, char* text, unsigned room) {
    return pid == 100 ? copyText("/usr/bin/python3", text, room) : kNotFound;
}
#ifndef STOWAGE_FAKE_WITHOUT_PROCESSES
/// The first card: 40 programs, so that the caller's first room does not suffice; the last of them
/// does not say what it holds.
int nvmlDeviceGetComputeRunningProcesses_v3(void* device, unsigned* count, Process* processes) {
    if (is("lost-later")) {
        return kGpuIsLost;
    }
    const unsigned there = device == &kCards[0] ? 40 : 0;
    if (*count < there) {
        *count = there;
        return kMoreRoomNeeded;
    }
    *count = there;
    for (unsigned i = 0; i < there; ++i) {
        const bool isLast = i + 1 == there;
        processes[i] = {139 - i, isLast ? ~0ULL : (i + 1ULL) << 20U, 0, 0};
    }
    if (is("own") && there > 0) {  // the caller itself is one of them
        processes[0] = {static_cast<unsigned>(::getpid()), 3ULL << 30U, 0, 0};
    }
    return kDone;
}
/// One program of the other list, and one of its own.
int nvmlDeviceGetGraphicsRunningProcesses_v3(void* device, unsigned* count, Process* processes) {
    *count = device == &kCards[0] ? 2 : 0;
    if (*count == 2) {
        processes[0] = {139, 1ULL << 20U, 0, 0};
        processes[1] = {7, 5ULL << 20U, 0, 0};
    }
    return kDone;
}
#endif
}
