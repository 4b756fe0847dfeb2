// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace stowage::bench {

/// A Python that answers one question after another. Which one: $STOWAGE_BENCH_PYTHON or
/// $STOWAGE_PYTHON, else python3.
class PythonChild {
public:
    using Json = nlohmann::ordered_json;
    /// `script` lies beside this file. Its first line says who answers: {"version": …}, or
    /// {"skipped": reason}. `program`: the Python, where no variable names one.
    PythonChild(const std::string& script, const std::vector<std::string>& arguments,
                const std::string& program = "python3");
    ~PythonChild();
    PythonChild(const PythonChild&) = delete;
    PythonChild& operator=(const PythonChild&) = delete;

    /// "torch 2.15.0", or why there is none.
    [[nodiscard]] const std::string& version() const { return m_version; }
    [[nodiscard]] bool isThere() const { return m_isThere; }
    /// {"skipped": …} where it cannot.
    [[nodiscard]] Json ask(const std::string& line);

private:
    [[nodiscard]] Json readAnswer();

    int m_process = -1;
    int m_toChild = -1;
    int m_fromChild = -1;
    std::string m_buffer;
    std::string m_version;
    bool m_isThere = false;
};

}  // namespace stowage::bench
