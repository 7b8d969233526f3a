# cmake -DFOLDER=schemas/sql -DOUTPUT=file.cc -P embed_sql.cmake: the migrations as raw strings, in order.
file(GLOB files ${FOLDER}/*.sql)
list(SORT files)
set(steps "")
foreach(file ${files})
  file(READ ${file} text)
  string(APPEND steps "    R\"sql(${text})sql\",\n")
endforeach()
file(WRITE ${OUTPUT} "// Made from schemas/sql by cmake/embed_sql.cmake.
#include \"controller/store/migrations.h\"

namespace busbar::controller {
namespace {
constexpr std::string_view kSteps[] = {
${steps}};
}  // namespace
std::span<const std::string_view> migration_steps() { return kSteps; }
}  // namespace busbar::controller
")
