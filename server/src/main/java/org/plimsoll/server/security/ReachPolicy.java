package org.plimsoll.server.security;

import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.settings.text.Reached;

/**
 * Checks the resources other than the target that values may reach: environment secrets, files,
 * hosts and commands. Values are parsed, but nothing is opened before the check.
 */
final class ReachPolicy {
  /** The prefix of environment variables that runs may use. */
  private static final String VARIABLES = "PLIMSOLL_";

  private final TargetPolicy targets;
  private final FilePolicy files;
  private final CommandPolicy commands;

  ReachPolicy(TargetPolicy targets, FilePolicy files, CommandPolicy commands) {
    this.targets = targets;
    this.files = files;
    this.commands = commands;
  }

  /**
   * Checks the resources that a value reaches.
   *
   * @param path parameter with the value
   * @throws InvalidSpecException if the resource is not allowed
   */
  void check(String path, Reached reached) {
    switch (reached) {
      case Reached.Hosts(String scheme, String authority) ->
          targets.checkHosts(path, scheme, authority);
      case Reached.Database database -> targets.checkDatabase(path, database.authority());
      case Reached.File(String file) -> {
        if (files.folders() != null) {
          files.require(path, file);
        }
      }
      case Reached.Variable(String name) -> {
        if (files.folders() != null && !name.startsWith(VARIABLES)) {
          throw new InvalidSpecException(
              path
                  + ": must name a variable that starts with "
                  + VARIABLES
                  + " on this server, was 'env:"
                  + name
                  + "'");
        }
      }
      case Reached.Code _ -> {
        // Its folder is in the drivers folder, which only the server's configuration can name.
      }
      case Reached.InstanceMetadata _ ->
          throw new InvalidSpecException(
              path
                  + ": must not read the metadata of this server's instance; ec2 is for the options"
                  + " of the command line");
      case Reached.Command command -> commands.check(command.words());
    }
  }
}
