package org.plimsoll.driver.elasticsearch;

import java.nio.charset.StandardCharsets;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.opensearch.client.Request;

/** Sets the bodies of requests. */
final class Bodies {
  private Bodies() {}

  static void json(Request request, String json) {
    json(request, json.getBytes(StandardCharsets.UTF_8));
  }

  static void json(Request request, byte[] json) {
    set(request, json, ContentType.APPLICATION_JSON);
  }

  static void set(Request request, byte[] bytes, ContentType type) {
    request.setEntity(new ByteArrayEntity(bytes, type));
  }
}
