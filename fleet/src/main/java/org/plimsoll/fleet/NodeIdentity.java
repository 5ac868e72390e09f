package org.plimsoll.fleet;

/**
 * The identity of a node, sent when it joins. It does not change while the node is a member.
 *
 * @param name unique in the fleet
 * @param page the address of its page and its REST interface
 * @param version the version of Plimsoll
 */
public record NodeIdentity(String name, String page, String version, NodeLabels labels) {}
