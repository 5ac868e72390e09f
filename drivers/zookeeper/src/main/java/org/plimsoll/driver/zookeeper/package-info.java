/** The driver for ZooKeeper, over the asynchronous calls of its own client. */
@NullMarked
package org.plimsoll.driver.zookeeper;

import org.jspecify.annotations.NullMarked;
