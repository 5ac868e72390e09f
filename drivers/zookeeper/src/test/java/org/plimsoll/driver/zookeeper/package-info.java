@NullMarked
package org.plimsoll.driver.zookeeper;

import org.jspecify.annotations.NullMarked;
