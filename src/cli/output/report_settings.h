// How a report was made: the call and every setting, as the page shows them.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "clade/method.h"
#include "clade/report.h"
#include "cli/options/arguments.h"

namespace clade::detail::cli {

// Before anything is read: can the page be made, and is its file none of those that are used?
void check_report_output(const std::string& command, const std::string& file,
                         const std::vector<std::filesystem::path>& others);

// The words as a shell would take them, the options of the spec with their values, the time, and
// the data (of standard input there is nothing to say).
ReportHead report_head(const CommandSpec& spec, const Arguments& words, std::string title,
                       const std::vector<std::filesystem::path>& files);

// As a shell takes it: quoted where it has to be.
std::string shell_word(const std::string& word);

SettingsGroup settings_of(std::string title, const std::vector<Parameter>& parameters);

}  // namespace clade::detail::cli
