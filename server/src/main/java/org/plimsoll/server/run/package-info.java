/** Runs as the server knows them: those that go on here, and those that left a folder. */
@NullMarked
package org.plimsoll.server.run;

import org.jspecify.annotations.NullMarked;
