package org.plimsoll.run;

import org.plimsoll.engine.clock.Clock;
import org.plimsoll.engine.driver.TargetUnavailableException;
import org.plimsoll.engine.share.FillRange;
import org.plimsoll.engine.share.FillRanges;
import org.plimsoll.engine.share.OnlyRange;
import org.plimsoll.engine.share.Shares;
import org.plimsoll.engine.spec.RunSpec.FillMode;

/** The {@link FleetSeat} of a run with a single generator. */
public final class AloneSeat implements FleetSeat {
  private final Shares shares = Shares.alone();

  @Override
  public Shares shares() {
    return shares;
  }

  @Override
  public FillMode prepare(Preparation own) throws TargetUnavailableException {
    return own.perform();
  }

  @Override
  public FillRanges fill(Fill fill) {
    return new OnlyRange(new FillRange(fill.from(), fill.to(), false));
  }

  @Override
  public void filled(Ending own) throws TargetUnavailableException {
    own.perform();
  }

  @Override
  public Start ready(int iteration, Clock clock) {
    return new Start(clock.nanoTime(), 0);
  }
}
