package org.plimsoll.driver.elasticsearch.transport;

import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.elasticsearch.action.Action;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionRequestBuilder;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.client.transport.TransportClient;
import org.elasticsearch.common.settings.Settings;

/** A client of the library that calls its listeners on its I/O threads. */
final class NodeClient extends TransportClient {
  NodeClient(Settings settings, HostFailureListener failures) {
    super(settings, Settings.EMPTY, List.of(CheckedNetwork.class), failures);
  }

  /**
   * Sends a request. Unlike {@code execute}, it completes the answer on the I/O thread.
   *
   * @throws RuntimeException if the request cannot be sent
   */
  <Q extends ActionRequest, R extends ActionResponse, B extends ActionRequestBuilder<Q, R, B>>
      void send(Action<Q, R, B> action, Q request, ActionListener<R> listener) {
    doExecute(action, request, listener);
  }

  /** Returns the addresses of the connected nodes. */
  Set<String> nodes() {
    return connectedNodes().stream()
        .map(node -> Objects.toString(node.getAddress()))
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
