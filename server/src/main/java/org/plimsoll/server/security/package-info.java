/** Authentication, permissions, limits of runs, and the audit log. */
@NullMarked
package org.plimsoll.server.security;

import org.jspecify.annotations.NullMarked;
