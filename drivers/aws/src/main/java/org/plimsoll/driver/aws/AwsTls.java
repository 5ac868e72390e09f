package org.plimsoll.driver.aws;

import java.security.GeneralSecurityException;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.SettingValues;
import org.plimsoll.api.TlsSettings;

/**
 * How a driver verifies server certificates.
 *
 * @param trust the CA certificates; null for the JDK's defaults
 * @param verifies false to accept any certificate
 */
public record AwsTls(@Nullable TrustManagerFactory trust, boolean verifies) {
  /** Verification with the JDK's CA certificates, as required for Amazon's services. */
  public static final AwsTls DEFAULT = new AwsTls(null, true);

  /**
   * Reads the verification from {@link TlsSettings}.
   *
   * @throws IllegalArgumentException if the file with the CA certificates cannot be read
   */
  public static AwsTls of(SettingValues settings) throws GeneralSecurityException {
    return new AwsTls(TlsSettings.trust(settings), settings.get(TlsSettings.VERIFY));
  }
}
