package org.plimsoll.driver.cassandrathrift;

/** The type of column names, which orders them. */
enum NameType {
  UTF8("UTF8Type"),
  ASCII("AsciiType"),
  BYTES("BytesType");

  private final String type;

  NameType(String type) {
    this.type = type;
  }

  /** The server's name of the type. */
  String type() {
    return type;
  }
}
