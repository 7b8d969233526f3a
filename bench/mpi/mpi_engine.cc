#include "bench/mpi/mpi_engine.h"

#include <cstdlib>
#include <limits>
#include <new>
#include <span>

#include "bench/mpi/forcing.h"
#include "bench/mpi/host_files.h"
#include "bench/mpi/witness.h"
#include "core/collective/mpi_algorithms.h"

namespace busbar::bench {
namespace {

MPI_Datatype mpi_type(DataType type) {
  switch (type) {
    case DataType::Int8:
      return MPI_INT8_T;
    case DataType::Int32:
      return MPI_INT32_T;
    case DataType::Int64:
      return MPI_INT64_T;
    case DataType::Float32:
      return MPI_FLOAT;
    case DataType::Float64:
      return MPI_DOUBLE;
  }
  return MPI_BYTE;
}

MPI_Op mpi_operation(ReductionOperation operation) {
  switch (operation) {
    case ReductionOperation::Sum:
      return MPI_SUM;
    case ReductionOperation::Prod:
      return MPI_PROD;
    case ReductionOperation::Min:
      return MPI_MIN;
    case ReductionOperation::Max:
      return MPI_MAX;
  }
  return MPI_SUM;
}

// Left as it is if the user has set it: with "0" only `default` can be measured.
constexpr const char* kDynamicRules = "OMPI_MCA_coll_tuned_use_dynamic_rules";

Result<void> unsupported(std::string what, std::string remedy) {
  return fail({ErrorKind::Unavailable, Scope::Cell, "cell", std::move(what), std::move(remedy)});
}

}  // namespace

void allow_forcing() {
  setenv(kDynamicRules, "1", 0);
}

Result<void> MpiEngine::prepare(const Cell& cell) {
  cell_ = cell;
  elements_ = cell.size.value() / element_size(cell.data_type).value();
  is_in_place_ = cell.buffer == BufferMode::InPlace;
  layout_ = layout(cell.collective, elements_, share_);
  if (elements_ * element_size(cell.data_type).value() != cell.size.value() || elements_ == 0 ||
      (is_divided_by_ranks(cell.collective) && elements_ % share_.ranks != 0))
    return unsupported(std::to_string(cell.size.value()) + " bytes are not whole elements a rank",
                       "give a multiple of element size × ranks");
  if (elements_ > static_cast<std::uint64_t>(std::numeric_limits<int>::max()))
    return unsupported(std::to_string(elements_) + " elements are more than an MPI count holds",
                       "give a smaller size");
  if (is_in_place_ && cell.collective == Collective::SendRecv)
    return unsupported("send_recv has no form in place", "measure it out_of_place");
  TRY_VOID(choose_communicator());
  TRY_VOID(allocate());
  witness::start();
  return {};
}

Result<void> MpiEngine::choose_communicator() {
  int number = 0;
  if (cell_.algorithm != default_algorithm()) {
    const MpiAlgorithm* algorithm = find_mpi_algorithm(cell_.collective, cell_.algorithm);
    if (algorithm == nullptr)
      return unsupported("no algorithm " + cell_.algorithm.text() + " of " +
                             std::string(to_text(cell_.collective)),
                         "name one of the library's");
    if (auto fault = mpi_algorithm_fault(cell_.collective, *algorithm, RankCount(share_.ranks)))
      return unsupported(*fault, "leave it out");
    if (read_parameter("coll_tuned_use_dynamic_rules").value_or(0) != 1U)
      return unsupported("forcing is switched off in the library",
                         "leave " + std::string(kDynamicRules) + " unset");
    number = algorithm->number;
  }
  MPI_Comm& known =
      communicators_.try_emplace({cell_.collective, number}, MPI_COMM_NULL).first->second;
  if (known == MPI_COMM_NULL) {
    const std::string parameter =
        "coll_tuned_" + std::string(tuned_operation_name(cell_.collective)) + "_algorithm";
    if (number != 0 && !write_parameter(parameter, number))
      return unsupported("the library refuses " + parameter, "use Open MPI 4.1");
    MPI_Comm_dup(MPI_COMM_WORLD, &known);
    if (number != 0) write_parameter(parameter, 0);
  }
  communicator_ = known;
  return {};
}

Result<void> MpiEngine::allocate() {
  input_.reset();
  output_.reset();
  const std::uint64_t each = element_size(cell_.data_type).value();
  const std::uint64_t out = is_in_place_ ? elements_ : layout_.output_elements;
  const std::uint64_t bytes = (out + (is_in_place_ ? 0 : layout_.input_elements)) * each;
  const Result<void> too_large =
      unsupported("no memory for buffers of " + std::to_string(bytes) + " bytes on each of " +
                      std::to_string(share_.ranks) + " ranks",
                  "give a smaller size");
  if (const auto free = memory_here(); free && *free / share_.ranks < bytes) return too_large;
  const auto make = [](std::uint64_t size) {
    return Buffer(new (std::align_val_t(4096), std::nothrow) std::byte[size]);
  };
  output_ = make(out * each);
  if (!is_in_place_) input_ = make(layout_.input_elements * each);
  if (output_ && (input_ || is_in_place_)) return {};
  return too_large;
}

void MpiEngine::run(std::uint32_t operations) {
  witness::watch(true);
  for (std::uint32_t i = 0; i < operations; ++i) run_once();
  witness::watch(false);
}

void MpiEngine::run_once() {
  const MPI_Datatype type = mpi_type(cell_.data_type);
  const MPI_Op operation = mpi_operation(cell_.operation);
  const int all = static_cast<int>(elements_), block = all / static_cast<int>(share_.ranks);
  const int next = static_cast<int>((share_.rank + 1) % share_.ranks);
  const int previous = static_cast<int>((share_.rank + share_.ranks - 1) % share_.ranks);
  const MPI_Comm comm = communicator_;
  void* out = output_.get();
  const void* in = is_in_place_ ? MPI_IN_PLACE : input_.get();
  switch (cell_.collective) {
    case Collective::AllReduce:
      MPI_Allreduce(in, out, all, type, operation, comm);
      return;
    case Collective::AllGather:
      MPI_Allgather(in, block, type, out, block, type, comm);
      return;
    case Collective::ReduceScatter:
      MPI_Reduce_scatter_block(in, out, block, type, operation, comm);
      return;
    case Collective::Broadcast:
      MPI_Bcast(out, all, type, 0, comm);
      return;
    case Collective::Reduce:
      MPI_Reduce(is_in_place_ && share_.rank != 0 ? out : in, out, all, type, operation, 0, comm);
      return;
    case Collective::AllToAll:
      MPI_Alltoall(in, block, type, out, block, type, comm);
      return;
    case Collective::SendRecv:
      MPI_Sendrecv(in, all, type, next, 0, out, all, type, previous, 0, comm, MPI_STATUS_IGNORE);
      return;
  }
}

void MpiEngine::fill() {
  const std::uint64_t each = element_size(cell_.data_type).value();
  const PatternType type{cell_.data_type, cell_.operation};
  const std::uint64_t out = is_in_place_ ? elements_ : layout_.output_elements;
  poison({output_.get(), out * each});
  if (!is_in_place_)
    fill_pattern({input_.get(), layout_.input_elements * each}, type, {share_.rank, 0});
  const bool gathers = cell_.collective == Collective::AllGather;
  const bool is_root_of_broadcast = cell_.collective == Collective::Broadcast && share_.rank == 0;
  if (is_root_of_broadcast || (is_in_place_ && cell_.collective != Collective::Broadcast)) {
    const std::uint64_t count = gathers ? layout_.input_elements : elements_;
    const std::uint64_t at = gathers ? share_.rank * count : 0;
    fill_pattern({output_.get() + at * each, count * each}, type, {share_.rank, 0});
  }
}

CheckResult MpiEngine::check() {
  const std::uint64_t each = element_size(cell_.data_type).value();
  const std::uint64_t out = is_in_place_ ? elements_ : layout_.output_elements;
  if (is_spoilt_ && out > 0) output_[0] ^= std::byte{0x7f};
  return check_pattern({output_.get(), out * each}, {cell_.data_type, cell_.operation},
                       expected(cell_.collective, elements_, share_), share_.ranks);
}

std::string MpiEngine::seen() {
  const witness::Seen seen = witness::seen();
  const std::string prefix =
      "ompi_coll_base_" + std::string(tuned_operation_name(cell_.collective)) + "_";
  std::string text;
  for (const auto& [symbol, calls] : seen.ran)
    if (symbol.starts_with(prefix)) text += (text.empty() ? "" : "+") + symbol;
  for (const auto& [symbol, calls] : seen.handed)
    if (symbol.starts_with(prefix)) text += " (in " + symbol + ")";
  return text;
}

}  // namespace busbar::bench
