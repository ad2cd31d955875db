// Calibration on held-out examples: from a method and its training data to a model with
// probabilities.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "base/train_context.h"
#include "clade/method.h"
#include "measure/held_out.h"
#include "model/calibration.h"

namespace clade::detail {

// `model` is what `method` learned from `data`, and gets probabilities from models of the same
// method on folds of the data, or with `folds` of 1 from one model without a part of it. Classes
// are exclusive where every example has one label. What the method chose for the whole data (--C
// auto) holds for the folds. The model comes back as it was where the run was asked to stop.
// Error{input} where there are too few examples: where held_out_examples is 0.
Model calibrated(const Model& model, Method& method, const Dataset& data, const LabelSpace& labels,
                 std::uint32_t folds, TrainContext& context);

// How many folds a model is calibrated on: as many as were asked for; empty: one part for a method
// that adapts to its data, five folds where there are few examples, none where there are too few.
std::uint32_t settled_folds(std::optional<std::size_t> asked, const Method& method,
                            const Dataset& data, const LabelSpace& labels, std::uint64_t seed);

// The calibration that held-out scores of these classes ask for.
// `frequencies`: by class, how often it is a label of the training data.
Calibration fit_calibration(const LabelSpace& labels, const HeldOut& examples, LabelKind kind,
                            std::vector<double> frequencies, ThreadPool& pool);

}  // namespace clade::detail
