// Taxonomies, and where a training takes its classes from.
#include "bindings.h"

namespace clade::python {

namespace {

using namespace py::literals;

using Edges = std::vector<std::pair<std::string, std::string>>;

TaxonomyReadOptions read_options(const std::string& format) {
  TaxonomyReadOptions options;
  options.format = format;
  return options;
}

std::vector<std::string> names_of(const Taxonomy& taxonomy, std::span<const NodeId> nodes) {
  std::vector<std::string> names;
  for (const NodeId node : nodes) names.emplace_back(taxonomy.name(node));
  return names;
}

NodeId node_called(const Taxonomy& taxonomy, const std::string& name) {
  if (const auto node = taxonomy.find(name)) return *node;
  throw Error(ErrorKind::input,
              "'" + name + "' is not in the taxonomy" + taxonomy.suggestion(name));
}

// The edges, those from an unnamed root left out; and a node without any is in `nodes` alone.
Edges edges_of(const Taxonomy& taxonomy) {
  Edges edges;
  for (const NodeId node : taxonomy.top_down()) {
    if (taxonomy.name(node).empty()) continue;
    for (const NodeId child : taxonomy.children(node)) {
      edges.emplace_back(taxonomy.name(node), taxonomy.name(child));
    }
  }
  return edges;
}

// What from_parts takes.
py::tuple parts_of(const Taxonomy& taxonomy) {
  py::list names, parents, added;
  for (std::size_t n = 0; n < taxonomy.size(); ++n) {
    const auto node = static_cast<NodeId>(n);
    names.append(taxonomy.name(node));
    py::list row;
    for (const NodeId parent : taxonomy.parents(node)) row.append(index_of(parent));
    parents.append(std::move(row));
    if (taxonomy.is_added(node)) added.append(n);
  }
  return py::make_tuple(names, parents, added);
}

py::tuple learn(const HeldExamples& held, const py::dict& values, const py::dict& run_options) {
  Run how(run_options);
  LearnTaxonomyOptions options;
  how.apply(options);
  options.levels = values["levels"].cast<std::size_t>();
  const auto linkage = values["linkage"].cast<std::string>();
  if (linkage == "single") {
    options.linkage = Linkage::single;
  } else if (linkage == "complete") {
    options.linkage = Linkage::complete;
  } else if (linkage != "average") {
    throw Error(ErrorKind::usage, "linkage",
                "expected average|single|complete, got '" + linkage + "'");
  }
  options.kernel = options_of(values["kernel"]);
  options.text = options_of(values["text"]);
  options.align = values["align"].cast<bool>();
  if (!values["method"].is_none()) options.with = compared_method(values["method"]);
  const LearnedTaxonomy result =
      run(how.reporter, [&] { return learn_taxonomy(held.examples, options); });
  return py::make_tuple(result.taxonomy, result.json());
}

}  // namespace

void bind_taxonomy(py::module_& module) {
  py::class_<Taxonomy>(module, "Taxonomy")
      .def_static("read",
                  [](const std::string& file, const std::string& format) {
                    return Taxonomy::read(file, read_options(format));
                  })
      .def_static("parse",
                  [](const std::string& text, const std::string& format) {
                    return Taxonomy::parse(text, "taxonomy", read_options(format));
                  })
      .def_static("from_edges", &Taxonomy::from_edges)
      .def_static("flat",
                  [](const std::vector<std::string>& names) { return Taxonomy::flat(names); })
      .def_static("from_paths",
                  [](const std::vector<std::string>& labels, const std::string& separator) {
                    return Taxonomy::from_paths(labels, separator);
                  })
      .def_static(
          "from_parts",
          [](std::vector<std::string> names, const std::vector<std::vector<std::uint32_t>>& parents,
             const std::vector<std::uint32_t>& added) {
            Taxonomy::Parts parts{std::move(names), {}, {}};
            for (const auto& row : parents) {
              parts.parents.emplace_back();
              for (const std::uint32_t node : row) parts.parents.back().push_back(NodeId(node));
            }
            for (const std::uint32_t node : added) parts.added.push_back(NodeId(node));
            return Taxonomy::from_parts(std::move(parts), "taxonomy");
          })
      .def("parts", &parts_of)
      .def("__len__", &Taxonomy::size)
      .def_property_readonly("is_tree", &Taxonomy::is_tree)
      .def_property_readonly("root",
                             [](const Taxonomy& t) { return std::string(t.name(t.root())); })
      .def_property_readonly("nodes", [](const Taxonomy& t) { return names_of(t, t.top_down()); })
      .def_property_readonly("leaves", [](const Taxonomy& t) { return names_of(t, t.terminals()); })
      .def_property_readonly("edges", &edges_of)
      .def("__contains__",
           [](const Taxonomy& t, const std::string& name) { return t.find(name).has_value(); })
      .def("children",
           [](const Taxonomy& t, const std::string& name) {
             return names_of(t, t.children(node_called(t, name)));
           })
      .def("parents",
           [](const Taxonomy& t, const std::string& name) {
             return names_of(t, t.parents(node_called(t, name)));
           })
      .def("ancestors",
           [](const Taxonomy& t, const std::string& name) {
             return names_of(t, t.ancestor_set(node_called(t, name)));
           })
      .def("depth",
           [](const Taxonomy& t, const std::string& name) { return t.depth(node_called(t, name)); })
      .def("text",
           [](const Taxonomy& t, const std::string& format) { return taxonomy_text(t, format); })
      .def("write", [](const Taxonomy& t, const std::string& file,
                       const std::string& format) { write_taxonomy(file, t, format); })
      .def("write_page", [](const Taxonomy& t, const std::string& file,
                            const std::string& title) { write_report(file, t, title); })
      .def("shuffled",
           [](const Taxonomy& t, std::uint64_t seed) { return random_taxonomy(t, seed); });

  py::class_<TaxonomySource>(module, "TaxonomySource")
      .def_static("flat", &no_taxonomy)
      .def_static("paths", &path_labels)
      .def_static("given", &given);

  const auto checked = [](const TaxonomyCheck& check) {
    return py::make_tuple(check.json(), check.text());
  };
  module.def("check_taxonomy_file", [checked](const std::string& file, const std::string& format) {
    return checked(check_taxonomy(file, read_options(format)));
  });
  module.def("check_taxonomy_with",
             [checked](const std::string& file, const std::string& format, const HeldExamples& held,
                       const py::dict& run_options) {
               Run how(run_options);
               RunOptions options;
               how.apply(options);
               return checked(run(how.reporter, [&] {
                 return check_taxonomy(file, held.examples, read_options(format), options);
               }));
             });
  module.def("check_taxonomy_text", [checked](const std::string& text, const std::string& format) {
    return checked(check_taxonomy_text(text, read_options(format)));
  });
  module.def("repair_taxonomy_file", [](const std::string& file, const std::string& format) {
    const RepairedTaxonomy repaired = repair_taxonomy(file, read_options(format));
    return py::make_tuple(repaired.taxonomy, repaired.changes);
  });
  module.def("repair_taxonomy_text", [](const std::string& text, const std::string& format) {
    const RepairedTaxonomy repaired = repair_taxonomy_text(text, read_options(format));
    return py::make_tuple(repaired.taxonomy, repaired.changes);
  });
  module.def("learn_taxonomy", &learn);
  module.def(
      "advise", [](const HeldExamples& held, const TaxonomySource& taxonomy, const py::dict& method,
                   const py::dict& values, const py::dict& run_options) {
        Run how(run_options);
        AdviceOptions options;
        how.apply(options);
        options.per_class = values["per_class"].cast<std::size_t>();
        options.repeats = values["repeats"].cast<std::size_t>();
        options.random_trees = values["random_trees"].cast<std::size_t>();
        options.most_changes = values["most_changes"].cast<std::size_t>();
        const ComparedMethod judged = compared_method(method);
        const Advice advice =
            run(how.reporter, [&] { return advise(held.examples, taxonomy, judged, options); });
        return py::make_tuple(advice.json(), advice.text(), advice.repaired);
      });
}

}  // namespace clade::python
