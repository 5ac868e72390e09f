package org.plimsoll.fleet;

/**
 * What a node says about itself when it joins; it does not change while the node is in the fleet.
 *
 * @param name unique in the fleet
 * @param page the address of its page and its REST interface
 * @param version the version of Plimsoll
 */
public record NodeIdentity(String name, String page, String version, NodeLabels labels) {}
