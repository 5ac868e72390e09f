package org.plimsoll.run;

import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Setting;

/**
 * A parameter change, with typed values.
 *
 * @param path path of the parameter, such as {@code rate}, {@code scenario/search/rate} or {@code
 *     set.consistency}
 * @param scenario name of the scenario; null for a parameter of the whole run
 * @param before previous value; null if there was none
 * @param after new value; null if there is none, or if it is a secret
 * @param who origin of the change
 */
public record ParameterChange<T>(
    Setting<T> setting,
    String path,
    @Nullable String scenario,
    @Nullable T before,
    @Nullable T after,
    String who) {}
