package org.plimsoll.driver.elasticsearch.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.elasticsearch.action.admin.cluster.health.ClusterHealthAction;
import org.elasticsearch.action.index.IndexAction;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.cluster.node.DiscoveryNode;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.transport.TransportAddress;
import org.elasticsearch.transport.ConnectTransportException;
import org.elasticsearch.transport.NodeDisconnectedException;
import org.elasticsearch.transport.Transport;
import org.elasticsearch.transport.TransportException;
import org.elasticsearch.transport.TransportInterceptor.AsyncSender;
import org.elasticsearch.transport.TransportRequest;
import org.elasticsearch.transport.TransportRequestOptions;
import org.elasticsearch.transport.TransportResponse;
import org.elasticsearch.transport.TransportResponseHandler;
import org.junit.jupiter.api.Test;

/** Tests that the library does not see exceptions for which it would send a write again. */
class OneAttemptTest {
  private static final DiscoveryNode NODE =
      new DiscoveryNode(
          "node-1",
          new TransportAddress(java.net.InetAddress.getLoopbackAddress(), 9300),
          java.util.Map.of(),
          java.util.Set.of(),
          org.elasticsearch.Version.CURRENT);

  /** Loses the connection after each request. */
  private static final class Losing implements AsyncSender {
    @Override
    public <T extends TransportResponse> void sendRequest(
        Transport.Connection connection,
        String action,
        TransportRequest request,
        TransportRequestOptions options,
        TransportResponseHandler<T> handler) {
      handler.handleException(new NodeDisconnectedException(NODE, action));
    }
  }

  private record Seen(List<Exception> failures)
      implements TransportResponseHandler<TransportResponse.Empty> {
    @Override
    public TransportResponse.Empty read(StreamInput in) throws IOException {
      return TransportResponse.Empty.INSTANCE;
    }

    @Override
    public void handleResponse(TransportResponse.Empty response) {}

    @Override
    public void handleException(TransportException failure) {
      failures.add(failure);
    }

    @Override
    public String executor() {
      return "same";
    }
  }

  @SuppressWarnings("NullAway") // the connection is not used
  private static Exception failureOf(String action, List<Exception> noted) {
    List<Exception> failures = new ArrayList<>();
    new OneAttempt(noted::add)
        .interceptSender(new Losing())
        .sendRequest(
            null, action, new IndexRequest(), TransportRequestOptions.EMPTY, new Seen(failures));
    return failures.getFirst();
  }

  @Test
  void aWriteWhoseConnectionIsLostIsNotSentToAnotherNode() {
    List<Exception> noted = new ArrayList<>();
    Exception failure = failureOf(IndexAction.NAME, noted);
    assertThat(failure).isNotInstanceOf(ConnectTransportException.class);
    assertThat(Failures.codeOf(failure).text()).isEqualTo("connection-lost");
    assertThat(noted).isEmpty();
  }

  @Test
  void aRequestForTheClusterMayBeSentToAnotherNode() {
    List<Exception> noted = new ArrayList<>();
    assertThat(failureOf(ClusterHealthAction.NAME, noted))
        .isInstanceOf(ConnectTransportException.class);
    assertThat(noted).hasSize(1);
  }
}
