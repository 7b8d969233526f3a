#pragma once
// The one carrier of expected failures.
// An error says what cannot go on (scope), where it happened, what exactly is wrong, and the
// remedy. Exceptions are for bugs and for libraries' own; they are turned into `Error` where the
// library is owned. Threads: values, no shared state.
#include <expected>
#include <string>
#include <utility>
#include <vector>

namespace busbar {

// The largest thing that cannot go on because of the error.
enum class Scope { Cell, Launch, Node, Run, Process };

// What the caller can do about it: the HTTP status and the exit code follow from it.
enum class ErrorKind {
  InvalidInput,  // the caller's text or arguments are wrong
  NotFound,      // the named thing does not exist
  Conflict,      // it exists, but its state forbids this
  TooLarge,      // a stated limit is exceeded
  Unavailable,   // a part that is needed is not there now; trying again can help
  Incompatible,  // versions that do not fit together
  Internal       // a broken promise of this program or of the machine below it
};

struct Error {
  ErrorKind kind = ErrorKind::Internal;
  Scope scope = Scope::Process;
  std::string where;   // file:line field, host, path, request
  std::string what;    // the exact cause, with the wrong value
  std::string remedy;  // what would be right, or what to do

  bool operator==(const Error&) const = default;
};

template <class T>
using Result = std::expected<T, Error>;

// Several independent faults of one input, reported together.
template <class T>
using Results = std::expected<T, std::vector<Error>>;

inline std::unexpected<Error> fail(Error error) {
  return std::unexpected<Error>(std::move(error));
}

// One line for a person: "where: what; remedy".
std::string to_line(const Error& error);

}  // namespace busbar

// TRY(name, expression): binds the value or returns the error. Not for coroutines.
#define BUSBAR_TRY_JOIN2(a, b) a##b
#define BUSBAR_TRY_JOIN(a, b) BUSBAR_TRY_JOIN2(a, b)
#define TRY(name, ...)                                                                 \
  auto BUSBAR_TRY_JOIN(try_result_, __LINE__) = (__VA_ARGS__);                         \
  if (!BUSBAR_TRY_JOIN(try_result_, __LINE__))                                         \
    return std::unexpected(std::move(BUSBAR_TRY_JOIN(try_result_, __LINE__)).error()); \
  auto name = std::move(*BUSBAR_TRY_JOIN(try_result_, __LINE__))
// TRY_VOID(expression): for Result<void>.
#define TRY_VOID(...)                               \
  if (auto try_result = (__VA_ARGS__); !try_result) \
  return std::unexpected(std::move(try_result).error())
