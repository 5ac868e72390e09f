@NullMarked
package org.plimsoll.server.security;

import org.jspecify.annotations.NullMarked;
