/** Driver for relational databases, through JDBC. */
@NullMarked
package org.plimsoll.driver.jdbc;

import org.jspecify.annotations.NullMarked;
