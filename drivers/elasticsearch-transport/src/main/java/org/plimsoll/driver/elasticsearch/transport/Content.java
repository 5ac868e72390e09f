package org.plimsoll.driver.elasticsearch.transport;

import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.common.xcontent.XContentType;

/** The encoding of documents, in requests and in the index. */
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

  /**
   * Detects the encoding of a document from its first byte. Another run may have written the
   * document.
   */
  static XContentType of(BytesReference source) {
    return switch (source.length() == 0 ? JSON_OBJECT : source.get(0)) {
      case SMILE_HEADER -> XContentType.SMILE;
      case JSON_OBJECT -> XContentType.JSON;
      // Whitespace before a JSON object has lower values than the first byte of a CBOR object.
      default -> source.get(0) > 0 ? XContentType.JSON : XContentType.CBOR;
    };
  }
}
