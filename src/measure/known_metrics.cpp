#include "clade/metrics.h"
#include "measure/metric_direction.h"

namespace clade {

std::span<const std::string_view> known_metrics() { return detail::metric_names; }

bool is_loss(std::string_view metric) { return detail::smaller_is_better(metric); }

}  // namespace clade
