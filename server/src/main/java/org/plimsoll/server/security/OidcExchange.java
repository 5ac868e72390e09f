package org.plimsoll.server.security;

import com.nimbusds.oauth2.sdk.ParseException;
import com.nimbusds.oauth2.sdk.http.HTTPRequestSender;
import com.nimbusds.oauth2.sdk.http.HTTPResponse;
import com.nimbusds.oauth2.sdk.http.ReadOnlyHTTPRequest;
import com.nimbusds.oauth2.sdk.http.ReadOnlyHTTPResponse;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/**
 * Sends requests to an issuer, with limits on time and size, since a user is waiting for the
 * result. Redirects are not followed, since requests contain secrets.
 */
final class OidcExchange implements HTTPRequestSender {
  private static final Duration CONNECT = Duration.ofSeconds(3);
  private static final Duration ANSWER = Duration.ofSeconds(10);
  private static final long ANSWER_BYTES_MAX = 256 * 1024;

  private final HttpClient client =
      HttpClient.newBuilder()
          .connectTimeout(CONNECT)
          .followRedirects(HttpClient.Redirect.NEVER)
          .build();

  @Override
  public ReadOnlyHTTPResponse send(ReadOnlyHTTPRequest asked) throws IOException {
    String body = asked.getBody();
    HttpRequest.Builder request =
        HttpRequest.newBuilder(asked.getURI())
            .timeout(ANSWER)
            .method(
                asked.getMethod().name(),
                body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    asked
        .getHeaderMap()
        .forEach((name, values) -> values.forEach(value -> request.header(name, value)));
    try {
      var answer =
          client.send(
              request.build(), BodyHandlers.limiting(BodyHandlers.ofString(), ANSWER_BYTES_MAX));
      HTTPResponse response = new HTTPResponse(answer.statusCode());
      response.setBody(answer.body());
      String type = answer.headers().firstValue("Content-Type").orElse(null);
      if (type != null) {
        response.setContentType(type);
      }
      return response;
    } catch (ParseException e) {
      throw new IOException("its answer has an invalid Content-Type", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted");
    }
  }
}
