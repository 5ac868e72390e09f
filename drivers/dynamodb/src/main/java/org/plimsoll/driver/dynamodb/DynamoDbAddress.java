package org.plimsoll.driver.dynamodb;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The address of a table.
 *
 * @param region the region; null if the address does not contain it
 * @param server the host and port of a server that is not Amazon's; null for Amazon's service
 */
record DynamoDbAddress(@Nullable String region, @Nullable String server, String table) {
  private static final int MAX_PORT = 65_535;
  private static final String DEFAULT_TABLE = "plimsoll";

  /** Valid table names, from "Naming rules" in the developer guide. */
  private static final Pattern TABLE = Pattern.compile("[A-Za-z0-9_.-]{3,255}");

  private static final Pattern REGION = Pattern.compile("[a-z]{2,}(?:-[a-z]+)+-[0-9]{1,2}");
  private static final Pattern SERVER =
      Pattern.compile("(?:[A-Za-z0-9._-]+|\\[[0-9a-fA-F:.]+]):[0-9]{1,5}");
  private static final String ALLOWED =
      "must be TABLE, //REGION/TABLE or //HOST:PORT/TABLE, such as dynamodb://eu-west-1/users";

  /**
   * Parses the part of a target after the scheme.
   *
   * @throws IllegalArgumentException if the address is invalid; the message has the allowed forms
   *     and the value
   */
  static DynamoDbAddress parse(String address) {
    int slash = address.indexOf('/');
    String place = slash < 0 ? address : address.substring(0, slash);
    String table = slash < 0 ? "" : address.substring(slash + 1);
    if (SERVER.matcher(place).matches()
        && Integer.parseInt(place.substring(place.lastIndexOf(':') + 1)) <= MAX_PORT) {
      return new DynamoDbAddress(null, place, checked(table.isEmpty() ? DEFAULT_TABLE : table));
    }
    if (slash < 0) {
      return new DynamoDbAddress(null, null, checked(place));
    }
    if (!REGION.matcher(place).matches()) {
      throw new IllegalArgumentException("dynamodb: " + ALLOWED + ", was '" + address + "'");
    }
    return new DynamoDbAddress(place, null, checked(table));
  }

  /** Whether a text is a valid name of a table or an index. The same rules apply to both. */
  static boolean isName(String table) {
    return TABLE.matcher(table).matches();
  }

  private static String checked(String table) {
    if (!isName(table)) {
      throw new IllegalArgumentException(
          "dynamodb: a table name must be 3 to 255 letters, digits, _, - or ., was '"
              + table
              + "'");
    }
    return table;
  }
}
