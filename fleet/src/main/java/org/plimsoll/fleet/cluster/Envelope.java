package org.plimsoll.fleet.cluster;

/**
 * A message with its sender.
 *
 * @param from host and port of the node that sent it
 */
record Envelope(String from, FleetMessage message) implements NodeCommand {}
