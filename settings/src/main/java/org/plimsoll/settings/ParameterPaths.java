package org.plimsoll.settings;

import java.util.ArrayList;
import java.util.List;
import org.plimsoll.api.Setting;
import org.plimsoll.engine.spec.Plugins;

/** The paths of all parameters of a request, before it is resolved. */
public final class ParameterPaths {
  private ParameterPaths() {}

  /** The name of the driver of a request's target. */
  public static String scheme(RunRequest request) {
    return RunResolver.target(request).scheme();
  }

  /** The paths of the run, of its scenarios and of the target's driver. */
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
