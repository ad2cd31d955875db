// Pages for a browser: one HTML file with its data inside, which asks for nothing else.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace clade::detail::report {

// JSON that may stand inside a <script> element whatever its strings hold: no '<' is left that
// could end the element or open a comment, and no line separator that older scripts stumble over.
// Bytes that are no UTF-8 are replaced.
std::string script_json(const nlohmann::ordered_json& value);

// Error{environment} where the program was built without the pages of web/.
void require_page(std::string_view name);

// The page of that name with the data inside.
std::string make_page(std::string_view name, const nlohmann::ordered_json& data);

// Writes the whole page or leaves the old file as it was.
void write_page(const std::filesystem::path& file, std::string_view name,
                const nlohmann::ordered_json& data);

}  // namespace clade::detail::report
