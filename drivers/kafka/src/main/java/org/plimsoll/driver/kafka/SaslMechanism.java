package org.plimsoll.driver.kafka;

import org.apache.kafka.common.security.plain.PlainLoginModule;
import org.apache.kafka.common.security.scram.ScramLoginModule;

/** The SASL mechanisms for a login with a password. */
enum SaslMechanism {
  PLAIN("PLAIN", PlainLoginModule.class),
  SCRAM_SHA_256("SCRAM-SHA-256", ScramLoginModule.class),
  SCRAM_SHA_512("SCRAM-SHA-512", ScramLoginModule.class);

  private final String property;
  private final Class<?> module;

  SaslMechanism(String property, Class<?> module) {
    this.property = property;
    this.module = module;
  }

  /** Returns the value for the client library's property. */
  String property() {
    return property;
  }

  /** Returns a login with this mechanism, in the syntax of a JAAS configuration. */
  String login(String user, String password) {
    return module.getName()
        + " required username="
        + quoted(user)
        + " password="
        + quoted(password)
        + ";";
  }

  /** Quotes a text. The client library's tokenizer interprets escapes as C does. */
  private static String quoted(String text) {
    String escaped =
        text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n").replace("\r", "\\r");
    return '"' + escaped + '"';
  }
}
