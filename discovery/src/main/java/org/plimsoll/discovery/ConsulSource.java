package org.plimsoll.discovery;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.plimsoll.api.DiscoveredNode;
import org.plimsoll.engine.spec.DiscoverySpec;
import org.plimsoll.engine.spec.HostCheck;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A service in Consul, over the HTTP API of an agent. A read is a blocking query, which waits on
 * the server until the index of the service changes.
 */
final class ConsulSource implements Source, Registry {
  private static final Duration WAIT = Duration.ofMinutes(1);

  /** Consul adds up to a sixteenth of the wait. */
  private static final Duration PATIENCE = WAIT.plus(WAIT.dividedBy(16)).plusSeconds(10);

  private static final long RENEWAL_SECONDS = 10;

  /** Changes in quick succession are read together. */
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  private static final JsonMapper JSON = JsonMapper.shared();

  private final DiscoverySpec.Consul spec;
  private final CheckedHttp http;
  private long index;

  ConsulSource(DiscoverySpec.Consul spec, HostCheck hosts) {
    this.spec = spec;
    http = CheckedHttp.of(hosts);
  }

  @Override
  public List<DiscoveredNode> read() throws IOException, InterruptedException {
    StringBuilder query =
        new StringBuilder("health/service/").append(CheckedHttp.encoded(spec.service()));
    char separator = '?';
    if (index > 0) {
      query.append(separator).append("index=").append(index);
      query.append("&wait=").append(WAIT.toSeconds()).append('s');
      separator = '&';
    }
    if (!spec.tag().isEmpty()) {
      query.append(separator).append("tag=").append(CheckedHttp.encoded(spec.tag()));
      separator = '&';
    }
    if (!spec.datacenter().isEmpty()) {
      query.append(separator).append("dc=").append(CheckedHttp.encoded(spec.datacenter()));
    }
    long before = index;
    index = 0; // after a failure the service is read at once
    CheckedHttp.Answer answer = http.send(request(query.toString()).GET(), PATIENCE).required();
    long next = answer.response().headers().firstValueAsLong("X-Consul-Index").orElse(0);
    // An index that decreases means that the server was restored, according to the API.
    index = next < before ? 0 : next;
    List<DiscoveredNode> nodes = new ArrayList<>();
    for (JsonNode entry : answer.json()) {
      nodes.add(node(entry));
    }
    return nodes;
  }

  private static DiscoveredNode node(JsonNode entry) {
    JsonNode service = entry.path("Service");
    JsonNode node = entry.path("Node");
    Map<String, String> facts = new HashMap<>(Texts.of(node.path("Meta")));
    facts.putAll(Texts.of(service.path("Meta")));
    String address = Texts.of(service, "Address");
    boolean isHealthy = true;
    for (JsonNode check : entry.path("Checks")) {
      isHealthy &= !Texts.of(check, "Status").equals("critical");
    }
    return new DiscoveredNode(
        address.isEmpty() ? Texts.of(node, "Address") : address,
        Texts.number(service.path("Port")),
        place(entry, "Zone", facts.getOrDefault("zone", "")),
        place(entry, "Region", facts.getOrDefault("region", Texts.of(node, "Datacenter"))),
        facts,
        isHealthy);
  }

  /** Returns a part of the locality, which newer versions of Consul report. */
  private static String place(JsonNode entry, String part, String otherwise) {
    for (String of : List.of("Service", "Node")) {
      String found = Texts.of(entry.path(of).path("Locality"), part);
      if (!found.isEmpty()) {
        return found;
      }
    }
    return otherwise;
  }

  @Override
  public Optional<Registry> registry() {
    return Optional.of(this);
  }

  @Override
  public long periodNanos() {
    return TimeUnit.SECONDS.toNanos(RENEWAL_SECONDS);
  }

  @Override
  public void register(DiscoveredNode self) throws IOException, InterruptedException {
    ObjectNode entry = JSON.createObjectNode();
    entry.put("ID", id(self)).put("Name", spec.service());
    entry.put("Address", self.host()).put("Port", self.port());
    if (!spec.tag().isEmpty()) {
      entry.putArray("Tags").add(spec.tag());
    }
    ObjectNode facts = entry.putObject("Meta");
    self.metadata().forEach(facts::put);
    facts.put("zone", self.zone()).put("region", self.region());
    entry
        .putObject("Check")
        .put("TTL", 3 * RENEWAL_SECONDS + "s")
        .put("Status", "passing")
        .put("DeregisterCriticalServiceAfter", "5m");
    put("agent/service/register", JSON.writeValueAsString(entry)).required();
  }

  @Override
  public boolean renew(DiscoveredNode self) throws IOException, InterruptedException {
    CheckedHttp.Answer answer =
        put("agent/check/pass/" + CheckedHttp.encoded("service:" + id(self)), "");
    // An agent without the check answers 404, or 500 before version 1.11.
    boolean isGone = answer.status() == 404 || answer.status() == 500;
    return !isGone && answer.required().status() / 100 == 2;
  }

  @Override
  public void deregister(DiscoveredNode self) throws IOException, InterruptedException {
    CheckedHttp.Answer _ = put("agent/service/deregister/" + CheckedHttp.encoded(id(self)), "");
  }

  private CheckedHttp.Answer put(String path, String body)
      throws IOException, InterruptedException {
    return http.send(request(path).PUT(BodyPublishers.ofString(body)));
  }

  private String id(DiscoveredNode self) {
    return spec.service() + "-" + self.authority();
  }

  private HttpRequest.Builder request(String path) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(CheckedHttp.below(spec.uri(), "/v1/" + path));
    if (spec.token().isPresent()) {
      request.header("X-Consul-Token", spec.token().reveal());
    }
    return request;
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
