#pragma once
// Answers: JSON, problems, and what does not change any more with its tag.
// Promises: every error becomes a problem in one place; every answer forbids sniffing, foreign
// scripts and framing. Source: RFC 9457, RFC 9110 (13.1.2: If-None-Match compares weakly).
// Threads: values.
#include <string>
#include <string_view>
#include <vector>

#include "controller/api/request.h"
#include "core/error/result.h"
#include "io/http/message.h"

namespace busbar::controller {

io::HttpResponse json_answer(std::string body, int status = 200);
io::HttpResponse text_answer(std::string body, std::string_view content_type);

io::HttpResponse problem_answer(const Error& error);  // the status follows from the kind
io::HttpResponse problem_answer(const Error& error, int status);
io::HttpResponse problem_answer(const std::vector<Error>& errors, int status);

// Adds a tag of the content; 304 without a body if the client has it already.
io::HttpResponse tagged(const Request& request, io::HttpResponse response);

// On every answer, also a problem.
void add_security_headers(io::HttpResponse& response);

// A handler's result: the answer, or the problem.
io::HttpResponse answer_of(Result<io::HttpResponse> result);

}  // namespace busbar::controller
