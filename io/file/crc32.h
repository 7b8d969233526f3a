#pragma once
// The checksum of records on disk.
// Source: CRC-32 of ISO 3309 (polynomial 0xEDB88320, reflected); "123456789" gives 0xCBF43926.
// Threads: pure.
#include <cstdint>
#include <string_view>

namespace busbar::io {

// `so_far` continues an earlier checksum with more bytes.
std::uint32_t crc32_of(std::string_view bytes, std::uint32_t so_far = 0);

}  // namespace busbar::io
