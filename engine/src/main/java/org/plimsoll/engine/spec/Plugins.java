package org.plimsoll.engine.spec;

import org.plimsoll.api.Driver;

/** Finds what users bring as classes: drivers, and what they name {@code custom(name, …)}. */
@FunctionalInterface
public interface Plugins {
  /**
   * The driver of a scheme.
   *
   * @throws InvalidSpecException when there is none
   */
  Driver named(String scheme);

  /**
   * A class of the user's.
   *
   * @param kind the interface that it implements
   * @param name of the folder with its jars
   * @throws InvalidSpecException when there is none
   */
  default <T> T custom(Class<T> kind, String name) {
    throw new InvalidSpecException(
        "must not be custom(" + name + "), as no folders of drivers are looked into here");
  }
}
