package org.plimsoll.driver.kafka;

import java.security.GeneralSecurityException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.common.config.SaslConfigs;
import org.apache.kafka.common.config.SslConfigs;
import org.apache.kafka.common.config.types.Password;
import org.apache.kafka.common.security.auth.SecurityProtocol;
import org.plimsoll.api.SettingValues;
import org.plimsoll.api.TlsSettings;
import org.plimsoll.api.kit.ClientCertificate;
import org.plimsoll.api.kit.Credentials;

/** Encryption and login, as properties of the client library. */
final class Security {
  private Security() {}

  /**
   * Returns the properties for all clients of a target.
   *
   * @throws IllegalArgumentException if a password is set without a user, or if a file with
   *     certificates cannot be used
   */
  static Map<String, Object> properties(SettingValues settings) throws GeneralSecurityException {
    Optional<Credentials> login = Credentials.of(settings);
    boolean encrypts = settings.get(TlsSettings.TLS);
    Map<String, Object> properties = new HashMap<>();
    properties.put(
        CommonClientConfigs.SECURITY_PROTOCOL_CONFIG, protocol(encrypts, login.isPresent()).name);
    if (encrypts) {
      properties.put(SslConfigs.SSL_ENGINE_FACTORY_CLASS_CONFIG, TlsEngines.class);
      properties.put(
          TlsEngines.CONTEXT, TlsSettings.context(settings, ClientCertificate.of(settings)));
      properties.put(
          SslConfigs.SSL_ENDPOINT_IDENTIFICATION_ALGORITHM_CONFIG,
          settings.get(TlsSettings.VERIFY) ? "https" : "");
    }
    if (login.isPresent()) {
      SaslMechanism mechanism = settings.get(KafkaSettings.SASL_MECHANISM);
      properties.put(SaslConfigs.SASL_MECHANISM, mechanism.property());
      properties.put(
          SaslConfigs.SASL_JAAS_CONFIG,
          new Password(mechanism.login(login.get().user(), login.get().password())));
    }
    return properties;
  }

  private static SecurityProtocol protocol(boolean encrypts, boolean logsIn) {
    if (logsIn) {
      return encrypts ? SecurityProtocol.SASL_SSL : SecurityProtocol.SASL_PLAINTEXT;
    }
    return encrypts ? SecurityProtocol.SSL : SecurityProtocol.PLAINTEXT;
  }
}
