package org.plimsoll.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.discovery.RecordedServer.Answer;
import org.plimsoll.discovery.RecordedServer.Asked;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.settings.text.LabelsText;

/** Labels of platforms, by answers in the form that these document. All is on loopback. */
@Timeout(180)
class PlatformLabelsTest {
  private static final String IDENTITY =
      """
      {"availabilityZone" : "eu-west-1a", "instanceId" : "i-1234567890abcdef0",
       "region" : "eu-west-1", "privateIp" : "192.168.1.88", "version" : "2017-09-30"}
      """;
  private static final String APPLICATION =
      """
      {"application": {"name": "LOADGEN", "instance": [
        {"hostName": "a", "ipAddr": "10.9.9.9", "status": "UP", "port": {"$": 7450},
         "metadata": {"zone": "us-east-1c"}},
        {"hostName": "b", "ipAddr": "10.9.9.8", "status": "UP", "port": {"$": 7450},
         "dataCenterInfo": {"name": "Amazon", "metadata": {"availability-zone": "us-east-1d"}}}]}}
      """;

  @TempDir Path folder;

  private static Map<String, String> read(String text, Map<String, String> environment)
      throws Exception {
    return new PlatformLabels(environment).read(LabelsText.FORMS.parse(text));
  }

  /** Version 2 of the metadata service. */
  private static Answer metadata(Asked asked) {
    if (asked.line().equals("PUT /latest/api/token")) {
      return Answer.of("AQAEA-token");
    }
    boolean isKnown = "AQAEA-token".equals(asked.header("X-aws-ec2-metadata-token"));
    return isKnown ? Answer.of(IDENTITY) : Answer.failed(401);
  }

  @Test
  void anInstanceOfEc2IsInTheRackOfItsZone() throws Exception {
    try (RecordedServer server = RecordedServer.answering(PlatformLabelsTest::metadata)) {
      assertThat(read("ec2", Map.of(PlatformLabels.ENDPOINT, server.uri().toString())))
          .isEqualTo(
              Map.of(
                  "region", "eu-west-1",
                  "datacenter", "eu-west-1",
                  "rack", "eu-west-1a",
                  "instance", "i-1234567890abcdef0"));
      assertThat(server.lines())
          .containsExactly(
              "PUT /latest/api/token", "GET /latest/dynamic/instance-identity/document");
    }
  }

  @Test
  void aMetadataServiceThatRefusesIsNamed() throws Exception {
    try (RecordedServer server = RecordedServer.answering(_ -> Answer.failed(403))) {
      assertThatThrownBy(
              () -> read("ec2", Map.of(PlatformLabels.ENDPOINT, server.uri().toString())))
          .isInstanceOf(IOException.class)
          .hasMessageContaining(server.uri().toString())
          .hasMessageContaining("403")
          .hasMessageEndingWith("is this an instance of EC2?");
    }
  }

  @Test
  void aPodTellsItsPlaceByTheDownwardApi() throws Exception {
    Path file = folder.resolve("labels");
    Files.writeString(
        file,
        """
        app="plimsoll"
        topology.kubernetes.io/region="europe-west4"
        topology.kubernetes.io/zone="europe-west4-b"
        """);

    assertThat(
            read(
                "kubernetes(file=" + file + ")",
                Map.of("NODE_NAME", "pool-1-x7", "POD_NAME", "plimsoll-3", "PATH", "/bin")))
        .isEqualTo(
            Map.of(
                "region", "europe-west4",
                "datacenter", "europe-west4",
                "rack", "europe-west4-b",
                "host", "pool-1-x7",
                "pod", "plimsoll-3"));
  }

  @Test
  void aPodThatTellsNothingIsToldHow() {
    assertThatThrownBy(() -> read("kubernetes(file=" + folder.resolve("none") + ")", Map.of()))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("there is no '")
        .hasMessageContaining("mount the labels of the pod");
  }

  @Test
  void theRecordOfThisInstanceInEurekaHasItsZone() throws Exception {
    try (RecordedServer server = RecordedServer.answering(_ -> Answer.of(APPLICATION))) {
      String url = server.uri() + "/eureka,loadgen";
      assertThat(read("eureka(" + url + ",host=10.9.9.8)", Map.of()))
          .isEqualTo(
              Map.of(
                  "region", "us-east-1",
                  "datacenter", "us-east-1",
                  "rack", "us-east-1d",
                  "eureka", "loadgen"));
      assertThat(read("eureka(" + url + ",host=10.9.9.9)", Map.of()))
          .containsEntry("rack", "us-east-1c");
      assertThatThrownBy(() -> read("eureka(" + url + ",host=10.9.9.1)", Map.of()))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("has no instance at 10.9.9.1");
    }
  }

  @Test
  void onlyTheMetadataOfAnInstanceMayBeAtALinkLocalAddress() {
    assertThatThrownBy(() -> read("eureka(http://169.254.169.254/eureka,loadgen)", Map.of()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("must not be at a link-local or metadata address");
  }

  @Test
  void anUnknownPlatformIsRefusedWithTheKnownOnes() {
    assertThatThrownBy(() -> LabelsText.FORMS.parse("ec3"))
        .isInstanceOf(InvalidSpecException.class)
        .hasMessageContaining("ec2");
  }
}
