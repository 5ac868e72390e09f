/**
 * Shared code of the drivers that use the AWS SDK: credentials, region, endpoint, connections and
 * failures.
 */
@NullMarked
package org.plimsoll.driver.aws;

import org.jspecify.annotations.NullMarked;
