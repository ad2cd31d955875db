// What the file of each method defines: methods.cpp lists them.
#pragma once

#include <memory>

#include "clade/method.h"

namespace clade::detail {

std::unique_ptr<Method> make_hsvm();
std::unique_ptr<Method> make_svm();       // hsvm --flat
std::unique_ptr<Method> make_flatmult();  // orthogonal Eq. 12 over the leaves: svm with C/N
std::unique_ptr<Method> make_clade();
std::unique_ptr<Method> make_dnc();
std::unique_ptr<Method> make_hiermult();  // dnc with the svm and C/N of the node
std::unique_ptr<Method> make_hieron();
std::unique_ptr<Method> make_orthogonal();
std::unique_ptr<Method> make_perceptron();
std::unique_ptr<Method> make_topdown_psi();
std::unique_ptr<Method> make_psi();  // topdown-psi --flat
std::unique_ptr<Method> make_topdown_svm();
std::unique_ptr<Method> make_transfer();
std::unique_ptr<Method> make_treeloss();

}  // namespace clade::detail
