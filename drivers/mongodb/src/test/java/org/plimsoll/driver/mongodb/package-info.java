@NullMarked
package org.plimsoll.driver.mongodb;

import org.jspecify.annotations.NullMarked;
