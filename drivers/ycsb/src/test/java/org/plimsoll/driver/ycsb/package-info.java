@NullMarked
package org.plimsoll.driver.ycsb;

import org.jspecify.annotations.NullMarked;
