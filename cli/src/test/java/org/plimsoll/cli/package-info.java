@NullMarked
package org.plimsoll.cli;

import org.jspecify.annotations.NullMarked;
