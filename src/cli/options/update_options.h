// What `clade update` takes: its own options, and those of methods that may be given anew.
#pragma once

#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "clade/method.h"
#include "cli/options/options.h"
#include "cli/output/training_run.h"

namespace clade::detail::cli {

struct UpdateOptions {
  std::string model_file;
  std::string weights;
  bool no_fingerprint = false;
  DataOptions data;
  RunOptions run;
  // Of the method, which is known once the model is: as they were given, in that order.
  std::vector<std::pair<std::string, std::string>> given;

  static constexpr auto fields() {
    using P = UpdateOptions;
    return std::tuple{
        Field{"o", &P::model_file, file_name,
              "where the new model goes; it may be the file of the old one; required"},
        Field{"weights", &P::weights, file_name, "one positive weight per instance and line"},
        PlainField{"no_fingerprint", &P::no_fingerprint,
                   "add no hashes of these records to those in the model"},
        Nested{&P::data}, Nested{&P::run}};
  }
};

// Bound to `options`.
CommandSpec update_spec(UpdateOptions& options);

// Sets what was given. Error{usage} where the method has no such option, or the value is wrong.
void set_given_options(const UpdateOptions& options, Method& method);

}  // namespace clade::detail::cli
