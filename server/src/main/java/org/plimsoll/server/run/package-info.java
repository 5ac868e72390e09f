/** The runs of the server: live runs, and stored runs in folders. */
@NullMarked
package org.plimsoll.server.run;

import org.jspecify.annotations.NullMarked;
