// Every input that was ever of interest is read again: seeds, and what was found (tests/fuzz/found,
// tests/fuzz/corpus), with small damage besides.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "base/random.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/support/mutations.h"

namespace clade::detail::fuzz {

namespace fs = std::filesystem;

inline std::string bytes_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// Inputs in one file: the length of each, a line end, its bytes.
inline std::vector<std::string> unpacked(const std::string& bytes) {
  std::vector<std::string> inputs;
  for (std::size_t at = 0; at < bytes.size();) {
    const std::size_t end = bytes.find('\n', at);
    const auto length = static_cast<std::size_t>(std::stoull(bytes.substr(at, end - at)));
    inputs.push_back(bytes.substr(end + 1, length));
    at = end + 1 + length;
  }
  return inputs;
}

// Of damage to each seed; CLADE_ROUNDS asks for more.
inline int damage_rounds() {
  const char* asked = std::getenv("CLADE_ROUNDS");
  return asked != nullptr ? std::atoi(asked) : 20;
}

class Replay : public ::testing::TestWithParam<FuzzTarget> {};

TEST_P(Replay, SeedsWithSmallDamageAreReadOrRefused) {
  const FuzzTarget& target = GetParam();
  constexpr std::array<std::string_view, 16> words{
      "\t", "\n", "\"", "'", "\\", "{", "]", "(", "/", ";", "<", ">", "#", "1e999", "\xFF", "|"};
  Random random(7);
  for (const std::string& seed : target.seeds()) {
    target.read(seed);
    for (int round = 0; round < damage_rounds(); ++round) {
      std::string damaged = test::mutated(seed, words, random);
      if (target.repair != nullptr && round % 8 != 0) target.repair(damaged);
      target.read(damaged);
    }
  }
}

TEST_P(Replay, WhatWasFoundIsReadOrRefused) {
  const fs::path folder = fs::path(CLADE_SOURCE_DIR) / "tests/fuzz";
  const std::string name(GetParam().name);
  for (const std::string& input : unpacked(bytes_of(folder / "corpus" / name))) {
    GetParam().read(input);
  }
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(folder / "found" / name, none)) {
    SCOPED_TRACE(entry.path().filename());
    GetParam().read(bytes_of(entry.path()));
  }
}

inline std::string test_name(const ::testing::TestParamInfo<FuzzTarget>& target) {
  std::string name(target.param.name);
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

}  // namespace clade::detail::fuzz
