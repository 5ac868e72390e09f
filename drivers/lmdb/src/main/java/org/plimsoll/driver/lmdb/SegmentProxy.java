package org.plimsoll.driver.lmdb;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Comparator;
import jnr.ffi.Pointer;
import org.jspecify.annotations.Nullable;
import org.lmdbjava.BufferProxy;

/**
 * Represents keys and values as memory segments that are views of LMDB's map. The proxies of the
 * library need {@code --add-opens}, or copy each key and value to memory that must be
 * garbage-collected.
 */
final class SegmentProxy extends BufferProxy<MemorySegment> {
  @Override
  protected MemorySegment allocate() {
    return MemorySegment.NULL;
  }

  @Override
  protected void deallocate(MemorySegment segment) {}

  @Override
  protected byte[] getBytes(MemorySegment segment) {
    return segment.toArray(ValueLayout.JAVA_BYTE);
  }

  @Override
  protected Comparator<MemorySegment> getSignedComparator() {
    return SegmentProxy::compare;
  }

  @Override
  protected Comparator<MemorySegment> getUnsignedComparator() {
    return SegmentProxy::compare;
  }

  private static int compare(MemorySegment one, MemorySegment other) {
    long at = one.mismatch(other);
    return at < 0 || at >= Math.min(one.byteSize(), other.byteSize())
        ? Long.compare(one.byteSize(), other.byteSize())
        : Byte.compareUnsigned(
            one.get(ValueLayout.JAVA_BYTE, at), other.get(ValueLayout.JAVA_BYTE, at));
  }

  @Override
  protected @Nullable Pointer in(MemorySegment segment, Pointer value) {
    value.putLong(STRUCT_FIELD_OFFSET_SIZE, segment.byteSize());
    value.putAddress(STRUCT_FIELD_OFFSET_DATA, segment.address());
    return null;
  }

  @Override
  protected @Nullable Pointer in(MemorySegment segment, int size, Pointer value) {
    value.putLong(STRUCT_FIELD_OFFSET_SIZE, size);
    value.putAddress(STRUCT_FIELD_OFFSET_DATA, segment.address());
    return null;
  }

  /** Returns the value as a segment, from the address and the length that LMDB has written. */
  @Override
  @SuppressWarnings("restricted")
  protected MemorySegment out(MemorySegment segment, Pointer value) {
    long address = value.getAddress(STRUCT_FIELD_OFFSET_DATA);
    return MemorySegment.ofAddress(address).reinterpret(value.getLong(STRUCT_FIELD_OFFSET_SIZE));
  }
}
