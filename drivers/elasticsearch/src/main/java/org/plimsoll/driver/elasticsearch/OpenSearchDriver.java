package org.plimsoll.driver.elasticsearch;

/** Driver for OpenSearch: the Elasticsearch driver under another name. */
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
