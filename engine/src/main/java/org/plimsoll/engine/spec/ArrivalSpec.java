package org.plimsoll.engine.spec;

/** An arrival process of unit rate; the load's rate scales it. */
public sealed interface ArrivalSpec {
  /** Evenly spaced arrivals. */
  record Constant() implements ArrivalSpec {}

  /** Independent, exponentially distributed gaps. */
  record Poisson() implements ArrivalSpec {}
}
