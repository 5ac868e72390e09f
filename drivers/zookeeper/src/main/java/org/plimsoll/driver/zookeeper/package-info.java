/** Driver for ZooKeeper, through the asynchronous API of its Java client. */
@NullMarked
package org.plimsoll.driver.zookeeper;

import org.jspecify.annotations.NullMarked;
