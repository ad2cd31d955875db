// Rows of a check, as text for people and as JSON.
#pragma once

#include <map>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "clade/error.h"

namespace clade::detail {

class CheckReport {
 public:
  // Advice mentions parameters as `spelling` writes them; empty: by their names.
  explicit CheckReport(ParameterSpelling spelling);
  // Whether the taxonomy can be used as it is.
  void add_usable(bool is_usable);
  // A fact.
  void add(std::string key, std::string title, const std::string& value);
  void add(std::string key, std::string title, std::size_t value);
  void add(std::string key, std::string title, double value);
  // Numbers by numbers: "1: 150, 2: 40".
  void add(std::string key, std::string title, const std::map<std::size_t, std::size_t>& counts);
  void add(std::string key, std::string title, const std::map<std::size_t, double>& values);
  // Something to know of: how many, the first few of them, and what clade does about it, said where
  // there is one. `names` are shown in quotes; `shown` are shown as they are.
  void find(std::string key, std::string title, const std::vector<std::string>& names,
            std::string_view advice);
  void find_shown(std::string key, std::string title, const std::vector<std::string>& shown,
                  std::string_view advice);

  // A sentence below the last row.
  void advise(std::string_view advice);

  std::string text() const;
  const nlohmann::ordered_json& json() const { return *json_; }

 private:
  struct Row {
    std::string title, value, advice;
  };
  void put(std::string title, std::string value) { rows_.push_back({title, value, ""}); }

  std::string spelled(std::string_view advice) const;

  ParameterSpelling spelling_;
  std::vector<Row> rows_;
  std::shared_ptr<nlohmann::ordered_json> json_;
};

}  // namespace clade::detail
