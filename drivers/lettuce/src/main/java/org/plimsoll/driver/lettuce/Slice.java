package org.plimsoll.driver.lettuce;

/**
 * A value to send, as a part of an array of the engine. It is copied once, into the buffer of the
 * socket.
 */
@SuppressWarnings("ArrayRecordComponent") // Slices are never compared.
public record Slice(byte[] buffer, int offset, int length) {}
