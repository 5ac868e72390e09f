package org.plimsoll.settings;

import org.jspecify.annotations.Nullable;

/**
 * A path with its text before and after a change; null = no value.
 *
 * @param isDerived whether the change follows from another change and was not requested
 */
public record ChangedText(
    String path, @Nullable String before, @Nullable String after, boolean isDerived) {}
