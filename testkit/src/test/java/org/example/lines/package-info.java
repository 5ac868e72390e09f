/** A driver of the guide, docs/writing-a-driver.md. */
@NullMarked
package org.example.lines;

import org.jspecify.annotations.NullMarked;
