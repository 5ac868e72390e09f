package org.plimsoll.engine.spec;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A class of the user's, named {@code custom(name, argument, …)}. It equals another of the same
 * name and arguments.
 *
 * @param name of the folder that holds it
 * @param arguments what the class is given
 * @param found what it made; null until it is looked for
 */
public record CustomClass<T>(String name, List<String> arguments, @Nullable T found) {
  public static final String WORD = "custom";

  public CustomClass {
    arguments = List.copyOf(arguments);
  }

  /**
   * The same, with the class.
   *
   * @throws InvalidSpecException when there is none
   */
  public CustomClass<T> lookFor(Class<T> kind, Plugins plugins) {
    return new CustomClass<>(name, arguments, plugins.custom(kind, name));
  }

  public T get() {
    if (found == null) {
      throw new IllegalStateException(this + " was not looked for");
    }
    return found;
  }

  /**
   * Makes something of the class and its arguments, before any load.
   *
   * @throws InvalidSpecException when it refuses them, without their text
   */
  public <R> R make(Maker<T, R> maker) {
    try {
      return maker.make(get(), arguments);
    } catch (RuntimeException e) {
      throw new InvalidSpecException(
          "must be what the class of that name takes: " + e.getMessage(), e);
    }
  }

  /** What makes something of a class and its arguments. */
  @FunctionalInterface
  public interface Maker<T, R> {
    R make(T found, List<String> arguments);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof CustomClass<?> custom
        && custom.name.equals(name)
        && custom.arguments.equals(arguments);
  }

  @Override
  public int hashCode() {
    return Objects.hash(name, arguments);
  }

  @Override
  public String toString() {
    return WORD + "(" + name + (arguments.isEmpty() ? "" : "," + String.join(",", arguments)) + ")";
  }
}
