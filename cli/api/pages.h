#pragma once
// Lists that the service answers page by page, followed to the end.
// Errors: those of the pages; a page that names itself as its next one is Incompatible, not a loop.
// Threads: as the Api.
#include <string>
#include <vector>

#include "cli/api/api.h"

namespace busbar::cli {

struct PageLimits {
  std::size_t page = 500;  // the most that the service gives at once
  std::size_t items = static_cast<std::size_t>(-1);
};

// The items of {"items":[…],"next_cursor":…} in order.
Results<std::vector<wire::JsonView>> fetch_items(Api& api, ApiRequest request,
                                                 PageLimits limits = {});

// {"items":[…]} of all of them.
std::string items_json(const std::vector<wire::JsonView>& items);

}  // namespace busbar::cli
