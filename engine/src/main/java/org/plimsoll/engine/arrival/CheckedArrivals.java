package org.plimsoll.engine.arrival;

import java.util.random.RandomGenerator;
import org.plimsoll.api.custom.CustomArrivals;
import org.plimsoll.engine.spec.ArrivalSpec;
import org.plimsoll.engine.spec.CustomClassException;

/** Checks the gaps that a user's arrival process returns. */
final class CheckedArrivals implements ArrivalProcess {
  private final String name;
  private final CustomArrivals.Gaps own;
  private final RandomGenerator random;

  CheckedArrivals(ArrivalSpec.Custom spec, RandomGenerator random) {
    this.name = spec.own().name();
    this.own = spec.own().get().of(spec.own().arguments());
    this.random = random;
  }

  @Override
  public double nextGap() {
    double gap = gap();
    if (!(gap >= 0 && gap <= Double.MAX_VALUE)) {
      throw new CustomClassException(
          name, "returned the gap " + gap + ", which must be a finite number of at least 0");
    }
    return gap;
  }

  private double gap() {
    try {
      return own.next(random);
    } catch (RuntimeException e) {
      throw new CustomClassException(name, e);
    }
  }
}
