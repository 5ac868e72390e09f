package org.plimsoll.driver.gremlin;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.plimsoll.api.Setting;
import org.plimsoll.api.TlsSettings;
import org.plimsoll.api.kit.Credentials;
import org.plimsoll.api.kit.NamedStatements;

/** Settings of {@code gremlin}: those of all graphs, and those for connections to a server. */
final class GremlinSettings {
  static final Setting<Submit> SUBMIT =
      Setting.choice("submit", Submit.BYTECODE)
          .describedAs("form of the requests: bytecode, or Groovy script with bindings")
          .asLive();
  static final Setting<NamedStatements> STATEMENTS =
      NamedStatements.setting()
          .describedAs(
              "your own operations: on each line a name, (read) or (write), a colon and a Groovy"
                  + " script, with :key, :field0 or :{uniform(1,100)} as parameters");
  static final Setting<Boolean> TRANSACTIONS =
      Setting.flag("transactions", false)
          .describedAs(
              "execute the steps of a transaction of the workload as one transaction of the"
                  + " server");
  static final Setting<String> GRAPH =
      GraphSettings.name("graph", "graph")
          .describedAs("the graph's name in scripts, for the schema, facts and telemetry");
  static final Setting<String> PATH =
      Setting.text(
              "path",
              "/gremlin",
              Setting.Reach.NOTHING,
              "a path such as /gremlin",
              text -> {
                if (!text.matches("/[A-Za-z0-9_./-]*")) {
                  throw new IllegalArgumentException("not a path");
                }
                return text;
              })
          .describedAs("path of the server's WebSocket");
  static final Setting<Long> CONNECTIONS =
      Setting.count("connections", "4", 1, 1000)
          .describedAs("connections to each host, which all sessions share");
  static final Setting<Long> IN_FLIGHT =
      Setting.count("in-flight", "64", 1, 10_000)
          .describedAs("operations in flight on a session; 1 with transactions");
  static final Setting<Long> MAX_ANSWER =
      Setting.bytes("max-answer", "64MiB").describedAs("largest frame of an answer");
  static final Setting<Duration> CONNECT_TIMEOUT =
      Setting.duration("connect-timeout", "5s", "1ms")
          .describedAs("timeout for a new connection, including the WebSocket's handshake");

  /** All settings, in the order in which the help lists them. */
  static final List<Setting<?>> ALL =
      Stream.concat(
              GraphSettings.ALL.stream(),
              Stream.of(
                  SUBMIT,
                  STATEMENTS,
                  TRANSACTIONS,
                  GRAPH,
                  PATH,
                  CONNECTIONS,
                  IN_FLIGHT,
                  MAX_ANSWER,
                  CONNECT_TIMEOUT,
                  Credentials.USER,
                  Credentials.PASSWORD,
                  TlsSettings.TLS,
                  TlsSettings.VERIFY,
                  TlsSettings.AUTHORITIES))
          .toList();

  private GremlinSettings() {}
}
