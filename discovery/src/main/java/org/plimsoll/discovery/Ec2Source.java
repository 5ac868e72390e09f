package org.plimsoll.discovery;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.plimsoll.api.DiscoveredNode;
import org.plimsoll.engine.spec.DiscoverySpec;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4HttpSigner;
import software.amazon.awssdk.http.auth.spi.signer.SignedRequest;
import software.amazon.awssdk.identity.spi.AwsCredentialsIdentity;

/**
 * A source of running EC2 instances, selected by their tags or by this instance's auto-scaling
 * group, which is also a tag. Only {@code DescribeInstances} of the query API is used, so that a
 * role needs one permission.
 */
final class Ec2Source implements Source {
  private static final String API_VERSION = "2016-11-15";
  private static final String GROUP = "aws:autoscaling:groupName";
  private static final int MOST_PAGES = 100;

  private final DiscoverySpec.Ec2 spec;
  private final CheckedHttp http;
  private final Access access;
  private final InstanceMetadata metadata;
  private final AwsV4HttpSigner signer = AwsV4HttpSigner.create();

  Ec2Source(DiscoverySpec.Ec2 spec, Access access) {
    this.spec = spec;
    this.access = access;
    http = CheckedHttp.ofInstance(access.hosts());
    metadata = new InstanceMetadata(http, access.instanceMetadata(), access.environment());
  }

  @Override
  public List<DiscoveredNode> read() throws IOException, InterruptedException {
    InstanceMetadata.Identity self = metadata.identity();
    AwsCredentialsIdentity credentials = metadata.credentials();
    Map<String, String> tags =
        spec.tags().isEmpty() ? Map.of(GROUP, group(self, credentials)) : spec.tags();
    Map<String, String> query = new TreeMap<>();
    query.put("Filter.1.Name", "instance-state-name");
    query.put("Filter.1.Value.1", "running");
    int filter = 2;
    for (Map.Entry<String, String> tag : new TreeMap<>(tags).entrySet()) {
      query.put("Filter." + filter + ".Name", "tag:" + tag.getKey());
      query.put("Filter." + filter + ".Value.1", tag.getValue());
      filter++;
    }
    List<DiscoveredNode> nodes = new ArrayList<>();
    for (Element instance : instances(self.region(), credentials, query)) {
      String host = Xml.text(instance, spec.isPublic() ? "ipAddress" : "privateIpAddress");
      if (!host.isEmpty()) {
        String zone = Xml.text(instance, "placement", "availabilityZone");
        Map<String, String> facts = tags(instance);
        facts.put("instance", Xml.text(instance, "instanceId"));
        nodes.add(new DiscoveredNode(host, spec.port(), zone, self.region(), facts, true));
      }
    }
    return nodes;
  }

  private String group(InstanceMetadata.Identity self, AwsCredentialsIdentity credentials)
      throws IOException, InterruptedException {
    List<Element> found =
        instances(self.region(), credentials, Map.of("InstanceId.1", self.instance()));
    String group =
        found.stream().map(each -> tags(each).getOrDefault(GROUP, "")).findFirst().orElse("");
    if (group.isEmpty()) {
      throw new IOException(
          "this instance has no auto-scaling group; name tags, as in ec2(role=plimsoll)");
    }
    return group;
  }

  private static Map<String, String> tags(Element instance) {
    Map<String, String> tags = new TreeMap<>();
    for (Element tag : Xml.items(instance, "tagSet")) {
      tags.put(Xml.text(tag, "key"), Xml.text(tag, "value"));
    }
    return tags;
  }

  /** Returns the instances of all pages of a response. */
  private List<Element> instances(
      String region, AwsCredentialsIdentity credentials, Map<String, String> filters)
      throws IOException, InterruptedException {
    Map<String, String> query = new TreeMap<>(filters);
    query.put("Action", "DescribeInstances");
    query.put("Version", API_VERSION);
    List<Element> instances = new ArrayList<>();
    for (int page = 0; page < MOST_PAGES; page++) {
      CheckedHttp.Answer answer = http.send(signed(region, credentials, query));
      Document document = Xml.parse(answer.response().body());
      Element root = document.getDocumentElement();
      if (answer.status() != 200) {
        List<Element> errors = Xml.items(root, "Errors", "Error");
        String code = errors.isEmpty() ? "" : " (" + Xml.text(errors.getFirst(), "Code") + ")";
        throw new IOException("EC2 answered " + answer.status() + code);
      }
      for (Element reservation : Xml.items(root, "reservationSet")) {
        instances.addAll(Xml.items(reservation, "instancesSet"));
      }
      String next = Xml.text(root, "nextToken");
      if (next.isEmpty()) {
        return instances;
      }
      query.put("NextToken", next);
    }
    throw new IOException("EC2 lists too many instances; name more tags");
  }

  private HttpRequest.Builder signed(
      String region, AwsCredentialsIdentity credentials, Map<String, String> query) {
    URI uri = access.ec2(region);
    String body =
        query.entrySet().stream()
            .map(each ->
                CheckedHttp.encoded(each.getKey()) + "=" + CheckedHttp.encoded(each.getValue()))
            .collect(Collectors.joining("&"));
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    SdkHttpRequest asked =
        SdkHttpRequest.builder()
            .method(SdkHttpMethod.POST)
            .uri(uri)
            .putHeader("Content-Type", "application/x-www-form-urlencoded; charset=utf-8")
            .build();
    SignedRequest signed =
        signer.sign(request ->
            request
                .identity(credentials)
                .request(asked)
                .payload(() -> new ByteArrayInputStream(bytes))
                .putProperty(AwsV4HttpSigner.SERVICE_SIGNING_NAME, "ec2")
                .putProperty(AwsV4HttpSigner.REGION_NAME, region));
    HttpRequest.Builder request = HttpRequest.newBuilder(uri);
    signed
        .request()
        .forEachHeader((name, values) -> {
          // The JDK's client adds the same Host header.
          if (!name.equalsIgnoreCase("Host")) {
            values.forEach(value -> request.header(name, value));
          }
        });
    return request.POST(BodyPublishers.ofByteArray(bytes));
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
