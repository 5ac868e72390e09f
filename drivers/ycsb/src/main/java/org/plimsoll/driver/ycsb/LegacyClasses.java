package org.plimsoll.driver.ycsb;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.Remapper;

/**
 * Converts classes of YCSB 0.5 to 0.16 to YCSB 0.17 while they are loaded. The package {@code
 * com.yahoo.ycsb} becomes {@code site.ycsb}, in class names and in strings that are class names. A
 * DB whose rows are {@code HashMap}s is changed to extend {@link HashMapDb}. Some methods of YCSB
 * returned a {@code HashMap}, and return a {@code Map} today. Their results are cast to {@code
 * HashMap}.
 */
final class LegacyClasses {
  static final String OLD_PACKAGE = "com.yahoo.ycsb.";
  static final String PACKAGE = "site.ycsb.";

  private static final String OLD = "com/yahoo/ycsb/";
  private static final String NEW = "site/ycsb/";
  private static final String OLD_DB = OLD + "DB";
  private static final String OLD_TEXTS = OLD + "StringByteIterator";
  private static final String HASH_MAP_DB = "org/plimsoll/driver/ycsb/HashMapDb";
  private static final byte[] MARK = OLD.getBytes(StandardCharsets.US_ASCII);
  private static final byte[] TEXT_MARK = OLD_PACKAGE.getBytes(StandardCharsets.US_ASCII);

  private LegacyClasses() {}

  /** Returns the current name of a class. */
  static String renamed(String className) {
    return className.startsWith(OLD_PACKAGE)
        ? PACKAGE + className.substring(OLD_PACKAGE.length())
        : className;
  }

  /** Returns the former name of a class. */
  static String former(String className) {
    return OLD_PACKAGE + className.substring(PACKAGE.length());
  }

  /** Whether the bytes of a class refer to the former package. */
  static boolean areMentioned(byte[] bytes) {
    return indexOf(bytes, MARK) >= 0 || indexOf(bytes, TEXT_MARK) >= 0;
  }

  private static int indexOf(byte[] bytes, byte[] mark) {
    for (int i = 0; i <= bytes.length - mark.length; i++) {
      int same = 0;
      while (same < mark.length && bytes[i + same] == mark[same]) {
        same++;
      }
      if (same == mark.length) {
        return i;
      }
    }
    return -1;
  }

  /** Whether a class accepts rows as {@code HashMap}s, like the DB of 0.5 to 0.12. */
  static boolean takesHashMaps(byte[] bytes) {
    HashMaps found = new HashMaps();
    new ClassReader(bytes).accept(found, ClassReader.SKIP_CODE | ClassReader.SKIP_FRAMES);
    return found.any;
  }

  /**
   * Converts a class to version 0.17.
   *
   * @param hashMaps whether all classes of the binding are for versions 0.5 to 0.12
   */
  static byte[] renewed(byte[] bytes, boolean hashMaps) throws IOException {
    ClassReader reader = new ClassReader(bytes);
    ClassWriter writer = new ClassWriter(0);
    ClassVisitor visitor = new CastsMaps(new ClassRemapper(writer, new Packages()));
    boolean extendsDb = OLD_DB.equals(reader.getSuperName());
    if (extendsDb && (hashMaps || takesHashMaps(bytes))) {
      visitor = new ExtendsHashMapDb(visitor);
    }
    reader.accept(visitor, 0);
    return writer.toByteArray();
  }

  private static final class Packages extends Remapper {
    Packages() {
      super(Opcodes.ASM9);
    }

    @Override
    public String map(String internalName) {
      return internalName.startsWith(OLD)
          ? NEW + internalName.substring(OLD.length())
          : internalName;
    }

    @Override
    public Object mapValue(Object value) {
      return value instanceof String text && text.startsWith(OLD_PACKAGE)
          ? renamed(text)
          : super.mapValue(value);
    }
  }

  private static final class HashMaps extends ClassVisitor {
    private boolean any;

    HashMaps() {
      super(Opcodes.ASM9);
    }

    @Override
    public @Nullable MethodVisitor visitMethod(
        int access,
        String name,
        String descriptor,
        @Nullable String signature,
        String @Nullable [] exceptions) {
      any |=
          name.equals("insert")
              && descriptor.startsWith("(Ljava/lang/String;Ljava/lang/String;Ljava/util/HashMap;)");
      return null;
    }
  }

  /** Rewrites method calls in classes. */
  private abstract static class Calls extends ClassVisitor {
    Calls(ClassVisitor next) {
      super(Opcodes.ASM9, next);
    }

    /** Emits the call, or another call instead. */
    abstract void call(
        MethodVisitor to,
        int opcode,
        String owner,
        String name,
        String descriptor,
        boolean isInterface);

    @Override
    public final MethodVisitor visitMethod(
        int access,
        String name,
        String descriptor,
        @Nullable String signature,
        String @Nullable [] exceptions) {
      MethodVisitor to = super.visitMethod(access, name, descriptor, signature, exceptions);
      return new MethodVisitor(Opcodes.ASM9, to) {
        @Override
        public void visitMethodInsn(
            int opcode, String owner, String called, String calledDescriptor, boolean isInterface) {
          call(to, opcode, owner, called, calledDescriptor, isInterface);
        }
      };
    }
  }

  /**
   * Casts the results of {@code StringByteIterator} to {@code HashMap}. Their declared type was
   * {@code HashMap}, and the objects still are.
   */
  private static final class CastsMaps extends Calls {
    private static final String RETURNED = ")Ljava/util/HashMap;";

    CastsMaps(ClassVisitor next) {
      super(next);
    }

    @Override
    void call(
        MethodVisitor to,
        int opcode,
        String owner,
        String name,
        String descriptor,
        boolean isInterface) {
      if (owner.equals(OLD_TEXTS) && descriptor.endsWith(RETURNED)) {
        String today = descriptor.replace(RETURNED, ")Ljava/util/Map;");
        to.visitMethodInsn(opcode, owner, name, today, isInterface);
        to.visitTypeInsn(Opcodes.CHECKCAST, "java/util/HashMap");
      } else {
        to.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
      }
    }
  }

  private static final class ExtendsHashMapDb extends Calls {
    ExtendsHashMapDb(ClassVisitor next) {
      super(next);
    }

    @Override
    public void visit(
        int version,
        int access,
        String name,
        @Nullable String signature,
        @Nullable String superName,
        String @Nullable [] interfaces) {
      super.visit(version, access, name, null, HASH_MAP_DB, interfaces);
    }

    @Override
    void call(
        MethodVisitor to,
        int opcode,
        String owner,
        String name,
        String descriptor,
        boolean isInterface) {
      boolean isSuper = opcode == Opcodes.INVOKESPECIAL && owner.equals(OLD_DB);
      to.visitMethodInsn(opcode, isSuper ? HASH_MAP_DB : owner, name, descriptor, isInterface);
    }
  }
}
