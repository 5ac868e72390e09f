package org.plimsoll.driver.ycsb;

import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.plimsoll.api.SettingValues;

/** The properties for a binding, combined from all sources in ascending priority. */
final class BindingProperties {
  private BindingProperties() {}

  static Properties of(SettingValues settings, int fields) throws IOException {
    Properties all = new Properties();
    if (settings.get(YcsbSettings.WORKLOAD_CLASS).isEmpty()) {
      // Bindings that create a schema need this property. A workload class has its own defaults.
      all.setProperty("fieldcount", String.valueOf(fields));
      all.setProperty("table", settings.get(YcsbSettings.TABLE));
    }
    String file = settings.get(YcsbSettings.PROPERTIES_FILE);
    if (!file.isEmpty()) {
      try (Reader reader = Files.newBufferedReader(Path.of(file))) {
        all.load(reader);
      } catch (IOException e) {
        throw new IllegalArgumentException(
            "properties-file: must be a readable file, was '" + file + "'", e);
      }
    }
    all.load(new StringReader(settings.get(YcsbSettings.PROPERTIES)));
    all.load(new StringReader(settings.get(YcsbSettings.SECRET_PROPERTIES)));
    return all;
  }
}
