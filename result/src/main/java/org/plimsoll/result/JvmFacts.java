package org.plimsoll.result;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** The Java virtual machine of a generator, and the name of the host it runs on. */
public record JvmFacts(
    @JsonProperty("java") String version,
    @JsonProperty("javaFlags") List<String> flags,
    String host) {}
