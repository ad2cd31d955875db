// The tables of a journal.
#pragma once

#include <filesystem>

#include "serve/journal/sqlite.h"

namespace clade::detail::serve {

constexpr int schema_version = 1;

// Sets the connection up and makes the tables of a new file. Error{environment} for a file that is
// no journal, and for a newer version.
void prepare_schema(Database& database, const std::filesystem::path& file);
// The same without a change, for who reads only.
void check_schema(Database& database, const std::filesystem::path& file);

// Copies the log into the file and empties it; false where another connection holds it.
bool cut_log(Database& database);
// A change that means nothing.
void touch(Database& database);

}  // namespace clade::detail::serve
