@NullMarked
package org.plimsoll.driver.etcd;

import org.jspecify.annotations.NullMarked;
