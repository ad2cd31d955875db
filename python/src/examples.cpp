// Examples from arrays, texts and files.
#include <cmath>

#include "bindings.h"

namespace clade::python {

namespace {

template <class T>
using Array = py::array_t<T, py::array::c_style>;
using Codes = Array<std::int64_t>;

// Labels of examples as numbers of names: those of example i are codes[offsets[i]] to
// codes[offsets[i + 1]], or codes[i] alone where there are no offsets.
struct LabelCodes {
  std::vector<std::string> names;
  std::optional<Codes> codes, offsets;
  UnknownLabels unknown = UnknownLabels::error;

  std::vector<Labels> labels() const {
    std::vector<Labels> result;
    if (!codes) return result;
    const std::int64_t* values = codes->data();
    const auto name_at = [&](std::size_t k) {
      return names.at(static_cast<std::size_t>(values[k]));
    };
    if (!offsets) {
      result.reserve(static_cast<std::size_t>(codes->size()));
      for (std::size_t k = 0; k < static_cast<std::size_t>(codes->size()); ++k) {
        result.push_back(values[k] < 0 ? Labels{} : Labels{name_at(k)});
      }
      return result;
    }
    const std::int64_t* ends = offsets->data();
    const auto count = static_cast<std::size_t>(offsets->size() - 1);
    result.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
      for (auto k = ends[i]; k < ends[i + 1]; ++k) {
        result[i].push_back(name_at(static_cast<std::size_t>(k)));
      }
    }
    return result;
  }
};

template <class Kind>
HeldExamples held(Kind examples, const LabelCodes& labels, std::vector<py::object> arrays) {
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
                        std::vector<Labels> labels, std::vector<double> weights) {
  const CsrView<Real, Index> rows{span_of<Index>(indptr), span_of<Index>(indices),
                                  span_of<Real>(data)};
  return VectorExamples::view(rows, std::move(labels), std::move(weights));
}

HeldExamples csr_examples(const py::array& data, const py::array& indices, const py::array& indptr,
                          const LabelCodes& labels, const std::optional<Array<double>>& weights) {
  const bool is_float = py::isinstance<py::array_t<float>>(data);
  const bool is_small = py::isinstance<py::array_t<std::int32_t>>(indices);
  const auto make =
      is_float ? (is_small ? csr_view<float, std::int32_t> : csr_view<float, std::int64_t>)
               : (is_small ? csr_view<double, std::int32_t> : csr_view<double, std::int64_t>);
  return held(make(data, indices, indptr, labels.labels(), weights_of(weights)), labels,
              {data, indices, indptr});
}

template <class Real>
VectorExamples dense_view(const py::array& data, std::vector<Labels> labels,
                          std::vector<double> weights) {
  DenseView<Real> view;
  view.values = static_cast<const Real*>(data.data());
  view.rows = static_cast<std::size_t>(data.shape(0));
  view.columns = static_cast<std::size_t>(data.shape(1));
  view.row_stride = static_cast<std::size_t>(data.strides(0)) / sizeof(Real);
  return VectorExamples::view(view, std::move(labels), std::move(weights));
}

HeldExamples dense_examples(const py::array& data, const LabelCodes& labels,
                            const std::optional<Array<double>>& weights) {
  const auto make =
      py::isinstance<py::array_t<float>>(data) ? dense_view<float> : dense_view<double>;
  return held(make(data, labels.labels(), weights_of(weights)), labels, {data});
}

HeldExamples text_examples(const std::vector<py::str>& texts, const LabelCodes& codes,
                           const std::optional<Array<double>>& weights) {
  const std::vector<Labels> labels = codes.labels();
  TextExamples examples;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    Py_ssize_t size = 0;
    const char* bytes = PyUnicode_AsUTF8AndSize(texts[i].ptr(), &size);
    if (bytes == nullptr) throw py::error_already_set();
    ExampleDetails details;
    if (weights) details.weight = weights->at(static_cast<py::ssize_t>(i));
    examples.add({bytes, static_cast<std::size_t>(size)}, labels.empty() ? Labels{} : labels[i],
                 details);
  }
  return held(examples, codes, {});
}

}  // namespace

void bind_examples(py::module_& module) {
  py::class_<LabelCodes>(module, "LabelCodes")
      .def(py::init<>())
      .def(py::init([](std::vector<std::string> names, Codes codes, std::optional<Codes> offsets,
                       const std::string& unknown) {
             return LabelCodes{std::move(names), std::move(codes), std::move(offsets),
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
