package org.plimsoll.driver.aws;

import java.time.Duration;
import org.plimsoll.api.Setting;
import org.plimsoll.api.kit.Credentials;

/** Settings that have the same names and meaning in every driver that uses the AWS SDK. */
public final class AwsSettings {
  public static final Setting<String> REGION =
      Setting.text(
              "region",
              "",
              Setting.Reach.NOTHING,
              "the name of a region such as eu-west-1, or empty",
              AwsSettings::parseRegion)
          .describedAs(
              "AWS region; empty: the region of the target, otherwise that of the SDK's default"
                  + " region provider chain");
  public static final Setting<String> ENDPOINT =
      Setting.text("endpoint", "", Setting.Reach.HOSTS)
          .describedAs("URL that replaces the URL of the region, such as http://127.0.0.1:8000");
  public static final Setting<Long> MAX_CONNECTIONS =
      Setting.count("max-connections", "10000", 1, 100_000)
          .describedAs("maximum number of HTTP connections; further operations wait for one");
  public static final Setting<Long> IO_THREADS =
      Setting.count("io-threads", "0", 0, 64)
          .describedAs("threads that write requests and read answers; 0: one per processor");
  public static final Setting<Duration> CONNECT_TIMEOUT =
      Setting.duration("connect-timeout", "10s")
          .describedAs("timeout for a new connection, and for the first answer");
  public static final Setting<String> USER =
      Credentials.USER.describedAs("access key id; empty: the SDK's default chain of credentials");
  public static final Setting<String> PASSWORD =
      Credentials.PASSWORD.describedAs("secret access key");
  public static final Setting<String> SESSION_TOKEN =
      Setting.text("session-token", "", Setting.Reach.NOTHING)
          .describedAs("session token of temporary credentials")
          .asSecret();
  public static final Setting<String> PROFILE =
      Setting.text("profile", "", Setting.Reach.ANYTHING)
          .describedAs("name of a profile in the AWS credentials and configuration files");

  private AwsSettings() {}

  /** Checks the characters of a region name, because the SDK inserts it into host names. */
  private static String parseRegion(String text) {
    if (!text.matches("[a-z0-9-]*")) {
      throw new IllegalArgumentException("must be the name of a region");
    }
    return text;
  }
}
