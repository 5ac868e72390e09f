package org.plimsoll.api.kit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Base64;
import java.util.Optional;
import org.plimsoll.api.Setting;
import org.plimsoll.api.SettingValues;

/**
 * User and password of a target. The settings have the same names in every driver. A target URI
 * with {@code //user:password@host} sets both.
 */
public record Credentials(String user, String password) {
  /** The user; empty for none. */
  public static final Setting<String> USER =
      Setting.text("user", "", Setting.Reach.NOTHING)
          .describedAs("user name; empty: no authentication");

  /** The password of the user. */
  public static final Setting<String> PASSWORD =
      Setting.text("password", "", Setting.Reach.NOTHING)
          .describedAs("password of the user")
          .asSecret();

  /**
   * Returns the configured credentials; empty without a user.
   *
   * @throws IllegalArgumentException for a password without a user, which would not be sent
   */
  public static Optional<Credentials> of(SettingValues settings) {
    Credentials set = new Credentials(settings.get(USER), settings.get(PASSWORD));
    if (!set.user.isEmpty()) {
      return Optional.of(set);
    }
    if (!set.password.isEmpty()) {
      throw new IllegalArgumentException("user: must be given with a password, was ''");
    }
    return Optional.empty();
  }

  /**
   * Returns the value of the header {@code Authorization} for HTTP's Basic scheme (RFC 7617), in
   * UTF-8.
   */
  public String basic() {
    return "Basic " + Base64.getEncoder().encodeToString((user + ":" + password).getBytes(UTF_8));
  }

  /** Returns the user without the password. */
  @Override
  public String toString() {
    return user;
  }
}
