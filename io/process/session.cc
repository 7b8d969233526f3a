// Tested by tests/unit/io/process/process_test.cc
#include "io/process/session.h"

#include <dirent.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <csignal>
#include <map>
#include <memory>
#include <optional>
#include <string_view>

#include "io/file/file.h"
#include "io/process/process.h"

namespace busbar::io {
namespace {

std::optional<pid_t> pid_of(std::string_view name) {
  pid_t pid = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), pid);
  if (error != std::errc() || end != name.data() + name.size()) return std::nullopt;
  return pid;
}

std::optional<pid_t> next_number(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  const std::size_t end = std::min(text.find(' '), text.size());
  const auto found = pid_of(text.substr(0, end));
  text.remove_prefix(end);
  return found;
}

// "pid (any name) state ppid pgrp session …"; the name may hold spaces and parentheses.
std::optional<ProcessFacts> facts_of(pid_t pid) {
  const auto text = read_file("/proc/" + std::to_string(pid) + "/stat", 4096);
  if (!text) return std::nullopt;
  const std::size_t close = text->rfind(") ");
  if (close == std::string::npos || close + 4 > text->size()) return std::nullopt;
  std::string_view rest = std::string_view(*text).substr(close + 3);
  const auto parent = next_number(rest);
  const auto group = next_number(rest);
  const auto session = next_number(rest);
  if (!parent || !group || !session) return std::nullopt;
  const char state = (*text)[close + 2];
  return ProcessFacts{pid, *parent, *session, state == 'Z' || state == 'X'};
}

bool carries(pid_t pid, const std::string& entry) {
  const auto text = read_file("/proc/" + std::to_string(pid) + "/environ", 4u << 20);
  if (!text) return false;
  std::string_view rest = *text;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\0'), rest.size());
    if (rest.substr(0, end) == entry) return true;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return false;
}

bool kill_member(const ProcessFacts& process, pid_t leader) {
  if (process.is_zombie) {
    if (process.pid != leader && process.parent == ::getpid())
      ::waitpid(process.pid, nullptr, WNOHANG);
    return false;
  }
  return ::kill(process.pid, SIGKILL) == 0;
}

}  // namespace

std::vector<ProcessFacts> all_processes() {
  std::vector<ProcessFacts> all;
  const std::unique_ptr<DIR, int (*)(DIR*)> folder(::opendir("/proc"), ::closedir);
  if (!folder) return all;
  while (const dirent* entry = ::readdir(folder.get())) {
    const auto pid = pid_of(entry->d_name);
    if (!pid) continue;
    if (const auto facts = facts_of(*pid)) all.push_back(*facts);
  }
  return all;
}

std::size_t kill_session(pid_t leader) {
  std::size_t living = 0;
  for (const ProcessFacts& process : all_processes())
    if (process.session == leader && kill_member(process, leader)) ++living;
  return living;
}

std::size_t sweep_processes_with_environment(const std::string& entry) {
  const pid_t own_session = ::getsid(0);
  std::map<pid_t, std::vector<pid_t>> sessions;
  std::vector<pid_t> marked;
  for (const ProcessFacts& process : all_processes()) {
    if (process.is_zombie || process.pid == ::getpid()) continue;
    const bool is_marked = carries(process.pid, entry);
    // A marked process of our own session is killed alone: the session is not the launch's.
    if (is_marked && process.session == own_session) ::kill(process.pid, SIGKILL);
    if (is_marked) marked.push_back(process.session);
    sessions[process.session].push_back(process.pid);
  }
  std::size_t killed =
      static_cast<std::size_t>(std::count(marked.begin(), marked.end(), own_session));
  std::sort(marked.begin(), marked.end());
  marked.erase(std::unique(marked.begin(), marked.end()), marked.end());
  for (const pid_t session : marked) {
    if (session == own_session) continue;
    for (const pid_t pid : sessions[session])
      if (::kill(pid, SIGKILL) == 0) ++killed;
  }
  return killed;
}

}  // namespace busbar::io
