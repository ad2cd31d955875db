#include "serve/refusal.h"

#include <array>
#include <new>

#include "clade/error.h"
#include "serve/json_out.h"

namespace clade::detail::serve {

namespace {

struct Row {
  int status;
  std::string_view kind;
};

constexpr Row row_of(Fault fault) {
  constexpr std::array rows{Row{400, "usage"}, Row{404, "path"},  Row{409, "conflict"},
                            Row{413, "size"},  Row{422, "input"}, Row{500, "internal"},
                            Row{503, "disk"},  Row{503, "busy"}};
  return rows[static_cast<std::size_t>(fault)];
}

Fault fault_of(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::usage:
      return Fault::usage;
    case ErrorKind::input:
      return Fault::input;
    case ErrorKind::environment:
      return Fault::disk;
    case ErrorKind::model:
      break;
  }
  return Fault::internal;
}

}  // namespace

int status_of(Fault fault) { return row_of(fault).status; }
std::string_view kind_of(Fault fault) { return row_of(fault).kind; }

Refusal current_refusal() {
  try {
    throw;
  } catch (const Refusal& refusal) {
    return refusal;
  } catch (const Error& error) {
    return {fault_of(error.kind()), error.what()};
  } catch (const std::bad_alloc&) {
    return {Fault::busy, "not enough memory for this request"};
  } catch (...) {
    return {Fault::internal, "a defect of clade"};  // nothing of the inside is told
  }
}

std::string error_object(std::string_view kind, std::string_view message) {
  std::string text = R"({"kind":)";
  append_json_string(text, kind);
  text += R"(,"message":)";
  append_json_string(text, message);
  text += '}';
  return text;
}

std::string error_body(std::string_view kind, std::string_view message) {
  return R"({"error":)" + error_object(kind, message) + '}';
}

Response refusal_response(const Refusal& refusal) {
  Response response;
  response.status = status_of(refusal.fault());
  response.body = error_body(kind_of(refusal.fault()), refusal.what());
  return response;
}

}  // namespace clade::detail::serve
