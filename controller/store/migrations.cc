#include "controller/store/migrations.h"

#include <string>

namespace busbar::controller {

Result<void> migrate(Database& database, std::span<const std::string_view> steps) {
  TRY(version, database.number("PRAGMA user_version"));
  const auto newest = static_cast<std::int64_t>(steps.size());
  if (version > newest)
    return fail({ErrorKind::Incompatible, Scope::Process, "store",
                 "version " + std::to_string(version) + " is newer than this program's " +
                     std::to_string(newest),
                 "use the busbar-controller that wrote it, or give another --data folder"});
  for (std::int64_t step = version; step < newest; ++step) {
    Transaction transaction(database);
    TRY_VOID(database.execute(std::string(steps[static_cast<std::size_t>(step)])));
    TRY_VOID(database.execute("PRAGMA user_version = " + std::to_string(step + 1)));
    TRY_VOID(transaction.commit());
  }
  return {};
}

}  // namespace busbar::controller
