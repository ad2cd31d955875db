#include "base/file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <thread>

#include "tests/support/temp_folder.h"

namespace clade::detail {
namespace {

using test::expect_error;
using test::TempFolder;

std::size_t files_in(const TempFolder& folder) {
  return static_cast<std::size_t>(
      std::distance(std::filesystem::directory_iterator(folder.path()), {}));
}

TEST(MappedFile, HoldsTheBytesOfAFile) {
  const TempFolder folder;
  const std::string text("a\0b\n", 4);
  EXPECT_EQ(MappedFile(folder.write("f", text)).text(), text);
  EXPECT_EQ(MappedFile(folder.write("empty", "")).text(), "");
}

TEST(MappedFile, OutlivesItsOriginalThroughACopy) {
  const TempFolder folder;
  auto first = std::make_unique<MappedFile>(folder.write("f", "content"));
  const MappedFile copy = *first;
  first.reset();
  std::filesystem::remove(folder.path() / "f");
  EXPECT_EQ(copy.text(), "content");
}

TEST(MappedFile, ReadsAPipe) {
  const TempFolder folder;
  const std::filesystem::path pipe = folder.path() / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const std::string text(200'000, 'x');
  std::thread writer([&] { std::ofstream(pipe) << text; });
  const MappedFile file(pipe);
  writer.join();
  EXPECT_EQ(file.text(), text);
}

TEST(MappedFile, NamesThePathThatCannotBeOpened) {
  const TempFolder folder;
  expect_error([&] { MappedFile(folder.path() / "none"); }, ErrorKind::environment,
               "none: cannot be opened: No such file");
  expect_error([&] { MappedFile(folder.path()); }, ErrorKind::environment, "is a folder");
}

TEST(ReadText, LeavesOutAByteOrderMark) {
  const TempFolder folder;
  EXPECT_EQ(read_text(folder.write("f", "\xEF\xBB\xBFx")), "x");
  EXPECT_EQ(read_text(folder.write("g", "x\xEF\xBB\xBF")), "x\xEF\xBB\xBF");
}

TEST(AtomicFile, ReplacesTheOldFileOnCommit) {
  const TempFolder folder;
  const auto path = folder.write("f", "old");
  AtomicFile file(path);
  file.write("ne");
  file.write("w");
  EXPECT_EQ(read_text(path), "old");
  file.commit();
  EXPECT_EQ(read_text(path), "new");
  EXPECT_EQ(files_in(folder), 1U);
}

TEST(AtomicFile, LeavesTheOldFileWithoutCommit) {
  const TempFolder folder;
  const auto path = folder.write("f", "old");
  { AtomicFile(path).write("new"); }
  EXPECT_EQ(read_text(path), "old");
  EXPECT_EQ(files_in(folder), 1U);
}

TEST(AtomicFile, GivesTheModeOfAnOrdinaryNewFile) {
  const TempFolder folder;
  const mode_t before = ::umask(022);
  AtomicFile file(folder.path() / "f");
  file.commit();
  ::umask(before);
  struct stat status {};
  ASSERT_EQ(::stat((folder.path() / "f").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0644U);
}

TEST(AtomicFile, KeepsTheModeOfTheFileThatItReplaces) {
  const TempFolder folder;
  const auto path = folder.write("f", "old");
  ASSERT_EQ(::chmod(path.c_str(), 0640), 0);
  AtomicFile file(path);
  file.commit();
  struct stat status {};
  ASSERT_EQ(::stat(path.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0640U);
}

TEST(AtomicFile, WritesACharacterDeviceAsItIs) {
  AtomicFile file("/dev/null");
  file.write("text");
  file.commit();
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
  AtomicFile full("/dev/full");
  expect_error([&] { full.write("text"); }, ErrorKind::environment, "No space left");
}

TEST(AtomicFile, IsTakenAwayByAProgramThatEndsAtOnce) {
  const TempFolder folder;
  AtomicFile file(folder.path() / "f");
  AtomicFile other(folder.path() / "g");
  other.commit();
  remove_temporary_files();
  EXPECT_EQ(files_in(folder), 1U);
  EXPECT_TRUE(std::filesystem::exists(folder.path() / "g"));
}

TEST(AtomicFile, WritesThroughALink) {
  const TempFolder folder;
  const auto target = folder.write("target", "old");
  std::filesystem::create_symlink(target, folder.path() / "link");
  AtomicFile file(folder.path() / "link");
  file.write("new");
  file.commit();
  EXPECT_EQ(read_text(target), "new");
  EXPECT_TRUE(std::filesystem::is_symlink(folder.path() / "link"));
}

TEST(AtomicFile, RefusesAPlaceThatCannotBeWrittenAtOnce) {
  const TempFolder folder;
  expect_error([&] { AtomicFile(folder.path()); }, ErrorKind::environment, "is a folder");
  expect_error([&] { AtomicFile(folder.path() / "no" / "f"); }, ErrorKind::environment,
               "cannot be written: No such file");
  const std::filesystem::path pipe = folder.path() / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  expect_error([&] { AtomicFile file(pipe); }, ErrorKind::environment, "no ordinary file");
}

}  // namespace
}  // namespace clade::detail
