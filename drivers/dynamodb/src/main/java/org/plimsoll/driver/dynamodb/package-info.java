/** Driver for Amazon DynamoDB and DAX, with the AWS SDK for Java 2. */
@NullMarked
package org.plimsoll.driver.dynamodb;

import org.jspecify.annotations.NullMarked;
