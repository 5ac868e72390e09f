package org.plimsoll.driver.memcached;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.plimsoll.api.HostPort;
import org.plimsoll.driver.memcached.MetaAnswer.Code;

/** Connections on which the server sends something that is not part of the protocol. */
@Timeout(180)
class MetaNodeTest {
  private static final int READS = 3;

  private final EventLoopGroup loops =
      new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private final List<String> events = new CopyOnWriteArrayList<>();

  @AfterEach
  void stop() {
    loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
  }

  @Test
  void anUnknownAnswerFailsAllPendingRequestsAndReconnects() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 8, InetAddress.getLoopbackAddress())) {
      Thread.ofVirtual().start(() -> answer(server, READS, "what?\r\nHD\r\nEN\r\nwhat else?\r\n"));
      MetaNode node = node(server.getLocalPort());
      node.firstAttempt().get();
      List<MetaRequest<Code>> asked = Stream.generate(MetaNodeTest::read).limit(READS).toList();
      asked.forEach(node::send);

      for (MetaRequest<Code> each : asked) {
        assertThatThrownBy(each::get)
            .isInstanceOf(ExecutionException.class)
            .cause()
            .isInstanceOfSatisfying(
                MetaFailure.class,
                failure ->
                    assertThat(failure.outcome().failureCode())
                        .isIn("connection-lost", "not-connected"));
      }
      assertThatThrownBy(() -> asked.getFirst().get()).hasMessageContaining("know: what?");
      assertThat(answerAfterAll(node)).isEqualTo(Code.EN);
      assertThat(events).containsExactly("node " + node.address() + " lost", backAgain(node));
      node.shutdown();
    }
  }

  @Test
  void aServerThatRefusesConnectionsIsReportedInItsWords() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 8, InetAddress.getLoopbackAddress())) {
      Thread.ofVirtual().start(() -> refuse(server));
      MetaNode node = node(server.getLocalPort());

      assertThatThrownBy(() -> node.firstAttempt().get())
          .cause()
          .isInstanceOfSatisfying(
              MetaFailure.class,
              failure -> assertThat(failure.outcome().failureCode()).isEqualTo("error"))
          .hasMessage("ERROR Too many open connections");
      node.shutdown();
    }
  }

  private static String backAgain(MetaNode node) {
    return "node " + node.address() + " is back";
  }

  private MetaNode node(int port) {
    NodeEvents told = new NodeEvents(events::add);
    told.silent(false);
    Bootstrap bootstrap = new Bootstrap().group(loops.next()).channel(NioSocketChannel.class);
    return new MetaNode(
        new HostPort("127.0.0.1", port),
        bootstrap,
        "",
        TimeUnit.SECONDS.toNanos(10),
        told,
        each -> new InetSocketAddress(each.host(), each.port()));
  }

  private static MetaRequest<Code> read() {
    return new MetaRequest.One<>("mg key v", null, MetaAnswer::code);
  }

  /** Repeats the request until the connection is open again; nothing is sent before. */
  private static Code answerAfterAll(MetaNode node) {
    return await()
        .atMost(Duration.ofSeconds(60))
        .ignoreException(ExecutionException.class)
        .until(
            () -> {
              MetaRequest<Code> request = read();
              node.send(request);
              return request.get();
            },
            Objects::nonNull);
  }

  /**
   * Greets each client; answers the reads of the first client with this text, and all others
   * correctly. The first client gets its answer once all its reads have arrived: a later one would
   * be sent on the next connection, and answered correctly.
   */
  private static void answer(ServerSocket server, int firstReads, String first) {
    int unanswered = firstReads;
    for (String answer = first; !server.isClosed(); answer = "EN\r\n") {
      try (Socket client = server.accept()) {
        BufferedReader lines =
            new BufferedReader(
                new InputStreamReader(client.getInputStream(), StandardCharsets.US_ASCII));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
          if (line.equals("mn")) {
            client.getOutputStream().write("MN\r\n".getBytes(StandardCharsets.US_ASCII));
          } else if (--unanswered <= 0) {
            client.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
          }
        }
      } catch (IOException e) {
        // The client has disconnected, or the test is over.
      }
    }
  }

  private static void refuse(ServerSocket server) {
    while (!server.isClosed()) {
      try (Socket client = server.accept()) {
        String said = "ERROR Too many open connections\r\n";
        client.getOutputStream().write(said.getBytes(StandardCharsets.US_ASCII));
      } catch (IOException e) {
        // The client has disconnected, or the test is over.
      }
    }
  }
}
