@NullMarked
package org.plimsoll.driver.cassandrathrift;

import org.jspecify.annotations.NullMarked;
