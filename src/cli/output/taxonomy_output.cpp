#include "cli/output/taxonomy_output.h"

#include "base/fail.h"
#include "base/file.h"
#include "base/text.h"
#include "cli/output/terminal_reporter.h"

namespace clade::detail::cli {

TaxonomyOutputFormat output_format(const std::string& command, const std::string& file,
                                   const std::string& asked) {
  if (file.empty()) fail(ErrorKind::usage, "{}: -o is missing: where should it go?", command);
  if (file.ends_with(".gz") || file.ends_with(".zst")) {
    fail(ErrorKind::usage, "{}: {}: it is written as plain text, leave out the ending .gz or .zst",
         command, quoted(file));
  }
  if (asked.starts_with("paths:") && asked.size() > 6) {
    return {&taxonomy_format_of("", "paths"), asked.substr(6)};
  }
  if (!asked.empty()) return {&taxonomy_format_of("", asked)};
  if (const TaxonomyFormat* format = format_by_ending(file)) return {format};
  fail(ErrorKind::usage, "{}: {}: cannot tell the format from the name; use --to {}", command,
       quoted(file), taxonomy_format_names());
}

void tell_notes(const TaxonomyDocument& document, bool quiet) {
  TerminalReporter reporter({quiet, ""});
  for (const std::string& note : document.notes) reporter.on_note(note);
}

void write_taxonomy(const TaxonomyDocument& document, const TaxonomyOutputFormat& format,
                    const std::string& file, Output& out) {
  const std::string text = taxonomy_text(document, *format.format, format.separator);
  if (file == "-") return out.write(text);
  AtomicFile output(file);
  output.write(text);
  output.commit();
}

}  // namespace clade::detail::cli
