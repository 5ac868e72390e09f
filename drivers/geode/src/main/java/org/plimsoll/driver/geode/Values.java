package org.plimsoll.driver.geode;

import java.util.List;
import org.apache.geode.cache.client.ClientCache;
import org.apache.geode.pdx.PdxInstance;
import org.apache.geode.pdx.PdxInstanceFactory;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.FailureCode.Common;
import org.plimsoll.api.Key;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Outcome.FieldVisitor;
import org.plimsoll.api.Row;
import org.plimsoll.api.kit.RowFrame;

/** Converts rows to values of a region, and values to rows. */
final class Values {
  /** The PDX type of rows, for which no Java class exists. */
  private static final String PDX_TYPE = "plimsoll.Row";

  private static final String NUMBER = "plimsoll_number";

  private final ClientCache cache;
  private final ValueForm form;
  private final RowFrame frame;
  private final List<String> fields;

  Values(ClientCache cache, ValueForm form, List<String> fields) {
    this.cache = cache;
    this.form = form;
    this.fields = List.copyOf(fields);
    frame = new RowFrame(fields);
  }

  /** Encodes a row as a copy, because a caching proxy keeps the value. */
  Object encode(Key key, Row row) {
    if (form == ValueForm.BYTES) {
      return frame.encode(row);
    }
    PdxInstanceFactory pdx = cache.createPdxInstanceFactory(PDX_TYPE).neverDeserialize();
    pdx.writeLong(NUMBER, key.number());
    for (int i = 0; i < row.fieldCount(); i++) {
      pdx.writeByteArray(row.fieldName(i), row.copy(i));
    }
    return pdx.create();
  }

  /** Returns the outcome of a read. */
  Outcome found(@Nullable Object value) {
    if (value == null) {
      return Outcome.notFound();
    }
    long bytes = payloadBytes(value);
    return bytes < 0
        ? Outcome.failed(
            Common.WRONG_TYPE, "the value is a " + value.getClass().getName() + ", not a row")
        : Outcome.succeeded(bytes).withRows(visitor -> visit(0, value, visitor));
  }

  /** Returns the size of the fields in bytes, or −1 if the value is not a row. */
  long payloadBytes(Object value) {
    if (value instanceof byte[] bytes) {
      return frame.payloadBytes(bytes, bytes.length);
    }
    if (value instanceof PdxInstance pdx) {
      long bytes = 0;
      for (String field : fields) {
        bytes += pdx.getField(field) instanceof byte[] its ? its.length : 0;
      }
      return bytes;
    }
    return -1;
  }

  void visit(int item, Object value, FieldVisitor visitor) {
    if (value instanceof byte[] bytes) {
      boolean _ = frame.visit(item, bytes, bytes.length, visitor);
    } else if (value instanceof PdxInstance pdx) {
      for (String field : fields) {
        if (pdx.getField(field) instanceof byte[] its) {
          visitor.field(item, field, its, 0, its.length);
        }
      }
    }
  }
}
