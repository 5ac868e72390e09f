package org.plimsoll.settings.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.plimsoll.api.Driver;
import org.plimsoll.api.custom.PropertySource;
import org.plimsoll.engine.clock.VirtualClock;
import org.plimsoll.engine.spec.HostCheck;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.Plugins;
import org.plimsoll.engine.spec.PropertySourceSpec;

/** Tests sources whose first values another generator has read. */
class SourcesReadForAllTest {
  private final VirtualClock clock = new VirtualClock();
  private final List<Map<String, String>> taken = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();
  private boolean isReader;

  private final PropertyListener listener =
      new PropertyListener() {
        @Override
        public boolean isReader() {
          return isReader;
        }

        @Override
        public void takeOver(String source, Map<String, String> texts) {
          taken.add(texts);
        }

        @Override
        public void warns(String line) {
          warnings.add(line);
        }
      };

  /** A class of a user, which says what a test makes it say. */
  private static final class Bridge implements PropertySource, Plugins {
    private @Nullable Listener listener;

    @Override
    public Subscription open(List<String> arguments, Listener told) {
      listener = told;
      told.says(Map.of("rate", "1"));
      return () -> listener = null;
    }

    void says(String rate) {
      if (listener != null) {
        listener.says(Map.of("rate", rate));
      }
    }

    @Override
    public <T> T custom(Class<T> kind, String name) {
      return kind.cast(this);
    }

    @Override
    public Driver named(String scheme) {
      throw new InvalidSpecException("there are no drivers here");
    }
  }

  private PropertySources open(Plugins plugins, PropertySourceSpec spec, String rate) {
    PropertySources sources =
        PropertySources.open(
            List.of(spec),
            plugins,
            Map.of("PLIMSOLL_RATE", "77", "PLIMSOLL_RAET", "1"),
            () -> List.of("rate"),
            HostCheck.ANY,
            Map.of(spec.name(), Map.of("rate", rate)));
    assertThat(sources.begins()).isEqualTo(Map.of(spec.name(), Map.of("rate", rate)));
    sources.begin(clock, listener);
    return sources;
  }

  private void pass(long seconds) {
    clock.runUntil(clock.nanoTime() + TimeUnit.SECONDS.toNanos(seconds));
  }

  @Test
  void whatAClassSaysIsTakenFromTheReaderOnlyAndAlsoWhenItBecomesTheReaderLater() {
    Bridge bridge = new Bridge();
    PropertySourceSpec spec = new PropertySourceSpec.Custom("bridge", List.of());
    try (PropertySources _ = open(bridge, spec, "1")) {
      bridge.says("2");
      pass(5);
      assertThat(taken).isEmpty();

      isReader = true;
      pass(2);
      assertThat(taken).containsExactly(Map.of("rate", "2"));
      bridge.says("3");
      assertThat(taken).containsExactly(Map.of("rate", "2"), Map.of("rate", "3"));
      pass(5);
      assertThat(taken).hasSize(2);
    }
    assertThat(warnings).isEmpty();
  }

  @Test
  void theEnvironmentIsThatOfTheGeneratorThatHasReadItFirst() {
    isReader = true;
    try (PropertySources _ = open(new Bridge(), new PropertySourceSpec.Environment(), "5")) {
      pass(5);
    }
    assertThat(taken).isEmpty();
    assertThat(warnings).isEmpty();
  }

  @Test
  void aFileThatTheNewReaderDoesNotHaveIsOneWarningAndChangesNothing() {
    PropertySourceSpec spec = new PropertySourceSpec.File("does-not-exist");
    try (PropertySources _ = open(new Bridge(), spec, "5")) {
      pass(5);
      assertThat(warnings).isEmpty();
      isReader = true;
      pass(5);
    }
    assertThat(taken).isEmpty();
    assertThat(warnings)
        .containsExactly(
            "file does-not-exist: there is no such file; its last values remain in" + " use");
  }
}
