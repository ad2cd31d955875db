#include <cmath>

#include "base/fail.h"
#include "base/file.h"
#include "base/text.h"
#include "clade/loss.h"

namespace clade {

using namespace detail;

std::string save_loss(const std::filesystem::path& file, std::span<const std::string> classes,
                      const ClassCost& cost) {
  std::string text = "class";
  for (const std::string& name : classes) text += '\t' + name;
  text += '\n';
  for (const std::string& truth : classes) {
    text += truth;
    for (const std::string& guess : classes) {
      const double value = cost(truth, guess);
      if (!(value >= 0) || !std::isfinite(value) || (truth == guess && value != 0)) {
        fail(ErrorKind::input, "the cost of {} where {} is true: expected {}, got {}",
             quoted(guess), quoted(truth), truth == guess ? "0" : "a number of at least 0", value);
      }
      text += '\t' + format_number(value);
    }
    text += '\n';
  }
  AtomicFile out(file);
  out.write(text);
  out.commit();
  return "matrix:" + file.string();
}

}  // namespace clade
