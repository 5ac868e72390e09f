package org.plimsoll.settings;

import java.util.ArrayList;
import java.util.List;
import org.plimsoll.api.Setting;
import org.plimsoll.engine.spec.Plugins;

/** Computes the paths of all parameters of a request, before it is resolved. */
public final class ParameterPaths {
  private ParameterPaths() {}

  /** Returns the name of the driver that a request's target selects. */
  public static String scheme(RunRequest request) {
    return RunResolver.target(request).scheme();
  }

  /** Returns the paths of the run, of its scenarios and of the target's driver. */
  public static List<String> of(RunRequest request, Plugins plugins) {
    List<String> paths = new ArrayList<>(RunSettings.all().map(Setting::name).toList());
    for (String scenario : request.scenarios().keySet()) {
      RunSettings.all()
          .filter(RunSettings::isOfScenario)
          .forEach(setting -> paths.add("scenario/" + scenario + "/" + setting.name()));
    }
    plugins
        .named(scheme(request))
        .settings()
        .forEach(setting -> paths.add("set." + setting.name()));
    return paths;
  }
}
