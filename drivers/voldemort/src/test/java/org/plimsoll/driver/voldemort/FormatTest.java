package org.plimsoll.driver.voldemort;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.plimsoll.testkit.VoldemortAnswers;
import org.plimsoll.testkit.VoldemortAnswers.Exchange;

/** Both protocols, compared with recorded requests to a real server and its answers. */
class FormatTest {
  private static final NodeRequest.Shape ONE = NodeRequest.Shape.plain("one");
  private static final VectorClock FIRST = VectorClock.EMPTY.incremented(0, 1000);

  private static Exchange exchange(String protocol, String name) {
    return VoldemortAnswers.read().stream()
        .filter(each -> each.protocol().equals(protocol) && each.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static Format format(String protocol) {
    return protocol.equals("pb0") ? new Pb0Format() : new Vp3Format();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static NodeRequest get(String key) {
    return NodeRequest.get(ONE, bytes(key), _ -> {});
  }

  private static NodeRequest put(String key, VectorClock clock, String value) {
    return NodeRequest.put(ONE, bytes(key), clock, bytes(value), _ -> {});
  }

  /** The keys of the recording, by protocol. */
  private static String key(String protocol) {
    return protocol.equals("vp3") ? "key2" : "key16";
  }

  @TestFactory
  Stream<DynamicTest> requestsAreWrittenAsTheServerHasAcceptedThem() {
    return Stream.of("vp3", "pb0")
        .flatMap(protocol -> {
          String key = key(protocol);
          VectorClock both = new VectorClock(new short[] {0, 1}, new long[] {300, 2}, 9);
          Stream<DynamicTest> common =
              Stream.of(
                  written(protocol, "a missing row", get(key)),
                  written(
                      protocol,
                      "the versions of a missing row",
                      NodeRequest.getVersion(ONE, bytes(key), _ -> {})),
                  written(protocol, "a first version", put(key, FIRST, "v1")));
          return protocol.equals("pb0")
              ? Stream.concat(
                  common,
                  Stream.of(
                      written(
                          protocol,
                          "many rows",
                          NodeRequest.getAll(
                              ONE, List.of(bytes("key16"), bytes("key17")), _ -> {}))))
              : Stream.concat(
                  common,
                  Stream.of(
                      written(
                          protocol,
                          "a version that covers both, with counts of two bytes",
                          put(key, both, "v9")),
                      written(
                          protocol,
                          "a delete",
                          NodeRequest.delete(ONE, bytes(key), both, _ -> {}))));
        });
  }

  private static DynamicTest written(String protocol, String name, NodeRequest request) {
    return DynamicTest.dynamicTest(
        protocol + ": " + name,
        () -> {
          ByteBuf out = Unpooled.buffer();
          format(protocol).write(request, out);
          assertThat(ByteBufUtil.hexDump(out)).isEqualTo(exchange(protocol, name).request());
        });
  }

  @TestFactory
  Stream<DynamicTest> answersAreReadAsTheServerHasWrittenThem() {
    return Stream.of("vp3", "pb0")
        .flatMap(protocol ->
            Stream.of(
                DynamicTest.dynamicTest(protocol + ": a row", () -> aRow(protocol)),
                DynamicTest.dynamicTest(protocol + ": siblings", () -> siblings(protocol)),
                DynamicTest.dynamicTest(protocol + ": failures", () -> failures(protocol)),
                DynamicTest.dynamicTest(protocol + ": a delete", () -> deletes(protocol))));
  }

  private static void aRow(String protocol) {
    Answer none = read(protocol, "a missing row", get("k"));
    assertThat(none.failure()).isNull();
    assertThat(none.versions()).isEmpty();
    Answer row = read(protocol, "the row", get("k"));
    assertThat(row.versions()).hasSize(1);
    assertThat(row.versions().getFirst().value()).asString().isEqualTo("v1");
    assertThat(row.versions().getFirst().clock().compare(FIRST)).isEqualTo(VectorClock.Order.EQUAL);
    Answer version =
        read(protocol, "its version", NodeRequest.getVersion(ONE, bytes("k"), _ -> {}));
    assertThat(version.versions().getFirst().clock().timeMillis()).isEqualTo(1000);
    assertThat(read(protocol, "a first version", put("k", FIRST, "v")).failure()).isNull();
  }

  private static void siblings(String protocol) {
    List<Versioned> both = read(protocol, "both versions", get("k")).versions();
    assertThat(both).hasSize(2);
    assertThat(both.getFirst().clock().compare(both.getLast().clock()))
        .isEqualTo(VectorClock.Order.CONCURRENT);
    assertThat(Versioned.latest(both).value()).asString().isEqualTo("vo");
    NodeRequest versions = NodeRequest.getVersion(ONE, bytes("k"), _ -> {});
    assertThat(read(protocol, "both clocks", versions).versions()).hasSize(2);
  }

  private static void failures(String protocol) {
    String obsolete =
        protocol.equals("vp3") ? "the same version again is obsolete" : "an obsolete version";
    assertThat(code(read(protocol, obsolete, put("k", FIRST, "v")))).isEqualTo("obsolete-version");
    assertThat(code(read(protocol, "a key of the other node", get("k"))))
        .isEqualTo("invalid-metadata");
    assertThat(code(read(protocol, "an unknown store", put("k", FIRST, "v"))))
        .isEqualTo("store-not-found");
  }

  private static void deletes(String protocol) {
    NodeRequest delete = NodeRequest.delete(ONE, bytes("k"), FIRST, _ -> {});
    assertThat(read(protocol, "a delete", delete).deleted()).isTrue();
    assertThat(read(protocol, "a delete of nothing", delete).deleted()).isFalse();
  }

  @Test
  void manyRowsAreReadByTheirKeys() {
    NodeRequest request = NodeRequest.getAll(ONE, List.of(bytes("k")), _ -> {});
    assertThat(read("vp3", "many rows, one of them missing", request).byKey()).hasSize(3);
    assertThat(read("pb0", "many rows", request).byKey()).hasSize(1);
  }

  private static String code(Answer answer) {
    Failure failure = answer.failure();
    return failure == null ? "none" : failure.code().text();
  }

  /** Reads an answer that arrives byte by byte. */
  private static Answer read(String protocol, String name, NodeRequest request) {
    byte[] bytes = HexFormat.of().parseHex(exchange(protocol, name).answer());
    ByteBuf in = Unpooled.buffer();
    Answer answer = null;
    for (int i = 0; i < bytes.length; i++) {
      assertThat(answer).as("complete only at the end").isNull();
      answer = format(protocol).read(request, in.writeByte(bytes[i]));
    }
    assertThat(in.isReadable()).isFalse();
    return java.util.Objects.requireNonNull(answer);
  }
}
