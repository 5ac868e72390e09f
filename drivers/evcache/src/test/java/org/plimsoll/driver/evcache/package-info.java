@NullMarked
package org.plimsoll.driver.evcache;

import org.jspecify.annotations.NullMarked;
