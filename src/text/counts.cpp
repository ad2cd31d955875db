#include "text/counts.h"

#include <fmt/core.h>

#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <variant>

#include "base/fail.h"
#include "base/text.h"
#include "data/text_analyzer.h"

namespace clade::detail {

namespace {

bool is_hashed(std::uint32_t index, int hash_bits) {
  return hash_bits > 0 && index >= first_hashed_index;
}

}  // namespace

std::string record_name(const Records& records, std::size_t i) {
  return records.ids.empty() ? std::to_string(i) : clade::detail::quoted(records.ids[i]);
}

std::string feature_name(const FeatureNames& names, std::uint32_t index) {
  const std::size_t number = index - FeatureNames::first_index;
  const bool is_named = index >= FeatureNames::first_index && number < names.size();
  return is_named ? clade::detail::quoted(names.name(number)) : std::to_string(index);
}

bool is_unknown_count(std::uint32_t index, CountedFeatures counted, int hash_bits) {
  if (counted != CountedFeatures::terms) return counted == CountedFeatures::all;
  return is_hashed(index, hash_bits);
}

bool is_count(std::uint32_t index, const FeatureNames& names, CountedFeatures counted,
              int hash_bits) {
  if (counted != CountedFeatures::terms) return counted == CountedFeatures::all;
  const std::size_t number = index - FeatureNames::first_index;
  const bool is_named = index >= FeatureNames::first_index && number < names.size();
  return is_named ? names.mark(number) == FeatureNames::term_mark : is_hashed(index, hash_bits);
}

bool has_terms(const Records& records, int hash_bits) {
  for (std::size_t i = 0; i < records.names.size(); ++i) {
    if (records.names.mark(i) == FeatureNames::term_mark) return true;
  }
  const auto has_hashed = [hash_bits](const auto& rows) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const auto row = rows.row(i);
      if (!row.empty() && is_hashed(row.back().index, hash_bits)) return true;
    }
    return false;
  };
  return std::visit(has_hashed, records.rows);
}

void check_counts(const Records& records, const FeatureNames& names, Weighting weighting) {
  const auto check = [&](const auto& rows) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      for (const auto& feature : rows.row(i)) {
        if (feature.value >= 0 || std::isnan(feature.value)) continue;
        fail(ErrorKind::input,
             "example {}: `weighting={}` expected counts of at least 0, got {} for feature {}; use "
             "`weighting=none`",
             record_name(records, i), enum_name(weighting), feature.value,
             feature_name(names, feature.index));
      }
    }
  };
  std::visit(check, records.rows);
}

DocumentFrequencies::DocumentFrequencies(const Records& records, CountedFeatures counted,
                                         int hash_bits, Communicator& peers)
    : counted_(counted),
      hash_bits_(hash_bits),
      is_term_(records.names.size()),
      of_name_(records.names.size()) {
  for (std::size_t i = 0; i < is_term_.size(); ++i) {
    is_term_[i] = records.names.mark(i) == FeatureNames::term_mark;
  }
  if (counted == CountedFeatures::none) return;
  std::visit([this](const auto& rows) { count(rows); }, records.rows);
  if (!peers.is_alone()) add_up(peers);
  for (std::size_t i = 0; i < is_term_.size(); ++i) {
    if (!is_counted(static_cast<std::uint32_t>(FeatureNames::first_index + i))) of_name_[i] = 0;
  }
}

template <class Real>
void DocumentFrequencies::count(const SparseRows<Real>& rows) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (const auto& feature : rows.row(i)) {
      const std::uint32_t is_there = feature.value > 0 ? 1 : 0;
      const std::size_t name = feature.index - FeatureNames::first_index;
      if (feature.index >= FeatureNames::first_index && name < of_name_.size()) {
        of_name_[name] += is_there;
        continue;
      }
      if (is_there == 0 || !is_counted(feature.index)) continue;
      add_other(feature.index, 1);
    }
  }
}

void DocumentFrequencies::add_other(std::uint32_t index, std::uint32_t count) {
  const std::uint32_t number = numbers_.add(index);
  if (number == of_number_.size()) {
    others_.push_back(index);
    of_number_.push_back(0);
  }
  of_number_[number] += count;
}

// Numbers may lie anywhere, so ranks tell which they have.
void DocumentFrequencies::add_up(Communicator& peers) {
  std::vector<double> named(of_name_.begin(), of_name_.end());
  peers.sum(std::span(named));
  for (std::size_t i = 0; i < named.size(); ++i) {
    of_name_[i] = static_cast<std::uint32_t>(named[i]);
  }
  std::string bytes;
  append_values<std::uint32_t>(others_, bytes);
  append_values<std::uint32_t>(of_number_, bytes);
  const std::vector<std::string> all = peers.gather(bytes);
  for (std::size_t r = 0; r < all.size(); ++r) {
    if (static_cast<int>(r) == peers.rank()) continue;
    ByteReader reader(all[r]);
    const auto indices = reader.values<std::uint32_t>(), counts = reader.values<std::uint32_t>();
    for (std::size_t i = 0; i < indices.size(); ++i) add_other(indices[i], counts[i]);
  }
}

std::vector<std::uint32_t> DocumentFrequencies::features() const {
  std::vector<std::uint32_t> features = others_;
  for (std::size_t i = 0; i < of_name_.size(); ++i) {
    if (of_name_[i] > 0) {
      features.push_back(static_cast<std::uint32_t>(FeatureNames::first_index + i));
    }
  }
  return features;
}

bool DocumentFrequencies::is_counted(std::uint32_t index) const {
  if (counted_ != CountedFeatures::terms) return counted_ == CountedFeatures::all;
  const std::size_t number = index - FeatureNames::first_index;
  const bool is_named = index >= FeatureNames::first_index && number < is_term_.size();
  return is_named ? is_term_[number] : is_hashed(index, hash_bits_);
}

namespace {

constexpr double largest_count = 4e9;

bool is_limit(double value) {
  const bool is_share = value > 0 && value < 1;
  return is_share || (value >= 1 && value <= largest_count && value == std::floor(value));
}

}  // namespace

std::string max_df_problem(std::string_view text) {
  const std::optional<double> value = parse_double(text);
  if (text == "none" || (value && is_limit(*value))) return "";
  return std::string("expected ") + max_df_rule.expects;
}

std::size_t most_documents(std::string_view max_df, std::size_t records) {
  const std::optional<double> value = parse_double(max_df);
  if (!value) return std::numeric_limits<std::size_t>::max();
  if (*value >= 1) return static_cast<std::size_t>(*value);
  // A share of 0.29 of 100 documents is 29 of them, whatever the last digit of the product.
  return static_cast<std::size_t>(std::floor(*value * static_cast<double>(records) + 1e-9));
}

}  // namespace clade::detail
