package org.plimsoll.discovery;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Derives the region of an AWS availability zone: {@code eu-west-1} of {@code eu-west-1a}. */
final class Regions {
  private static final Pattern ZONE = Pattern.compile("([a-z]{2}(?:-[a-z]+)+-\\d+)[a-z]");

  private Regions() {}

  /** Returns the region; empty if the zone is unknown or has another form. */
  static String of(@Nullable String zone) {
    Matcher parts = ZONE.matcher(zone == null ? "" : zone);
    return parts.matches() ? parts.group(1) : "";
  }
}
