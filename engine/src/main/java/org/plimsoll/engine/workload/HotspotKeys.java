package org.plimsoll.engine.workload;

import java.util.random.RandomGenerator;
import org.plimsoll.engine.spec.KeyDistributionSpec;

/**
 * A hot share of the keys, scattered over the key space, which gets its share of the requests; hot
 * keys are alike, and so are cold ones. There is always a hot key, and where there is no cold one
 * all requests are for hot ones.
 */
final class HotspotKeys implements KeyDistribution {
  private final double requestShare;
  private final long hotCount;
  private final UniformKeys hot;
  private final UniformKeys cold;
  private final KeyScatter scatter;

  HotspotKeys(KeyDistributionSpec.Hotspot spec, long keys, long seed) {
    hotCount = Math.clamp(Math.round(spec.keyShare() * keys), 1, keys);
    requestShare = hotCount == keys ? 1 : spec.requestShare();
    hot = new UniformKeys(hotCount);
    cold = new UniformKeys(Math.max(1, keys - hotCount));
    scatter = new KeyScatter(keys, seed);
  }

  @Override
  public long next(RandomGenerator random, long ordinal, long atNanos) {
    boolean isHot = random.nextDouble() < requestShare;
    return scatter.key(isHot ? hot.next(random) : hotCount + cold.next(random));
  }
}
