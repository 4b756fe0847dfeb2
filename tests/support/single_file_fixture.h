// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/checkpoint/checkpoint.h"

#include <map>
#include <string>
#include <vector>

namespace stowage::test {

/// A pipeline in the layout of its first release, and what diffusers' converters make of it, as
/// tests/reference/make_single_files.py wrote it down.
struct SingleFileFixture {
    std::string pipeline;                          ///< the class
    std::vector<StoredTensor> original;            ///< without storage; each behind the one before
    std::map<std::string, std::string> converted;  ///< "unet.conv_in.bias": "float16 [4] 9f86…"
    std::vector<std::string> madeByDiffusers;      ///< names that no file holds
};

/// "flux-tiny", "flux-full": without the digests.
[[nodiscard]] SingleFileFixture singleFileFixture(const std::string& name);

/// The bytes of a tensor, as content() of the script makes them.
[[nodiscard]] std::string singleFileContent(const std::string& name, std::size_t bytes);

/// The fixture as a safetensors file with these bytes.
[[nodiscard]] std::string singleFileBytes(const SingleFileFixture& fixture);

/// A tensor as in `converted`; of `full` without its bytes.
[[nodiscard]] std::string singleFileText(const StoredTensor& tensor, const std::string& digest);

}  // namespace stowage::test
