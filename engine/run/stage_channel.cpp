// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/run/stage_channel.h"

#include "engine/load/tensor_backend.h"

namespace stowage {

Result<std::shared_ptr<StageChannel>> openStageChannel(const StageChannelOptions& options) {
    const Result<void*> symbol = torchModuleSymbol(kStageChannelFactory);
    STOWAGE_TRY(symbol);
    OpenedStageChannel opened = std::shared_ptr<StageChannel>();
    reinterpret_cast<StageChannelFactory> (*symbol)(options, opened);
    return opened;
}

std::string stageKey(int number) {
    return "stage:" + std::to_string(number);
}

}  // namespace stowage
