// Small examples in memory for the public calls.
#pragma once

#include <cstddef>
#include <random>
#include <string>
#include <vector>

#include "clade/examples.h"
#include "clade/taxonomy.h"

namespace clade::detail::test {

inline const std::vector<std::string> memory_labels{"a1", "a2", "b1", "b2"};

inline Taxonomy memory_taxonomy() {
  return Taxonomy::parse("r\ta\nr\tb\na\ta1\na\ta2\nb\tb1\nb\tb2\n", "taxonomy");
}

// `count` vectors whose class has a feature of its own under noise, the classes in turn.
inline VectorExamples memory_vectors(std::size_t count, unsigned seed = 1, double noise = 0.5) {
  std::mt19937_64 engine(seed);
  std::uniform_real_distribution<double> uniform(-noise, noise);
  VectorExamples examples;
  for (std::size_t i = 0; i < count; ++i) {
    std::vector<double> row(6);
    for (double& value : row) value = uniform(engine);
    row[i % 4] += 1;
    examples.add(row, {memory_labels[i % 4]}, {1, "x" + std::to_string(i)});
  }
  return examples;
}

// The same as texts.
inline TextExamples memory_texts(std::size_t count) {
  TextExamples examples;
  for (std::size_t i = 0; i < count; ++i) {
    const std::string& label = memory_labels[i % 4];
    examples.add("about " + label + " and word" + std::to_string(i % 5) + " of " + label, {label});
  }
  return examples;
}

}  // namespace clade::detail::test
