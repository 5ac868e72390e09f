package org.plimsoll.driver.mongodb;

import java.util.List;
import org.bson.BsonReader;
import org.bson.BsonWriter;
import org.bson.codecs.Codec;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.EncoderContext;

/** A document of an answer, read directly into the fields of a row. */
record FoundDocument(List<Documents.Field> fields) {
  /** Reads documents of answers. Documents are never written in this form. */
  static final Codec<FoundDocument> CODEC =
      new Codec<>() {
        @Override
        public FoundDocument decode(BsonReader reader, DecoderContext context) {
          return new FoundDocument(Documents.fields(reader));
        }

        @Override
        public void encode(BsonWriter writer, FoundDocument document, EncoderContext context) {
          throw new UnsupportedOperationException();
        }

        @Override
        public Class<FoundDocument> getEncoderClass() {
          return FoundDocument.class;
        }
      };
}
