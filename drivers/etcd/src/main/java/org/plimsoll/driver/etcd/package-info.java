/** Driver for etcd: its version 3 API over gRPC. */
@NullMarked
package org.plimsoll.driver.etcd;

import org.jspecify.annotations.NullMarked;
