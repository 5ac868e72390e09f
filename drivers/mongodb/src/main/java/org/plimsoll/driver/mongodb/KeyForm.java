package org.plimsoll.driver.mongodb;

import org.bson.BsonBinary;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.plimsoll.api.Key;

/** The BSON type of {@code _id}. */
enum KeyForm {
  TEXT,
  NUMBER,
  BYTES;

  BsonValue of(Key key) {
    return switch (this) {
      case TEXT -> new BsonString(key.text());
      case NUMBER -> new BsonInt64(key.number());
      case BYTES -> new BsonBinary(key.bytes().clone());
    };
  }
}
