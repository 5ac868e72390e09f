package org.plimsoll.run;

import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Setting;

/**
 * A parameter that has another value from now on, with its type.
 *
 * @param path such as {@code rate}, {@code scenario/search/rate} or {@code set.consistency}
 * @param scenario null when it is of the whole run
 * @param before null when it had none
 * @param after null when it has none; a secret's is never told
 * @param who asked for it
 */
public record ParameterChange<T>(
    Setting<T> setting,
    String path,
    @Nullable String scenario,
    @Nullable T before,
    @Nullable T after,
    String who) {}
