package org.plimsoll.settings.importing;

import java.util.regex.Pattern;

/** Recognizes secret properties by their names and values. */
final class SecretNames {
  private static final Pattern NAME =
      Pattern.compile("pass|secret|token|credential|accesskey|private", Pattern.CASE_INSENSITIVE);
  private static final Pattern VALUE =
      Pattern.compile("password=|://[^/@\\s]*:[^/@\\s]*@", Pattern.CASE_INSENSITIVE);

  private SecretNames() {}

  static boolean isSecret(String name, String value) {
    return NAME.matcher(name).find() || VALUE.matcher(value).find();
  }
}
