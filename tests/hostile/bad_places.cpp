// SPDX-License-Identifier: GPL-3.0-or-later
// What lies where a checkpoint should: folders, FIFOs, devices, links.
#include "tests/hostile/case_folder.h"
#include "tests/support/archive_builder.h"
#include "tests/support/golden_text.h"

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

namespace stowage::test {
namespace {

namespace fs = std::filesystem;
using enum ErrorCode;

std::string lone() {
    return torchFile("\x80\x02" + pickleTensor({}) + ".");
}

void addFolders(CaseFolder& folder) {
    folder.addBad("an empty folder", folder.newFolder("empty"), NoCheckpoint, "no checkpoint");
    const fs::path whole = folder.newFolder("80 a directory as model.safetensors");
    fs::create_directory(whole / "model.safetensors");
    folder.addBad("80 a directory as model.safetensors", whole, NotARegularFile, "folder");
    const fs::path index = folder.newFolder("80 a directory as the index");
    fs::create_directory(index / "model.safetensors.index.json");
    folder.addBad("80 a directory as the index", index, NotARegularFile, "folder");
    const fs::path two = folder.newFolder("two indexes");
    writeBytes(two / "a.index.json", "{}");
    writeBytes(two / "b.index.json", "{}");
    folder.addBad("two indexes", two, Unsupported, goldenText("checkpoint/more-than-one"));
    const fs::path several = folder.newFolder("several candidates");
    writeBytes(several / "a.pth", tensorFile({}));
    writeBytes(several / "b.pth", tensorFile({}));
    folder.addBad("several candidates", several, NoCheckpoint, "\"a.pth\", \"b.pth\"");
    const fs::path tensors = folder.newFolder("80 a directory among tensors");
    fs::create_directories(tensors / "model_parameters" / "a.pt");
    folder.addBad("80 a directory among tensors", tensors, NotARegularFile, "folder");
    const fs::path fifo = folder.newFolder("32 FIFO among tensors");
    fs::create_directory(fifo / "model_parameters");
    writeBytes(fifo / "model_parameters" / "a.pt", lone());
    (void)::mkfifo((fifo / "model_parameters" / "b.pt").c_str(), 0600);
    folder.addBad("32 FIFO among tensors", fifo, NotARegularFile, "FIFO");
    const fs::path link = folder.newFolder("31 symlink out among tensors");
    fs::create_directory(link / "model_parameters");
    fs::create_symlink("/etc/hostname", link / "model_parameters" / "a.pt");
    folder.addBad("31 symlink out among tensors", link, Malformed, "symbolic link");
    const fs::path dict = folder.newFolder("a dict among tensors");
    fs::create_directory(dict / "model_parameters");
    writeBytes(dict / "model_parameters" / "a.pt", tensorFile({}));
    folder.addBad("a dict among tensors", dict, Malformed,
                  goldenText("checkpoint/no-single-tensor"));
    const fs::path name = folder.newFolder("a file name that is no text");
    fs::create_directory(name / "model_parameters");
    writeBytes(name / "model_parameters" / "\xff.pt", lone());
    folder.addBad("a file name that is no text", name, Malformed, "UTF-8");
}

/// A socket that nobody listens at; false where the path is too long for one.
bool makeSocket(const fs::path& path) {
    sockaddr_un address{};
    if (path.native().size() >= sizeof address.sun_path) {
        return false;
    }
    address.sun_family = AF_UNIX;
    path.native().copy(address.sun_path, path.native().size());
    const int descriptor = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const bool isBound =
        ::bind(descriptor, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
    ::close(descriptor);
    return isBound;
}

}  // namespace

void addBadPlaces(CaseFolder& folder) {
    addFolders(folder);
    folder.addBad("no such file", folder.newFolder("nothing") / "model.pth", FileNotFound,
                  "model.pth");
    const fs::path fifo = folder.newFolder("32 FIFO itself") / "model.safetensors";
    (void)::mkfifo(fifo.c_str(), 0600);
    folder.addBad("32 FIFO itself", fifo, NotARegularFile, "FIFO");
    folder.addBad("32 FIFO in a folder", fifo.parent_path(), NotARegularFile, "FIFO");
    folder.addBad("32 device itself", "/dev/zero", NotARegularFile, "/dev/zero");
    folder.addBad("32 terminal or none", "/dev/null", NotARegularFile, "/dev/null");
    const fs::path socket = folder.newFolder("32 socket") / "model.pth";
    if (makeSocket(socket)) {
        folder.addBad("32 socket", socket, NotARegularFile, "model.pth");
    }
    const fs::path loop = folder.newFolder("31 symlink to itself") / "model.pth";
    fs::create_symlink("model.pth", loop);
    folder.addBad("31 symlink to itself", loop, FileNotFound, "itself");
}

}  // namespace stowage::test
