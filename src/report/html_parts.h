// The script and the styles of the HTML report, from the files of src/report/html (cmake/embed-html.cmake puts them into the program).
#pragma once

#include <string_view>

namespace cleave::report {

extern const std::string_view kHtmlScript;
extern const std::string_view kHtmlStyle;

}  // namespace cleave::report
