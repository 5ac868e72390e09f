package org.plimsoll.driver.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.driver.aws.AwsLogin;
import org.plimsoll.driver.sim.SimDriver;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.result.EventKind;
import org.plimsoll.result.RunEvent;
import org.plimsoll.result.RunListener;
import org.plimsoll.run.RunControl;
import org.plimsoll.settings.RunRequest;

/** Tests that an object changes the rate of a run, with the driver in its own class loader. */
class ObjectSourceTest implements RunListener {
  private static final long PATIENCE_SECONDS = 60;

  @TempDir static Path roots;
  @TempDir static Path folder;
  private static S3Proxy store;

  private final BlockingQueue<RunEvent> events = new LinkedBlockingQueue<>();

  @BeforeAll
  static void packAndStart() throws Exception {
    pack("s3", "it", S3Store.class);
    pack("s3", "aws", AwsLogin.class);
    pack("sim", "it", SimDriver.class);
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      if (entry.matches(".*(awssdk|reactive-?streams|eventstream).*\\.jar")) {
        Path jar = Path.of(entry);
        Files.copy(jar, roots.resolve("s3").resolve(jar.getFileName()));
      }
    }
    store = S3Proxy.start(folder);
  }

  @AfterAll
  static void stopStore() {
    store.close();
  }

  private static void pack(String name, String part, Class<?> of) throws Exception {
    Path place = Path.of(of.getProtectionDomain().getCodeSource().getLocation().toURI());
    Path jar = Files.createDirectories(roots.resolve(name)).resolve(part + ".jar");
    if (Files.isRegularFile(place)) {
      Files.copy(place, jar);
      return;
    }
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file);
        Stream<Path> files = Files.walk(place)) {
      for (Path each : files.filter(Files::isRegularFile).toList()) {
        out.putNextEntry(new JarEntry(place.relativize(each).toString()));
        out.write(Files.readAllBytes(each));
      }
    }
  }

  @Override
  public void event(RunEvent event) {
    events.add(event);
  }

  private RunControl control(String source) {
    return RunControl.prepare(
        RunRequest.of(
            "sim:?service=constant(1ms)",
            Map.of("forever", "true", "warmup", "0", "rate", "100", "properties", source)),
        RunRequest.empty(),
        Drivers.in(List.of(roots)),
        List.of(this));
  }

  private String source(String key, String user, String passwordFile) throws IOException {
    return "url(s3://%s/%s,100ms,endpoint=%s,user=%s,password=file:%s)"
        .formatted(S3Proxy.BUCKET, key, store.endpoint(), user, passwordFile);
  }

  private static String passwordFile(String password) throws IOException {
    return Files.writeString(Files.createTempFile(folder, "pw", ""), password + "\n").toString();
  }

  private RunEvent await(EventKind kind, String text) throws InterruptedException {
    while (true) {
      RunEvent event = events.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
      assertThat(event).as("an event with %s", text).isNotNull();
      if (Objects.requireNonNull(event).kind() == kind && event.text().contains(text)) {
        return event;
      }
    }
  }

  @Test
  void aReplacedObjectChangesTheRateAlsoAfterAnOutage() throws Exception {
    store.put("weeks/limits.yaml", "rate: 200");
    RunControl control =
        control(source("weeks/limits.yaml", S3Proxy.USER, passwordFile(S3Proxy.PASSWORD)));
    CompletableFuture<Object> ended = new CompletableFuture<>();
    Thread.ofPlatform()
        .daemon()
        .start(() -> {
          try {
            ended.complete(control.run().execute());
          } catch (Exception | LinkageError e) {
            ended.completeExceptionally(e);
          }
        });
    try {
      await(EventKind.PHASE, "measure");
      store.put("weeks/limits.yaml", "rate: 300");
      await(EventKind.PARAMETER, "rate from 200 to 300");
      store.put("weeks/limits.yaml", "rate: -1");
      await(EventKind.WARNING, "its earlier values remain in use");
      store.server().kill();
      assertThat(await(EventKind.WARNING, "cannot be read").text())
          .isEqualTo(
              "url s3://ops-limits/weeks/limits.yaml: it cannot be read from "
                  + store.server().address()
                  + " (no connection); its last values remain in use");
      store.server().start();
      store.put("", "");
      store.put("weeks/limits.yaml", "rate: 400");
      await(EventKind.WARNING, "can be read again");
      await(EventKind.PARAMETER, "rate from 300 to 400");
      assertThat(control.parameters().all().toString()).doesNotContain(S3Proxy.PASSWORD);
    } finally {
      control.run().stop();
    }
    assertThat(ended.get(PATIENCE_SECONDS, TimeUnit.SECONDS).toString())
        .doesNotContain(S3Proxy.PASSWORD);
  }

  @Test
  void aWrongSecretIsReportedBeforeAnyLoad() throws Exception {
    store.put("limits", "rate=200");
    String source = source("limits", S3Proxy.USER, passwordFile("not-the-secret"));
    assertThatThrownBy(() -> control(source))
        .hasMessage(
            "properties: url s3://ops-limits/limits: the password is not the secret key of this"
                + " access"
                + " key");
  }

  @Test
  void anObjectWithAnUnknownSettingIsRefused() throws Exception {
    store.put("bad", "raet=200");
    assertThatThrownBy(() -> control(source("bad", S3Proxy.USER, passwordFile(S3Proxy.PASSWORD))))
        .hasMessageContaining("raet");
  }

  @Test
  void aMissingDriverFolderIsReported() {
    assertThatThrownBy(() ->
            RunControl.prepare(
                RunRequest.of("sim:", Map.of("properties", "url(s3://bucket/k)")),
                RunRequest.empty(),
                Drivers.of(new SimDriver()),
                List.of()))
        .hasMessage("properties: url s3://bucket/k: needs the folder 's3' in the drivers folder");
  }
}
