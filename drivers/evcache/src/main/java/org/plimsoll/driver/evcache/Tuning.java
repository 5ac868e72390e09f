package org.plimsoll.driver.evcache;

import org.plimsoll.api.SettingValues;

/** The current values of the live settings that operations use. */
record Tuning(int ttlSeconds, WritePolicy policy, Values values) {
  static Tuning of(SettingValues settings) {
    return new Tuning(
        Math.toIntExact(settings.get(EvcacheSettings.TTL).toSeconds()),
        settings.get(EvcacheSettings.WRITE_POLICY),
        new Values(settings.get(EvcacheSettings.COMPRESS_ABOVE)));
  }
}
