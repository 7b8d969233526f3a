#include "wire/formats/perf_tools/nvbandwidth.h"

#include <algorithm>
#include <limits>

#include "wire/formats/tables/launcher_prefix.h"
#include "wire/formats/tables/words.h"
#include "wire/formats/text/clean_lines.h"

namespace busbar::wire {
namespace {

constexpr std::size_t npos = std::string_view::npos;
constexpr std::size_t kDevicesMax = 1024;

std::optional<double> cell(std::string_view word) {
  return word == "N/A" ? std::nullopt : decimal_number(word);
}

class TextReader {
 public:
  void read_line(const CleanLine& line) {
    const std::string_view text = trimmed(without_launcher_prefix(line.text).text);
    if (text.empty()) return;
    if (read_head(text)) return;
    if (const auto name = behind(text, "Running "); name && text.starts_with("Running "))
      return begin(*name, line.number);
    if (text.starts_with("Waived")) {
      ++found_.waived_lines;
    } else if (text.starts_with("SUM ")) {
      read_sum(text);
    } else if (contains(text, "ERROR") || contains(text, "CUDA_ERROR")) {
      found_.errors.push_back({line.number, std::string(text)});
    } else if (contains(text, "(row)") && !found_.tests.empty()) {
      found_.tests.back().title = std::string(text);
      found_.tests.back().is_latency = contains(text, "latency") || contains(text, "(ns)");
      has_heading_ = false;
    } else {
      read_matrix(text);
    }
  }

  NvBandwidthText take() { return std::move(found_); }

 private:
  bool read_head(std::string_view text) {
    if (const auto version = behind(text, "nvbandwidth Version:"))
      found_.version = std::string(trimmed(*version));
    else if (text.starts_with("CUDA Runtime Version:"))
      found_.cuda_runtime = number_behind(text, "CUDA Runtime Version");
    else if (text.starts_with("Driver Version:"))
      found_.driver = std::string(trimmed(text.substr(15)));
    else if (text.starts_with("Device ") ||
             (text.starts_with("Process ") && contains(text, "device")))
      return read_device(text);
    else
      return false;
    return true;
  }

  // "Device 0: NVIDIA H100 80GB HBM3 (00000000:19:00)", "Process 0 (node1): device 0: …"
  bool read_device(std::string_view text) {
    NvBandwidthDevice device;
    const std::size_t open = text.rfind('('), close = text.rfind(')');
    std::string_view name = text;
    if (text.starts_with("Process ")) {
      device.host = std::string(text.substr(0, text.find(')')));
      device.host.erase(0, device.host.find('(') + 1);
      name = behind(text, "device ").value_or("");
      device.index = number_behind(text, "Process").value_or(0);
    } else {
      name = text.substr(7);
      device.index = whole_number(name.substr(0, name.find(':'))).value_or(0);
    }
    const std::size_t colon = name.find(':');
    if (colon == npos || found_.devices.size() >= kDevicesMax) return false;
    name = name.substr(colon + 1);
    if (open != npos && close != npos && open < close) {
      device.bus_id = std::string(text.substr(open + 1, close - open - 1));
      name = name.substr(0, name.rfind('('));
    }
    device.name = std::string(trimmed(name));
    found_.devices.push_back(std::move(device));
    return true;
  }

  void begin(std::string_view name, std::uint64_t line) {
    if (name.ends_with('.')) name.remove_suffix(1);
    NvBandwidthTest& test = found_.tests.emplace_back();
    test.name = std::string(trimmed(name));
    test.line = line;
    test.is_latency = contains(name, "latency");
    has_heading_ = false;
  }

  void read_sum(std::string_view text) {
    const auto words = words_of(text);
    if (words.size() < 3 || found_.tests.empty()) return;
    for (NvBandwidthTest& test : found_.tests)
      if (test.name == words[1] && !test.sum) test.sum = decimal_number(words[2]);
  }

