package org.plimsoll.engine.spec;

/** How often each key is asked for. */
public sealed interface KeyDistributionSpec {
  /** Every key alike. */
  record Uniform() implements KeyDistributionSpec {}

  /**
   * The key of rank r with weight 1 / r^exponent; ranks are scattered over the keys.
   *
   * @param exponent θ, any number above 0
   */
  record Zipfian(double exponent) implements KeyDistributionSpec {
    public Zipfian {
      if (!(exponent > 0) || exponent > 100) {
        throw new IllegalArgumentException(
            "zipfian(θ) needs an exponent above 0 and at most 100, was " + exponent);
      }
    }
  }
}
