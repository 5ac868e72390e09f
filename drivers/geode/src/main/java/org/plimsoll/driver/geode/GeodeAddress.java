package org.plimsoll.driver.geode;

import java.util.List;
import org.plimsoll.api.HostPort;

/** Address of a region: the hosts of locators or servers, and the region's name. */
record GeodeAddress(List<HostPort> hosts, String region) {
  private static final int DEFAULT_PORT = 10_334;
  private static final String DEFAULT_REGION = "plimsoll";

  static GeodeAddress parse(String text) {
    int slash = text.indexOf('/');
    String region = slash < 0 ? "" : text.substring(slash + 1);
    List<HostPort> hosts =
        HostPort.parseAll(slash < 0 ? text : text.substring(0, slash), DEFAULT_PORT)
            .orElseThrow(() ->
                new IllegalArgumentException(
                    "the address must be host[:port][,host[:port]…][/region], was '" + text + "'"));
    if (!region.isEmpty() && !region.matches("[A-Za-z0-9][A-Za-z0-9_-]{0,199}")) {
      throw new IllegalArgumentException(
          "the region must be letters, digits, _ and -, as in geode://host/region, was '"
              + region
              + "'");
    }
    return new GeodeAddress(hosts, region.isEmpty() ? DEFAULT_REGION : region);
  }

  /** The hosts in the form of the target. */
  String text() {
    return HostPort.text(hosts);
  }
}
