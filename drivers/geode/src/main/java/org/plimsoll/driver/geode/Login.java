package org.plimsoll.driver.geode;

import java.util.Optional;
import java.util.Properties;
import org.apache.geode.cache.client.ClientCache;
import org.apache.geode.cache.client.ClientCacheFactory;
import org.apache.geode.distributed.ConfigurationProperties;
import org.apache.geode.distributed.DistributedMember;
import org.apache.geode.security.AuthInitialize;
import org.plimsoll.api.kit.Credentials;

/**
 * The login of the client cache. Geode allows one login in a process, creates it by class name, and
 * asks it for each connection.
 */
public final class Login implements AuthInitialize {
  private static final String USER = "security-username";
  private static final String PASSWORD = "security-password";

  private Login() {}

  /** Creates the login. Called by Geode. */
  public static AuthInitialize create() {
    return new Login();
  }

  /** Sets the login of a cache that is about to be created. */
  static void prepare(ClientCacheFactory factory, Optional<Credentials> login) {
    login.ifPresent(its -> {
      var _ = factory.set(USER, its.user());
      var _ = factory.set(PASSWORD, its.password());
      var _ =
          factory.set(
              ConfigurationProperties.SECURITY_CLIENT_AUTH_INIT, Login.class.getName() + ".create");
    });
  }

  /** Whether the open cache uses this login. */
  static boolean isOf(ClientCache cache, Optional<Credentials> login) {
    Properties its = cache.getDistributedSystem().getSecurityProperties();
    return its.getProperty(USER, "").equals(login.map(Credentials::user).orElse(""))
        && its.getProperty(PASSWORD, "").equals(login.map(Credentials::password).orElse(""));
  }

  @Override
  public Properties getCredentials(Properties security, DistributedMember server, boolean isPeer) {
    Properties credentials = new Properties();
    credentials.setProperty(USER, security.getProperty(USER, ""));
    credentials.setProperty(PASSWORD, security.getProperty(PASSWORD, ""));
    return credentials;
  }
}
