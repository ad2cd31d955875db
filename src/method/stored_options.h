// The options that a model keeps, as parameters of a method that goes on from it.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "clade/model.h"
#include "clade/parameter.h"

namespace clade::detail {

// costs:FILE, matrix:FILE, file:FILE. A model keeps the file's name alone, so that what was in it
// must be given again.
bool names_a_file(std::string_view value);

// Sets every option of the model but those that name a file. Error{model} for a name or value that
// is not among the parameters.
void set_stored_parameters(const std::vector<Parameter>& parameters, const Model& from);

// Error{usage} for a model with a kernel: the weights that it would go on from are not there.
void refuse_kernel_models(const Model& from);

// Those with these names, and the others.
std::vector<Parameter> selected(std::vector<Parameter> parameters,
                                std::initializer_list<std::string_view> names);
std::vector<Parameter> without(std::vector<Parameter> parameters,
                               std::initializer_list<std::string_view> names);

// The text of an option that the model keeps: for the method that declares it.
std::string stored_option(const Model& from, std::string_view name, std::string_view otherwise);

// Error{usage} unless the loss is the one that the model keeps, or of the same kind of file; "auto"
// means that none was given.
void check_stored_loss(const std::string& loss, const std::string& stored);

}  // namespace clade::detail
