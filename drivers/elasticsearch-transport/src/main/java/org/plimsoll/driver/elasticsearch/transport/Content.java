package org.plimsoll.driver.elasticsearch.transport;

import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.common.xcontent.XContentType;

/** Format of documents, in requests and in the index. */
enum Content {
  JSON(XContentType.JSON),
  SMILE(XContentType.SMILE),
  CBOR(XContentType.CBOR);

  private static final byte SMILE_HEADER = ':';
  private static final byte JSON_OBJECT = '{';

  private final XContentType type;

  Content(XContentType type) {
    this.type = type;
  }

  XContentType type() {
    return type;
  }

  /** The format of a document that another run may have written, by its first byte. */
  static XContentType of(BytesReference source) {
    return switch (source.length() == 0 ? JSON_OBJECT : source.get(0)) {
      case SMILE_HEADER -> XContentType.SMILE;
      case JSON_OBJECT -> XContentType.JSON;
      // Whitespace before a JSON object is below the first byte of an object in CBOR.
      default -> source.get(0) > 0 ? XContentType.JSON : XContentType.CBOR;
    };
  }
}
