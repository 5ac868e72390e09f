package org.plimsoll.driver.elasticsearch.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.plimsoll.driver.elasticsearch.transport.TransportIndex.inIndex;
import static org.plimsoll.driver.elasticsearch.transport.TransportIndex.run;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Outcome.Status;
import org.plimsoll.api.Session;
import org.plimsoll.testkit.Ending;
import org.plimsoll.testkit.TestOperation;
import org.plimsoll.testkit.TestOperation.TestKey;
import org.plimsoll.testkit.TestOperation.TestRow;
import org.plimsoll.testkit.TestTarget;

/** Tests operations on Elasticsearch 6.8: what they find, and how they fail. */
@ExtendWith(SharedElasticsearch.class)
class TransportOperationsTest {
  private static void choose(org.plimsoll.api.Client client, Map<String, String> settings) {
    client.settingsChanged(TestTarget.values(new TransportDriver(), settings));
  }

  private static List<String> fields(Session session, long key) {
    Ending read = new Ending();
    session.execute(TestOperation.on(OperationType.READ, key), read);
    assertThat(read.outcome().status()).isEqualTo(Status.SUCCEEDED);
    return read.fieldTexts();
  }

  @Test
  void aSearchFindsTheRowsOfTheKeysGroupAfterARefresh() throws Exception {
    inIndex(
        "groups",
        Map.of("groups", "3", "refresh-interval", "-1", "search-limit", "100"),
        (client, session, context) -> {
          for (int key = 0; key < 9; key++) {
            run(session, "insert", key, "one", "two");
          }
          assertThat(run(session, "search", 4).status()).isEqualTo(Status.NOT_FOUND);
          client.filled();
          Outcome found = run(session, "search", 4);
          assertThat(found.items()).isEqualTo(3);
          assertThat(found.payloadBytes()).isEqualTo(3 * 6);

          choose(client, Map.of("search-limit", "2", "groups", "3"));
          assertThat(run(session, "search", 4).items()).isEqualTo(2);
          choose(client, Map.of("query", "{\"match_all\":{}}", "search-limit", "100"));
          assertThat(run(session, "search", 4).items()).isEqualTo(9);
          assertThat(context.counts()).containsEntry("node-failures", 0L);
        });
  }

  @Test
  void aUsersQueryContainsTheKey() throws Exception {
    Map<String, String> settings =
        Map.of("value-form", "text", "query", "{\"match\":{\"field1\":\"{key} {number}\"}}");
    inIndex(
        "queries",
        settings,
        (client, session, _) -> {
          run(session, "insert", 1, "x", "user2 is here");
          run(session, "insert", 2, "x", "nobody");
          run(session, "insert", 3, "x", "2");
          client.runHook("refresh");
          assertThat(run(session, "search", 2).items()).isEqualTo(2);
          assertThat(run(session, "search", 7).status()).isEqualTo(Status.NOT_FOUND);
          choose(client, Map.of("query", "{\"nonsense\":{}}"));
          assertThat(run(session, "search", 2).failureCode()).isEqualTo("bad-request");
        });
  }

  @Test
  void aChangedRefreshPolicyAppliesToLaterWrites() throws Exception {
    inIndex(
        "policy",
        Map.of("refresh-interval", "-1"),
        (client, session, _) -> {
          run(session, "insert", 1, "a");
          assertThat(run(session, "search", 1).status()).isEqualTo(Status.NOT_FOUND);
          choose(client, Map.of("refresh", "true"));
          run(session, "insert", 2, "a");
          assertThat(run(session, "search", 2).items()).isEqualTo(1);
          assertThat(run(session, "search", 1).items()).isEqualTo(1);
        });
  }

  @Test
  void aScanReadsInKeyOrderUpToItsLength() throws Exception {
    inIndex(
        "pages",
        Map.of("page-size", "4"),
        (client, session, _) -> {
          for (int key = 10; key < 30; key++) {
            run(session, "insert", key, "ab");
          }
          client.filled();
          Outcome some = run(session, TestOperation.scan(TestKey.of(12), 11));
          assertThat(some.items()).isEqualTo(11);
          assertThat(some.payloadBytes()).isEqualTo(22);
          choose(client, Map.of("page-size", "1000"));
          Outcome rest = run(session, TestOperation.scan(TestKey.of(25), 100));
          assertThat(rest.items()).isEqualTo(5);
          Outcome none = run(session, TestOperation.scan(TestKey.of(9), 100));
          assertThat(none.status()).isEqualTo(Status.NOT_FOUND);
        });
  }

