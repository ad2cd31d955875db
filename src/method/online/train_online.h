// From a dataset and a choice of attributes, losses and rules to a model by an online learner: the
// part that all online methods share.
#pragma once

#include <memory>

#include "base/train_context.h"
#include "clade/method.h"
#include "method/online/online_design.h"

namespace clade::detail {

// A method is its parameters and what they choose.
class OnlineMethod : public Method {
 public:
  void check_parameters() const override { params().kernel.check(); }
  MethodTraits traits() const override;
  Trained train(const Dataset& data, const LabelSpace& labels,
                TrainContext& context) const override;
  std::unique_ptr<OnlineTraining> start(const LabelSpace& labels,
                                        TrainContext& context) const override;

  // One pass in the order of the data, unless more is asked for.
  void take_parameters(const Model& from) override;
  std::vector<Parameter> update_parameters() override;
  void check_update(const Model& from) const override;
  Trained update(const Model& from, const Dataset& data, TrainContext& context) const override;
  std::unique_ptr<OnlineTraining> resume(const Model& from, TrainContext& context) const override;

 protected:
  virtual const OnlineParams& params() const = 0;
  virtual OnlineParams& params() = 0;
  virtual OptionTexts options() const = 0;  // as the model keeps them
  virtual OnlineRules rules() const = 0;
  // Minover in place of the rules.
  virtual bool is_worst_first() const { return false; }
  virtual ClassAttributes attributes(const LabelSpace& labels) const = 0;
  virtual std::shared_ptr<const LossRows> losses(const LabelSpace& labels,
                                                 const ScoreMap& map) const = 0;

 private:
  OnlineDesign design(const LabelSpace& labels, ClassAttributes scored_by, OptionTexts kept) const;
  OnlineDesign design_of(const Model& from) const;
  void check_stream() const;
};

}  // namespace clade::detail
