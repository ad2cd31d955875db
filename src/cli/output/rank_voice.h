// Who speaks where a program runs as several ranks: rank 0 does, and of the others whoever ends the
// run.
#pragma once

#include <string>

namespace clade::detail::cli {

class RankVoice {
 public:
  // What ranks but 0 write is kept in place of being shown.
  explicit RankVoice(int rank);
  ~RankVoice();
  RankVoice(const RankVoice&) = delete;
  RankVoice& operator=(const RankVoice&) = delete;

  // Shows the last line that was kept, as an error of this rank. An error that all ranks meet is
  // told by rank 0, whose end comes first.
  void say_last_words(int ranks);

 private:
  int rank_;
  int terminal_ = -1, kept_ = -1;  // descriptors
};

}  // namespace clade::detail::cli
