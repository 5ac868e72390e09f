/** Driver for RocksDB, embedded in this process. */
@NullMarked
package org.plimsoll.driver.rocksdb;

import org.jspecify.annotations.NullMarked;
