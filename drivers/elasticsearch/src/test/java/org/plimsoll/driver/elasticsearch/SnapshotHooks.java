package org.plimsoll.driver.elasticsearch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.plimsoll.api.Client;
import org.plimsoll.testkit.RealServer;

/** Tests hooks with arguments on a server with a {@code path.repo}. */
final class SnapshotHooks {
  private SnapshotHooks() {}

  static void test(Client client, RealServer server) throws Exception {
    var _ =
        SharedOpenSearch.put(
            server,
            "/_snapshot/backups",
            "{\"type\": \"fs\", \"settings\": {\"location\": \"kept\"}}");
    assertThat(client.runHook("snapshot", "backups/one"))
        .matches("snapshot one of [1-9][0-9]* shards");
    assertThat(SharedOpenSearch.ask(server, "/_snapshot/backups/one").toString())
        .contains("SUCCESS");
    assertThat(client.runHook("drop-snapshot", "backups/one")).isEqualTo("deleted");
    assertThatThrownBy(() -> client.runHook("snapshot", "absent")).hasMessageContaining("absent");
    assertThatThrownBy(() -> client.runHook("snapshot", ""))
        .hasMessage("snapshot: must have a repository in parentheses, was ''");
    assertThatThrownBy(() -> client.runHook("refresh", "x"))
        .hasMessage("the hook refresh takes no argument, was 'x'");
    assertThat(client.runHook("add-field", "note keyword")).isEqualTo("added note keyword");
  }
}
