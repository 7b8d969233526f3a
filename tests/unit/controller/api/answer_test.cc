#include "controller/api/answer.h"

#include <gtest/gtest.h>

#include "wire/json/value.h"

namespace busbar::controller {
namespace {

Request asking(const std::string& tag) {
  return {{"GET", "/", {}, {{"If-None-Match", tag}}, "", ""}, ""};
}

TEST(Answer, ProblemHasTheStatusOfItsKind) {
  const auto answer = problem_answer(
      Error{ErrorKind::NotFound, Scope::Run, "run r-9", "does not exist", "list the runs"});
  EXPECT_EQ(answer.status, 404);
  EXPECT_EQ(io::header(answer.headers, "Content-Type"), "application/problem+json");
  const auto body = *wire::JsonView::parse(answer.body);
  EXPECT_EQ(body.unsigned_or("status"), 404U);
  EXPECT_EQ(body.text_or("detail"), "run r-9: does not exist");
  EXPECT_EQ(body.text_or("remedy"), "list the runs");
}

TEST(Answer, SameContentIsNotSentTwice) {
  const auto first = tagged(asking(""), json_answer("{}"));
  const std::string tag(io::header(first.headers, "ETag"));
  for (const std::string& known : {tag, "\"other\", " + tag, tag.substr(2), std::string("*")}) {
    const auto again = tagged(asking(known), json_answer("{}"));
    EXPECT_EQ(again.status, 304) << known;
    EXPECT_EQ(again.body, "");
    EXPECT_EQ(io::header(again.headers, "ETag"), tag);
  }
}

TEST(Answer, OtherContentIsSent) {
  const auto first = tagged(asking(""), json_answer("{}"));
  const std::string tag(io::header(first.headers, "ETag"));
  EXPECT_EQ(tagged(asking(tag), json_answer("[]")).status, 200);
}

TEST(Answer, ForbidsSniffingAndForeignScripts) {
  io::HttpResponse answer = json_answer("{}");
  add_security_headers(answer);
  EXPECT_EQ(io::header(answer.headers, "X-Content-Type-Options"), "nosniff");
  const std::string policy(io::header(answer.headers, "Content-Security-Policy"));
  EXPECT_TRUE(policy.starts_with("default-src 'self'"));
  EXPECT_EQ(policy.find("unsafe"), std::string::npos);
}

}  // namespace
}  // namespace busbar::controller
