/** What the drivers over the AWS SDK share: login, region, endpoint, connections and failures. */
@NullMarked
package org.plimsoll.driver.aws;

import org.jspecify.annotations.NullMarked;
