package org.plimsoll.driver.aws;

import java.security.GeneralSecurityException;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.SettingValues;
import org.plimsoll.api.TlsSettings;

/**
 * How a driver verifies the certificate of a server.
 *
 * @param trust the CA certificates; null for the JDK's defaults
 * @param verifies false to accept any certificate
 */
public record AwsTls(@Nullable TrustManagerFactory trust, boolean verifies) {
  /** With the JDK's CA certificates, as Amazon's services need it. */
  public static final AwsTls DEFAULT = new AwsTls(null, true);

  /**
   * As {@link TlsSettings} say.
   *
   * @throws IllegalArgumentException if the file of the CA certificates cannot be read
   */
  public static AwsTls of(SettingValues settings) throws GeneralSecurityException {
    return new AwsTls(TlsSettings.trust(settings), settings.get(TlsSettings.VERIFY));
  }
}
