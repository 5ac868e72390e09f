/** Shared code of the drivers for Elasticsearch: the index, its settings, and failure codes. */
@NullMarked
package org.plimsoll.driver.elastic;

import org.jspecify.annotations.NullMarked;
