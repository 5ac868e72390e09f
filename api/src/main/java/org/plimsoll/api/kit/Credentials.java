package org.plimsoll.api.kit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Base64;
import java.util.Optional;
import org.plimsoll.api.Setting;
import org.plimsoll.api.SettingValues;

/**
 * User and password of a target. Their settings have the same names in every driver, and are those
 * that a target's URI sets with {@code //user:password@host}. A driver whose credentials have a
 * further meaning describes them itself.
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
   * The credentials that are set; empty without a user.
   *
   * @throws IllegalArgumentException for a password without a user: it would not be sent
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

  /** The value of the header {@code Authorization} for HTTP's Basic scheme (RFC 7617), in UTF-8. */
  public String basic() {
    return "Basic " + Base64.getEncoder().encodeToString((user + ":" + password).getBytes(UTF_8));
  }

  /** Returns the user without the password. */
  @Override
  public String toString() {
    return user;
  }
}
