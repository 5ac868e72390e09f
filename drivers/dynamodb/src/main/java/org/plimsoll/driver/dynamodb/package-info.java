/** Amazon DynamoDB, and DAX in front of it, through the AWS SDK for Java 2. */
@NullMarked
package org.plimsoll.driver.dynamodb;

import org.jspecify.annotations.NullMarked;
