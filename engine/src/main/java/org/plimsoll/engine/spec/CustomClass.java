package org.plimsoll.engine.spec;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A reference to a user's class, written {@code custom(name, argument, …)}. Two references are
 * equal if their names and arguments are equal.
 *
 * @param name name of the folder that contains the class
 * @param arguments arguments passed to the class
 * @param found the instance of the class; null until the class is loaded
 */
public record CustomClass<T>(String name, List<String> arguments, @Nullable T found) {
  public static final String WORD = "custom";

  public CustomClass {
    arguments = List.copyOf(arguments);
  }

  /**
   * Returns the same reference with its class loaded.
   *
   * @throws InvalidSpecException if there is no such class
   */
  public CustomClass<T> lookFor(Class<T> kind, Plugins plugins) {
    return new CustomClass<>(name, arguments, plugins.custom(kind, name));
  }

  public T get() {
    if (found == null) {
      throw new IllegalStateException(this + " was not looked up");
    }
    return found;
  }

  /**
   * Calls the class with its arguments, before any load starts.
   *
   * @throws InvalidSpecException if the class rejects the arguments; the message omits them, since
   *     they may contain secrets
   */
  public <R> R make(Maker<T, R> maker) {
    try {
      return maker.make(get(), arguments);
    } catch (RuntimeException e) {
      throw new InvalidSpecException(
          "must have arguments that the class accepts: " + e.getMessage(), e);
    }
  }

  /** A function that creates an object from a class and its arguments. */
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
