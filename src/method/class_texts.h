// Descriptions of classes as class attributes (thesis 8.2): `--attributes text:FILE`.
//
// Lambda(y) has two parts of equal weight: the attributes of the taxonomy's nodes (`depth`), and
// the words of the description of y as a vector of unit length. A word that occurs n times in a
// description and in d of q descriptions has the value (1 + ln n) (1 + ln((1 + q) / (1 + d)))
// before that. So <Lambda(y), Lambda(y')> = (<depth> + cos) / 2: classes with words in common share
// weights as those with ancestors in common do. Words of one description alone are shared with no
// class: one weight row stands for all of them, which gives the same products.
#pragma once

#include <string>

#include "clade/label_space.h"
#include "taxonomy/attributes.h"

namespace clade::detail {

// Of any spec of attributes.h, `text:FILE` included: a line for every class, its name, a tab and
// the description. Error{input} with file:line for an unknown class, a second line for one and a
// description without words, and where a class has no line. Lines for inner nodes that are no
// classes are passed over.
ClassAttributes class_attributes(const std::string& spec, const LabelSpace& labels);

}  // namespace clade::detail
