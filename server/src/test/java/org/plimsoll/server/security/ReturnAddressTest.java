package org.plimsoll.server.security;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReturnAddressTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "/",
        "/runs/2026-11-22T08-00-00Z-a1b2",
        "/runs/a%20b/",
        "/compare?runs=a%2Cb&metric=p99.9",
        "/?tag=x+y*",
        "/apiary",
      })
  void pathsOfThePageAreKept(String page) {
    assertThat(ReturnAddress.of(page)).isEqualTo(page);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "runs",
        "https://evil.example.com/",
        "//evil.example.com/",
        "///evil.example.com/",
        "/\\evil.example.com",
        "\\\\evil.example.com",
        "/\t/evil.example.com",
        " //evil.example.com",
        "/.//evil.example.com",
        "/runs/..//evil.example.com",
        "/runs/../../evil",
        "/runs//evil",
        "/%0d%0aSet-Cookie:x=y",
        "/x\r\nSet-Cookie: x=y",
        "/?a\r\nSet-Cookie: x=y",
        "/@evil.example.com",
        "/runs/x#fragment",
        "/api/v1/runs",
        "/api",
        "javascript:alert(1)",
        "data:text/html,x",
      })
  void otherPathsLeadToTheFirstPage(String elsewhere) {
    assertThat(ReturnAddress.of(elsewhere)).isEqualTo("/");
  }

  @Test
  void absentAndTooLongPathsLeadToTheFirstPage() {
    assertThat(ReturnAddress.of(null)).isEqualTo("/");
    assertThat(ReturnAddress.of("/" + "x".repeat(2_000))).isEqualTo("/");
  }

  @Test
  void theErrorCodeIsAddedToTheQuery() {
    assertThat(ReturnAddress.with("/", SignInFailure.DENIED)).isEqualTo("/?sign-in=denied");
    assertThat(ReturnAddress.with("/x?a=b", SignInFailure.NO_ROLE))
        .isEqualTo("/x?a=b&sign-in=no-role");
  }
}
