/** A driver of the guide, docs/writing-a-driver.md. */
@NullMarked
package org.example.folder;

import org.jspecify.annotations.NullMarked;
