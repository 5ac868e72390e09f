/** Driver for Kafka: records of a topic, their acknowledgement and their delivery. */
@NullMarked
package org.plimsoll.driver.kafka;

import org.jspecify.annotations.NullMarked;
