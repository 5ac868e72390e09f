package org.plimsoll.driver.elasticsearch;

import java.time.DayOfWeek;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAdjusters;
import java.util.Locale;

/** The interval at which a new index starts, with the naming scheme of Logstash and Beats. */
enum IndexRoll {
  NONE(""),
  MINUTELY("-uuuu.MM.dd.HH.mm"),
  HOURLY("-uuuu.MM.dd.HH"),
  DAILY("-uuuu.MM.dd"),
  WEEKLY("-YYYY.ww"),
  MONTHLY("-uuuu.MM"),
  YEARLY("-uuuu");

  private final DateTimeFormatter suffix;

  IndexRoll(String pattern) {
    // The German locale uses the weeks of ISO 8601.
    suffix = DateTimeFormatter.ofPattern(pattern, Locale.GERMANY);
  }

  /** Returns the suffix of the index name for an instant. */
  String suffix(ZonedDateTime time) {
    return suffix.format(time);
  }

  /** Returns the time after the given one at which the next index starts. */
  ZonedDateTime next(ZonedDateTime time) {
    ZonedDateTime day = time.withZoneSameInstant(ZoneOffset.UTC).truncatedTo(ChronoUnit.DAYS);
    return switch (this) {
      case NONE -> time.plusYears(100);
      case MINUTELY -> time.truncatedTo(ChronoUnit.MINUTES).plusMinutes(1);
      case HOURLY -> time.truncatedTo(ChronoUnit.HOURS).plusHours(1);
      case DAILY -> day.plusDays(1);
      case WEEKLY -> day.with(TemporalAdjusters.next(DayOfWeek.MONDAY));
      case MONTHLY -> day.with(TemporalAdjusters.firstDayOfNextMonth());
      case YEARLY -> day.with(TemporalAdjusters.firstDayOfNextYear());
    };
  }
}