  @ParameterizedTest
  @EnumSource(Content.class)
  void aPartialUpdateKeepsOtherFieldsAndCreatesNoDocument(Content content) throws Exception {
    inIndex(
        "partial",
        Map.of("content", content.name().toLowerCase(java.util.Locale.ROOT)),
        (_, session, _) -> {
          run(session, "insert", 1, "old", "old");
          assertThat(updateFirstField(session, 1).payloadBytes()).isEqualTo(3);
          assertThat(fields(session, 1)).containsExactly("0:field0=new", "0:field1=old");
          assertThat(updateFirstField(session, 2).status()).isEqualTo(Status.NOT_FOUND);
          assertThat(run(session, "read", 2).status()).isEqualTo(Status.NOT_FOUND);
          assertThat(run(session, "upsert", 2, "made", "new").status()).isEqualTo(Status.SUCCEEDED);
          assertThat(fields(session, 2)).containsExactly("0:field0=made", "0:field1=new");
        });
  }

  /** A run may read what another one has written in another format. */
  @Test
  void documentsOfEveryFormatAreRead() throws Exception {
    for (String content : List.of("json", "smile", "cbor")) {
      inIndex(
          "formats",
          Map.of("schema", "create", "content", content, "value-form", "binary"),
          (_, session, _) -> {
            run(session, "insert", content.length(), content, "");
            run(session, "insert", content.charAt(0), "a longer value of " + content, "b");
          });
    }
    inIndex(
        "formats",
        Map.of("schema", "create"),
        (_, session, _) -> {
          for (String content : List.of("json", "smile", "cbor")) {
            assertThat(run(session, "read", content.charAt(0)).payloadBytes())
                .isEqualTo("a longer value of b".length() + content.length());
            assertThat(fields(session, content.charAt(0)))
                .containsExactly("0:field0=a longer value of " + content, "0:field1=b");
          }
        });
    inIndex("formats", Map.of("schema", "temporary"), (_, _, _) -> {});
  }

  private static Outcome updateFirstField(Session session, long key) {
    TestRow some = TestRow.partial(List.of("field0"), List.of(new byte[] {'n', 'e', 'w'}));
    return run(session, TestOperation.on(OperationType.UPDATE, TestKey.of(key), some));
  }

  @Test
  void changesAtTheSameTimeConflictUnlessTheServerRepeatsThem() throws Exception {
    inIndex(
        "conflicts",
        Map.of(),
        (client, session, _) -> {
          run(session, "insert", 1, "old", "old");
          List<Outcome> changes = changesAtOnce(session);
          while (changes.stream().allMatch(each -> each.status() == Status.SUCCEEDED)) {
            changes = changesAtOnce(session); // how many collide is the server's matter
          }
          assertThat(changes)
              .filteredOn(each -> each.status() != Status.SUCCEEDED)
              .allMatch(each -> "conflict".equals(each.failureCode()));

          choose(client, Map.of("retry-on-conflict", "100"));
          for (int round = 0; round < 5; round++) {
            assertThat(changesAtOnce(session)).allMatch(each -> each.status() == Status.SUCCEEDED);
          }
        });
  }

  private static List<Outcome> changesAtOnce(Session session) {
    TestRow some = TestRow.partial(List.of("field0"), List.of(new byte[] {'n'}));
    List<Ending> all = Stream.generate(Ending::new).limit(16).toList();
    all.forEach(
        each -> session.execute(TestOperation.on(OperationType.UPDATE, TestKey.of(1), some), each));
    return all.stream().map(Ending::outcome).toList();
  }

