package org.plimsoll.server.security;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;
import org.plimsoll.api.Driver;
import org.plimsoll.api.Driver.Capability;
import org.plimsoll.api.Setting;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.engine.spec.RunSpec;
import org.plimsoll.engine.spec.RunSpec.TargetSpec;
import org.plimsoll.engine.spec.TuneSpec;
import org.plimsoll.run.RunGuard;
import org.plimsoll.settings.ReachedValues;
import org.plimsoll.settings.RunRequest;
import org.plimsoll.settings.text.Reached;

/** Checks runs against the server's configuration: allowed targets, limits and files. */
public final class ServerGuard implements RunGuard {
  private static final String SET = "set.";

  private final TargetPolicy targets;
  private final FilePolicy files;
  private final ReachPolicy reach;
  private final ReachedValues values;
  private final RunLimits limits;
  private final CommandPolicy commands;
  private final CodePolicy code;
  private final Drivers drivers;

  /** Creates a guard that rejects all commands, and all folders of classes. */
  public ServerGuard(TargetPolicy targets, FilePolicy files, RunLimits limits, Drivers drivers) {
    this(targets, files, limits, CommandPolicy.NOTHING, CodePolicy.NOTHING, drivers);
  }

  /** Creates a guard that rejects all folders of classes. */
  public ServerGuard(
      TargetPolicy targets,
      FilePolicy files,
      RunLimits limits,
      CommandPolicy commands,
      Drivers drivers) {
    this(targets, files, limits, commands, CodePolicy.NOTHING, drivers);
  }

  public ServerGuard(
      TargetPolicy targets,
      FilePolicy files,
      RunLimits limits,
      CommandPolicy commands,
      CodePolicy code,
      Drivers drivers) {
    this.commands = commands;
    this.code = code;
    this.targets = targets;
    this.files = files;
    this.reach = new ReachPolicy(targets, files, commands);
    this.values = new ReachedValues(drivers::named, new Policies());
    this.limits = limits;
    this.drivers = drivers;
  }

  @Override
  public RunRequest defaults() {
    return limits.defaults();
  }

  @Override
  public RunRequest searchDefaults(RunRequest search) {
    return limits.searchDefaults(search);
  }

  @Override
  public void search(TuneSpec search) {
    limits.check(search);
  }

  @Override
  public void asked(RunRequest request) {
    values.walk(request);
  }

  @Override
  public void asked(String path, String text, String scheme) {
    values.walk(path, text, scheme);
  }

  /** The policies for the resources that values reach, and for driver settings. */
  private final class Policies implements ReachedValues.Visitor {
    @Override
    public void reaches(String path, Reached reached) {
      reach.check(path, reached);
    }

    @Override
    public void ofDriver(String scheme, String name, String text) {
      checkSetting(scheme, name, text);
    }
  }

  /**
   * Checks a driver setting by its type, before its value is parsed, since parsing may open a file.
   */
  private void checkSetting(String scheme, String name, String text) {
    Optional<Setting<?>> found =
        drivers.named(scheme).settings().stream()
            .filter(setting -> setting.name().equals(name))
            .<Setting<?>>map(setting -> setting)
            .findFirst();
    found.ifPresent(setting -> {
      files.check(SET + name, setting, text);
      targets.check(SET + name, scheme, setting, text);
      if (setting.reach() == Setting.Reach.CODE && !text.isEmpty()) {
        code.check(SET + name, text);
      }
    });
  }

  @Override
  public void target(TargetSpec target) {
    targets.check(target, drivers::named);
    target.settings().forEach((name, text) -> checkSetting(target.scheme(), name, text));
    Driver driver = drivers.named(target.scheme());
    if (driver.capabilities().contains(Capability.EMBEDDED)) {
      files.check(target.address());
    }
    target.parts().values().forEach(this::target);
  }

  @Override
  public void reaches(String path, URI address) {
    reach.check(path, Reached.Hosts.of(address));
  }

  @Override
  public InetAddress[] resolve(String scheme, String host, int port) throws UnknownHostException {
    return targets.resolve(scheme, host, port);
  }

  @Override
  public void connects(String scheme, InetSocketAddress address) {
    targets.connects(scheme, address);
  }

  @Override
  public void starts(List<String> words) {
    commands.check(words);
  }

  @Override
  public void load(RunSpec spec) {
    limits.check(spec);
  }
}
