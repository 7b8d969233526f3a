#include "io/http/message.h"

#include "io/http/text.h"

namespace busbar::io {

std::string_view header(const Headers& headers, std::string_view name) {
  for (const auto& [key, value] : headers)
    if (equal_without_case(key, name)) return value;
  return {};
}

}  // namespace busbar::io
