// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/model/model_facts.h"

#include <chrono>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

namespace stowage {

/// A person's own Python, which is asked for models that no architecture file describes. A value.
struct OwnPython {
    std::string program;  ///< a path, or a name in PATH; "": defaultPython()
    /// Runs Python that lies beside a config.json ("auto_map"). False unless a person said so for
    /// this very model.
    bool trustsRemoteCode = false;
    std::chrono::seconds limit{120};

    friend bool operator==(const OwnPython&, const OwnPython&) = default;
};

/// What made a tree, as the script notes it; "" where it does not say.
struct TreeMakers {
    std::string program;  ///< the Python that was asked
    std::string python;   ///< versions
    std::string torch;
    std::string transformers;
    std::string diffusers;  ///< "" also where it was not asked
};

/// A module tree that a person's own Python wrote. A value.
struct PythonTree {
    std::shared_ptr<const ModuleTree> tree;
    std::string file;  ///< the `.tree.json`, kept from now on
    /// Sizes of a model of transformers, and what the library's own cache keeps in a pass without
    /// memory. Null: Python wrote none.
    std::shared_ptr<const ModelFacts> facts;
    TreeMakers makers;
    bool wasKept = false;  ///< an answer from before; Python was not asked now
};

/// $STOWAGE_PYTHON, else the Python of an active virtual environment ($VIRTUAL_ENV), else
/// "python3".
[[nodiscard]] std::string defaultPython();

/// ${XDG_CACHE_HOME:-~/.cache}/stowage/trees; "" where the environment names no home.
[[nodiscard]] std::string defaultTreeFolder();

/// The tree of the model that a `config.json` describes, as the person's own transformers builds
/// it on the meta device (resources/python/write_tree.py): in a process of its own, which has no
/// network where the system can take it away, a time limit, and no code of the model's own unless
/// `python.trustsRemoteCode`. The answer is kept in `keepIn` under the digest of the configuration,
/// the class and the model's own code, and is taken from there as long as the same Python with the
/// same packages would be asked again. Blocks for seconds; callable from any thread.
///
/// `configPath`: the file; `configText`: its content; `className`: "" for what the file names.
/// Errors: FileNotFound (no such Python, no folder to keep trees in), Unsupported (Python cannot
/// build it: without torch or transformers, of an unknown type, or key "trust_remote_code": only
/// with its own code), Malformed (what it wrote is no module tree), ReadFailed (killed, or it did
/// not answer in time), Cancelled.
[[nodiscard]] Result<PythonTree> treeFromPython(const std::string& configPath,
                                                const std::string& configText,
                                                const std::string& className,
                                                const OwnPython& python, const std::string& keepIn,
                                                const std::stop_token& stop);

/// A tree that was kept of the same configuration and class, whichever Python made it. Nothing:
/// there is none, or it cannot be read.
[[nodiscard]] std::optional<PythonTree> keptTree(const std::string& configPath,
                                                 const std::string& configText,
                                                 const std::string& className,
                                                 const std::string& keepIn);

/// The tree of a class or function of the person's own code, "package.net:Net", which lies in
/// `folder`: as treeFromPython(), written to `file` and never taken from there, because the code
/// may have changed. Errors: as above, and those of writing.
[[nodiscard]] Result<PythonTree> treeFromOwnCode(const std::string& name, const std::string& folder,
                                                 const std::string& file, const OwnPython& python,
                                                 const std::stop_token& stop);

}  // namespace stowage
