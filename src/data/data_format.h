// The formats that data files may have.
#pragma once

#include <array>
#include <filesystem>
#include <string>
#include <string_view>

#include "data/format_reader.h"
#include "data/record_cuts.h"

namespace clade {

struct DataFormat {
  std::string_view name;
  std::array<std::string_view, 2> other_names;  // taken as file endings and by --format as well
  Cutter cut;
  bool replaces_invalid_utf8;  // for formats whose texts may have any content
  MakeReader make_reader;

  bool is_pack() const { return cut == nullptr; }  // it is no text
};

// The format that was asked for; where `asked` is empty, the one that the file's name tells (svm
// for standard input). Error{usage} where there is none.
const DataFormat& format_of(const std::filesystem::path& path, const std::string& asked);

}  // namespace clade
