package org.plimsoll.result;

import java.util.Locale;

/** Formats numbers for display, independent of the locale. */
public final class Figures {
  public static final String NONE = "–";

  private Figures() {}

  public static String duration(long nanos) {
    return duration((double) nanos);
  }

  /**
   * Formats a duration with three significant digits and a suitable unit: {@code 1.23 ms}, {@code
   * 27.8 ms}.
   */
  public static String duration(double nanos) {
    double size = Math.abs(nanos);
    if (size < 999.5) {
      return Math.round(nanos) + " ns";
    } else if (size < 999.5e3) {
      return digits(nanos / 1e3) + " µs";
    } else if (size < 999.5e6) {
      return digits(nanos / 1e6) + " ms";
    } else if (size < 119.5e9) {
      return digits(nanos / 1e9) + " s";
    } else if (size < 119.5 * 60e9) {
      return digits(nanos / 60e9) + " min";
    }
    return digits(nanos / 3600e9) + " h";
  }

  /**
   * Formats a number with three significant digits, or with all integer digits if there are more.
   */
  public static String digits(double value) {
    double size = Math.abs(value);
    int decimals = size < 9.995 ? 2 : size < 99.95 ? 1 : 0;
    return String.format(Locale.ROOT, "%,." + decimals + "f", value);
  }

  /** Removes trailing zeros for an axis label: {@code 10 ms} instead of {@code 10.0 ms}. */
  public static String tick(String figure) {
    return figure.replaceFirst("\\.0+(?=\\D|$)", "").replaceFirst("(\\.\\d*[1-9])0+", "$1");
  }

  public static String count(long count) {
    return String.format(Locale.ROOT, "%,d", count);
  }

  public static String rate(double perSecond) {
    if (!Double.isFinite(perSecond)) {
      return NONE;
    }
    return (perSecond == Math.rint(perSecond) ? count((long) perSecond) : digits(perSecond)) + "/s";
  }

  /** Formats a load without its unit; from 100 on, it is rounded to an integer. */
  public static String load(double load) {
    boolean isWhole = load >= 100 || load == Math.rint(load);
    return isWhole ? count(Math.round(load)) : digits(load);
  }

  /** Formats a load with its unit, such as {@code 15,300/s} or {@code 12 workers}. */
  public static String load(double load, String unit) {
    return load(load) + (unit.startsWith("/") ? unit : " " + unit);
  }

  /** Formats a rate in short form: {@code 9.99k}, {@code 1.20M}. */
  public static String shortRate(double perSecond) {
    double size = Math.abs(perSecond);
    if (!Double.isFinite(perSecond)) {
      return NONE;
    } else if (size < 999.5) {
      return perSecond == Math.rint(perSecond) ? count((long) perSecond) : digits(perSecond);
    } else if (size < 999.5e3) {
      return digits(perSecond / 1e3) + "k";
    } else if (size < 999.5e6) {
      return digits(perSecond / 1e6) + "M";
    }
    return digits(perSecond / 1e9) + "G";
  }

  public static String bytes(double bytes) {
    if (bytes < 999.5) {
      return Math.round(bytes) + " B";
    } else if (bytes < 999.5e3) {
      return digits(bytes / 1e3) + " kB";
    } else if (bytes < 999.5e6) {
      return digits(bytes / 1e6) + " MB";
    }
    return digits(bytes / 1e9) + " GB";
  }

  /** Formats a percentage without rounding it to 0 or 100: 99.996 becomes {@code 99.99 %}. */
  public static String percent(double share) {
    double percent = share * 100;
    if (!Double.isFinite(percent)) {
      return NONE;
    }
    if (percent == Math.rint(percent)) {
      return count((long) percent) + " %";
    }
    if (percent > 99 && percent < 100) {
      return String.format(Locale.ROOT, "%.2f %%", Math.floor(percent * 100) / 100);
    }
    if (percent > 0 && percent < 0.005) {
      return "< 0.01 %";
    }
    return digits(percent) + " %";
  }

  /**
   * Formats the elapsed time of a run: {@code 0:07}, {@code 12:30}, {@code 3:07:30}, {@code 2d
   * 03:07:30}.
   */
  public static String clock(long nanos) {
    long seconds = Math.round(nanos / 1e9);
    long days = seconds / 86_400;
    long hours = seconds / 3600 % 24;
    long minutes = seconds / 60 % 60;
    if (days > 0) {
      return String.format(Locale.ROOT, "%dd %02d:%02d:%02d", days, hours, minutes, seconds % 60);
    }
    return hours > 0
        ? String.format(Locale.ROOT, "%d:%02d:%02d", hours, minutes, seconds % 60)
        : String.format(Locale.ROOT, "%d:%02d", minutes, seconds % 60);
  }
}
