package org.plimsoll.run;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Setting;
import org.plimsoll.settings.ChangedText;
import org.plimsoll.settings.RunSettings;

/** The listeners for parameter changes, with the types of their values. */
final class ParameterListeners {
  private static final String SCENARIO = "scenario/";
  private static final String SET = "set.";

  private final List<Told<?>> all = new CopyOnWriteArrayList<>();

  /**
   * A listener.
   *
   * @param name name of the setting; that of a driver setting starts with {@code set.}
   */
  private record Told<T>(String name, Setting<T> setting, Consumer<ParameterChange<T>> listener) {
    boolean concerns(String path) {
      String its = path.startsWith(SCENARIO) ? path.substring(path.lastIndexOf('/') + 1) : path;
      return its.equals(name);
    }

    void tell(ChangedText changed, String who) {
      String path = changed.path();
      String scenario =
          path.startsWith(SCENARIO)
              ? path.substring(SCENARIO.length(), path.lastIndexOf('/'))
              : null;
      listener.accept(
          new ParameterChange<>(
              setting, path, scenario, value(changed.before()), value(changed.after()), who));
    }

    private @Nullable T value(@Nullable String text) {
      return text == null || setting.secret() ? null : setting.parse(text);
    }
  }

  <T> Runnable add(Setting<T> setting, Consumer<ParameterChange<T>> listener) {
    boolean ofRun = RunSettings.all().anyMatch(setting::equals);
    Told<T> told = new Told<>(ofRun ? setting.name() : SET + setting.name(), setting, listener);
    all.add(told);
    return () -> all.remove(told);
  }

  /**
   * Notifies all listeners of changes.
   *
   * @return a sentence for each listener that failed; the change remains in effect
   */
  List<String> tell(List<ChangedText> changes, String who) {
    List<String> failures = new ArrayList<>();
    for (ChangedText changed : changes) {
      for (Told<?> told : all) {
        if (told.concerns(changed.path())) {
          try {
            told.tell(changed, who);
          } catch (RuntimeException e) {
            failures.add("a listener of " + changed.path() + " failed: " + e);
          }
        }
      }
    }
    return failures;
  }
}
