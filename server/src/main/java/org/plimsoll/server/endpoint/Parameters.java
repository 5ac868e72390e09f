package org.plimsoll.server.endpoint;

import io.javalin.http.Context;
import org.plimsoll.server.http.Bodies;

/** Reads the parameters of a request's query. */
final class Parameters {
  private Parameters() {}

  /** Returns the text of a parameter; empty if it is absent. */
  static String text(Context request, String name) {
    String given = request.queryParam(name);
    return given == null ? "" : given;
  }

  static boolean flag(Context request, String name, boolean absent) {
    String given = request.queryParam(name);
    if (given == null) {
      return absent;
    }
    if (given.equals("false")) {
      return false;
    }
    if (given.equals("true") || given.isEmpty()) {
      return true;
    }
    throw Bodies.invalid(
        name, given, "true or false", name + ": must be true or false, was '" + given + "'");
  }

  static double number(
      Context request, String name, double absent, double minimum, double maximum) {
    String given = request.queryParam(name);
    if (given == null) {
      return absent;
    }
    try {
      double number = Double.parseDouble(given);
      if (number >= minimum && number <= maximum) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Reported below.
    }
    String allowed = "a number from %,.0f to %,.0f".formatted(minimum, maximum);
    throw Bodies.invalid(
        name, given, allowed, name + ": must be " + allowed + ", was '" + given + "'");
  }
}
