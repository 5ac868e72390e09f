package org.plimsoll.driver.redis;

/** A value to be sent: a part of the engine's own array, copied once, into the socket's buffer. */
@SuppressWarnings("ArrayRecordComponent") // compared nowhere
record Slice(byte[] buffer, int offset, int length) {}
