package org.plimsoll.engine.workload;

import java.util.random.RandomGenerator;
import org.plimsoll.engine.spec.KeyDistributionSpec;

/**
 * Draws keys with a hot set, which is scattered over the key space and gets a share of the
 * requests. Hot keys are equally likely, and so are cold ones. There is always at least one hot
 * key. If there are no cold keys, all requests go to hot ones.
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
