package org.plimsoll.server.run;

/**
 * A note at an instant of a run.
 *
 * @param atNanos instant of the note, since the start of the run
 * @param who name of the caller who wrote it
 * @param writtenAt time of writing, in ISO 8601 format
 */
public record Note(String id, long atNanos, String text, String who, String writtenAt) {}
