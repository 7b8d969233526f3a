#pragma once
// SQLite behind two small types: a connection and a prepared statement.
// Errors: SQLite's words with the statement's purpose; a full disk is ErrorKind::Unavailable, so
// the caller can keep what it has and try again. Broken promises of our own SQL end in Internal.
// Threads: one owner.
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/error/result.h"

struct sqlite3;
struct sqlite3_stmt;

namespace busbar::controller {

class Statement;

class Database {
 public:
  ~Database();
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  // WAL, synchronous full, foreign keys on. ":memory:" for tests.
  static Result<std::unique_ptr<Database>> open(const std::string& path);

  Result<void> execute(const std::string& sql);  // several statements; no results
  // Prepared once for each text and kept.
  Result<Statement> prepare(const std::string& sql);
  Result<std::int64_t> number(const std::string& sql);  // the first column of the first row
  std::int64_t last_inserted_row() const;
  int changed_rows() const;
  sqlite3* handle() const { return handle_; }

 private:
  explicit Database(sqlite3* handle) : handle_(handle) {}
  friend class Transaction;
  sqlite3* handle_;
  // Inside a transaction that could not begin: what is written there would stay.
  bool is_refusing_ = false;
  std::map<std::string, sqlite3_stmt*, std::less<>> statements_;
};

// One use of a prepared statement: bind, step, read. Reset when it goes.
class Statement {
 public:
  explicit Statement(sqlite3_stmt* statement) : statement_(statement) {}
  ~Statement();
  Statement(Statement&& other) noexcept : statement_(other.statement_), next_(other.next_) {
    other.statement_ = nullptr;
  }
  Statement& operator=(Statement&&) = delete;
  Statement(const Statement&) = delete;

  // In the order of the question marks.
  Statement& bind(std::int64_t value);
  Statement& bind(double value);
  Statement& bind(std::string_view value);
  Statement& bind_blob(std::string_view value);
  Statement& bind_null();
  template <class T>
  Statement& bind(const std::optional<T>& value) {
    return value ? bind(*value) : bind_null();
  }

  Result<bool> step();  // true: a row is there
  Result<void> run();   // for statements without rows

  std::int64_t integer(int column) const;
  double real(int column) const;
  std::string text(int column) const;
  bool is_null(int column) const;
  std::optional<std::int64_t> optional_integer(int column) const;
  std::optional<double> optional_real(int column) const;

 private:
  sqlite3_stmt* statement_;
  int next_ = 1;
};

// Everything or nothing; rolls back unless committed. One inside another joins the outer one. If it
// cannot begin, every statement fails until it is gone.
class Transaction {
 public:
  explicit Transaction(Database& database);
  ~Transaction();
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;

  Result<void> commit();

 private:
  Database& database_;
  bool is_outer_;
  bool is_open_;
  bool is_cause_ = false;  // of the refusing
};

}  // namespace busbar::controller
