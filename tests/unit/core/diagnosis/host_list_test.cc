#include "core/diagnosis/host_list.h"

#include <gtest/gtest.h>

namespace busbar {
namespace {

using Names = std::vector<std::string>;

TEST(HostList, BracketsKeepZerosAndMultiply) {
  EXPECT_EQ(expand_host_list("a[08-10],b"), (Names{"a08", "a09", "a10", "b"}));
  EXPECT_EQ(expand_host_list("r[1-2]n[1,3]-ib"),
            (Names{"r1n1-ib", "r1n3-ib", "r2n1-ib", "r2n3-ib"}));
}

TEST(HostList, WhatSlurmRefusesGivesNothing) {
  for (const char* list : {"a[", "a]", "a[]", "a[3-1]", "a[1-]", "", "a,,b", "a[[1]]", "a b",
                           "a[0-99999999999]", "a[0-9999]b[0-9999]"})
    EXPECT_FALSE(expand_host_list(list)) << list;
}

TEST(HostList, Names) {
  EXPECT_TRUE(is_host_name("node-a.example.org"));
  EXPECT_TRUE(is_host_name("198.51.100.11"));
  EXPECT_TRUE(is_host_name("[2001:db8::1]"));
  EXPECT_FALSE(is_host_name("-a"));
  EXPECT_FALSE(is_host_name("a:b"));
}

}  // namespace
}  // namespace busbar
