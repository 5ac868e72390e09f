package org.plimsoll.server.run;

/**
 * A note at an instant of a run.
 *
 * @param atNanos since the start of the run
 * @param who the name of the caller who wrote it
 * @param writtenAt time of the note, ISO-8601
 */
public record Note(String id, long atNanos, String text, String who, String writtenAt) {}
