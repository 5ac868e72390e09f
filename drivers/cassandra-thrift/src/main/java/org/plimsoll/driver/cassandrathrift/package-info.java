/** Driver for Apache Cassandra 2.0 to 3.11 over Thrift, with the project's own client. */
@NullMarked
package org.plimsoll.driver.cassandrathrift;

import org.jspecify.annotations.NullMarked;
