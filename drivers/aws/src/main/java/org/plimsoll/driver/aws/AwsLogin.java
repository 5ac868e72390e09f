package org.plimsoll.driver.aws;

import org.jspecify.annotations.Nullable;
import org.plimsoll.api.SettingValues;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.auth.credentials.ProfileCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.regions.providers.DefaultAwsRegionProviderChain;

/** Credentials and region for requests, from the settings or from the default chains of the SDK. */
public final class AwsLogin {
  /**
   * Region for servers that are not Amazon's. Any region is accepted, as long as it does not
   * change.
   */
  private static final String ANY_REGION = "us-east-1";

  private AwsLogin() {}

  /**
   * Returns the credentials from a driver's settings.
   *
   * @throws IllegalArgumentException if only one of {@code user} and {@code password} is set
   */
  static AwsCredentialsProvider credentials(SettingValues settings) {
    String user = settings.get(AwsSettings.USER);
    String password = settings.get(AwsSettings.PASSWORD);
    if (user.isEmpty() != password.isEmpty()) {
      throw new IllegalArgumentException(
          "user: must be set together with password, one of them is empty");
    }
    String profile = settings.get(AwsSettings.PROFILE);
    return user.isEmpty() && !profile.isEmpty()
        ? ProfileCredentialsProvider.create(profile)
        : credentials(user, password, settings.get(AwsSettings.SESSION_TOKEN));
  }

  /**
   * Returns the given credentials, or those of the SDK's default chain.
   *
   * @param user access key id; empty to use the chain
   * @param password secret access key
   * @param sessionToken token of temporary credentials; empty if there is none
   */
  public static AwsCredentialsProvider credentials(
      String user, String password, String sessionToken) {
    if (user.isEmpty()) {
      return DefaultCredentialsProvider.builder().build();
    }
    return StaticCredentialsProvider.create(
        sessionToken.isEmpty()
            ? AwsBasicCredentials.create(user, password)
            : AwsSessionCredentials.create(user, password, sessionToken));
  }

  /**
   * Returns the name of the region.
   *
   * @param given the region that the user has set; null or empty if not set
   * @param anyWillDo whether requests go to a server other than Amazon's
   * @param otherwise the message of the exception that is thrown if the SDK's chain has no region
   *     either
   * @throws IllegalArgumentException if there is no region
   */
  public static String region(@Nullable String given, boolean anyWillDo, String otherwise) {
    if (given != null && !given.isEmpty()) {
      return given;
    }
    try {
      return anyWillDo
          ? ANY_REGION
          : DefaultAwsRegionProviderChain.builder().build().getRegion().id();
    } catch (SdkClientException e) {
      throw new IllegalArgumentException(otherwise, e);
    }
  }
}
