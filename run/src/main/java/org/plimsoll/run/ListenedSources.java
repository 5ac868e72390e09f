package org.plimsoll.run;

import java.util.List;
import java.util.Map;
import org.plimsoll.result.EventKind;
import org.plimsoll.result.RunEvent;
import org.plimsoll.settings.source.PropertyListener;
import org.plimsoll.settings.source.PropertySources;

/** Applies the values of a run's property sources to its parameters. Errors become events. */
record ListenedSources(TextControl control, PropertySources sources) implements Companion {
  @Override
  public void begin() {
    sources.begin(
        control.run().context().clock(),
        new PropertyListener() {
          @Override
          public boolean isReader() {
            FleetRequests fleet = control.run().context().seat().requests();
            return fleet == null || fleet.isFirst();
          }

          @Override
          public void takeOver(String source, Map<String, String> texts) {
            List<RunEvent.Change> _ = control.takeOver(source, texts);
          }

          @Override
          public void warns(String line) {
            control.run().tell(EventKind.WARNING, line);
          }
        });
  }

  @Override
  public void close() {
    sources.close();
  }
}
