package org.plimsoll.driver.elasticsearch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.plimsoll.api.Client;
import org.plimsoll.api.Driver;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome.Status;
import org.plimsoll.api.Session;
import org.plimsoll.testkit.DriverContract;
import org.plimsoll.testkit.TestOperation;
import org.plimsoll.testkit.TestOperation.TestKey;
import org.plimsoll.testkit.TestOperation.TestRow;
import org.plimsoll.testkit.TestTarget;

/** Tests the contract with daily indexes, values as text, and routing. */
@ExtendWith(SharedOpenSearch.class)
class RolledRowsTest extends DriverContract {
  @Override
  protected Driver driver() {
    return new ElasticsearchDriver();
  }

  @Override
  protected String address() {
    return SharedOpenSearch.address() + "/rolled";
  }

  @Override
  protected Map<String, String> settings() {
    return Map.of(
        "roll", "daily", "refresh", "true", "routing", "true", "value-form", "text", "groups", "7");
  }

  @Override
  protected List<String> fieldNames() {
    return List.of("field0", "field1");
  }

  @Override
  protected int hugeValueBytes() {
    return 1_000_000; // Lucene analyzes every byte
  }

  /** Tests the same key in yesterday's and today's index, as after midnight. */
  @Test
  void theNewestRowIsReadAndAllCopiesAreDeleted() throws Exception {
    TestKey key = key();
    TestRow old = TestRow.of("old", "old");
    TestRow fresh = TestRow.of("new", "new");
    Map<String, String> yesterday = Map.of("refresh", "true");
    opened(
        SharedOpenSearch.address() + "/nights-2020.02.29",
        yesterday,
        client -> {
          try (Session session = client.openSession()) {
            assertThat(execute(session, write(key, old)).outcome().status())
                .isEqualTo(Status.SUCCEEDED);
          }
        });
    Map<String, String> rolled = Map.of("roll", "daily", "refresh", "true", "schema", "create");
    opened(
        SharedOpenSearch.address() + "/nights",
        rolled,
        client -> {
          try (Session session = client.openSession()) {
            assertHolds(session, key, old);
            execute(session, write(key, fresh)).outcome();
            assertHolds(session, key, fresh);
            var scan = execute(session, TestOperation.scan(key, 10)).outcome();
            assertThat(scan.items()).isEqualTo(1);
            assertThat(client.count()).hasValue(2);
            var delete = TestOperation.on(OperationType.DELETE, key);
            assertThat(execute(session, delete).outcome().status()).isEqualTo(Status.SUCCEEDED);
            assertThat(client.count()).hasValue(0);
          }
        });
    Map<String, String> temporary = Map.of("roll", "daily", "schema", "temporary");
    try (TestTarget context =
            new TestTarget(
                driver(), SharedOpenSearch.address() + "/nights", temporary, fieldNames());
        Client client = context.open()) {
      client.create();
      var template = SharedOpenSearch.ask("/_index_template/plimsoll-nights");
      assertThat(template.path("index_templates").size()).isEqualTo(1);
    }
    assertThat(SharedOpenSearch.ask("/nights-2020.02.29").path("status").asInt()).isEqualTo(404);
    assertThat(SharedOpenSearch.ask("/_index_template/plimsoll-nights").path("status").asInt())
        .isEqualTo(404);
  }

  /** Tests that the first row creates the next index, with the mapping of the template. */
  @Test
  void theFirstRowOfANewIndexCreatesItWithTheSameMapping() throws Exception {
    opened(
        SharedOpenSearch.address() + "/next",
        Map.of("roll", "yearly", "shards", "2"),
        _ -> {
          SharedOpenSearch.put("/next-2001/_doc/1", "{\"plimsoll-key\":\"1\",\"other\":\"x\"}");
          var next = SharedOpenSearch.ask("/next-2001").path("next-2001");
          assertThat(next.path("settings").path("index").path("number_of_shards").asString())
              .isEqualTo("2");
          var fields = next.path("mappings").path("properties");
          assertThat(fields.path("plimsoll-key").path("type").asString()).isEqualTo("keyword");
          assertThat(fields.has("other")).isFalse();
        });
  }
}
