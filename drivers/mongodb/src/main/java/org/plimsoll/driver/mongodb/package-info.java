/** Driver for MongoDB and stores that support its protocol. */
@NullMarked
package org.plimsoll.driver.mongodb;

import org.jspecify.annotations.NullMarked;
