package org.plimsoll.driver.elasticsearch;

/** OpenSearch, under its own name. */
public final class OpenSearchDriver extends ElasticsearchDriver {
  @Override
  public String name() {
    return "opensearch";
  }

  @Override
  public String description() {
    return "OpenSearch: documents of an index, through the low-level REST client";
  }
}
