// SPDX-License-Identifier: GPL-3.0-or-later
// In place of all readers where Stowage is built without the libraries that they need.
#include "engine/text/tokenizer.h"

namespace stowage {

Result<std::shared_ptr<const Tokenizer>> openTokenizer(const std::string& folder) {
    return fail(ErrorCode::BackendUnavailable,
                say("This Stowage was built without tokenizers (STOWAGE_TEXT=OFF), so the "
                    "tokenizer in %1 cannot be used; give tokens instead of text.",
                    folder),
                folder);
}

}  // namespace stowage
