package org.plimsoll.settings;

import org.plimsoll.api.custom.CustomKeys;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.KeyDistributionSpec;
import org.plimsoll.engine.spec.KeyLocality;
import org.plimsoll.engine.spec.KeyNames;
import org.plimsoll.engine.spec.Plugins;
import org.plimsoll.settings.text.Refusal;

/** Resolves the settings of keys, and refuses combinations that have no meaning. */
final class KeyResolver {
  private final GivenValues settings;
  private final KeyDistributionSpec distribution;
  private final KeyLocality locality;
  private final long count;

  KeyResolver(GivenValues settings, Plugins plugins) {
    this.settings = settings;
    locality =
        new KeyLocality(
            settings.get(WorkloadSettings.KEY_WINDOW),
            settings.get(WorkloadSettings.KEY_REPEAT),
            settings.get(WorkloadSettings.CLIENT_CACHE));
    KeyDistributionSpec.Requests requests = settings.find(WorkloadSettings.REQUESTS);
    if (requests != null) {
      RequestResolver.requireAlone(settings);
      requests.file().content(); // has more specific messages
    }
    try {
      distribution =
          requests != null
              ? requests
              : loaded(settings.get(WorkloadSettings.KEY_DISTRIBUTION), plugins);
      count = keys();
      requireCombination();
      distribution.requireFits(locality.window().size(count));
    } catch (InvalidSpecException e) {
      String name =
          (requests == null ? WorkloadSettings.KEY_DISTRIBUTION : WorkloadSettings.REQUESTS).name();
      throw Refusal.of(name, String.valueOf(e.getMessage()), settings.text(name), e);
    }
  }

  KeyDistributionSpec distribution() {
    return distribution;
  }

  KeyLocality locality() {
    return locality;
  }

  long count() {
    return count;
  }

  private static KeyDistributionSpec loaded(KeyDistributionSpec parsed, Plugins plugins) {
    return parsed instanceof KeyDistributionSpec.Custom custom
        ? new KeyDistributionSpec.Custom(custom.own().lookFor(CustomKeys.class, plugins))
        : parsed;
  }

  /** Returns the number of keys. If there is a file of keys, it determines the number. */
  private long keys() {
    long given = settings.get(WorkloadSettings.KEYS);
    KeyNames names = distribution.names();
    if (names == null) {
      return given;
    }
    int named = names.keys();
    if (settings.isGiven(WorkloadSettings.KEYS) && given != named) {
      throw new InvalidSpecException(
          "must be a file with as many different keys as the setting keys ("
              + given
              + "), and it has "
              + named);
    }
    return named;
  }

  private void requireCombination() {
    boolean hasOwnTime =
        distribution instanceof KeyDistributionSpec.Latest
            || distribution instanceof KeyDistributionSpec.KeyFile
            || distribution instanceof KeyDistributionSpec.Trace;
    if (hasOwnTime && !(locality.window() instanceof KeyLocality.Whole)) {
      throw new InvalidSpecException(
          "must not be latest, keys or trace, which have an order of their own, with the key-window"
              + " '"
              + settings.text("key-window")
              + "'");
    }
    if (distribution instanceof KeyDistributionSpec.Latest && locality.repeat() > 0) {
      throw new InvalidSpecException(
          "must not be latest, which prefers recent keys itself, with the key-repeat '"
              + settings.text("key-repeat")
              + "'");
    }
    if (locality.window().size(count) < windowKeys(locality.window())) {
      throw new InvalidSpecException(
          "must have at least as many keys ("
              + count
              + ") as the key-window '"
              + settings.text("key-window")
              + "'");
    }
  }

  private static long windowKeys(KeyLocality.Window window) {
    return switch (window) {
      case KeyLocality.Whole() -> 0;
      case KeyLocality.Sliding(long keys, long _) -> keys;
      case KeyLocality.Flipping(long keys, long _) -> keys;
      case KeyLocality.Drift(long keys, double _) -> keys;
    };
  }
}
