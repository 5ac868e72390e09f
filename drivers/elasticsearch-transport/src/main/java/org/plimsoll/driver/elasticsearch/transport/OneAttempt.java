package org.plimsoll.driver.elasticsearch.transport;

import java.io.IOException;
import java.util.function.Consumer;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.transport.ConnectTransportException;
import org.elasticsearch.transport.Transport;
import org.elasticsearch.transport.TransportException;
import org.elasticsearch.transport.TransportInterceptor;
import org.elasticsearch.transport.TransportRequest;
import org.elasticsearch.transport.TransportRequestOptions;
import org.elasticsearch.transport.TransportResponse;
import org.elasticsearch.transport.TransportResponseHandler;

/**
 * Disables retries of requests for data. After a lost connection, the library would silently send
 * the request to every other node, even if the first one has executed it. The library retries only
 * after exceptions of one class, so this interceptor wraps them in another class.
 */
final class OneAttempt implements TransportInterceptor {
  private static final String DATA = "indices:data/";

  private final Consumer<Exception> failures;

  /**
   * Creates an interceptor.
   *
   * @param failures called with failures of requests about the cluster, such as a refused login,
   *     which the library only logs
   */
  OneAttempt(Consumer<Exception> failures) {
    this.failures = failures;
  }

  @Override
  public AsyncSender interceptSender(AsyncSender sender) {
    return new AsyncSender() {
      @Override
      public <T extends TransportResponse> void sendRequest(
          Transport.Connection connection,
          String action,
          TransportRequest request,
          TransportRequestOptions options,
          TransportResponseHandler<T> handler) {
        sender.sendRequest(
            connection,
            action,
            request,
            options,
            action.startsWith(DATA) ? new Once<>(handler) : new Noted<>(handler, failures));
      }
    };
  }

  private record Noted<T extends TransportResponse>(
      TransportResponseHandler<T> handler, Consumer<Exception> failures)
      implements TransportResponseHandler<T> {
    @Override
    public T read(StreamInput in) throws IOException {
      return handler.read(in);
    }

    @Override
    public void handleResponse(T response) {
      handler.handleResponse(response);
    }

    @Override
    public void handleException(TransportException failure) {
      failures.accept(failure);
      handler.handleException(failure);
    }

    @Override
    public String executor() {
      return handler.executor();
    }
  }

  private record Once<T extends TransportResponse>(TransportResponseHandler<T> handler)
      implements TransportResponseHandler<T> {
    @Override
    public T read(StreamInput in) throws IOException {
      return handler.read(in);
    }

    @Override
    public void handleResponse(T response) {
      handler.handleResponse(response);
    }

    @Override
    public void handleException(TransportException failure) {
      handler.handleException(
          failure instanceof ConnectTransportException
              ? new TransportException(failure.getMessage(), failure)
              : failure);
    }

    @Override
    public String executor() {
      return handler.executor();
    }
  }
}
