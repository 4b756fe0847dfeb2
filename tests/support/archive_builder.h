// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace stowage::test {

/// `value` in little-endian order.
std::string littleEndian(std::uint64_t value, unsigned bytes);

/// A safetensors file: the header's length, the header, then `dataBytes` zero bytes.
std::string safetensorsFile(std::string_view header, std::size_t dataBytes);

/// A record for zipFile.
struct ZipPart {
    std::string name;
    std::string bytes;
    std::uint16_t method = 0;
};

/// A zip of the parts as they are; offsets and sizes in 32 bits.
std::string zipFile(const std::vector<ZipPart>& parts);

/// Where the n-th central directory entry of a zipFile begins.
std::size_t centralEntry(const std::string& zip, std::size_t number);

/// The arguments of one `_rebuild_tensor_v2`, as opcodes.
struct TensorPickle {
    std::string storageModule = "torch";
    std::string storageName = "FloatStorage";
    std::string key = "0";
    std::int64_t elements = 4;
    std::int64_t offset = 0;
    std::vector<std::int64_t> shape = {4};
    std::vector<std::int64_t> strides = {1};
    std::string metadata = {};  ///< opcodes of a seventh argument; empty: there is none
};

std::string pickleInt(std::int64_t value);
std::string pickleText(std::string_view text);
std::string pickleGlobal(std::string_view module, std::string_view name);
std::string pickleTensor(const TensorPickle& tensor);

/// PROTO 2, an empty dict, MARK, `items`, SETITEMS, STOP.
std::string pickleDict(std::string_view items);

/// A checkpoint with one pickle and records `data/0` of 16 bytes and `version`.
std::string torchFile(std::string_view pickle, const std::vector<ZipPart>& more = {});
/// The same of one tensor "w".
std::string tensorFile(const TensorPickle& tensor, const std::vector<ZipPart>& more = {});

/// A pickle with a key of 60 KB on each of 200 levels above a list of ten thousand dicts.
std::string longKeysPickle();

}  // namespace stowage::test
