#include "serve/routes.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace clade::detail::serve {
namespace {

using Path = std::vector<std::string>;

TEST(Routes, SayWhoMayAsk) {
  EXPECT_EQ(admission("POST", Path{"v1", "models", "m", "predict"}).role, Role::read);
  EXPECT_TRUE(admission("POST", Path{"v1", "models", "m", "predict"}).takes_lines);
  EXPECT_EQ(admission("POST", Path{"v1", "models", "m", "feedback"}).role, Role::feedback);
  EXPECT_FALSE(admission("POST", Path{"v1", "models", "m", "feedback"}).takes_lines);
  EXPECT_EQ(admission("DELETE", Path{"v1", "models", "m", "documents", "7"}).role, Role::feedback);
  EXPECT_EQ(admission("POST", Path{"v1", "models", "m", "update"}).role, Role::admin);
  EXPECT_EQ(admission("POST", Path{"v1", "models", "m", "rollback"}).role, Role::admin);
}

TEST(Routes, ArePatternsForMetrics) {
  EXPECT_EQ(admission("GET", Path{"v1", "models", "secret"}).route, "/v1/models/{m}");
  EXPECT_EQ(admission("PUT", Path{"v1", "models", "secret"}).route, "/v1/models/{m}");
}

TEST(Routes, RefuseOtherMethodsWithThoseThatThereAre) {
  const Admission refused = admission("PUT", Path{"v1", "models", "m", "pool"});
  EXPECT_EQ(refused.status, 405);
  EXPECT_EQ(refused.allow, "POST, GET, DELETE");
}

TEST(Routes, RefuseOtherPaths) {
  for (const Path& path :
       {Path{}, Path{"v1"}, Path{"v1", "models", ""}, Path{"v1", "models", "m", "predict", "x"},
        Path{"v2", "models"}, Path{"v1", "models", "m", "documents"}, Path{"", "v1", "models"}}) {
    EXPECT_EQ(admission("GET", path).status, 404) << testing::PrintToString(path);
  }
}

}  // namespace
}  // namespace clade::detail::serve
