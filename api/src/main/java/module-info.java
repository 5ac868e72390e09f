/**
 * The interfaces for drivers and for users' own keys, workloads, arrivals and property sources. All
 * packages are exported.
 */
module org.plimsoll.api {
  requires transitive java.management;
  requires java.management.rmi;
  requires java.rmi;
  requires static transitive org.jspecify;

  exports org.plimsoll.api;
  exports org.plimsoll.api.custom;
  exports org.plimsoll.api.embedded;
  exports org.plimsoll.api.kit;
  exports org.plimsoll.api.sampling;
  exports org.plimsoll.api.text;
}
