package org.plimsoll.driver.elasticsearch;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.opensearch.client.RestClient;
import org.opensearch.client.sniff.Sniffer;

/** A REST client with its connection pool. */
@SuppressWarnings("deprecation") // The deprecated client is used on purpose, see DECISIONS.md.
record Connections(RestClient client, @Nullable Sniffer sniffer) {
  /** Closes the client and its requests in flight. */
  void close() {
    if (sniffer != null) {
      sniffer.close();
    }
    try {
      client.close();
    } catch (IOException e) {
      // The client is no longer used.
    }
  }
}
