package org.plimsoll.driver.elasticsearch.transport;

import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.common.bytes.BytesReference;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Key;
import org.plimsoll.api.Row;
import org.plimsoll.api.SettingValues;
import org.plimsoll.driver.elastic.IndexSettings;

/**
 * The index and the format in which rows are stored.
 *
 * @param type the mapping type
 * @param routed whether documents are routed by their group
 */
record Rows(String index, String type, boolean routed, Documents documents) {
  static Rows of(String index, Documents documents, SettingValues settings) {
    return new Rows(
        index,
        settings.get(TransportSettings.TYPE),
        settings.get(IndexSettings.ROUTING),
        documents);
  }

  /** Returns the routing value for the document of a key, or null to route by its id. */
  @Nullable String routing(Key key) {
    return routed ? documents.group(key) : null;
  }

  /** Returns the document for a row, in a new array. */
  byte[] source(Key key, Row row) {
    return BytesReference.toBytes(documents.of(key, row));
  }

  /** Creates the request that writes a whole row. */
  IndexRequest index(Key key, Row row) {
    IndexRequest request = new IndexRequest(index, type, key.text());
    request.routing(routing(key));
    return request.source(documents.of(key, row), documents.content());
  }
}