  @Test
  void creatingAnExistingDocumentFails() throws Exception {
    inIndex(
        "created",
        Map.of(),
        (_, session, _) -> {
          assertThat(run(session, "create", 1, "first").status()).isEqualTo(Status.SUCCEEDED);
          Ending second = new Ending();
          session.execute(TestOperation.on(TransportOperations.CREATE, 1, "second"), second);
          assertThat(second.outcome().failureCode()).isEqualTo("conflict");
          assertThat(second.message())
              .startsWith("409, version_conflict_engine_exception: [doc][user1]: ");
          assertThat(fields(session, 1)).containsExactly("0:field0=first");
        });
  }

  @Test
  void routedDocumentsAreFoundWithTheSameRouting() throws Exception {
    inIndex(
        "routed",
        Map.of("routing", "true", "shards", "5", "groups", "2", "search-limit", "100"),
        (client, session, _) -> {
          for (int key = 0; key < 8; key++) {
            run(session, "insert", key, "a", "b");
          }
          var bulk = TestOperation.bulk(OperationType.BULK_WRITE, 8, 4, "a", "b");
          assertThat(run(session, bulk).items()).isEqualTo(4);
          for (int key = 0; key < 12; key++) {
            assertThat(fields(session, key)).containsExactly("0:field0=a", "0:field1=b");
          }
          var reads = TestOperation.bulk(OperationType.BULK_READ, 0, 12);
          assertThat(run(session, reads).items()).isEqualTo(12);
          client.filled();
          assertThat(run(session, "search", 1).items()).isEqualTo(6);
          assertThat(updateFirstField(session, 9).status()).isEqualTo(Status.SUCCEEDED);
          assertThat(run(session, "delete", 9).status()).isEqualTo(Status.SUCCEEDED);
          assertThat(run(session, "delete", 9).status()).isEqualTo(Status.NOT_FOUND);
          assertThat(SharedElasticsearch.ask("/routed/_search?q=_id:user3").toString())
              .contains("_routing=g1");
          client.truncate();
          assertThat(client.count()).hasValue(0);
        });
  }

  @Test
  void aDeletedIndexIsAFailureAndNotAMiss() throws Exception {
    inIndex(
        "gone",
        Map.of(),
        (client, session, _) -> {
          inIndex("gone", Map.of(), (_, _, _) -> {});
          Ending read = new Ending();
          session.execute(TestOperation.on(OperationType.READ, 1), read);
          assertThat(read.outcome().failureCode()).isEqualTo("no-index");
          assertThat(read.message()).isEqualTo("404, index_not_found_exception: no such index");
          assertThat(run(session, "search", 1).failureCode()).isEqualTo("no-index");
          assertThat(run(session, "delete", 1).failureCode()).isEqualTo("no-index");
          var reads = TestOperation.bulk(OperationType.BULK_READ, 0, 2);
          assertThat(run(session, reads).failureCode()).isEqualTo("no-index");
          assertThat(client.count()).hasValue(0);
        });
  }

  @Test
  void aTooLongIdIsRefused() throws Exception {
    inIndex(
        "ids",
        Map.of(),
        (_, session, _) -> {
          TestKey tooLong = TestKey.of(1, "k".repeat(513));
          var insert = TestOperation.on(OperationType.INSERT, tooLong, TestRow.of("a", "b"));
          assertThat(run(session, insert).failureCode()).isEqualTo("bad-request");
          var bulk =
              TestOperation.bulk(
                  OperationType.BULK_WRITE, List.of(tooLong), List.of(TestRow.of("a", "b")));
          assertThat(run(session, bulk).failureCode()).isEqualTo("bad-request");
        });
  }

  /** An index that accepts no writes fails each item of a bulk. */
  @Test
  void failedItemsFailTheirBulkAndAreCounted() throws Exception {
    inIndex(
        "blocked",
        Map.of(),
        (_, session, context) -> {
          String answer =
              SharedElasticsearch.elasticsearch()
                  .ask("PUT", "/blocked/_settings", "{\"index.blocks.write\": true}");
          assertThat(answer).contains("true");
          var bulk = TestOperation.bulk(OperationType.BULK_WRITE, 0, 3, "a", "b");
          assertThat(run(session, bulk).failureCode()).isEqualTo("blocked");
          assertThat(run(session, "insert", 1, "a").failureCode()).isEqualTo("blocked");
          assertThat(context.counts()).containsEntry("failed-items", 3L);
          assertThat(context.counts()).containsEntry("rejected-items", 0L);
        });
  }
}
