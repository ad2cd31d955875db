// Records piece by piece: an input of any length, for learners that keep no example.
#pragma once

#include <filesystem>
#include <memory>
#include <span>

#include "base/threads.h"
#include "data/feature_names.h"
#include "data/read.h"
#include "data/records.h"

namespace clade::detail {

// Pieces follow from the text and ReadOptions::block_size, never from the threads; put together
// they are what read_records gives. What is held between two pieces is the text of two chunks and
// the names below, however long the input is.
class RecordStream {
 public:
  // A wrong call is an Error{usage} here, before anything is read. "-" is standard input. The pool
  // and what the options point to must outlive the stream.
  RecordStream(std::span<const std::filesystem::path> paths, const ReadOptions& options,
               ThreadPool& pool);
  ~RecordStream();
  RecordStream(RecordStream&& other) noexcept;
  RecordStream& operator=(RecordStream&& other) noexcept;

  // Puts the records that follow in the place of `piece`; false behind the last ones, where
  // `piece` is empty. A piece speaks of itself alone: its labels with their places in it, its
  // counts, whether it has text. A record without an id goes by its number in the whole stream. A
  // piece without records may come up on the way, where a chunk holds none that was chosen.
  //
  // Errors come in the order of the text, behind the pieces that were good. After one every call
  // throws it again: the records behind it are lost.
  bool next(Records& piece);

  // All records that are left, as one set with its names; the stream is at its end then.
  Records rest();

  // The named features of all pieces so far; indices keep their meaning from piece to piece, and
  // Records::names of a piece is empty. ReadOptions::first_names are here from the start. Nothing
  // is ever here with known names, for numbered features and for hashed terms.
  const FeatureNames& names() const;

 private:
  class Reader;
  std::unique_ptr<Reader> reader_;
};

}  // namespace clade::detail
