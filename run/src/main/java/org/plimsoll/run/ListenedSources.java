package org.plimsoll.run;

import java.util.List;
import java.util.Map;
import org.plimsoll.result.RunEvent;
import org.plimsoll.settings.source.PropertyListener;
import org.plimsoll.settings.source.PropertySources;

/** A run's property sources: what they say goes into its parameters, trouble into its log. */
record ListenedSources(RunControl control, PropertySources sources) implements Companion {
  @Override
  public void begin() {
    sources.begin(
        control.run().clock(),
        new PropertyListener() {
          @Override
          public void takeOver(String source, Map<String, String> texts) {
            List<RunEvent.Change> _ = control.takeOver(source, texts);
          }

          @Override
          public void warns(String line) {
            control.run().tell("warning", line);
          }
        });
  }

  @Override
  public void close() {
    sources.close();
  }
}
