@NullMarked
package org.plimsoll.driver.hbase;

import org.jspecify.annotations.NullMarked;
