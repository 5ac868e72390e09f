package org.plimsoll.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.plimsoll.api.DiscoveredNode;
import org.plimsoll.discovery.RecordedServer.Answer;
import org.plimsoll.discovery.RecordedServer.Asked;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.engine.spec.HostCheck;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.settings.text.DiscoveryText;

/**
 * EC2, by answers in the form that Amazon documents. The metadata service and the query API are
 * loopback servers; no other address is connected to.
 */
@Timeout(180)
class Ec2SourceTest {
  private static final String IDENTITY =
      """
      {"availabilityZone" : "eu-west-1a", "instanceId" : "i-1234567890abcdef0",
       "region" : "eu-west-1", "privateIp" : "192.168.1.88", "version" : "2017-09-30"}
      """;
  private static final String CREDENTIALS =
      """
      {"Code" : "Success", "LastUpdated" : "2012-04-26T16:39:16Z", "Type" : "AWS-HMAC",
       "AccessKeyId" : "ASIAIOSFODNN7EXAMPLE", "SecretAccessKey" : "wJalrXUtnFEMI/EXAMPLEKEY",
       "Token" : "session", "Expiration" : "2017-05-17T15:09:54Z"}
      """;
  private static final Map<String, String> KEYS =
      Map.of("AWS_ACCESS_KEY_ID", "AKIDEXAMPLE", "AWS_SECRET_ACCESS_KEY", "secret");

  /** Version 2 of the metadata service: it refuses what is asked without its token. */
  private static Answer metadata(Asked asked) {
    if (asked.line().equals("PUT /latest/api/token")) {
      return asked.header("X-aws-ec2-metadata-token-ttl-seconds") == null
          ? Answer.failed(400)
          : Answer.of("AQAEA-token");
    }
    if (!"AQAEA-token".equals(asked.header("X-aws-ec2-metadata-token"))) {
      return Answer.failed(401);
    }
    return switch (asked.line()) {
      case "GET /latest/dynamic/instance-identity/document" -> Answer.of(IDENTITY);
      case "GET /latest/meta-data/iam/security-credentials/" -> Answer.of("plimsoll-role");
      case "GET /latest/meta-data/iam/security-credentials/plimsoll-role" -> Answer.of(CREDENTIALS);
      default -> Answer.failed(404);
    };
  }

  private static Answer group(Asked asked) throws Exception {
    Map<String, String> query = query(asked);
    return Answer.of(
        RecordedServer.recorded(
            query.containsKey("InstanceId.1")
                ? "ec2-self.xml"
                : query.containsKey("NextToken") ? "ec2-group-2.xml" : "ec2-group-1.xml"));
  }

  private static Map<String, String> query(Asked asked) {
    Map<String, String> query = new TreeMap<>();
    Arrays.stream(asked.body().split("&"))
        .map(part -> URLDecoder.decode(part, StandardCharsets.UTF_8).split("=", 2))
        .forEach(part -> query.put(part[0], part[1]));
    return query;
  }

  private static Discovery of(
      String text, RecordedServer metadata, RecordedServer api, Map<String, String> environment) {
    return Discovery.of(
        DiscoveryText.FORMS.parse(text),
        new Access(
            Drivers.in(List.of()),
            HostCheck.ANY,
            environment,
            metadata.uri(),
            api.uri().resolve("/")));
  }

