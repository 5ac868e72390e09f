/** Who may ask, what may be asked for, and who did. */
@NullMarked
package org.plimsoll.server.security;

import org.jspecify.annotations.NullMarked;
