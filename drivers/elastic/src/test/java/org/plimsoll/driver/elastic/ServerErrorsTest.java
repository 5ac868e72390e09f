package org.plimsoll.driver.elastic;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServerErrorsTest {
  /** A full disk is a 429, as an overload is, and a shard has no status: it is given as 0. */
  @ParameterizedTest
  @CsvSource({
    "429, cluster_block_exception, blocked",
    "429, circuit_breaking_exception, circuit-breaker",
    "429, es_rejected_execution_exception, rejected",
    "0, rejected_execution_exception, rejected",
    "0, no_shard_available_action_exception, unavailable",
    "500, node_closed_exception, unavailable",
    "404, index_not_found_exception, no-index",
    "400, document_parsing_exception, bad-document",
    "400, mapper_parsing_exception, bad-document",
    "409, version_conflict_engine_exception, conflict"
  })
  void theTypeSaysMoreThanTheStatus(int status, String type, String code) {
    assertThat(ServerErrors.codeOf(status, type).text()).isEqualTo(code);
  }

  @ParameterizedTest
  @CsvSource({
    "400, bad-request",
    "401, auth",
    "403, auth",
    "404, not-found",
    "408, timeout",
    "409, conflict",
    "413, too-large",
    "429, rejected",
    "500, internal-error",
    "503, unavailable",
    "418, error"
  })
  void anUnknownTypeHasTheCodeOfTheStatus(int status, String code) {
    assertThat(ServerErrors.codeOf(status, "").text()).isEqualTo(code);
    assertThat(ServerErrors.codeOf(status, "new_exception").text()).isEqualTo(code);
  }
}
