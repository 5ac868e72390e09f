/** The driver for Apache HBase, over its asynchronous client. */
@NullMarked
package org.plimsoll.driver.hbase;

import org.jspecify.annotations.NullMarked;
