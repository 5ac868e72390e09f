package org.plimsoll.driver.redis;

/**
 * A value to send: a part of an array of the engine, copied once, into the buffer of the socket.
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Slice(byte[] buffer, int offset, int length) {}
