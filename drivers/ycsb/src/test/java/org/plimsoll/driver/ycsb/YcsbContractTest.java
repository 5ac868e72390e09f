package org.plimsoll.driver.ycsb;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.api.Driver;
import org.plimsoll.testkit.DriverContract;

/** The contract with a binding of YCSB 0.17, as shipped, on platform threads. */
class YcsbContractTest extends DriverContract {
  @TempDir static Path folder;
  static Path ycsb;

  @BeforeAll
  static void makeRelease() throws Exception {
    ycsb = folder.resolve("ycsb-0.17.0");
    List<String> sources = List.of(Bindings.mapDb(), Bindings.resource("TextDb.java.txt"));
    Path jar = Bindings.jar(folder, "map-binding-0.17.0.jar", sources, _ -> true);
    Bindings.release(ycsb, "map", "site.ycsb.db.MapDb", jar);
    Bindings.release(ycsb, "text", "site.ycsb.db.TextDb", jar);
  }

  @Override
  protected Driver driver() {
    return new YcsbDriver();
  }

  @Override
  protected String address() {
    return "map";
  }

  @Override
  protected Map<String, String> settings() {
    return new HashMap<>(Map.of("binding", ycsb.toString(), "values", "binary"));
  }
}
