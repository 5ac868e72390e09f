@NullMarked
package org.plimsoll.engine.measure;

import org.jspecify.annotations.NullMarked;
