// What `taxonomy check` found, as text for people and as JSON.
#pragma once

#include <map>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace clade::detail::cli {

class CheckReport {
 public:
  CheckReport();
  // Whether the taxonomy can be used as it is.
  void add_usable(bool is_usable);
  bool is_usable() const { return is_usable_; }
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

  // What a repaired copy has that the taxonomy has not.
  void add_changes(std::string_view file, const std::vector<std::string>& changes);

  std::string text() const;
  std::string json() const;

 private:
  struct Row {
    std::string title, value, advice;
  };
  void put(std::string title, std::string value) { rows_.push_back({title, value, ""}); }

  bool is_usable_ = true;
  std::vector<Row> rows_;
  std::string changes_;  // as text
  std::shared_ptr<nlohmann::ordered_json> json_;
};

}  // namespace clade::detail::cli
