// Readers of examples in binary files: packs and arrays of NumPy.
#include <xxhash.h>
#include <zlib.h>

#include <cstring>
#include <fstream>

#include "data/formats/pack_format.h"
#include "data/formats/pack_writer.h"
#include "data/read.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/fuzz/memory_file.h"
#include "tests/support/temp_folder.h"

namespace clade::detail::fuzz {
namespace {

// Few rows are used whole; a matrix of one column may have very many, of nothing.
void read_binary(const char* format, std::string_view bytes) {
  static ThreadPool pool(1);
  answer_or_error([&] {
    const MemoryFile file(bytes);
    ReadOptions options;
    options.format = format;
    const Records records = read_records(std::vector{file.path()}, options, pool);
    std::visit([&](const auto& rows) { expect(rows.size() == records.size(), "rows are records"); },
               records.rows);
    for (const std::uint32_t label : records.labels) {
      expect(label < records.label_names.size(), "a label has a name");
    }
    double sum = 0;
    std::visit(
        [&](const auto& rows) {
          for (std::size_t i = 0; i < rows.size(); ++i) {
            for (const auto& feature : rows.row(i)) sum += feature.value;
          }
        },
        records.rows);
    expect(sum == sum, "values are numbers");
  });
}

void read_pack(std::string_view bytes) { read_binary("pack", bytes); }
void read_npy(std::string_view bytes) { read_binary("npy", bytes); }
void read_npz(std::string_view bytes) { read_binary("npz", bytes); }

// ---- Packs

void repair_pack(std::string& bytes) {
  if (bytes.size() < sizeof(PackPreamble) + sizeof(PackFooter)) return;
  const std::uint64_t length = bytes.size();
  std::memcpy(bytes.data() + length - 16, &length, 8);
  const std::uint64_t sum = XXH3_64bits(bytes.data(), length - 8);
  std::memcpy(bytes.data() + length - 8, &sum, 8);
}

std::string packed(const std::string& format, std::string_view text, Precision precision) {
  const test::TempFolder folder;
  ThreadPool pool(1);
  ReadOptions options;
  options.format = format;
  options.precision = precision;
  const Records records = read_records(std::vector{folder.write("text", text)}, options, pool);
  PackWriter writer(folder.path() / "pack", precision);
  writer.add(records);
  writer.finish(records.names);
  std::ifstream in(folder.path() / "pack", std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<std::string> pack_seeds() {
  return {packed("svm", "a 1:1 3:0.5\nb,c 2:2\n? 9:1\n", Precision::single),
          packed("svm", "a 4294967294:1\n", Precision::double_),
          packed("jsonl", "{\"id\":\"x\",\"labels\":[\"a\"],\"weight\":2,\"features\":{\"p\":1}}\n",
                 Precision::single),
          packed("arff",
                 "@relation r\n@attribute x numeric\n@attribute class hierarchical root/a,a/x\n"
                 "@data\n1,x\n2,a\n",
                 Precision::single)};
}

// ---- Arrays of NumPy

std::string array(const std::string& type, const std::string& shape, const std::string& data,
                  bool by_columns = false) {
  std::string header = "{'descr': '" + type +
                       "', 'fortran_order': " + (by_columns ? "True" : "False") + ", 'shape': (" +
                       shape + "), }\n";
  std::string bytes("\x93NUMPY\x01\0", 8);
  bytes += static_cast<char>(header.size());
  bytes += '\0';
  return bytes + header + data;
}

template <class T>
std::string values(std::initializer_list<T> numbers) {
  return {reinterpret_cast<const char*>(numbers.begin()), numbers.size() * sizeof(T)};
}

std::vector<std::string> npy_seeds() {
  return {array("<f8", "2, 2", values<double>({1, 2, 3, 4})),
          array("<f4", "2, 1", values<float>({1, 2}), true),
          array("<f2", "1, 3", values<std::uint16_t>({0x3C00, 0x0001, 0x7BFF})),
          array("|b1", "2, 2", std::string("\1\0\0\1", 4)),
          array("<i8", "1, 1", values<std::int64_t>({-5}))};
}

template <class T>
void append(std::string& to, T value) {
  to.append(reinterpret_cast<const char*>(&value), sizeof value);
}

// An archive of stored files.
std::string zip(const std::vector<std::pair<std::string, std::string>>& files) {
  std::string bytes, directory;
  for (const auto& [name, data] : files) {
    const auto place = static_cast<std::uint32_t>(bytes.size());
    const auto size = static_cast<std::uint32_t>(data.size());
    const auto length = static_cast<std::uint16_t>(name.size());
    std::string entry;
    append<std::uint16_t>(entry, 20);
    for (int i = 0; i < 4; ++i) append<std::uint16_t>(entry, 0);  // flags, stored, time, date
    append<std::uint32_t>(entry, 0);                              // the sum: repair_npz
    append(entry, size);
    append(entry, size);
    append(entry, length);
    append<std::uint16_t>(entry, 0);
    bytes += "PK\3\4" + entry + name + data;
    directory += std::string("PK\1\2\x14\0", 6) + entry;
    directory += std::string(10, '\0');  // comment, disk, attributes
    append(directory, place);
    directory += name;
  }
  const auto begin = static_cast<std::uint32_t>(bytes.size());
  bytes += directory + std::string("PK\5\6\0\0\0\0", 8);
  append(bytes, static_cast<std::uint16_t>(files.size()));
  append(bytes, static_cast<std::uint16_t>(files.size()));
  append(bytes, static_cast<std::uint32_t>(directory.size()));
  append(bytes, begin);
  append<std::uint16_t>(bytes, 0);
  return bytes;
}

// The sums of files that are stored as they are.
void repair_npz(std::string& bytes) {
  const auto number = [&](std::size_t at) {
    std::uint32_t value = 0;
    if (at + 4 <= bytes.size()) std::memcpy(&value, bytes.data() + at, 4);
    return value;
  };
  for (std::size_t at = bytes.find(std::string("PK\1\2", 4)); at != bytes.npos;
       at = bytes.find(std::string("PK\1\2", 4), at + 1)) {
    if (at + 46 > bytes.size()) return;
    const std::size_t place = number(at + 42), size = number(at + 20);
    const std::size_t begin =
        place + 30 + (number(place + 26) & 0xFFFF) + (number(place + 28) & 0xFFFF);
    if (begin > bytes.size() || size > bytes.size() - begin) continue;
    const auto sum = static_cast<std::uint32_t>(
        crc32(0, reinterpret_cast<const Bytef*>(bytes.data() + begin), static_cast<uInt>(size)));
    std::memcpy(bytes.data() + at + 16, &sum, 4);
  }
}

std::vector<std::string> npz_seeds() {
  const std::string letters("a\0\0\0b\0\0\0", 8);
  std::vector<std::string> seeds{
      zip({{"X.npy", array("<f8", "2, 1", values<double>({1, 2}))},
           {"y.npy", array("<U1", "2,", letters)}}),
      zip({{"data.npy", array("<f4", "3,", values<float>({1, 2, 3}))},
           {"indices.npy", array("<i4", "3,", values<std::int32_t>({0, 1, 0}))},
           {"indptr.npy", array("<i4", "3,", values<std::int32_t>({0, 2, 3}))},
           {"shape.npy", array("<i8", "2,", values<std::int64_t>({2, 2}))},
           {"format.npy", array("|S3", "", "csr")},
           {"labels.npy", array("<i8", "2,", values<std::int64_t>({7, 8}))}}),
      // Words where numbers are expected.
      zip({{"X.npy", array("<f8", "2, 1", values<double>({1, 2}))},
           {"y.npy", array("|S1", "2, 2", "abcd")}}),
      zip({{"data.npy", array("<f4", "1,", values<float>({1}))},
           {"indices.npy", array("<i4", "1,", values<std::int32_t>({0}))},
           {"indptr.npy", array("<f8", "2,", values<double>({0, 1e300}))},
           {"shape.npy", array("|S1", "2,", "ab")}})};
  for (std::string& seed : seeds) repair_npz(seed);
  return seeds;
}

constexpr FuzzTarget targets[]{
    {"pack", &read_pack, &pack_seeds, &repair_pack},
    {"npy", &read_npy, &npy_seeds},
    {"npz", &read_npz, &npz_seeds, &repair_npz},
};

}  // namespace

std::span<const FuzzTarget> binary_targets() { return targets; }

}  // namespace clade::detail::fuzz
