/** Driver for Elasticsearch over its transport protocol. */
@NullMarked
package org.plimsoll.driver.elasticsearch.transport;

import org.jspecify.annotations.NullMarked;
