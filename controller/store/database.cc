#include "controller/store/database.h"

#include <sqlite3.h>

namespace busbar::controller {
namespace {

constexpr int kBusyTimeoutMs = 5000;  // a backup by another connection may hold the lock that long

Error sqlite_error(sqlite3* handle, std::string_view purpose) {
  const int code = sqlite3_errcode(handle) & 0xff;
  const bool is_full = code == SQLITE_FULL || code == SQLITE_IOERR || code == SQLITE_READONLY ||
                       code == SQLITE_BUSY || code == SQLITE_CANTOPEN;
  return {is_full ? ErrorKind::Unavailable : ErrorKind::Internal, Scope::Process,
          "store: " + std::string(purpose.substr(0, 60)), sqlite3_errmsg(handle),
          is_full ? "free space on the store's file system and check its permissions" : ""};
}

Error no_transaction() {
  return {ErrorKind::Unavailable, Scope::Process, "store", "no transaction could begin",
          "look for another program that holds the store"};
}

}  // namespace

Database::~Database() {
  for (auto& [sql, statement] : statements_) sqlite3_finalize(statement);
  sqlite3_close(handle_);
}

Result<std::unique_ptr<Database>> Database::open(const std::string& path) {
  sqlite3* handle = nullptr;
  const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
  const int code = sqlite3_open_v2(path.c_str(), &handle, flags, nullptr);
  std::unique_ptr<Database> database(new Database(handle));
  if (code != SQLITE_OK) {
    Error error = sqlite_error(handle, "open");
    error.where = path;
    return fail(std::move(error));
  }
  sqlite3_busy_timeout(handle, kBusyTimeoutMs);
  TRY_VOID(
      database->execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
                        "PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY;"
                        "PRAGMA cache_size = -4096;"));
  return database;
}

Result<void> Database::execute(const std::string& sql) {
  if (is_refusing_) return fail(no_transaction());
  if (sqlite3_exec(handle_, sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK)
    return fail(sqlite_error(handle_, sql));
  return {};
}

Result<Statement> Database::prepare(const std::string& sql) {
  if (is_refusing_) return fail(no_transaction());
  if (const auto known = statements_.find(sql);
      known != statements_.end() && !sqlite3_stmt_busy(known->second))
    return Statement(known->second);
  sqlite3_stmt* statement = nullptr;
  if (sqlite3_prepare_v3(handle_, sql.c_str(), -1, SQLITE_PREPARE_PERSISTENT, &statement,
                         nullptr) != SQLITE_OK)
    return fail(sqlite_error(handle_, sql));
  const auto [known, is_new] = statements_.emplace(sql, statement);
  if (!is_new) {
    sqlite3_finalize(statement);
    return fail({ErrorKind::Internal, Scope::Process, "store: " + sql.substr(0, 60),
                 "the statement is in use already", ""});
  }
  return Statement(statement);
}

Result<std::int64_t> Database::number(const std::string& sql) {
  TRY(statement, prepare(sql));
  TRY(has_row, statement.step());
  return has_row ? statement.integer(0) : 0;
}

std::int64_t Database::last_inserted_row() const {
  return sqlite3_last_insert_rowid(handle_);
}
int Database::changed_rows() const {
  return sqlite3_changes(handle_);
}

Statement::~Statement() {
  if (!statement_) return;
  sqlite3_reset(statement_);
  sqlite3_clear_bindings(statement_);
}

Statement& Statement::bind(std::int64_t value) {
  sqlite3_bind_int64(statement_, next_++, value);
  return *this;
}
Statement& Statement::bind(double value) {
  sqlite3_bind_double(statement_, next_++, value);
  return *this;
}
Statement& Statement::bind(std::string_view value) {
  // A null pointer would bind NULL; an empty text is a text.
  sqlite3_bind_text(statement_, next_++, value.empty() ? "" : value.data(),
                    static_cast<int>(value.size()), SQLITE_TRANSIENT);
  return *this;
}
Statement& Statement::bind_blob(std::string_view value) {
  sqlite3_bind_blob(statement_, next_++, value.empty() ? "" : value.data(),
                    static_cast<int>(value.size()), SQLITE_TRANSIENT);
  return *this;
}
Statement& Statement::bind_null() {
  sqlite3_bind_null(statement_, next_++);
  return *this;
}

Result<bool> Statement::step() {
  const int code = sqlite3_step(statement_);
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) return false;
  return fail(sqlite_error(sqlite3_db_handle(statement_), sqlite3_sql(statement_)));
}

Result<void> Statement::run() {
  TRY(has_row, step());
  static_cast<void>(has_row);
  return {};
}

std::int64_t Statement::integer(int column) const {
  return sqlite3_column_int64(statement_, column);
}
double Statement::real(int column) const {
  return sqlite3_column_double(statement_, column);
}
bool Statement::is_null(int column) const {
  return sqlite3_column_type(statement_, column) == SQLITE_NULL;
}
std::string Statement::text(int column) const {
  const auto* bytes = static_cast<const char*>(sqlite3_column_blob(statement_, column));
  const int length = sqlite3_column_bytes(statement_, column);
  return bytes ? std::string(bytes, static_cast<std::size_t>(length)) : std::string();
}
std::optional<std::int64_t> Statement::optional_integer(int column) const {
  if (is_null(column)) return std::nullopt;
  return integer(column);
}
std::optional<double> Statement::optional_real(int column) const {
  if (is_null(column)) return std::nullopt;
  return real(column);
}

Transaction::Transaction(Database& database)
    : database_(database), is_outer_(sqlite3_get_autocommit(database.handle()) != 0) {
  is_open_ = is_outer_ && database_.execute("BEGIN IMMEDIATE").has_value();
  if (is_outer_ && !is_open_ && !database_.is_refusing_) {
    database_.is_refusing_ = true;
    is_cause_ = true;
  }
}

Transaction::~Transaction() {
  if (is_cause_) database_.is_refusing_ = false;
  if (is_open_) static_cast<void>(database_.execute("ROLLBACK"));
}

Result<void> Transaction::commit() {
  if (!is_outer_) return {};
  if (!is_open_) return fail(no_transaction());
  TRY_VOID(database_.execute("COMMIT"));
  is_open_ = false;
  return {};
}

}  // namespace busbar::controller