  // First the numbers of the columns, then rows that begin with their own number.
  void read_matrix(std::string_view text) {
    if (found_.tests.empty() || found_.tests.back().title.empty() || found_.tests.back().sum)
      return;
    const auto words = words_of(text);
    if (!has_heading_) {
      has_heading_ = std::all_of(words.begin(), words.end(),
                                 [](std::string_view w) { return whole_number(w).has_value(); });
      return;
    }
    if (!whole_number(words.front())) return;
    std::vector<std::optional<double>> row;
    for (std::size_t i = 1; i < words.size(); ++i) {
      if (words[i] != "N/A" && !decimal_number(words[i])) return;
      row.push_back(cell(words[i]));
    }
    if (!row.empty()) found_.tests.back().rows.push_back(std::move(row));
  }

  NvBandwidthText found_;
  bool has_heading_ = false;
};

std::vector<std::optional<double>> json_row(const JsonView& view) {
  std::vector<std::optional<double>> row;
  for (const JsonView& item : view.items())
    row.push_back(item.as_number() ? item.as_number() : cell(item.as_text().value_or("N/A")));
  return row;
}

std::optional<NvBandwidthText> from_json(std::string_view text) {
  const std::size_t begin = text.find('{'), end = text.rfind('}');
  if (begin == npos || end == npos || !contains(text, "\"nvbandwidth\"")) return std::nullopt;
  const auto document = JsonView::parse(text.substr(begin, end + 1 - begin));
  if (!document) return std::nullopt;
  const auto root = document->field("nvbandwidth");
  if (!root) return std::nullopt;
  NvBandwidthText found;
  found.version = root->text_or("version");
  found.driver = root->text_or("Driver Version");
  if (const auto runtime = root->field("CUDA Runtime Version"))
    found.cuda_runtime = runtime->as_unsigned();
  if (const std::string error = root->text_or("error"); !error.empty())
    found.errors.push_back({1, error});
  const auto tests = root->field("testcases");
  for (const JsonView& item : tests ? tests->items() : std::vector<JsonView>()) {
    NvBandwidthTest test;
    test.line = 1;
    test.name = item.text_or("name");
    test.status = item.text_or("status");
    test.title = item.text_or("bandwidth_description");
    test.is_latency = contains(test.name, "latency") || contains(test.title, "(ns)");
    if (const auto sum = item.field("sum")) test.sum = sum->as_number();
    if (const auto matrix = item.field("bandwidth_matrix"))
      for (const JsonView& row : matrix->items()) test.rows.push_back(json_row(row));
    if (test.status == "Waived") ++found.waived_lines;
    if (const std::string error = item.text_or("error"); !error.empty())
      found.errors.push_back({1, test.name + ": " + error});
    found.tests.push_back(std::move(test));
  }
  return found;
}

bool is_peer_test(const NvBandwidthTest& test) {
  return contains(test.name, "device_to_device") && !test.is_latency && test.rows.size() > 1;
}

std::string gpu(std::size_t index) {
  return "GPU" + std::to_string(index);
}

// Off the diagonal, N/A says that the driver gives these two no peer access.
void find_no_peer(const NvBandwidthTest& test, std::vector<Finding>& findings) {
  std::vector<std::string> pairs;
  for (std::size_t a = 0; a < test.rows.size(); ++a)
    for (std::size_t b = 0; b < test.rows[a].size(); ++b)
      if (a != b && !test.rows[a][b]) pairs.push_back(gpu(a) + "-" + gpu(b));
  if (pairs.empty()) return;
  Finding finding = perf_finding("topology_no_p2p", Severity::Warning,
                                 "GPU pairs without peer access: their data goes through the host",
                                 "see nvidia-smi topo -p2p r; switch off the IOMMU and PCIe ACS");
  finding.objects.push_back({"pairs", pairs});
  findings.push_back(std::move(at_line(finding, test.line, test.name)));
}

struct Range {
  double low = std::numeric_limits<double>::infinity(), high = 0;
  void add(double value) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
};

// Two halves of the GPUs, each fast within itself and slow to the other: two sockets or switches.
void find_cross_socket(const NvBandwidthTest& test, std::vector<Finding>& findings) {
  const std::size_t count = test.rows.size(), half = count / 2;
  if (count < 4 || count % 2 != 0) return;
  Range within, across;
  for (std::size_t a = 0; a < count; ++a)
    for (std::size_t b = 0; b < test.rows[a].size(); ++b)
      if (a != b && test.rows[a][b])
        ((a < half) == (b < half) ? within : across).add(*test.rows[a][b]);
  if (across.high == 0 || within.low < 1.25 * across.high) return;
  Finding finding = perf_finding("p2p_cross_socket", Severity::Warning,
                                 "pairs within GPU0 to " + gpu(half - 1) +
                                     " and within the others are faster than pairs across",
                                 "keep groups that talk much on one side; the path between the "
                                 "sides is the bound of the rest");
  finding.have = std::to_string(across.high) + " GB/s across";
  finding.want = std::to_string(within.low) + " GB/s within";
  findings.push_back(std::move(at_line(finding, test.line, test.name)));
}

void write_test(JsonWriter& out, const NvBandwidthTest& test) {
  out.key(test.name).begin_object().key("rows").begin_array();
  for (const auto& row : test.rows) {
    out.begin_array();
    for (const auto& value : row) value ? out.number(*value) : out.null();
    out.end_array();
  }
  out.end_array().field("sum", test.sum);
  out.field("unit", test.is_latency ? "ns" : "GB/s");
  if (!test.status.empty()) out.field("status", test.status);
  out.end_object();
}

}  // namespace

NvBandwidthText read_nvbandwidth_text(std::string_view text) {
  if (auto found = from_json(text)) return std::move(*found);
  TextReader reader;
  CleanLines lines(text);
  while (const auto line = lines.next()) reader.read_line(*line);
  return reader.take();
}

std::vector<Finding> nvbandwidth_findings(const NvBandwidthText& text) {
  std::vector<Finding> findings;
  for (const NvBandwidthTest& test : text.tests) {
    const bool is_unfinished = test.rows.empty() && test.status.empty() && text.errors.empty();
    if (is_unfinished && &test == &text.tests.back()) {
      Finding finding = perf_finding("run_incomplete", Severity::Warning,
                                     "the last test has no result", "see what ended the program");
      findings.push_back(std::move(at_line(finding, test.line, test.name)));
    }
    if (!is_peer_test(test)) continue;
    find_no_peer(test, findings);
    find_cross_socket(test, findings);
  }
  for (const PerfNotice& error : text.errors) {
    Finding finding = perf_finding("run_incomplete", Severity::Error, "a test failed",
                                   "see dmesg for Xid errors, and nvidia-smi");
    findings.push_back(std::move(at_line(finding, error.line, error.text)));
  }
  return findings;
}

Reading read_nvbandwidth(std::string_view text) {
  const NvBandwidthText found = read_nvbandwidth_text(text);
  JsonWriter out;
  out.begin_object().field("tool", "nvbandwidth");
  out.field("version", found.version.empty() ? std::nullopt : std::optional(found.version));
  out.field("cuda_runtime", found.cuda_runtime);
  out.field("driver", found.driver.empty() ? std::nullopt : std::optional(found.driver));
  out.key("devices").begin_array();
  for (const NvBandwidthDevice& device : found.devices) {
    out.begin_object().field("index", device.index).field("name", device.name);
    out.field("busid", device.bus_id);
    if (!device.host.empty()) out.field("host", device.host);
    out.end_object();
  }
  out.end_array().key("tests").begin_object();
  for (const NvBandwidthTest& test : found.tests) write_test(out, test);
  out.end_object().field("waived_lines", found.waived_lines);
  out.key("latency_tests").begin_array();
  for (const NvBandwidthTest& test : found.tests)
    if (test.is_latency) out.text(test.name);
  out.end_array();
  const bool is_empty = found.version.empty() && found.tests.empty();
  return perf_reading("nvbandwidth", out.end_object().take(), nvbandwidth_findings(found),
                      is_empty);
}

}  // namespace busbar::wire
