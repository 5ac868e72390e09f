package org.plimsoll.fleet.cluster;

/**
 * A message with its sender.
 *
 * @param from host and port of the sending node
 */
record Envelope(String from, FleetMessage message) implements NodeCommand {}
