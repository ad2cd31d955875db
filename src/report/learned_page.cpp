#include "report/learned_page.h"

#include <fmt/core.h>

#include <algorithm>
#include <string_view>
#include <vector>

namespace clade::report {

namespace {

// More classes are drawn without names, and their distances as means over neighbours.
constexpr std::size_t most_names = 150;
constexpr std::size_t most_cells = 100;  // on a side of the matrix
constexpr double picture_width = 460;

constexpr const char* style =
    ":root{color-scheme:light dark}"
    "body{font:16px/1.45 system-ui,sans-serif;margin:2rem auto;max-width:72rem;padding:0 1rem}"
    "h1{font-size:1.5rem}h2{font-size:1.15rem;margin-top:2rem}"
    "figure{margin:0;overflow-x:auto}figcaption{color:GrayText;max-width:44rem}"
    "svg{display:block;max-width:none}svg text{fill:currentColor;font-size:11px}"
    ".link{fill:none;stroke:currentColor;stroke-width:1.2}.cut{stroke-dasharray:4 3;opacity:.65}"
    ".cross{stroke:#d22;stroke-width:1.5}.cell{fill:currentColor}"
    "ul{margin:.2rem 0;padding-left:1.4rem}@media print{body{margin:0}}";

// Text that stays text.
std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      default:
        result += c;
    }
  }
  return result;
}

// The classes from top to bottom, so that links do not cross.
std::vector<std::size_t> drawing_order(const Dendrogram& dendrogram) {
  std::vector<std::size_t> order, open{dendrogram.things + dendrogram.links.size() - 1};
  while (!open.empty()) {
    const std::size_t cluster = open.back();
    open.pop_back();
    if (cluster < dendrogram.things) {
      order.push_back(cluster);
      continue;
    }
    const Link& link = dendrogram.links[cluster - dendrogram.things];
    open.push_back(link.b);
    open.push_back(link.a);
  }
  return order;
}

class Page {
 public:
  Page(const LearnedTaxonomy& learned, const LabelSpace& labels)
      : learned_(learned), labels_(labels), order_(drawing_order(learned.dendrogram)) {
    row_ = order_.size() <= most_names ? 15 : 4;
    for (const std::size_t c : order_) {
      if (has_names()) longest_ = std::max(longest_, name(c).size());
    }
  }

  std::string run() {
    return fmt::format(
               "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
               "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">"
               "<title>Learned taxonomy</title><style>{}</style></head><body>\n"
               "<h1>Learned taxonomy of {} classes</h1>\n"
               "<p>Classes whose centroids are near each other become siblings (thesis, Algorithm "
               "8): {}.</p>\n",
               style, order_.size(), summary()) +
           dendrogram() + matrix() + tree() + "</body></html>\n";
  }

 private:
  std::string_view name(std::size_t c) const { return labels_.name(static_cast<ClassId>(c)); }
  bool has_names() const { return order_.size() <= most_names; }
  double names_width() const { return has_names() ? 6.6 * static_cast<double>(longest_) + 10 : 8; }
  double height() const { return row_ * static_cast<double>(order_.size()); }
  double middle(std::size_t place) const { return (static_cast<double>(place) + 0.5) * row_; }

  std::string summary() const {
    std::string text;
    for (const Cut& cut : learned_.cuts) {
      text += fmt::format("{}{} clusters at the threshold {:.4g}", text.empty() ? "" : ", then ",
                          cut.clusters.size(), cut.threshold);
    }
    return text;
  }

  std::string names() const {
    std::string text;
    for (std::size_t k = 0; has_names() && k < order_.size(); ++k) {
      text += fmt::format("<text x=\"{:.0f}\" y=\"{:.1f}\" text-anchor=\"end\">{}</text>\n",
                          names_width() - 6, middle(k) + 4, escaped(name(order_[k])));
    }
    return text;
  }

