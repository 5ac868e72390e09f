package org.plimsoll.settings;

import org.plimsoll.api.custom.CustomKeys;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.KeyDistributionSpec;
import org.plimsoll.engine.spec.KeyLocality;
import org.plimsoll.engine.spec.KeyNames;
import org.plimsoll.engine.spec.Plugins;

/** Makes keys of the settings about them, and refuses those that cannot hold together. */
final class KeyResolver {
  private final RunResolver settings;
  private final KeyDistributionSpec distribution;
  private final KeyLocality locality;
  private final long count;

  KeyResolver(RunResolver settings, Plugins plugins) {
    this.settings = settings;
    locality =
        new KeyLocality(
            settings.get(RunSettings.KEY_WINDOW),
            settings.get(RunSettings.KEY_REPEAT),
            settings.get(RunSettings.CLIENT_CACHE));
    KeyDistributionSpec.Requests requests = settings.find(RunSettings.REQUESTS);
    if (requests != null) {
      RequestResolver.requireAlone(settings);
      requests.file().content(); // with sentences of its own
    }
    try {
      distribution =
          requests != null ? requests : found(settings.get(RunSettings.KEY_DISTRIBUTION), plugins);
      count = keys();
      requireCombination();
      distribution.requireFits(locality.window().size(count));
    } catch (InvalidSpecException e) {
      throw new InvalidSpecException(
          (requests == null ? "key-distribution: " : "requests: ")
              + e.getMessage()
              + ", was '"
              + settings.text(requests == null ? "key-distribution" : "requests")
              + "'",
          e);
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

  private static KeyDistributionSpec found(KeyDistributionSpec said, Plugins plugins) {
    return said instanceof KeyDistributionSpec.Custom custom
        ? new KeyDistributionSpec.Custom(custom.own().lookFor(CustomKeys.class, plugins))
        : said;
  }

  /** A file of keys says how many there are. */
  private long keys() {
    long said = settings.get(RunSettings.KEYS);
    KeyNames names = distribution.names();
    if (names == null) {
      return said;
    }
    int named = names.keys();
    if (settings.isGiven(RunSettings.KEYS) && said != named) {
      throw new InvalidSpecException(
          "must be a file with as many different keys as keys says ("
              + said
              + "), as it has "
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
          "must not be latest, keys or trace, which say themselves what is asked for when, with the"
              + " key-window '"
              + settings.text("key-window")
              + "'");
    }
    if (distribution instanceof KeyDistributionSpec.Latest && locality.repeat() > 0) {
      throw new InvalidSpecException(
          "must not be latest, which goes to recent keys by itself, with the key-repeat '"
              + settings.text("key-repeat")
              + "'");
    }
    if (locality.window().size(count) < windowKeys(locality.window())) {
      throw new InvalidSpecException(
          "must be over at least as many keys as the key-window '"
              + settings.text("key-window")
              + "', and keys is "
              + count);
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
