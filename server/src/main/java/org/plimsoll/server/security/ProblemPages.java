package org.plimsoll.server.security;

import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpHeaderValue;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;
import org.plimsoll.report.folder.ResultJson;
import org.plimsoll.server.http.Unanswerable;

/** Writes problem documents for requests that fail before they reach a route. */
final class ProblemPages extends ErrorHandler {
  private static final String TYPE = "application/problem+json";

  @Override
  public boolean errorPageForMethod(String method) {
    return true;
  }

  @Override
  protected void generateResponse(
      Request request,
      Response response,
      int status,
      @Nullable String message,
      @Nullable Throwable cause,
      Callback callback) {
    Headers.put(response.getHeaders());
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, TYPE);
    // Jetty closes the connection after a request that it cannot parse, but does not always
    // announce it. A client that reused the connection would lose its next request.
    response.getHeaders().put(HttpHeader.CONNECTION, HttpHeaderValue.CLOSE);
    response.write(true, document(status), callback);
  }

  private static ByteBuffer document(int status) {
    return ByteBuffer.wrap(
        ResultJson.mapper().writeValueAsBytes(Unanswerable.problem(status).document()));
  }
}
