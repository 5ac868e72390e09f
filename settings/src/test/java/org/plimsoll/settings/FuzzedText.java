package org.plimsoll.settings;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.Plugins;

/**
 * What a fuzzer calls with each input. An input has two parts: on the first line the name of a
 * setting of a run or of a search, {@code target}, {@code spec} or {@code file:NAME=TEXT}, and
 * after it the text of that setting, of a spec file, or of the file {@code @} in TEXT. In a text,
 * {@code <<20000:1s>>} stands for 20,000 times {@code 1s}, with the number of the repetition
 * instead of a {@code #}, and {@code @csv} for a file.
 *
 * <p>Whatever the text, a setting is resolved or refused with an {@link InvalidSpecException} of
 * limited length, in limited time and memory, and not resolved beyond 8 KiB.
 */
public final class FuzzedText {
  private static final int TEXT_CHARACTERS_MAX = 8 * 1024;
  private static final int CHARACTERS_MAX = 1 << 20;
  private static final int REFUSAL_CHARACTERS_MAX = 3 * TEXT_CHARACTERS_MAX;
  private static final long CPU_NANOS_MAX = Long.getLong("fuzz.cpu.millis", 400) * 1_000_000L;
  private static final long BYTES_MAX = 4L << 30;
  private static final int ATTEMPTS = 3;
  private static final Plugins PLUGINS = _ -> new PlainDriver();
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final Map<String, String> FILES = files();

  /** A promise that was broken; its stack trace tells fuzzers which promises are the same. */
  static final class BrokenPromiseError extends AssertionError {
    private static final long serialVersionUID = 1;

    BrokenPromiseError(String promise, String name, String message, @Nullable Throwable cause) {
      super(promise + ": " + name + ": " + message, cause);
      setStackTrace(
          new StackTraceElement[] {
            new StackTraceElement(
                FuzzedText.class.getName(), promise + "-" + name, "FuzzedText.java", 1)
          });
    }
  }

  private FuzzedText() {}

  /** Called by the fuzzer. */
  public static void fuzzerTestOneInput(byte[] data) {
    check(new String(data, StandardCharsets.UTF_8));
  }

  /** Resolves an input, and checks what is promised. */
  static void check(String input) {
    int line = input.indexOf('\n');
    if (line < 0) {
      return;
    }
    String name = input.substring(0, line);
    String text = expanded(input.substring(line + 1));
    for (int attempt = 1; ; attempt++) {
      long cpu = THREADS.getCurrentThreadCpuTime();
      long bytes = THREADS.getCurrentThreadAllocatedBytes();
      resolve(name, text);
      cpu = THREADS.getCurrentThreadCpuTime() - cpu;
      bytes = THREADS.getCurrentThreadAllocatedBytes() - bytes;
      if (cpu <= CPU_NANOS_MAX && bytes <= BYTES_MAX) {
        return;
      }
      // The first call may have loaded classes.
      if (attempt == ATTEMPTS) {
        String took = cpu / 1_000_000 + " ms, " + (bytes >> 20) + " MiB";
        throw new BrokenPromiseError("cost", shown(name), took, null);
      }
    }
  }

  private static void resolve(String name, String text) {
    try {
      if (TuneSettings.named(name).isPresent()) {
        TuneResolver.ResolvedTune _ = TuneResolver.resolve(search(name, text), PLUGINS);
      } else {
        ResolvedRun _ = RunResolver.resolve(request(name, text), PLUGINS);
      }
    } catch (InvalidSpecException e) {
      int length = String.valueOf(e.getMessage()).length();
      if (length > REFUSAL_CHARACTERS_MAX) {
        throw new BrokenPromiseError("short-refusal", shown(name), length + " characters", null);
      }
      return;
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
      throw new BrokenPromiseError("refusal", shown(name), e.toString(), e);
    }
    if (text.length() > TEXT_CHARACTERS_MAX && !name.equals("spec") && !name.startsWith("file:")) {
      throw new BrokenPromiseError("length", shown(name), text.length() + " characters", null);
    }
  }

  private static RunRequest search(String name, String text) {
    return RunRequest.of("plain:", Map.of("slo", "p99<10ms", name, text));
  }

  private static RunRequest request(String name, String text) {
    if (name.equals("spec")) {
      return SpecFile.parse(text, "spec");
    }
    if (name.equals("target")) {
      return RunRequest.of(text, Map.of());
    }
    if (name.startsWith("file:")) {
      int equals = Math.max(5, name.indexOf('='));
      String file = FILES.get("@own");
      try {
        Files.writeString(Path.of(String.valueOf(file)), text);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      String value = name.substring(Math.min(name.length(), equals + 1));
      return RunRequest.of(
          "plain:", Map.of(name.substring(5, equals), value.replace("@", String.valueOf(file))));
    }
    return RunRequest.of("plain:", Map.of(name, text));
  }

  /** Fuzzers make many names that are none. */
  private static String shown(String name) {
    int end = name.startsWith("file:") ? name.indexOf('=') : name.length();
    String known = name.substring(0, Math.max(0, end)).replace("file:", "");
    return RunSettings.named(known).isPresent()
            || TuneSettings.named(known).isPresent()
            || name.equals("spec")
            || name.equals("target")
        ? known
        : "other";
  }

  /** Replaces repetitions and files. */
  static String expanded(String text) {
    StringBuilder all = new StringBuilder();
    int from = 0;
    int open;
    while ((open = text.indexOf("<<", from)) >= 0 && all.length() < CHARACTERS_MAX) {
      int colon = text.indexOf(':', open);
      int close = text.indexOf(">>", open);
      int times = colon < 0 ? -1 : number(text.substring(open + 2, colon));
      if (times < 0 || close < colon) {
        break;
      }
      all.append(text, from, open);
      String unit = text.substring(colon + 1, close);
      for (int i = 0; i < times && all.length() < CHARACTERS_MAX; i++) {
        all.append(unit.indexOf('#') < 0 ? unit : unit.replace("#", Integer.toString(i)));
      }
      from = close + 2;
    }
    String whole = all.append(text.substring(from)).toString();
    for (Map.Entry<String, String> file : FILES.entrySet()) {
      whole = whole.replace(file.getKey(), file.getValue());
    }
    return whole;
  }

  private static int number(String text) {
    boolean isNumber =
        !text.isEmpty() && text.length() <= 7 && text.chars().allMatch(c -> c >= '0' && c <= '9');
    return isNumber ? Integer.parseInt(text) : -1;
  }

  private static Map<String, String> files() {
    try {
      Path folder = Files.createTempDirectory("fuzzed");
      Map<String, String> files = new LinkedHashMap<>();
      Map<String, String> contents =
          Map.of(
              "@csv", "time,rate\n0,100\n10,200\n",
              "@jsonl", "{\"op\":\"read\",\"key\":\"a\"}\n",
              "@histogram", "#[StartTime: 0 (seconds since epoch)]\n",
              "@properties", "rate=5\n",
              "@line", "1".repeat(3 << 20),
              "@own", "");
      for (Map.Entry<String, String> file : contents.entrySet()) {
        Path path = folder.resolve(file.getKey().substring(1));
        Files.writeString(path, file.getValue()).toFile().deleteOnExit();
        files.put(file.getKey(), path.toString());
      }
      files.put("@folder", folder.toString());
      files.put("@none", folder.resolve("none").toString());
      files.put("@zero", "/dev/zero");
      folder.toFile().deleteOnExit();
      return files;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
