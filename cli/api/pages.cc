#include "cli/api/pages.h"

#include <algorithm>

namespace busbar::cli {

Results<std::vector<wire::JsonView>> fetch_items(Api& api, ApiRequest request, PageLimits limits) {
  std::vector<wire::JsonView> items;
  while (items.size() < limits.items) {
    request.query["limit"] = std::to_string(std::min(limits.page, limits.items - items.size()));
    TRY(page, fetch(api, request));
    if (const auto list = page.field("items"))
      for (wire::JsonView& item : list->items()) items.push_back(std::move(item));
    const std::string cursor = page.text_or("next_cursor");
    if (cursor.empty()) break;
    if (request.query["cursor"] == cursor)
      return std::unexpected(std::vector{
          Error{ErrorKind::Incompatible, Scope::Process, api.address() + target_of(request),
                "the page names itself as the next one", "update the controller or this program"}});
    request.query["cursor"] = cursor;
  }
  return items;
}

std::string items_json(const std::vector<wire::JsonView>& items) {
  wire::JsonWriter writer;
  writer.begin_object().key("items").begin_array();
  for (const wire::JsonView& item : items) writer.raw(item.json_text());
  writer.end_array().end_object();
  return writer.take();
}

}  // namespace busbar::cli
