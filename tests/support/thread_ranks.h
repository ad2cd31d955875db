// Ranks that are threads of one program, for tests of what runs over several.
#pragma once

#include <barrier>
#include <exception>
#include <string>
#include <thread>
#include <vector>

#include "base/communicator.h"

namespace clade::detail::test {

// What all ranks see. A rank must not end before the others with an exception: they would wait.
class ThreadBoard {
 public:
  explicit ThreadBoard(int ranks)
      : sent(static_cast<std::size_t>(ranks)), everybody(static_cast<std::ptrdiff_t>(ranks)) {}
  std::vector<std::vector<std::string>> sent;  // by sender and receiver
  std::barrier<> everybody;
};

class ThreadRank : public Communicator {
 public:
  ThreadRank(ThreadBoard& board, int rank) : board_(board), rank_(rank) {}
  int rank() const override { return rank_; }
  int size() const override { return static_cast<int>(board_.sent.size()); }
  Traffic traffic() const override { return traffic_; }
  std::vector<std::string> exchange(std::vector<std::string> to) override {
    for (std::size_t r = 0; r < to.size(); ++r) {
      if (static_cast<int>(r) != rank_) traffic_.sent += to[r].size();
    }
    board_.sent[static_cast<std::size_t>(rank_)] = std::move(to);
    board_.everybody.arrive_and_wait();
    std::vector<std::string> from;
    for (const auto& of_rank : board_.sent) {
      from.push_back(of_rank[static_cast<std::size_t>(rank_)]);
    }
    board_.everybody.arrive_and_wait();
    return from;
  }
  std::vector<std::string> gather(std::string_view mine) override {
    return exchange(std::vector<std::string>(board_.sent.size(), std::string(mine)));
  }

 private:
  ThreadBoard& board_;
  int rank_;
  Traffic traffic_;
};

// Calls run(peers) once for each rank, all at once.
template <class Run>
void run_ranks(int ranks, Run run) {
  ThreadBoard board(ranks);
  std::vector<std::thread> threads;
  for (int r = 0; r < ranks; ++r) {
    threads.emplace_back([&board, &run, r] {
      ThreadRank peers(board, r);
      run(peers);
    });
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace clade::detail::test
