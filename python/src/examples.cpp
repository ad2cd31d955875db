// Examples from arrays, texts and files.
#include <cmath>

#include "bindings.h"

namespace clade::python {

namespace {

template <class T>
using Array = py::array_t<T, py::array::c_style>;
using Codes = Array<std::int64_t>;

// Labels of examples as numbers of names; no codes: examples to predict.
struct HeldLabels {
  std::vector<std::string> names;
  std::optional<Codes> codes, offsets;
  UnknownLabels unknown = UnknownLabels::error;
};

std::span<const std::int64_t> span_of(const std::optional<Codes>& codes) {
  if (!codes) return {};
  return {codes->data(), static_cast<std::size_t>(codes->size())};
}

template <class Kind>
HeldExamples held(Kind examples, const HeldLabels& labels, std::vector<py::object> arrays) {
  if (labels.codes) {
    examples.set_labels({labels.names, span_of(labels.codes), span_of(labels.offsets)});
    arrays.push_back(*labels.codes);
  }
  if (labels.offsets) arrays.push_back(*labels.offsets);
  examples.set_unknown_labels(labels.unknown);
  return {std::move(examples), std::move(arrays)};
}

std::vector<double> weights_of(const std::optional<Array<double>>& weights) {
  if (!weights) return {};
  return {weights->data(), weights->data() + weights->size()};
}

template <class T>
std::span<const T> span_of(const py::array& array) {
  return {static_cast<const T*>(array.data()), static_cast<std::size_t>(array.size())};
}

template <class Real, class Index>
VectorExamples csr_view(const py::array& data, const py::array& indices, const py::array& indptr,
                        std::vector<double> weights) {
  const CsrView<Real, Index> rows{span_of<Index>(indptr), span_of<Index>(indices),
                                  span_of<Real>(data)};
  return VectorExamples::view(rows, {}, std::move(weights));
}

HeldExamples csr_examples(const py::array& data, const py::array& indices, const py::array& indptr,
                          const HeldLabels& labels, const std::optional<Array<double>>& weights) {
  const bool is_float = py::isinstance<py::array_t<float>>(data);
  const bool is_small = py::isinstance<py::array_t<std::int32_t>>(indices);
  const auto make =
      is_float ? (is_small ? csr_view<float, std::int32_t> : csr_view<float, std::int64_t>)
               : (is_small ? csr_view<double, std::int32_t> : csr_view<double, std::int64_t>);
  return held(make(data, indices, indptr, weights_of(weights)), labels, {data, indices, indptr});
}

template <class Real>
VectorExamples dense_view(const py::array& data, std::vector<double> weights) {
  DenseView<Real> view;
  view.values = static_cast<const Real*>(data.data());
  view.rows = static_cast<std::size_t>(data.shape(0));
  view.columns = static_cast<std::size_t>(data.shape(1));
  view.row_stride = static_cast<std::size_t>(data.strides(0)) / sizeof(Real);
  return VectorExamples::view(view, {}, std::move(weights));
}

HeldExamples dense_examples(const py::array& data, const HeldLabels& labels,
                            const std::optional<Array<double>>& weights) {
  const auto make =
      py::isinstance<py::array_t<float>>(data) ? dense_view<float> : dense_view<double>;
  return held(make(data, weights_of(weights)), labels, {data});
}

// The text in UTF-8, which is there as long as what is added to `owners`: the string itself, or a
// copy where its own memory is in another form.
std::string_view utf8_of(const py::str& text, std::vector<py::object>& owners) {
  if (PyUnicode_IS_COMPACT_ASCII(text.ptr())) {
    owners.push_back(text);
    return {static_cast<const char*>(PyUnicode_DATA(text.ptr())),
            static_cast<std::size_t>(PyUnicode_GET_LENGTH(text.ptr()))};
  }
  auto bytes = py::reinterpret_steal<py::bytes>(PyUnicode_AsUTF8String(text.ptr()));
  if (!bytes) throw py::error_already_set();
  const std::string_view view(bytes);
  owners.push_back(std::move(bytes));
  return view;
}

HeldExamples text_examples(const std::vector<py::str>& texts, const HeldLabels& labels,
                           const std::optional<Array<double>>& weights) {
  std::vector<py::object> owners;
  std::vector<std::string_view> views;
  owners.reserve(texts.size());
  views.reserve(texts.size());
  for (const py::str& text : texts) views.push_back(utf8_of(text, owners));
  return held(TextExamples::view(std::move(views), weights_of(weights)), labels, std::move(owners));
}

}  // namespace

void bind_examples(py::module_& module) {
  py::class_<HeldLabels>(module, "LabelCodes")
      .def(py::init<>())
      .def(py::init([](std::vector<std::string> names, Codes codes, std::optional<Codes> offsets,
                       const std::string& unknown) {
             return HeldLabels{std::move(names), std::move(codes), std::move(offsets),
                               unknown_labels_of(unknown)};
           }),
           py::arg("names"), py::arg("codes"), py::arg("offsets") = py::none(),
           py::arg("unknown") = "error");
  py::class_<HeldExamples>(module, "Examples").def("__len__", [](const HeldExamples& held) {
    return held.examples.size();
  });
  module.def("csr_examples", &csr_examples);
  module.def("dense_examples", &dense_examples);
  module.def("text_examples", &text_examples);
  module.def("file_examples", [](const std::vector<std::string>& names, const py::dict& options) {
    return HeldExamples{FileExamples(paths_of(names), options_of(options)), {}};
  });
}

}  // namespace clade::python
