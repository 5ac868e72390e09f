package org.plimsoll.discovery;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.plimsoll.api.DiscoveredNode;
import org.plimsoll.engine.spec.DiscoverySpec;
import org.plimsoll.engine.spec.HostCheck;
import tools.jackson.databind.JsonNode;

/**
 * A source that reads the endpoint slices of a Kubernetes service (API {@code
 * discovery.k8s.io/v1}). A read watches the slices from the known version on, and lists all of them
 * as soon as one changes. This way, no change is missed when a watch ends.
 */
final class KubernetesSource implements Source {
  private static final Duration WATCH = Duration.ofMinutes(5);

  /** Changes in quick succession are listed together. */
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  private final DiscoverySpec.Kubernetes spec;
  private final CheckedHttp http;
  private String version = "";

  KubernetesSource(DiscoverySpec.Kubernetes spec, HostCheck hosts) {
    this.spec = spec;
    http = CheckedHttp.trusting(hosts, spec.authority());
  }

  @Override
  public List<DiscoveredNode> read() throws IOException, InterruptedException {
    if (!version.isEmpty()) {
      String known = version;
      version = ""; // after a failure the slices are listed at once
      watch(known);
    }
    JsonNode list = http.send(request("")).required().json();
    version = Texts.of(list.path("metadata"), "resourceVersion");
    return nodes(list.path("items"));
  }

  /** Waits until a slice changes, the watch ends, or the known version has expired. */
  private void watch(String known) throws IOException, InterruptedException {
    String query = "&watch=true&resourceVersion=" + known + "&timeoutSeconds=" + WATCH.toSeconds();
    int status =
        http.send(request(query), WATCH.plus(CheckedHttp.PATIENCE), _ -> new FirstBytes())
            .statusCode();
    if (status / 100 != 2 && status != 410) {
      throw new IOException("it answered " + status);
    }
  }

  private List<DiscoveredNode> nodes(JsonNode slices) {
    List<DiscoveredNode> nodes = new ArrayList<>();
    boolean hasFour = false;
    for (JsonNode slice : slices) {
      hasFour |= Texts.of(slice, "addressType").equals("IPv4");
    }
    for (JsonNode slice : slices) {
      // Both address families of a service list the same pods.
      if (!hasFour || !Texts.of(slice, "addressType").equals("IPv6")) {
        int port = port(slice.path("ports"));
        for (JsonNode endpoint : slice.path("endpoints")) {
          add(endpoint, port, nodes);
        }
      }
    }
    return nodes;
  }

  private int port(JsonNode ports) {
    for (JsonNode port : ports) {
      String number = String.valueOf(Texts.number(port.path("port")));
      if (spec.port().isEmpty()
          || spec.port().equals(Texts.of(port, "name"))
          || spec.port().equals(number)) {
        return Integer.parseInt(number);
      }
    }
    // A headless service may have no ports.
    return spec.port().matches("\\d{1,5}") ? Integer.parseInt(spec.port()) : 0;
  }

  private static void add(JsonNode endpoint, int port, List<DiscoveredNode> nodes) {
    Map<String, String> facts = new LinkedHashMap<>();
    put(facts, "node", Texts.of(endpoint, "nodeName"));
    put(facts, "pod", Texts.of(endpoint.path("targetRef"), "name"));
    // An unknown state counts as ready, according to the API.
    boolean isReady = endpoint.path("conditions").path("ready").asBoolean(true);
    // All addresses of an endpoint belong to the same pod; consumers use the first.
    String address = endpoint.path("addresses").path(0).asString("");
    if (!address.isEmpty()) {
      nodes.add(new DiscoveredNode(address, port, Texts.of(endpoint, "zone"), "", facts, isReady));
    }
  }

  private static void put(Map<String, String> facts, String name, String text) {
    if (!text.isEmpty()) {
      facts.put(name, text);
    }
  }

  private HttpRequest.Builder request(String query) {
    URI uri =
        CheckedHttp.below(
            spec.uri(),
            "/apis/discovery.k8s.io/v1/namespaces/"
                + CheckedHttp.encoded(spec.namespace())
                + "/endpointslices?labelSelector="
                + CheckedHttp.encoded("kubernetes.io/service-name=" + spec.service())
                + query);
    HttpRequest.Builder request = HttpRequest.newBuilder(uri).header("Accept", "application/json");
    if (spec.token().isPresent()) {
      // The token is read each time, because the file of a service account is replaced every hour.
      request.header("Authorization", "Bearer " + spec.token().reveal());
    }
    return request.GET();
  }

  @Override
  public long waitNanos() {
    return PAUSE_NANOS;
  }

  @Override
  public void end() {
    close();
  }

  @Override
  public void close() {
    http.close();
  }
}