  // The distance of a link goes from left to right; classes are at 0.
  std::string dendrogram() const {
    const Dendrogram& all = learned_.dendrogram;
    const double most = std::max(1e-300, all.links.back().distance);
    const auto x = [&](double distance) { return names_width() + picture_width * distance / most; };
    std::vector<double> at_x(all.things + all.links.size(), names_width()), at_y(at_x.size());
    for (std::size_t k = 0; k < order_.size(); ++k) at_y[order_[k]] = middle(k);
    std::string marks;
    for (std::size_t t = 0; t < all.links.size(); ++t) {
      const Link& link = all.links[t];
      const std::size_t own = all.things + t;
      at_x[own] = x(link.distance);
      at_y[own] = 0.5 * (at_y[link.a] + at_y[link.b]);
      const Cut& cut = learned_.cuts.front();
      marks += fmt::format(
          "<path class=\"link{}\" d=\"M{:.1f} {:.1f}H{:.1f}V{:.1f}H{:.1f}\"><title>distance "
          "{:.4g}, "
          "inconsistency {:.4g}</title></path>\n",
          cut.is_cut[t] ? " cut" : "", at_x[link.a], at_y[link.a], at_x[own], at_y[link.b],
          at_x[link.b], link.distance, cut.inconsistency[t]);
      if (cut.is_cut[t]) marks += cross(at_x[own], at_y[own], cut.inconsistency[t] > cut.threshold);
    }
    return figure(
        "Dendrogram",
        "The nearest clusters are linked first; a link stands at its distance. Links that "
        "are cut are dashed and crossed, a large cross where the inconsistency "
        "coefficient is above the threshold.",
        names() + marks, names_width() + picture_width + 12);
  }

  static std::string cross(double x, double y, bool is_large) {
    const double r = is_large ? 5.5 : 3;
    return fmt::format(
        "<path class=\"cross\" d=\"M{:.1f} {:.1f}L{:.1f} {:.1f}M{:.1f} {:.1f}L{:.1f} {:.1f}\"/>\n",
        x - r, y - r, x + r, y + r, x - r, y + r, x + r, y - r);
  }

  // The mean distance between the classes of two ranges of places.
  double mean_between(std::size_t row, std::size_t column, std::size_t cells) const {
    const std::size_t n = order_.size();
    double sum = 0, count = 0;
    for (std::size_t a = row * n / cells; a < (row + 1) * n / cells; ++a) {
      for (std::size_t b = column * n / cells; b < (column + 1) * n / cells; ++b) {
        sum += order_[a] == order_[b] ? 0 : learned_.distances(order_[a], order_[b]);
        ++count;
      }
    }
    return count > 0 ? sum / count : 0;
  }

  std::string matrix() const {
    const std::size_t cells = std::min(order_.size(), most_cells);
    const double side = height() / static_cast<double>(cells);
    std::vector<double> values(cells * cells);
    for (std::size_t a = 0; a < cells; ++a) {
      for (std::size_t b = 0; b < cells; ++b) values[a * cells + b] = mean_between(a, b, cells);
    }
    const double most = std::max(1e-300, *std::max_element(values.begin(), values.end()));
    std::string marks;
    for (std::size_t a = 0; a < cells; ++a) {
      for (std::size_t b = 0; b < cells; ++b) {
        const double opacity = 1 - values[a * cells + b] / most;
        if (opacity < 0.005) continue;
        marks += fmt::format(
            "<rect class=\"cell\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" "
            "opacity=\"{:.2f}\"/>\n",
            names_width() + static_cast<double>(b) * side, static_cast<double>(a) * side, side,
            side, opacity);
      }
    }
    return figure("Distances between classes",
                  "The stronger, the nearer. Rows and columns are in the order of the dendrogram.",
                  names() + marks, names_width() + height() + 4);
  }

  std::string figure(const char* title, const char* caption, const std::string& marks,
                     double width) const {
    return fmt::format(
        "<h2>{}</h2>\n<figure><svg role=\"img\" aria-label=\"{}\" width=\"{:.0f}\" "
        "height=\"{:.0f}\" viewBox=\"0 0 {:.0f} {:.0f}\">\n{}</svg><figcaption>{}</figcaption>"
        "</figure>\n",
        title, title, width, height() + 8, width, height() + 8, marks, caption);
  }

  std::string tree() const {
    const auto edges = learned_.edges(labels_);
    std::string text = "<h2>Taxonomy</h2>\n";
    std::vector<std::string> open;  // the nodes on the way to the last edge
    for (const auto& [parent, child] : edges) {
      if (open.empty()) open.push_back(parent), text += "<ul>";
      while (open.back() != parent) open.pop_back(), text += "</ul></li>";
      const bool is_class = labels_.find(child).has_value();
      text += "<li>" + escaped(child) + (is_class ? "</li>\n" : "<ul>");
      if (!is_class) open.push_back(child);
    }
    for (std::size_t k = 1; k < open.size(); ++k) text += "</ul></li>";
    return text + "</ul>\n";
  }

  const LearnedTaxonomy& learned_;
  const LabelSpace& labels_;
  std::vector<std::size_t> order_;
  double row_ = 15;
  std::size_t longest_ = 0;
};

}  // namespace

std::string learned_page(const LearnedTaxonomy& learned, const LabelSpace& labels) {
  return Page(learned, labels).run();
}

}  // namespace clade::report
