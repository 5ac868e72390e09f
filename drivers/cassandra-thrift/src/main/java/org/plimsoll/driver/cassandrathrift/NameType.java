package org.plimsoll.driver.cassandrathrift;

/** The type of column names, which determines their sort order. */
enum NameType {
  UTF8("UTF8Type"),
  ASCII("AsciiType"),
  BYTES("BytesType");

  private final String type;

  NameType(String type) {
    this.type = type;
  }

  /** Returns the server's name for the type. */
  String type() {
    return type;
  }
}
