// Files of examples in parts, to train and to test on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "clade/options.h"
#include "clade/pipeline.h"

namespace clade {

struct SplitOptions : RunOptions {
  std::vector<std::string> names{"train", "test"};  // of the files, their endings come behind
  std::vector<double> fractions{0.8, 0.2};          // one for each, together 1
  Options files;                                    // as FileExamples takes them
};

struct SplitParts {
  struct Part {
    std::filesystem::path file;
    std::size_t records = 0;
    std::size_t labels = 0;  // distinct ones
  };
  std::vector<Part> parts;
  std::size_t repeated = 0;  // records whose content another one has, too
};

// Writes the records of the files into `folder`, in their format and as they are, each into one
// part. Every label has about the given shares and is in the first part at least; records with the
// same content are in one part. Nothing is written unless everything is. Error{usage} for what is
// no text (.pack, standard input) and for parts that make no sense.
SplitParts split(const std::vector<std::filesystem::path>& files,
                 const std::filesystem::path& folder, const SplitOptions& options = {});

}  // namespace clade
