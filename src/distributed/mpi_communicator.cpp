// A Communicator over MPI. The one file that knows it; it becomes a library that is loaded where
// ranks were started.
#include <mpi.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <memory>

#include "distributed/plugin.h"

namespace clade::detail {

namespace {

// MPI counts bytes in an int.
constexpr std::size_t most_bytes = std::size_t{1} << 30;

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

class MpiCommunicator : public Communicator {
 public:
  MpiCommunicator() {
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &size_);
  }
  int rank() const override { return rank_; }
  int size() const override { return size_; }
  Traffic traffic() const override { return traffic_; }

  // Sizes go first: until all are there, the last rank is waited for.
  std::vector<std::string> exchange(std::vector<std::string> to) override {
    std::vector<std::uint64_t> sizes(to.size()), coming(to.size());
    for (std::size_t r = 0; r < to.size(); ++r) sizes[r] = to[r].size();
    const auto begin = std::chrono::steady_clock::now();
    MPI_Alltoall(sizes.data(), 1, MPI_UINT64_T, coming.data(), 1, MPI_UINT64_T, MPI_COMM_WORLD);
    traffic_.waited += seconds_since(begin);
    const auto start = std::chrono::steady_clock::now();
    std::vector<std::string> from(to.size());
    for (std::size_t r = 0; r < from.size(); ++r) {
      if (is_me(r)) continue;
      from[r].resize(coming[r]);
      post_receive(from[r], static_cast<int>(r));
    }
    for (std::size_t r = 0; r < to.size(); ++r) {
      if (!is_me(r)) post_send(to[r], static_cast<int>(r));
    }
    finish();
    std::swap(from[static_cast<std::size_t>(rank_)], to[static_cast<std::size_t>(rank_)]);
    traffic_.moved += seconds_since(start);
    return from;
  }

  std::vector<std::string> gather(std::string_view mine) override {
    const std::uint64_t size = mine.size();
    std::vector<std::uint64_t> coming(static_cast<std::size_t>(size_));
    const auto begin = std::chrono::steady_clock::now();
    MPI_Allgather(&size, 1, MPI_UINT64_T, coming.data(), 1, MPI_UINT64_T, MPI_COMM_WORLD);
    traffic_.waited += seconds_since(begin);
    const auto start = std::chrono::steady_clock::now();
    std::vector<std::string> from(coming.size());
    for (std::size_t r = 0; r < from.size(); ++r) {
      if (is_me(r)) continue;
      from[r].resize(coming[r]);
      post_receive(from[r], static_cast<int>(r));
      post_send(mine, static_cast<int>(r));
    }
    finish();
    from[static_cast<std::size_t>(rank_)] = mine;
    traffic_.moved += seconds_since(start);
    return from;
  }

 private:
  bool is_me(std::size_t r) const { return r == static_cast<std::size_t>(rank_); }

  void post_receive(std::string& to, int rank) {
    for (std::size_t at = 0; at < to.size(); at += most_bytes) {
      const std::size_t count = std::min(most_bytes, to.size() - at);
      MPI_Irecv(to.data() + at, static_cast<int>(count), MPI_BYTE, rank, 0, MPI_COMM_WORLD,
                &requests_.emplace_back());
    }
    traffic_.received += to.size();
  }
  void post_send(std::string_view bytes, int rank) {
    for (std::size_t at = 0; at < bytes.size(); at += most_bytes) {
      const std::size_t count = std::min(most_bytes, bytes.size() - at);
      MPI_Isend(bytes.data() + at, static_cast<int>(count), MPI_BYTE, rank, 0, MPI_COMM_WORLD,
                &requests_.emplace_back());
    }
    traffic_.sent += bytes.size();
  }
  void finish() {
    MPI_Waitall(static_cast<int>(requests_.size()), requests_.data(), MPI_STATUSES_IGNORE);
    requests_.clear();
  }

  int rank_ = 0, size_ = 1;
  Traffic traffic_;
  std::vector<MPI_Request> requests_;
};

std::unique_ptr<MpiCommunicator>& the_communicator() {
  static std::unique_ptr<MpiCommunicator> communicator;
  return communicator;
}

}  // namespace

}  // namespace clade::detail

// Errors of MPI itself end the run with its own message, as is its default.
clade::detail::Communicator* clade_mpi_open() {
  int provided = 0;
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
  clade::detail::the_communicator() = std::make_unique<clade::detail::MpiCommunicator>();
  return clade::detail::the_communicator().get();
}

void clade_mpi_close() {
  clade::detail::the_communicator().reset();
  MPI_Finalize();
}

void clade_mpi_abort(int code) { MPI_Abort(MPI_COMM_WORLD, code); }
