/**
 * Everything that drivers, and users' own keys, workloads, arrivals and property sources, are
 * written against. All packages are public; there is nothing internal to reach.
 */
module org.plimsoll.api {
  requires static org.jspecify;

  exports org.plimsoll.api;
  exports org.plimsoll.api.custom;
  exports org.plimsoll.api.kit;
  exports org.plimsoll.api.sampling;
  exports org.plimsoll.api.text;
}
