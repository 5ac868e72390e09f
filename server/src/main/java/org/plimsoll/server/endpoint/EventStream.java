package org.plimsoll.server.endpoint;

import io.javalin.http.Context;
import jakarta.servlet.ServletOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Server-sent events on one response (WHATWG HTML, 9.2), written by the thread that handles the
 * request. With the library's own client, other threads write to the response, so a slow reader
 * would block all other readers.
 */
final class EventStream {
  private final ServletOutputStream out;
  private boolean open = true;

  private EventStream(ServletOutputStream out) {
    this.out = out;
  }

  static EventStream open(Context request) throws IOException {
    request
        .contentType("text/event-stream; charset=utf-8")
        .header("Cache-Control", "no-store")
        .header("X-Accel-Buffering", "no");
    // The library's own stream delays flushed bytes until it has decided on compression.
    EventStream stream = new EventStream(request.res().getOutputStream());
    stream.write("retry: 2000\n\n");
    return stream;
  }

  boolean isOpen() {
    return open;
  }

  /**
   * Sends an event.
   *
   * @param json JSON without line breaks
   */
  void send(String event, @Nullable String id, String json) {
    write("event: " + event + (id == null ? "" : "\nid: " + id) + "\ndata: " + json + "\n\n");
  }

  /** Sends a comment, which readers ignore, to detect a broken connection. */
  void sendComment(String text) {
    write(": " + text + "\n\n");
  }

  private void write(String text) {
    try {
      out.write(text.getBytes(StandardCharsets.UTF_8));
      out.flush();
    } catch (IOException | UncheckedIOException e) {
      open = false; // the client has disconnected
    }
  }
}
