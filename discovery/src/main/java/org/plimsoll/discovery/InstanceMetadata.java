package org.plimsoll.discovery;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.Map;
import software.amazon.awssdk.identity.spi.AwsCredentialsIdentity;
import software.amazon.awssdk.identity.spi.AwsSessionCredentialsIdentity;
import tools.jackson.databind.JsonNode;

/**
 * Reads the metadata service of this EC2 instance, version 2, in which each value is read with a
 * session token.
 */
final class InstanceMetadata {
  private static final Duration PATIENCE = Duration.ofSeconds(2);
  private static final String LATEST = "/latest/";
  private static final String CREDENTIALS = "meta-data/iam/security-credentials/";

  private final CheckedHttp http;
  private final URI address;
  private final Map<String, String> environment;

  /** Creates a reader, without reading anything. */
  InstanceMetadata(CheckedHttp http, URI address, Map<String, String> environment) {
    this.http = http;
    this.address = address;
    this.environment = environment;
  }

  /** The identity of this instance. */
  record Identity(String instance, String region, String zone) {}

  Identity identity() throws IOException, InterruptedException {
    JsonNode document = read(token(), "dynamic/instance-identity/document").json();
    return new Identity(
        Texts.of(document, "instanceId"),
        Texts.of(document, "region"),
        Texts.of(document, "availabilityZone"));
  }

  /** Returns the credentials of the environment or, if there are none, of the instance's role. */
  AwsCredentialsIdentity credentials() throws IOException, InterruptedException {
    String key = environment.getOrDefault("AWS_ACCESS_KEY_ID", "");
    String secret = environment.getOrDefault("AWS_SECRET_ACCESS_KEY", "");
    if (!key.isEmpty() && !secret.isEmpty()) {
      return of(key, secret, environment.getOrDefault("AWS_SESSION_TOKEN", ""));
    }
    String token = token();
    String role = read(token, CREDENTIALS).text().lines().findFirst().orElse("").strip();
    if (role.isEmpty()) {
      throw new IOException("this instance has no role, and the environment has no credentials");
    }
    JsonNode found = read(token, CREDENTIALS + role).json();
    return of(
        Texts.of(found, "AccessKeyId"),
        Texts.of(found, "SecretAccessKey"),
        Texts.of(found, "Token"));
  }

  private static AwsCredentialsIdentity of(String key, String secret, String session) {
    return session.isEmpty()
        ? AwsCredentialsIdentity.create(key, secret)
        : AwsSessionCredentialsIdentity.create(key, secret, session);
  }

  private String token() throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(address.resolve(LATEST + "api/token"))
            .header("X-aws-ec2-metadata-token-ttl-seconds", "60")
            .PUT(BodyPublishers.noBody());
    return required(http.send(request, PATIENCE)).text().strip();
  }

  private CheckedHttp.Answer read(String token, String path)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(address.resolve(LATEST + path))
            .header("X-aws-ec2-metadata-token", token)
            .GET();
    return required(http.send(request, PATIENCE));
  }

  private static CheckedHttp.Answer required(CheckedHttp.Answer answer) throws IOException {
    if (answer.status() != 200) {
      throw new IOException("the instance's metadata service answered " + answer.status());
    }
    return answer;
  }
}
