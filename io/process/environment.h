#pragma once
// What a program learns from outside itself: its environment, and randomness.
// Errors: random_hex ends the program if the system has no randomness, which cannot happen after
// boot. Threads: any, as long as nobody changes the environment.
#include <cstddef>
#include <map>
#include <optional>
#include <string>

namespace busbar::io {

std::optional<std::string> environment_value(const std::string& name);
std::map<std::string, std::string> whole_environment();
// So many random bytes from the system as twice as many hexadecimal digits.
std::string random_hex(std::size_t bytes);

}  // namespace busbar::io