  @Test
  void theAutoScalingGroupOfThisInstanceIsFoundWithTheCredentialsOfItsRole() throws Exception {
    try (RecordedServer metadata = RecordedServer.answering(Ec2SourceTest::metadata);
        RecordedServer api = RecordedServer.answering(Ec2SourceTest::group);
        Discovery nodes = of("ec2(port=7451)", metadata, api, Map.of())) {
      assertThat(nodes.find())
          .containsExactly(
              new DiscoveredNode(
                  "192.168.1.88",
                  7451,
                  "eu-west-1a",
                  "eu-west-1",
                  Map.of("Name", "Server_1", "instance", "i-1234567890abcdef0"),
                  true),
              new DiscoveredNode(
                  "192.168.1.99",
                  7451,
                  "eu-west-1b",
                  "eu-west-1",
                  Map.of("instance", "i-0fedcba0987654321"),
                  true));
      assertThat(api.asked()).hasSize(3);
      assertThat(query(api.asked().get(0))).containsEntry("InstanceId.1", "i-1234567890abcdef0");
      assertThat(query(api.asked().get(1)))
          .containsEntry("Action", "DescribeInstances")
          .containsEntry("Version", "2016-11-15")
          .containsEntry("Filter.1.Name", "instance-state-name")
          .containsEntry("Filter.1.Value.1", "running")
          .containsEntry("Filter.2.Name", "tag:aws:autoscaling:groupName")
          .containsEntry("Filter.2.Value.1", "generators & more");
      assertThat(query(api.asked().get(2))).containsEntry("NextToken", "eyJ2IjoiMiIsImMi");
      assertThat(api.asked())
          .allSatisfy(asked -> {
            assertThat(asked.header("Authorization"))
                .startsWith("AWS4-HMAC-SHA256 Credential=ASIAIOSFODNN7EXAMPLE/")
                .contains("/eu-west-1/ec2/aws4_request");
            assertThat(asked.header("X-amz-security-token")).isEqualTo("session");
          });
    }
  }

  @Test
  void instancesAreFoundByTheirTagsWithTheCredentialsOfTheEnvironment() throws Exception {
    try (RecordedServer metadata = RecordedServer.answering(Ec2SourceTest::metadata);
        RecordedServer api = RecordedServer.answering(Ec2SourceTest::group);
        Discovery nodes =
            of("ec2(role=plimsoll,env=test,address=public,port=1)", metadata, api, KEYS)) {
      // The second instance has no public address.
      assertThat(Followed.addresses(nodes.find())).containsExactly("54.194.252.215:1");
      assertThat(query(api.asked().getFirst()))
          .containsEntry("Filter.2.Name", "tag:env")
          .containsEntry("Filter.2.Value.1", "test")
          .containsEntry("Filter.3.Name", "tag:role")
          .containsEntry("Filter.3.Value.1", "plimsoll");
      assertThat(api.asked().getFirst().header("Authorization")).contains("=AKIDEXAMPLE/");
      assertThat(metadata.lines()).noneMatch(line -> line.contains("credentials"));
    }
  }

  @Test
  void aMissingPermissionIsASentence() throws Exception {
    String refused = RecordedServer.recorded("ec2-refused.xml");
    try (RecordedServer metadata = RecordedServer.answering(Ec2SourceTest::metadata);
        RecordedServer api = RecordedServer.answering(_ -> new Answer(403, Map.of(), refused));
        Discovery nodes = of("ec2", metadata, api, KEYS)) {
      assertThatThrownBy(nodes::find)
          .hasMessage("discovery ec2 auto-scaling group: EC2 answered 403 (UnauthorizedOperation)");
    }
  }

  @Test
  void aDocumentTypeIsNotRead() throws Exception {
    String bomb = "<!DOCTYPE a [<!ENTITY b SYSTEM \"file:///etc/hostname\">]><a>&b;</a>";
    try (RecordedServer metadata = RecordedServer.answering(Ec2SourceTest::metadata);
        RecordedServer api = RecordedServer.answering(_ -> Answer.of(bomb));
        Discovery nodes = of("ec2", metadata, api, KEYS)) {
      assertThatThrownBy(nodes::find).hasMessageEndingWith("the answer is not XML");
    }
  }

  @Test
  void theCheckOfHostsIsAskedBeforeTheMetadataIsRead() throws Exception {
    HostCheck server =
        (path, address) -> {
          throw new InvalidSpecException(path + ": not " + address.getPath());
        };
    try (RecordedServer metadata = RecordedServer.answering(Ec2SourceTest::metadata);
        Discovery nodes =
            Discovery.of(
                DiscoveryText.FORMS.parse("ec2"),
                new Access(
                    Drivers.in(List.of()),
                    server,
                    KEYS,
                    metadata.uri(),
                    URI.create("http://127.0.0.1:1/")))) {
      assertThatThrownBy(nodes::find).hasMessageContaining("not /latest/api/token");
      assertThat(metadata.asked()).isEmpty();
    }
  }
}
