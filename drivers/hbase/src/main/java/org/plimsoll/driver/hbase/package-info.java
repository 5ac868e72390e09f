/** Driver for Apache HBase, through its asynchronous client. */
@NullMarked
package org.plimsoll.driver.hbase;

import org.jspecify.annotations.NullMarked;
