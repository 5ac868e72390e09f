/** Driver for Elasticsearch and OpenSearch, with the low-level REST client. */
@NullMarked
package org.plimsoll.driver.elasticsearch;

import org.jspecify.annotations.NullMarked;
