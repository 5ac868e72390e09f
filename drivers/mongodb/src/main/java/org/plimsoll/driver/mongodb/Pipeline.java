package org.plimsoll.driver.mongodb;

import java.util.List;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonValue;
import org.bson.json.JsonParseException;
import org.plimsoll.api.Key;

/** A user's aggregation pipeline, with placeholders for the key. */
record Pipeline(BsonArray stages) {
  static final String ALLOWED =
      "a JSON array of stages that only read, with the placeholders \"{key}\", \"{number}\" and"
          + " \"{index}\", such as [{\"$match\":{\"indexed\":\"{index}\"}},{\"$count\":\"rows\"}]";

  /** Stages and operators that write data, or execute code on the server. */
  private static final Set<String> REFUSED =
      Set.of("$out", "$merge", "$function", "$accumulator", "$where");

  static Pipeline parse(String text) {
    try {
      BsonArray stages = BsonArray.parse(text);
      if (stages.isEmpty() || !stages.stream().allMatch(BsonValue::isDocument)) {
        throw new IllegalArgumentException("must be " + ALLOWED);
      }
      requireAllowed(stages);
      return new Pipeline(stages);
    } catch (JsonParseException e) {
      throw new IllegalArgumentException("must be " + ALLOWED, e);
    }
  }

  private static void requireAllowed(BsonValue value) {
    if (value.isArray()) {
      value.asArray().forEach(Pipeline::requireAllowed);
    } else if (value.isDocument()) {
      value
          .asDocument()
          .forEach((name, inner) -> {
            if (REFUSED.contains(name)) {
              throw new IllegalArgumentException("must not contain " + name);
            }
            requireAllowed(inner);
          });
    }
  }

  /**
   * Returns the stages for a key.
   *
   * @param id the key as {@code _id}
   * @param index the value of the indexed field
   */
  List<BsonDocument> of(Key key, BsonValue id, long index) {
    return stages.stream().map(stage -> filled(stage, key, id, index).asDocument()).toList();
  }

  private static BsonValue filled(BsonValue value, Key key, BsonValue id, long index) {
    if (value.isDocument()) {
      BsonDocument copy = new BsonDocument();
      value.asDocument().forEach((name, inner) -> copy.put(name, filled(inner, key, id, index)));
      return copy;
    }
    if (value.isArray()) {
      return new BsonArray(
          value.asArray().stream().map(inner -> filled(inner, key, id, index)).toList());
    }
    if (!value.isString()) {
      return value;
    }
    return switch (value.asString().getValue()) {
      case "{key}" -> id;
      case "{number}" -> new BsonInt64(key.number());
      case "{index}" -> new BsonInt64(index);
      default -> value;
    };
  }
}
