package org.plimsoll.server.endpoint;

import io.javalin.http.Context;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Setting;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.engine.spec.NearestName;
import org.plimsoll.server.http.Bodies;
import org.plimsoll.server.http.Endpoint;
import org.plimsoll.server.http.Problem;
import org.plimsoll.settings.RunSettings;
import org.plimsoll.settings.SettingGroup;
import org.plimsoll.settings.TuneSettings;

/** The endpoints for the settings of runs and for the drivers. */
public final class SettingEndpoints {
  private final Drivers drivers;

  public SettingEndpoints(Drivers drivers) {
    this.drivers = drivers;
  }

  public List<Endpoint> endpoints() {
    return List.of(
        Endpoint.get(
            "/settings", "The settings of a run and of a search, in their groups.", this::settings),
        Endpoint.get("/drivers", "The installed drivers.", this::drivers),
        Endpoint.get(
            "/drivers/{driver}", "A driver with its operations and settings.", this::driver));
  }

  private void settings(Context request) {
    List<Map<String, Object>> groups = new ArrayList<>();
    List<SettingGroup> all = new ArrayList<>(RunSettings.groups());
    all.add(TuneSettings.group());
    for (SettingGroup group : all) {
      List<Map<String, @Nullable Object>> settings = new ArrayList<>();
      for (Setting<?> setting : group.settings()) {
        Map<String, @Nullable Object> shown = new LinkedHashMap<>(Descriptions.of(setting));
        shown.put("ofScenario", RunSettings.isOfScenario(setting));
        settings.add(shown);
      }
      groups.add(Map.of("title", group.title(), "settings", settings));
    }
    Bodies.answer(request, Map.of("groups", groups));
  }

  private void drivers(Context request) {
    Bodies.answer(
        request,
        Map.of(
            "drivers",
            drivers.names().stream().map(drivers::named).map(Descriptions::of).toList()));
  }

  private void driver(Context request) {
    String name = request.pathParam("driver");
    if (!drivers.names().contains(name)) {
      throw Problem.notFound(
          "There is no driver '" + name + "'" + NearestName.suggestion(name, drivers.names()));
    }
    Bodies.answer(request, Descriptions.of(drivers.named(name)));
  }
}
