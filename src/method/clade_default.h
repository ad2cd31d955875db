// clade's own choice, for people who do not want to choose.
#pragma once

#include <memory>

#include "clade/method.h"

namespace clade {

std::unique_ptr<Method> make_clade();

}  // namespace clade
