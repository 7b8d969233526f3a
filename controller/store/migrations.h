#pragma once
// Brings a store to this program's version: forward only, one transaction a step, from any older
// version. The steps are schemas/sql/*.sql, embedded when this program was built.
// Errors: Incompatible for a store of a newer version, which is left untouched.
// Threads: the store's owner.
#include <span>
#include <string_view>

#include "controller/store/database.h"

namespace busbar::controller {

// The embedded steps; step i brings version i to i + 1.
std::span<const std::string_view> migration_steps();

Result<void> migrate(Database& database, std::span<const std::string_view> steps);

}  // namespace busbar::controller
