package org.plimsoll.server.endpoint;

import io.javalin.http.Context;
import java.util.List;
import org.plimsoll.metrics.Exposition;
import org.plimsoll.server.http.Endpoint;

/** The Prometheus endpoint with the metrics of all live runs. */
public final class MetricsEndpoint {
  private final Exposition exposition;

  public MetricsEndpoint(Exposition exposition) {
    this.exposition = exposition;
  }

  public List<Endpoint> endpoints() {
    return List.of(
        Endpoint.get(
            Endpoint.METRICS, "The metrics of all live runs for Prometheus.", this::scrape));
  }

  private void scrape(Context request) {
    Exposition.Scrape scrape = exposition.scrape(request.header("Accept"));
    request.contentType(scrape.contentType()).result(scrape.body());
  }
}
