/** The driver for MongoDB and stores that speak its protocol. */
@NullMarked
package org.plimsoll.driver.mongodb;

import org.jspecify.annotations.NullMarked;
