/** Driver for unchanged YCSB bindings, through YCSB's interface. */
@NullMarked
package org.plimsoll.driver.ycsb;

import org.jspecify.annotations.NullMarked;
