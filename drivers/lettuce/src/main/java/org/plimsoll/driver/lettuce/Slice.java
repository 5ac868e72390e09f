package org.plimsoll.driver.lettuce;

/**
 * A value to send: a part of an array of the engine, copied once, into the buffer of the socket.
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Slice(byte[] buffer, int offset, int length) {}
