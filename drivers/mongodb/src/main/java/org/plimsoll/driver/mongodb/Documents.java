package org.plimsoll.driver.mongodb;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonBinary;
import org.bson.BsonBinaryReader;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonReader;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;
import org.bson.io.ByteBufferBsonInput;
import org.plimsoll.api.Key;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Row;

/**
 * Converts rows to documents, and documents to rows. The key is {@code _id}, and each field of the
 * row is a field with binary data.
 *
 * @param indexValues the number of distinct values of the indexed field; 0: there is none
 */
record Documents(KeyForm keyForm, long indexValues) {
  static final String ID = "_id";

  /** The field that has the secondary index. */
  static final String INDEXED = "indexed";

  /** A field that was read from a document. */
  @SuppressWarnings("ArrayRecordComponent") // Fields are never compared.
  record Field(String name, byte[] value) {}

  BsonValue id(Key key) {
    return keyForm.of(key);
  }

  /** Returns the filter for the document of a key. */
  BsonDocument byId(Key key) {
    return new BsonDocument(ID, id(key));
  }

  /** Returns the value of the indexed field for a key. */
  long index(Key key) {
    return indexValues == 0 ? 0 : key.number() % indexValues;
  }

  /** Creates the document for a row. Its bytes are copied, because the row is reused. */
  BsonDocument of(Key key, Row row) {
    BsonDocument document = new BsonDocument(row.fieldCount() + 2);
    document.put(ID, id(key));
    return withFields(document, key, row);
  }

  /** Returns the fields of a row as changes to its document. */
  BsonDocument changes(Key key, Row row) {
    return new BsonDocument("$set", withFields(new BsonDocument(row.fieldCount() + 1), key, row));
  }

  private BsonDocument withFields(BsonDocument document, Key key, Row row) {
    for (int i = 0; i < row.fieldCount(); i++) {
      document.put(row.fieldName(i), new BsonBinary(row.copy(i)));
    }
    if (indexValues > 0) {
      document.put(INDEXED, new BsonInt64(index(key)));
    }
    return document;
  }

  static List<Field> fields(RawBsonDocument document) {
    try (BsonBinaryReader reader =
        new BsonBinaryReader(new ByteBufferBsonInput(document.getByteBuffer()))) {
      return fields(reader);
    }
  }

  /** Reads the row's fields in a document: all binary data and strings, except the key. */
  static List<Field> fields(BsonReader reader) {
    List<Field> fields = new ArrayList<>();
    reader.readStartDocument();
    for (BsonType type = reader.readBsonType();
        type != BsonType.END_OF_DOCUMENT;
        type = reader.readBsonType()) {
      String name = reader.readName();
      if (name.equals(ID)) {
        reader.skipValue();
      } else if (type == BsonType.BINARY) {
        fields.add(new Field(name, reader.readBinaryData().getData()));
      } else if (type == BsonType.STRING) {
        fields.add(new Field(name, reader.readString().getBytes(StandardCharsets.UTF_8)));
      } else {
        reader.skipValue();
      }
    }
    reader.readEndDocument();
    return fields;
  }

  static long bytes(List<Field> fields) {
    long bytes = 0;
    for (Field field : fields) {
      bytes += field.value().length;
    }
    return bytes;
  }

  static void visit(int item, List<Field> fields, Outcome.FieldVisitor visitor) {
    for (Field field : fields) {
      visitor.field(item, field.name(), field.value(), 0, field.value().length);
    }
  }
}
