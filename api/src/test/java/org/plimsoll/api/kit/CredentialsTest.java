package org.plimsoll.api.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.plimsoll.api.SettingValues;

class CredentialsTest {
  @Test
  void theyAreWhatIsSet() {
    assertThat(Credentials.of(set("me", "x"))).contains(new Credentials("me", "x"));
    assertThat(Credentials.of(set("me", ""))).contains(new Credentials("me", ""));
    assertThat(Credentials.of(set("", ""))).isEmpty();
  }

  @Test
  void aPasswordWithoutAUserIsRefusedAndNotShown() {
    assertThatThrownBy(() -> Credentials.of(set("", "open-sesame")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("user: must be given with a password, was ''");
  }

  @Test
  void thePasswordIsNeverPrinted() {
    assertThat(new Credentials("me", "open-sesame")).hasToString("me");
    assertThat(Credentials.PASSWORD.secret()).isTrue();
  }

  /** The example of RFC 7617, sections 2 and 2.1. */
  @Test
  void theBasicSchemeHasBothInUtf8() {
    assertThat(new Credentials("Aladdin", "open sesame").basic())
        .isEqualTo("Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==");
    assertThat(new Credentials("test", "123\u00a3").basic()).isEqualTo("Basic dGVzdDoxMjPCow==");
  }

  private static SettingValues set(String user, String password) {
    return new GivenSettings(Map.of("user", user, "password", password));
  }
}
