package org.plimsoll.discovery;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
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
 * A source that reads an application in Eureka's registry through its REST operations. Netflix's
 * client would add Jersey, XStream and a cache of the whole registry for four requests.
 */
final class EurekaSource implements Source, Registry {
  /** The interval that Eureka expects. It removes an instance after three missed renewals. */
  private static final long RENEWAL_SECONDS = 30;

  private static final int GONE = 404;
  private static final JsonMapper JSON = JsonMapper.shared();

  private final DiscoverySpec.Eureka spec;
  private final CheckedHttp http;
  private final String application;

  EurekaSource(DiscoverySpec.Eureka spec, HostCheck hosts) {
    this.spec = spec;
    application = spec.application().toUpperCase(Locale.ROOT);
    http = CheckedHttp.of(hosts);
  }

  @Override
  public List<DiscoveredNode> read() throws IOException, InterruptedException {
    CheckedHttp.Answer answer = http.send(request("").GET());
    List<DiscoveredNode> nodes = new ArrayList<>();
    if (answer.status() == GONE) {
      return nodes; // no instance is registered
    }
    JsonNode instances = answer.required().json().path("application").path("instance");
    if (instances.isObject()) {
      nodes.add(node(instances));
    } else {
      for (JsonNode instance : instances) {
        nodes.add(node(instance));
      }
    }
    return nodes;
  }

  private DiscoveredNode node(JsonNode instance) {
    Map<String, String> facts = new HashMap<>(Texts.of(instance.path("metadata")));
    facts.remove("@class");
    Map<String, String> cloud = Texts.of(instance.path("dataCenterInfo").path("metadata"));
    String zone = facts.getOrDefault("zone", cloud.getOrDefault("availability-zone", ""));
    String region = facts.getOrDefault("region", Regions.of(cloud.get("availability-zone")));
    String host = Texts.of(instance, "ipAddr");
    return new DiscoveredNode(
        host.isEmpty() ? Texts.of(instance, "hostName") : host,
        port(instance),
        zone,
        region,
        facts,
        Texts.of(instance, "status").equals("UP"));
  }

  private int port(JsonNode instance) {
    if (spec.port().matches("\\d{1,5}")) {
      return Integer.parseInt(spec.port());
    }
    if (!spec.port().isEmpty()) {
      return Texts.number(instance.path("metadata").path(spec.port()));
    }
    JsonNode plain = instance.path("port");
    boolean isPlain = Boolean.parseBoolean(plain.path("@enabled").asString("true"));
    return Texts.number((isPlain ? plain : instance.path("securePort")).path("$"));
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
    CheckedHttp.Answer _ =
        http.send(
                request("")
                    .header("Content-Type", "application/json")
                    .POST(BodyPublishers.ofString(JSON.writeValueAsString(entry(self)))))
            .required();
  }

  private ObjectNode entry(DiscoveredNode self) {
    ObjectNode root = JSON.createObjectNode();
    ObjectNode instance = root.putObject("instance");
    instance.put("instanceId", id(self));
    instance.put("hostName", self.host());
    instance.put("app", application);
    instance.put("ipAddr", self.host());
    instance.put("vipAddress", spec.application());
    instance.put("status", "UP");
    instance.putObject("port").put("$", self.port()).put("@enabled", "true");
    instance
        .putObject("dataCenterInfo")
        .put("@class", "com.netflix.appinfo.InstanceInfo$DefaultDataCenterInfo")
        .put("name", "MyOwn");
    instance
        .putObject("leaseInfo")
        .put("renewalIntervalInSecs", RENEWAL_SECONDS)
        .put("durationInSecs", 3 * RENEWAL_SECONDS);
    ObjectNode metadata = instance.putObject("metadata");
    self.metadata().forEach(metadata::put);
    if (!self.zone().isEmpty()) {
      metadata.put("zone", self.zone());
    }
    if (!self.region().isEmpty()) {
      metadata.put("region", self.region());
    }
    return root;
  }

  @Override
  public boolean renew(DiscoveredNode self) throws IOException, InterruptedException {
    CheckedHttp.Answer answer =
        http.send(request("/" + CheckedHttp.encoded(id(self))).PUT(BodyPublishers.noBody()));
    return answer.status() != GONE && answer.required().status() / 100 == 2;
  }

  @Override
  public void deregister(DiscoveredNode self) throws IOException, InterruptedException {
    CheckedHttp.Answer _ = http.send(request("/" + CheckedHttp.encoded(id(self))).DELETE());
  }

  private String id(DiscoveredNode self) {
    return self.authority() + ":" + spec.application();
  }

  private HttpRequest.Builder request(String path) {
    String address = "/apps/" + CheckedHttp.encoded(application) + path;
    HttpRequest.Builder request =
        HttpRequest.newBuilder(CheckedHttp.below(spec.uri(), address))
            .header("Accept", "application/json");
    if (spec.user().isPresent()) {
      String login = spec.user().reveal() + ":" + spec.password().reveal();
      request.header(
          "Authorization",
          "Basic " + Base64.getEncoder().encodeToString(login.getBytes(StandardCharsets.UTF_8)));
    }
    return request;
  }

  @Override
  public long waitNanos() {
    return spec.periodNanos();
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
