/** What the drivers of Elasticsearch share: the index, its settings, and the codes of failures. */
@NullMarked
package org.plimsoll.driver.elastic;

import org.jspecify.annotations.NullMarked;
